// Devices that are sent to another server: simulated vehicles that obey arrive at a second Outrider, before and after its own restart, and the
// first one says what became of each.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { deviceRedirectSetting } from '@outrider/contract';
import { createVehicle, type Vehicle } from '../apps/simulator/src/index.ts';
import { createLocalBus } from '../apps/server/src/adapters/local-bus/local-bus.ts';
import { openSqlite } from '../apps/server/src/adapters/sqlite/sqlite.ts';
import { systemClock } from '../apps/server/src/adapters/system-clock/system-clock.ts';
import { createSettings } from '../apps/server/src/features/settings/index.ts';
import { silentLog } from '../apps/server/src/kernel/log.ts';
import { closeServer, listenOn } from '../apps/server/src/kernel/web/listen.ts';
import { createServer } from 'node:net';
import { afterwards } from './support/cleanup.ts';
import { Channel, type Json, asJson, asList } from './support/operator.ts';
import { SAVED, restarted } from './support/restarted.ts';
import { HOST, startServer, temporaryFolder, cheapKeeper, type Server } from './support/server.ts';
import { until } from './support/until.ts';

const MIGRATIONS = join(import.meta.dirname, '../apps/server/migrations');
const PATH = '/gkserver/deviceredirect';
const STATE = '/gkserver/redirectstate';
const [FIRST, SECOND, OTHER] = ['13800000101', '13800000102', '15900000103'] as const;
type Asked = Pick<Server, 'ports' | 'admin'>;

const register = async (server: Asked, ids: readonly string[]): Promise<void> => {
  const operator = await Channel.signedIn(server);
  for (const I of ids) await operator.get('D01', { I, C: 1 });
  operator.close();
};

const isOnline = async (server: Asked, I: string): Promise<boolean> => {
  const operator = await Channel.signedIn(server);
  const { Z } = await operator.get('Q05', { I });
  operator.close();
  return Number(asJson(Z)['status'] ?? 0) > 0;
};

const drive = async (t: TestContext, port: number, phone: string, more: object = {}): Promise<Vehicle> => {
  const vehicle = createVehicle({ host: HOST, port, phone, channels: 1, intervalMs: 60_000, ...more });
  afterwards(t, () => vehicle.stop());
  vehicle.start();
  return vehicle;
};

/** The first server, and a second one with the same devices. */
const twoServers = async (t: TestContext) => {
  const { start, data } = await restarted(t);
  const first = await start();
  const second = await startServer(t, {}, { keeper: cheapKeeper });
  await register(second, [FIRST, SECOND, OTHER]);
  const rule = (changes: Json = {}) => ({
    deviceRedirect: {
      prefix: '138',
      redirect_newdevice_only: 0,
      new_server: HOST,
      new_port: second.ports.jt808,
      ...changes,
    },
  });
  return { start, data, first, second, rule };
};

const stateOf = async (server: { ask: (method: string, path: string) => Promise<{ body: unknown }> }) => {
  const state = asJson((await server.ask('GET', STATE)).body);
  return asList(state['rows']).map((row) => [row['deviceid'], row['state']]);
};

const untilStates = async (server: Parameters<typeof stateOf>[0], wanted: readonly unknown[][]): Promise<void> => {
  const is = async (): Promise<boolean> => isDeepStrictEqual(await stateOf(server), wanted);
  await until(`what became of them is ${JSON.stringify(wanted)}`, is);
};

test('[A-REDIRECT-001 A-REDIRECT-002] http: devices that match go to the other server, one that is away when it is back, also after a restart; the others stay', async (t) => {
  const { start, first, second, rule } = await twoServers(t);
  await register(first, [FIRST, SECOND, OTHER]);
  const stateFile = join(await temporaryFolder(t), 'second.json');
  const vehicle = await drive(t, first.ports.jt808, FIRST);
  const away = await drive(t, first.ports.jt808, SECOND, { stateFile, edition: '2019' });
  await drive(t, first.ports.jt808, OTHER);
  for (const id of [FIRST, SECOND, OTHER]) await until(`${id} is on line`, () => isOnline(first, id));
  await away.stop();
  await until('it is away', async () => !(await isOnline(first, SECOND)));

  const nothing = { prefix: '*', redirect_newdevice_only: 1, new_server: '', new_port: 6808 };
  assert.deepEqual(await first.load(PATH), { deviceRedirect: nothing, fixed: {} });
  const counted = await first.ask('POST', '/gkserver/redirectcheck', {
    prefix: '138',
    new_server: HOST,
    new_port: second.ports.jt808,
  });
  assert.deepEqual(counted.body, { matching: 2, online: 1 });
  assert.deepEqual(await first.save(PATH, rule()), SAVED);
  assert.deepEqual(await first.load(PATH), { ...rule(), fixed: {} });
  await until('the first one arrives', () => isOnline(second, FIRST));
  // Its order is over, and its link gone, when the server has heard of both, wherever the device is by then.
  await untilStates(first, [
    [SECOND, 'waiting'],
    [FIRST, 'done'],
  ]);
  await until('it has left', async () => !(await isOnline(first, FIRST)));
  assert.equal(await isOnline(first, OTHER), true, 'its id begins otherwise');
  assert.ok(vehicle.received.some(({ id }) => id === 0x8103));
  await first.close();

  const again = await start();
  assert.deepEqual(await again.load(PATH), { ...rule(), fixed: {} });
  assert.equal((await stateOf(again)).length, 2);
  await drive(t, again.ports.jt808, SECOND, { stateFile, edition: '2019' });
  await until('the other one arrives', () => isOnline(second, SECOND));
  await until('it is told', async () => (await stateOf(again)).every(([, state]) => state === 'done'));
  assert.equal(await isOnline(second, OTHER), false);
});

