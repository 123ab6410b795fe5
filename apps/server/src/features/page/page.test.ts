import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { fastify } from 'fastify';
import { addPages } from './index.ts';

const settings = {
  version: '1.2.3',
  variant: 0,
  captcha: false,
  serverAddressEntry: false,
  forceAutoLogin: false,
  entranceHash: '',
  entranceRedirect: '',
  trialExpire: '',
  disabledHint: '</script>',
};

const start = async (t: TestContext, built = true) => {
  const folder = mkdtempSync(join(tmpdir(), 'outrider-page-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  if (built) {
    mkdirSync(join(folder, 'assets'));
    writeFileSync(join(folder, 'index.html'), '<title>console</title>');
    writeFileSync(join(folder, 'assets/main-abc.js'), 'run()');
  }
  const app = fastify();
  t.after(() => app.close());
  await addPages(app, folder, settings);
  return (url: string, accept = 'text/html') => app.inject({ url, headers: { accept } });
};

test('the console and its routes are served uncached, its hashed assets for a year', async (t) => {
  const get = await start(t);
  for (const path of ['/', '/liveview/13.A-7', '/blockview'])
    assert.deepEqual(
      [(await get(path)).body, (await get(path)).headers['cache-control']],
      ['<title>console</title>', 'no-cache'],
      path,
    );
  assert.match(String((await get('/assets/main-abc.js')).headers['cache-control']), /immutable/);
});

test('an unknown call, file or path out of the folder gets no page', async (t) => {
  const get = await start(t);
  for (const [path, accept] of [
    ['/gkserver/none', 'text/html'],
    ['/api/none', 'text/html'],
    ['/none.js', '*/*'],
    ['/assets/../../../etc/passwd', '*/*'],
    ['/assets/%2e%2e/%2e%2e/etc/passwd', '*/*'],
  ] as const) {
    const { statusCode, body } = await get(path, accept);
    assert.ok(statusCode >= 400 && !body.includes('root:') && !body.includes('<title>'), `${path} ${statusCode}`);
  }
});

test('without a built console a page says what to do', async (t) => {
  const get = await start(t, false);
  const { statusCode, body } = await get('/');
  assert.deepEqual([statusCode, body], [503, 'The console is not built. Run: npm start']);
});

test('gms.js sets the settings of the hosting page and cannot end a script early', async (t) => {
  const get = await start(t);
  const { body, headers } = await get('/gms.js');
  assert.match(String(headers['content-type']), /javascript/);
  assert.ok(!body.includes('</script>'));
  const window: { gms?: unknown } = {};
  runInNewContext(body, { window });
  assert.deepEqual(JSON.parse(JSON.stringify(window.gms)), settings);
});
