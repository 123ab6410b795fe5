// A setting over http: saving it has its effect at once, without a restart, and it is there after one.
import assert from 'node:assert/strict';
import { mapSetting } from '@outrider/contract';
import { test } from 'node:test';
import { createApp } from '../apps/server/src/app.ts';
import { silentLog } from '../apps/server/src/kernel/log.ts';
import { toPasswordHash } from '../apps/server/src/kernel/access/credentials.ts';
import { afterwards } from './support/cleanup.ts';
import { asJson, httpCall } from './support/operator.ts';
import { HOST, cheapKeeper, startServer, temporaryFolder, testConfig } from './support/server.ts';

const online = { mode: 'online', tilesUrl: 'https://tiles.test/{z}/{x}/{y}.png', attribution: '© T', maxZoom: 17 };
const TILES = 'https://tiles.test';

/** Which servers a page may contact. */
const policyOf = async (port: number): Promise<string> =>
  (await fetch(`http://${HOST}:${port}/`)).headers.get('content-security-policy') ?? '';

test('online tiles are allowed to the very next page, refused in words where the address is none, and kept through a restart', async (t) => {
  const data = await temporaryFolder(t);
  const start = () => createApp(testConfig(data), { log: silentLog });
  const first = await start();
  afterwards(t, () => first.close());
  const account = { user: 'admin', hash: toPasswordHash(first.initialPassword ?? '') };
  const { path } = mapSetting.save;
  const save = (input: unknown) => httpCall(first.ports.http, 'PUT', path, { account, input });
  const load = async (port: number) => asJson((await httpCall(port, 'GET', path, { account })).body);

  assert.equal((await load(first.ports.http))['offer'], true);
  assert.ok(!(await policyOf(first.ports.http)).includes(TILES));
  for (const tilesUrl of ['javascript:alert(1)//{z}{x}{y}', 'https://tiles.test/{z}/{x}.png']) {
    const { status, body } = await save({ ...online, tilesUrl });
    assert.equal(status, 400);
    assert.match(String(asJson(body)['message']), /^tilesUrl: (An address begins|The address needs \{y\}\.)/);
  }
  assert.ok(!(await policyOf(first.ports.http)).includes(TILES), 'what is refused has no effect');

  assert.equal((await save(online)).status, 200);
  assert.ok((await policyOf(first.ports.http)).includes(TILES));
  await first.close();

  const second = await start();
  afterwards(t, () => second.close());
  assert.ok((await policyOf(second.ports.http)).includes(TILES));
  const { mode, tilesUrl, maxZoom, offer } = await load(second.ports.http);
  assert.deepEqual(
    { mode, tilesUrl, maxZoom, offer },
    { mode: 'online', tilesUrl: online.tilesUrl, maxZoom: 17, offer: false },
  );
  const back = await httpCall(second.ports.http, 'PUT', path, { account, input: { ...online, mode: 'offline' } });
  assert.equal(back.status, 200);
  assert.ok(!(await policyOf(second.ports.http)).includes(TILES));
});

test('of two administrators who edit the same, the second hears who saved what and when, and saves over it when he has seen it', async (t) => {
  const server = await startServer(t, {}, { keeper: cheapKeeper });
  const { path } = mapSetting.save;
  const { hash } = server.admin;
  await server.app.users.add({
    name: 'bob',
    passwordHash: hash,
    level: 0,
    rights: null,
    expiresMs: null,
    groupIds: [],
  });
  const ask = async (user: string, method: string, input?: unknown) => {
    const { status, body } = await httpCall(server.ports.http, method, path, { account: { user, hash }, input });
    return { status, body: asJson(body) };
  };
  assert.equal((await ask('admin', 'GET')).body['updatetime'], 0, 'nobody has saved it yet');
  const began = Math.floor(Date.now() / 1000);
  const bobs = { ...online, maxZoom: 12 };
  const first = await ask('bob', 'PUT', { ...bobs, updatetime: 0 });
  assert.equal(first.status, 200);
  const updatetime = Number(first.body['updatetime']);
  assert.ok(updatetime >= began && updatetime <= Date.now() / 1000);
  assert.equal((await ask('admin', 'GET')).body['updatetime'], updatetime);

  const late = await ask('admin', 'PUT', { ...online, updatetime: 0 });
  assert.deepEqual(late, {
    status: 409,
    body: {
      hasError: 1,
      code: 'conflict',
      message: 'bob changed this in the meantime.',
      changed: { updatetime, updateby: 'bob', present: bobs },
    },
  });
  assert.equal((await ask('admin', 'GET')).body['maxZoom'], 12, 'what is refused has no effect');
  const seen = await ask('admin', 'PUT', { ...online, updatetime });
  assert.deepEqual([seen.status, Number(seen.body['updatetime']) > updatetime], [200, true]);
  assert.equal((await ask('bob', 'PUT', bobs)).status, 200, 'a program that does not say what it saw is not asked');

  const at = Number((await ask('admin', 'GET')).body['updatetime']);
  const both = await Promise.all(['admin', 'bob'].map((user) => ask(user, 'PUT', { ...online, updatetime: at })));
  assert.deepEqual(
    both.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409],
    'at once',
  );
});
