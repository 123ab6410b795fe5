// Car memos over the wire: who sees which, who may change one, and that they outlast a restart of the page that wrote them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rights } from '@outrider/contract';
import { toPasswordHash } from '../apps/server/src/kernel/access/credentials.ts';
import { logRows } from './support/logs.ts';
import { Channel, asJson, asList, httpCall, type Json } from './support/operator.ts';
import { type Account, cheapKeeper, startServer } from './support/server.ts';

test('[A-MEMO-001] [A-MEMO-002] [A-DASH-022] a memo that was put is listed with its device and type, for who sees the device; levels 2 and 3 change none', async (t) => {
  const server = await startServer(t, {}, { keeper: { keep: async (hash) => hash, check: async (a, b) => a === b } });
  const operator = await Channel.signedIn(server);
  await operator.get('D01', { I: 'BUS-7', C: 4 });
  await operator.get('D01', { I: 'BUS-8', C: 4 });
  const person = async (user: string, level: number, groupIds: readonly number[]): Promise<Account> => {
    const hash = toPasswordHash(user);
    await server.app.users.add({
      name: user,
      passwordHash: hash,
      level,
      rights: new Set(rights),
      expiresMs: null,
      groupIds,
    });
    return { user, hash };
  };
  const credentials = ({ user, hash }: Account): Json => ({ username: user, password: hash });
  const list = async (account: Account): Promise<Json[]> => {
    const { status, body } = await httpCall(server.ports.http, 'POST', '/gkdevice/carmemo', {
      input: credentials(account),
    });
    assert.equal(status, 200);
    return asList(body).map(({ updatetime, ...memo }) => {
      assert.ok(Number(updatetime) > 1_700_000_000, 'it has a version');
      return memo;
    });
  };
  const put = (account: Account, input: Json) =>
    httpCall(server.ports.http, 'PUT', '/gkdevice/carmemo', { input: { ...credentials(account), ...input } });
  assert.deepEqual(await list(server.admin), []);
  const helper = await person('helper', 1, [1]);
  const first = await put(helper, { memo: ' x \n y ', deviceid: 'BUS-7', type: 0 });
  assert.deepEqual([first.status, asJson(first.body)['hasError']], [200, 0]);
  await put(server.admin, { memo: '備註', deviceid: 'BUS-7', type: 1 });
  const both = [
    { deviceid: 'BUS-7', type: 0, memo: 'x y' },
    { deviceid: 'BUS-7', type: 1, memo: '備註' },
  ];
  assert.deepEqual(await list(server.admin), both);
  const viewer = await person('viewer', 2, [1]);
  assert.deepEqual(await list(viewer), both);
  const stranger = await person('stranger', 1, []);
  assert.deepEqual(await list(stranger), []);
  for (const account of [viewer, await person('guest', 3, [1])])
    assert.equal((await put(account, { memo: 'z', deviceid: 'BUS-7', type: 0 })).status, 403);
  assert.equal((await put(stranger, { memo: 'z', deviceid: 'BUS-7', type: 0 })).status, 404);
  assert.equal((await put(server.admin, { memo: 'z', deviceid: 'BUS-7', type: 2 })).status, 400);
  assert.equal((await put(server.admin, { memo: 'z'.repeat(201), deviceid: 'BUS-7', type: 0 })).status, 400);
  assert.deepEqual(await list(server.admin), both);
  await put(server.admin, { memo: '', deviceid: 'BUS-7', type: 0 });
  assert.deepEqual(await list(server.admin), both.slice(1));
  const [row] = await logRows(server, '/gklog/accesslog', { action: 'Set car memo' });
  const { body, before } = asJson(row?.['data']);
  assert.deepEqual(
    [row?.['deviceid'], body, before],
    ['BUS-7', { username: 'admin', deviceid: 'BUS-7', type: 0, memo: '' }, { memo: 'x y' }],
  );
});

test('two people on one memo: the second hears who changed it, when and to what, and saves over it when he has seen that', async (t) => {
  const server = await startServer(t, {}, { keeper: cheapKeeper });
  const operator = await Channel.signedIn(server);
  await operator.get('D01', { I: 'BUS-7', C: 4 });
  const hash = toPasswordHash('Sesame-1');
  const own = { level: 1, rights: null, expiresMs: null, groupIds: [1] };
  await server.app.users.add({ name: 'ann', passwordHash: hash, ...own });
  const ann = { user: 'ann', hash };
  const put = (account: Account, memo: string, updatetime: unknown) =>
    httpCall(server.ports.http, 'PUT', '/gkdevice/carmemo', {
      account,
      input: { deviceid: 'BUS-7', type: 0, memo, updatetime },
    });
  const saved = async (account: Account, memo: string, updatetime: unknown): Promise<unknown> => {
    const { status, body } = await put(account, memo, updatetime);
    assert.equal(status, 200, JSON.stringify(body));
    return asJson(body)['updatetime'];
  };
  const refused = async (memo: string, updatetime: unknown, expected: Json): Promise<void> => {
    const { status, body } = await put(server.admin, memo, updatetime);
    assert.deepEqual([status, asJson(body)['changed']], [409, expected]);
  };
  const presentOf = (memo: string): Json => ({ deviceid: 'BUS-7', type: 0, memo });
  const first = await saved(ann, 'hers', 0);
  await refused('mine', 0, { updatetime: first, updateby: 'ann', present: presentOf('hers') });
  const emptied = await saved(ann, '', first);
  assert.ok(Number(emptied) > Number(first));
  await refused('mine', first, { updatetime: emptied, updateby: 'ann', present: presentOf('') });
  const again = await saved(server.admin, 'mine', 0);
  assert.ok(Number(again) > Number(emptied), 'who saw none writes where none is');
  await refused('old', emptied, { updatetime: again, updateby: 'admin', present: presentOf('mine') });
  await saved(ann, 'seen', again);
  await saved(ann, 'by a program that knows no versions', undefined);
  operator.close();
});
