// The script of the operator: served behind the settings of pages, before and after a restart, by the user named admin alone, never run here.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { logRows } from './support/logs.ts';
import { asJson, httpCall } from './support/operator.ts';
import { SAVED, restarted } from './support/restarted.ts';
import { HOST } from './support/server.ts';

const PATH = '/gkserver/gmsjs';
const text = "window.extra = 'ran';\n// </script> is no end\nconst word = `two\nlines`;\n";

const scriptOf = async (port: number, query = ''): Promise<string> =>
  (await fetch(`http://${HOST}:${port}/gms.js${query}`)).text();
/** What a page has of it. */
const run = (script: string): { gms?: object; extra?: string } => {
  const window: { gms?: object; extra?: string } = {};
  runInNewContext(script, { window });
  return window;
};

test('[A-EXTRAJS-001 A-EXTRAJS-002 A-EXTRAJS-003] http: the text that was saved stands in /gms.js behind the settings, also after a restart; one that is no script changes nothing', async (t) => {
  const { start } = await restarted(t);
  let server = await start();
  const before = await scriptOf(server.ports.http);
  assert.deepEqual(await server.load(PATH), { text: '', fixed: {} });
  assert.deepEqual(await server.save(PATH, { text }), SAVED);
  assert.equal(await scriptOf(server.ports.http), `${before}${text}`);
  assert.equal(await scriptOf(server.ports.http, '?plain'), before);
  const { gms, extra } = run(await scriptOf(server.ports.http));
  assert.deepEqual([typeof gms, extra], ['object', 'ran']);
  for (const [wrong, words] of [
    ['const a = 1;\nconst = 2;', /^text: Line 2: Unexpected token/],
    ['function (', /^text: Line 1: /],
    ['await 1', /^text: Line 1: /],
    ['x'.repeat(100_001), /text/],
  ] as const) {
    const [status, message] = await server.save(PATH, { text: wrong });
    assert.equal(status, 400, wrong.slice(0, 20));
    assert.match(String(message), words);
  }
  assert.equal(await scriptOf(server.ports.http), `${before}${text}`);
  await server.close();

  server = await start();
  assert.equal(await scriptOf(server.ports.http), `${before}${text}`);
  assert.deepEqual(await server.load(PATH), { text, fixed: {} });
  assert.deepEqual(await server.save(PATH, { text: '' }), SAVED);
  assert.equal(await scriptOf(server.ports.http), before);
});

test('another administrator may read the script and not change it; the access log has the hash of each', async (t) => {
  const { start } = await restarted(t);
  const server = await start();
  const { hash } = server.admin;
  await server.app.users.add({
    name: 'bob',
    passwordHash: hash,
    level: 0,
    rights: null,
    expiresMs: null,
    groupIds: [],
  });
  const bob = { user: 'bob', hash };
  assert.deepEqual(await server.save(PATH, { text }), SAVED);
  const refused = await httpCall(server.ports.http, 'PUT', PATH, { account: bob, input: { text: 'x()' } });
  assert.deepEqual([refused.status, asJson(refused.body)['code']], [403, 'forbidden']);
  const read = await httpCall(server.ports.http, 'GET', PATH, { account: bob });
  assert.equal(asJson(read.body)['text'], text);
  const rows = (await logRows(server, '/gklog/accesslog', {})).filter(({ action }) => action === 'Set extra script');
  const [, saved] = rows;
  assert.equal(rows.length, 2);
  const body = asJson(asJson(saved?.['data'])['body']);
  assert.equal(body['sha256'], createHash('sha256').update(text).digest('hex'));
});
