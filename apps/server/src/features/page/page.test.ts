import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { type Deployment, deploymentSettings } from '@outrider/contract';
import { fastify } from 'fastify';
import { type Config, configWith } from '../../config.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { addPages } from './index.ts';

const options = configWith({ disabledHint: '</script>' });
const FIRST_MS = new Date(2030, 11, 31, 12).getTime();

const PAGE = '<title>console</title><script src="/gms.js"></script>';

const start = async (
  t: TestContext,
  built = true,
  changes: Partial<Config> = {},
  extraScript: () => string = () => '',
) => {
  const folder = mkdtempSync(join(tmpdir(), 'outrider-page-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  if (built) {
    mkdirSync(join(folder, 'assets'));
    writeFileSync(join(folder, 'index.html'), PAGE);
    writeFileSync(join(folder, 'assets/main-abc.js'), 'run()');
  }
  const app = fastify();
  t.after(() => app.close());
  const clock = createManualClock(FIRST_MS);
  await addPages(app, { folder, version: '1.2.3', options: { ...options, ...changes }, clock, extraScript });
  return Object.assign(
    (url: string, accept = 'text/html', coding = 'identity') =>
      app.inject({ url, headers: { accept, 'accept-encoding': coding } }),
    { clock, folder },
  );
};

test('the console and its routes are served uncached, its hashed assets for a year', async (t) => {
  const get = await start(t);
  for (const path of ['/', '/liveview/13.A-7', '/blockview'])
    assert.deepEqual([(await get(path)).body, (await get(path)).headers['cache-control']], [PAGE, 'no-cache'], path);
  assert.match(String((await get('/assets/main-abc.js')).headers['cache-control']), /immutable/);
});

test('a file that the build packed is sent packed as it lies there, to those who can read it', async (t) => {
  const get = await start(t);
  writeFileSync(join(get.folder, 'assets/main-abc.js.gz'), 'packed');
  const [packed, plain] = [await get('/assets/main-abc.js', '*/*', 'gzip'), await get('/assets/main-abc.js', '*/*')];
  assert.deepEqual([packed.body, packed.headers['content-encoding']], ['packed', 'gzip']);
  assert.match(String(packed.headers['content-type']), /javascript/);
  assert.match(String(packed.headers['cache-control']), /immutable/);
  assert.deepEqual([plain.body, plain.headers['content-encoding']], ['run()', undefined]);
  const page = await get('/blockview', 'text/html', 'gzip');
  assert.deepEqual([page.body, page.headers['content-encoding']], [PAGE, undefined], 'not packed');
});

test('an unknown call, file or path out of the folder gets no page', async (t) => {
  const get = await start(t);
  for (const [path, accept] of [
    ['/gkserver/none', 'text/html'],
    ['/api/none', 'text/html'],
    ['/none.js', '*/*'],
    ['/Assets/main-abc.js', '*/*'],
    ['/assets', '*/*'],
    ['/assets/../../../etc/passwd', '*/*'],
    ['/assets/%2e%2e/%2e%2e/etc/passwd', '*/*'],
  ] as const) {
    const { statusCode, body } = await get(path, accept);
    assert.ok(statusCode >= 400 && !/root:|<title>|run\(\)/.test(body), `${path} ${statusCode}`);
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
  const { version, disabledHint, productName } = readGms(body);
  assert.deepEqual([version, disabledHint, productName], ['1.2.3', '</script>', 'Outrider']);
});

const readGms = (script: string): Deployment => {
  const window: { gms?: unknown } = {};
  runInNewContext(script, { window });
  return deploymentSettings.strict().parse(JSON.parse(JSON.stringify(window.gms)));
};

test('the script of the operator stands behind the settings, and is left out where the address says plain', async (t) => {
  const extra = { text: '' };
  const get = await start(t, true, {}, () => extra.text);
  const settings = (await get('/gms.js')).body;
  extra.text = 'window.extra = 1;\n// the end';
  assert.equal((await get('/gms.js')).body, `${settings}${extra.text}`);
  for (const path of ['/gms.js?plain', '/gms.js?v=1&plain', '/gms.js?plain=1'])
    assert.equal((await get(path)).body, settings);
  assert.equal((await get('/gms.js?plainly')).body, `${settings}${extra.text}`);
  assert.equal((await get('/setting?tab=extrajs')).body, PAGE);
  assert.equal((await get('/setting?tab=extrajs&plain')).body, PAGE.replace('gms.js', 'gms.js?plain'));
});

test('what the configuration says counts before the variant, what it does not say is as the variant has it', async (t) => {
  const get = await start(t, true, { pageVariant: 2, disableMap: false, contactHint: 'Ask Ann', mapZoom: 7 });
  const gms = readGms((await get('/gms.js')).body);
  assert.deepEqual([gms.variant, gms.disableMap, gms.disableLiveView, gms.defaultLocale], [2, false, true, 'tw']);
  assert.deepEqual([gms.contactHint, gms.mapZoom, gms.logo], ['Ask Ann', 7, '/logos/chip.svg']);
  assert.ok(!gms.disabledRights.includes('F_gps') && gms.disabledRights.includes('P_live'));
});

test('a trial ends with its last day by the clock of the server; without a day there is none', async (t) => {
  const get = await start(t, true, { trialExpire: '2030-12-31' });
  const before = readGms((await get('/gms.js')).body);
  assert.deepEqual([before.trial, before.trialOver], [true, false]);
  get.clock.advance(12 * 3_600_000);
  const after = readGms((await get('/gms.js')).body);
  assert.deepEqual([after.trialOver, after.trialExpire * 1000], [true, new Date(2031, 0, 1).getTime()]);
  const none = readGms((await (await start(t))('/gms.js')).body);
  assert.deepEqual([none.trial, none.trialOver, none.trialExpire], [false, false, 0]);
});

test('the idle page has a clock unless switched off, its links as they were given', async (t) => {
  const standard = readGms((await (await start(t))('/gms.js')).body);
  assert.deepEqual([standard.idleClock, standard.idleLogo, standard.idleLinks], [true, '', []]);
  const links = [{ text: 'Depot', url: 'https://depot.example.org/' }];
  const own = readGms((await (await start(t, true, { idleClock: false, idleLinks: links }))('/gms.js')).body);
  assert.deepEqual([own.idleClock, own.idleLinks], [false, links]);
});

test('own pictures are served, drawings cannot run scripts, and what is no picture ends the start', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'outrider-picture-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const [side, notes] = [join(folder, 'side.svg'), join(folder, 'notes.txt')];
  writeFileSync(side, '<svg><script>1</script></svg>');
  writeFileSync(notes, 'x');
  const get = await start(t, true, { sideImageFile: side, logoFile: side, idleLogoFile: side });
  const gms = readGms((await get('/gms.js')).body);
  assert.deepEqual([gms.sideImage, gms.logo, gms.backgroundImage], ['/brand/side', '/brand/logo', '']);
  assert.equal(gms.idleLogo, '/brand/idle');
  const { headers, body } = await get('/brand/side');
  assert.deepEqual([headers['content-type'], body], ['image/svg+xml', '<svg><script>1</script></svg>']);
  assert.match(String(headers['content-security-policy']), /default-src 'none'.*sandbox/);
  await assert.rejects(start(t, true, { sideImageFile: notes }), {
    name: 'StartError',
    message: /sideImageFile must name/,
  });
  await assert.rejects(start(t, true, { logoFile: join(folder, 'none.png') }), { message: /logoFile cannot be read/ });
});

test('a viewer page is served for any segments, tells no other page its address and is kept nowhere', async (t) => {
  const get = await start(t);
  for (const path of [
    '/live/A.1@5/admin/pa..ss%2F%25',
    '/live/abc_-123',
    '/playback/A1@255/0/2024-01-02%2003:04:05/admin/.hidden',
    '/remote/A1@4/60/1704164645/%E5%BC%A0/x.js',
    '/dlplayback/A1@1/60/1704164645/admin/pass/clip1.mp4',
    `/dlremote/A1/60/1704164645/admin/${'f'.repeat(64)}/${'n'.repeat(300)}`,
    '/live',
  ]) {
    const { body, headers } = await get(path);
    assert.deepEqual(
      [body, headers['referrer-policy'], headers['cache-control']],
      [PAGE, 'no-referrer', 'no-store'],
      path,
    );
  }
  assert.equal((await get('/liveview/A1')).headers['referrer-policy'], undefined, 'no other path');
});