test('only new devices are sent on where it is wanted; without a server none is, and what waits is cancelled', async (t) => {
  const { first, second, rule } = await twoServers(t);
  await register(first, [FIRST]);
  await drive(t, first.ports.jt808, FIRST);
  await until('it is on line', () => isOnline(first, FIRST));
  assert.deepEqual(await first.save(PATH, rule({ prefix: '*', redirect_newdevice_only: 1 })), SAVED);
  await drive(t, first.ports.jt808, OTHER);
  await until('the new one arrives there', () => isOnline(second, OTHER));
  assert.deepEqual([await isOnline(first, FIRST), await isOnline(second, FIRST)], [true, false]);
  await untilStates(first, [[OTHER, 'done']]);

  await register(first, [SECOND]); // and away
  assert.deepEqual(await first.save(PATH, rule({ prefix: SECOND })), SAVED);
  await untilStates(first, [[SECOND, 'waiting']]); // until then it is the row of the rule before
  assert.deepEqual(await first.save(PATH, rule({ new_server: '' })), SAVED);
  await until('nothing is left of it', async () => (await stateOf(first)).length === 0);
  await drive(t, first.ports.jt808, SECOND);
  await until('it stays here', () => isOnline(first, SECOND));
  const { body } = await first.ask('GET', `/gkdevice/orders?deviceid=${SECOND}`);
  assert.deepEqual(
    asList(body).map(({ kind, state }) => [kind, state]),
    [['redirect', 'cancelled']],
  );
});

test('a rule that was saved just before the server was killed counts from its next start: what waits for the old one is cancelled', async (t) => {
  const { start, data, first, second, rule } = await twoServers(t);
  await register(first, [FIRST]); // and away
  assert.deepEqual(await first.save(PATH, rule()), SAVED);
  await until('it waits', async () => (await stateOf(first)).length === 1);
  await first.close();
  // What is on disk where the server is killed as soon as it has answered.
  const database = openSqlite(join(data, 'outrider.sqlite'), MIGRATIONS);
  const settings = await createSettings({
    db: database.db,
    bus: createLocalBus(silentLog),
    clock: systemClock,
    log: silentLog,
  });
  await settings.save(deviceRedirectSetting, rule({ new_server: '', redirect_newdevice_only: false }), { by: 'admin' });
  await database.close();

  const again = await start();
  await until('nothing is left of it', async () => (await stateOf(again)).length === 0);
  await drive(t, again.ports.jt808, FIRST);
  await until('it stays here', () => isOnline(again, FIRST));
  const { body } = await again.ask('GET', `/gkdevice/orders?deviceid=${FIRST}`);
  assert.deepEqual(
    asList(body).map(({ kind, state }) => [kind, state]),
    [['redirect', 'cancelled']],
  );
  assert.equal(await isOnline(second, FIRST), false);
});

test('a server that is this one, or where nothing answers, is refused before anything is stored', async (t) => {
  const { first, rule } = await twoServers(t);
  const free = createServer();
  const closed = await listenOn(free, HOST, 0, 'test');
  await closeServer(free);
  for (const [changes, words] of [
    [{ new_port: first.ports.jt808 }, /This is this server/],
    [{ new_port: closed }, /does not answer/],
    [{ new_server: 'no such host' }, /no host name/],
    [{ prefix: '' }, /how their ids begin/],
    [{ prefix: '13*' }, /how their ids begin/],
    [{ new_port: 0 }, /new_port/],
  ] as const) {
    const [status, message] = await first.save(PATH, rule(changes));
    assert.equal(status, 400, JSON.stringify(changes));
    assert.match(String(message), words);
  }
  assert.equal(asJson((await first.load(PATH))['deviceRedirect'])['new_server'], '');
});
