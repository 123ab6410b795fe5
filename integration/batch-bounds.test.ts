// Batches whose owner sees or may set less than when he made them, that are cancelled while their orders are being written, and of which one
// vehicle takes no more orders. What comes of a batch is parameter-batches.test.ts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { afterwards } from './support/cleanup.ts';
import { keyOf } from './support/device-keys.ts';
import { asJson, asList, Channel, httpCall, type Json } from './support/operator.ts';
import { type Account, cheapKeeper, type Server, startDrivenServer, startServer } from './support/server.ts';
import { until } from './support/until.ts';

const PATH = '/gkserver/parambatch';
const [NEAR, FAR] = ['13800003301', '13800003302'] as const;
const MOST_ORDERS = 64;

const asker =
  ({ ports, admin }: Server) =>
  (method: 'GET' | 'POST' | 'PUT', input: Json = {}, account: Account = admin, path = PATH) =>
    httpCall(ports.http, method, path, { account, input });
const register = async (t: Parameters<typeof afterwards>[0], server: Server, ids: readonly string[]) => {
  const channel = await Channel.signedIn(server);
  afterwards(t, () => channel.close());
  for (const I of ids) await channel.get('D01', { I, C: 2 });
  return channel;
};

test('a batch shows, cancels and tells again only what its owner sees and may set by now', async (t) => {
  const server = await startServer(t, {}, { keeper: cheapKeeper });
  await register(t, server, [NEAR, FAR]);
  const { app, admin, data } = server;
  const [north, south] = [await app.groups.add(1, 'North'), await app.groups.add(1, 'South')];
  for (const id of [NEAR, FAR]) await app.groups.setDeviceGroups(keyOf(data, id), [north]);
  const granted = ['F_rmdvrs', 'F_rmdvrs_heartbeat', 'F_rmdvrs_speedlimit'] as const;
  const { id: userId } = await app.users.add({
    name: 'north',
    passwordHash: admin.hash,
    level: 2,
    rights: new Set(granted),
    expiresMs: null,
    groupIds: [north],
  });
  const own = { user: 'north', hash: admin.hash };
  const ask = asker(server);
  const deviceParams = { net_hbsec: 12, sys_spdlimit: 60 };
  const made = await ask('POST', { deviceids: [NEAR, FAR], deviceParams, memo: '' }, own);
  const batchid = asJson(made.body)['batchid'];
  const rows = async (account: Account): Promise<unknown[][]> =>
    asList((await ask('GET', {}, account, `${PATH}/${String(batchid)}`)).body).map(({ deviceid, state }) => [
      deviceid,
      state,
    ]);
  const act = (action: 'cancel' | 'retry', account: Account) => ask('PUT', { batchid, action }, account);
  const countOf = async (reply: ReturnType<typeof act>): Promise<unknown> => asJson((await reply).body)['count'];
  await until('both wait', async () => (await rows(own)).every(([, state]) => state === 'waiting'));
  assert.equal((await rows(own)).length, 2);

  await app.groups.setDeviceGroups(keyOf(data, FAR), [south]);
  await app.users.change(userId, { rights: new Set(granted.slice(0, 2)) });
  const [listed] = asList((await ask('GET', {}, own)).body);
  assert.deepEqual(listed?.['deviceParams'], { net_hbsec: 12 }, 'without the value that needs more');
  assert.deepEqual(await rows(own), [[NEAR, 'waiting']]);
  assert.equal((await act('retry', own)).status, 403);
  assert.equal(await countOf(act('cancel', own)), 1);
  assert.deepEqual(await rows(admin), [
    [NEAR, 'cancelled'],
    [FAR, 'waiting'],
  ]);
  assert.equal(await countOf(act('cancel', admin)), 1);
  await app.users.change(userId, { rights: new Set(granted) });
  assert.equal(await countOf(act('retry', own)), 1);
  await until('told again', async () => (await rows(admin))[0]?.[1] === 'waiting'); // orders are written after the answer
  assert.deepEqual(await rows(admin), [
    [NEAR, 'waiting'],
    [FAR, 'cancelled'],
  ]);
});

test('a batch that is cancelled while its orders are written writes no more of them, and says so of each vehicle', async (t) => {
  const server = await startDrivenServer(t, {}, { keeper: cheapKeeper });
  const ids = Array.from({ length: 40 }, (_, i) => String(13_800_003_310 + i));
  await register(t, server, ids);
  const ask = asker(server);
  const made = await ask('POST', { deviceids: ids, deviceParams: { net_hbsec: 12 }, memo: '' });
  const batchid = asJson(made.body)['batchid'];
  const rows = async (): Promise<string[]> =>
    asList((await ask('GET', {}, server.admin, `${PATH}/${String(batchid)}`)).body).map(
      ({ state, outcome }) => `${String(state)} ${String(outcome)}`,
    );
  await until('the first is ordered', async () => (await rows())[0] === 'waiting ');
  assert.deepEqual(new Set((await rows()).slice(1)), new Set(['planned ']), 'time stands still');
  let count: unknown;
  void ask('PUT', { batchid, action: 'cancel' }).then(({ body }) => (count = asJson(body)['count']));
  await rows(); // the cancelling is on its way
  await until('it is cancelled', () => count !== undefined, { between: () => server.clock.advance(10) });
  assert.equal(count, ids.length);
  const cancelled = await rows();
  assert.deepEqual(new Set(cancelled), new Set(['cancelled cancelled', 'planned cancelled']));
  assert.equal(cancelled.at(-1), 'planned cancelled');
  for (let step = 0; step < 10; step += 1) server.clock.advance(10);
  assert.deepEqual(await rows(), cancelled, 'and stays so');
});

test('a vehicle for which too many orders wait already is named, and the others get theirs', async (t) => {
  const server = await startServer(t, {}, { keeper: cheapKeeper });
  const channel = await register(t, server, [NEAR, FAR]);
  for (let i = 0; i < MOST_ORDERS; i += 1)
    assert.equal((await channel.ask('D21', { I: NEAR, A: `text ${i}`, W: 1 }))[0]?.['R'], '2');
  const ask = asker(server);
  const made = await ask('POST', { deviceids: [NEAR, FAR], deviceParams: { net_hbsec: 12 }, memo: '' });
  const path = `${PATH}/${String(asJson(made.body)['batchid'])}`;
  const wanted = [
    [NEAR, 'planned', 'limit_reached'],
    [FAR, 'waiting', ''],
  ];
  await until('the other has its order', async () => {
    const rows = asList((await ask('GET', {}, server.admin, path)).body);
    const now = rows.map(({ deviceid, state, outcome }) => [deviceid, state, outcome]);
    return JSON.stringify(now) === JSON.stringify(wanted);
  });
});
