// What a start does about a rule: nothing where its devices are told, what is missing where a server ended in between. Orders are a list here.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { deviceRedirectSetting, NO_REDIRECT, type RedirectRule } from '@outrider/contract';
import { createLocalBus } from '../../adapters/local-bus/local-bus.ts';
import { openSqlite } from '../../adapters/sqlite/sqlite.ts';
import { silentLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import type { StoredOrder } from '../device-order/index.ts';
import { createSettings } from '../settings/index.ts';
import { Redirector, type RedirectorKit } from './redirector.ts';

const BATCH = 'deviceredirect-batch';
const ruleTo = (host: string): RedirectRule => ({
  ...NO_REDIRECT,
  redirect_newdevice_only: false,
  new_server: host,
});
const [A, B] = [ruleTo('a.example.com'), ruleTo('b.example.com')];
const NOWHERE = ruleTo('');

type Desk = RedirectorKit['desk'];
/** Devices that are all away: every order waits. */
const createDesk = () => {
  const orders: StoredOrder[] = [];
  const rest = {
    kind: 'redirect',
    detail: '',
    askedMs: 0,
    kept: true,
    expiresMs: 0,
    tries: 0,
    outcome: '',
    message: '',
  };
  const desk: Desk = {
    async put({ device, userName, payload, batchId = 0 }) {
      const state = 'waiting' as const;
      const order = {
        ...rest,
        ...device,
        id: orders.length,
        userName,
        payload,
        batchId,
        state,
        sentMs: null,
        endedMs: null,
      };
      orders.push(order);
      return order;
    },
    async cancel(order) {
      order.state = 'cancelled';
      return true;
    },
    ofBatch: async (batchId) => orders.filter((order) => order.batchId === batchId),
  };
  const said = (): string[] =>
    orders.map(({ deviceId, payload, state }) => `${deviceId} ${JSON.stringify(payload)} ${state}`);
  return { desk, said };
};

/** Lets everything happen that needs no time. */
const settle = async (): Promise<void> => {
  for (let i = 0; i < 60; i += 1) await new Promise(setImmediate);
};

/** One data folder, and the servers that run on it. */
const setScene = async (t: TestContext) => {
  const opened = openSqlite(':memory:', join(import.meta.dirname, '../../../migrations'));
  t.after(() => opened.close());
  const clock = createManualClock();
  clock.advance(1_800_000_000_000);
  const { desk, said } = createDesk();
  const open = () => createSettings({ db: opened.db, bus: createLocalBus(silentLog), clock, log: silentLog });
  const settings = await open();
  /** It is on disk, and nothing was done about it yet. */
  const save = (rule: RedirectRule) => settings.save(deviceRedirectSetting, { deviceRedirect: rule }, { by: 'admin' });
  /** A server that was started on what is on disk. */
  const start = async (now: Desk = desk) => {
    const stored = await open();
    const registered = () => [1, 2].map((key) => ({ key, id: `D${key}` }));
    // Also a newcomer that nobody registered.
    const isThere = (key: number) => key <= 9;
    const redirector = new Redirector({ settings: stored, clock, log: silentLog, registered, isThere, desk: now });
    const rule = stored.value(deviceRedirectSetting)?.deviceRedirect ?? NO_REDIRECT;
    redirector.resume(rule, stored.state(deviceRedirectSetting));
    return redirector;
  };
  /** Starts it, and ends it when it has done what there was to do. */
  const run = async (): Promise<void> => {
    const redirector = await start();
    await settle();
    await redirector.close();
  };
  return { clock, desk, said, settings, save, start, run };
};
const told = (host: string, state: string): string[] =>
  [1, 2].map((key) => `D${key} ${JSON.stringify({ host, port: 6808 })} ${state}`);

test('a start tells nobody anything where nothing was saved, and nobody twice where it was', async (t) => {
  const { said, save, start, run } = await setScene(t);
  await run();
  assert.deepEqual(said(), []);
  const first = await start();
  first.use(A, await save(A));
  await settle();
  await first.close();
  await run();
  await run();
  assert.deepEqual(said(), told('a.example.com', 'waiting'));
});

for (const [what, rule, expected] of [
  ['another server', B, told('b.example.com', 'waiting')],
  ['no server any more', NOWHERE, []],
] as const)
  test(`saved just before the server was killed: ${what}`, async (t) => {
    const { clock, desk, said, save, start, run } = await setScene(t);
    const first = await start();
    first.use(A, await save(A));
    await settle();
    await first.close();
    clock.advance(500); // the same second
    const cancelled: number[] = [];
    const killed = await start({
      ...desk,
      // It gets as far as the first of them.
      cancel: (order, userName) =>
        cancelled.push(order.id) > 1 ? new Promise(() => undefined) : desk.cancel(order, userName),
    });
    killed.use(rule, await save(rule));
    await settle();
    assert.deepEqual(cancelled, [0, 1]);
    const after = [...told('a.example.com', 'cancelled'), ...expected];
    await run();
    assert.deepEqual(said(), after);
    await run();
    assert.deepEqual(said(), after, 'once');
  });

test('the first rule, saved just before the server was killed', async (t) => {
  const { said, save, run } = await setScene(t);
  await save(A);
  await run();
  assert.deepEqual(said(), told('a.example.com', 'waiting'));
});

test('what an older version kept does not say of which rule it is: its number does', async (t) => {
  const { clock, said, settings, save, run } = await setScene(t);
  const { updatedMs } = await save(A);
  await settings.set(BATCH, { id: updatedMs / 1000, told: true, by: 'admin' });
  await run();
  assert.deepEqual(said(), [], 'its devices were told');
  clock.advance(1000);
  await save(B);
  await run();
  assert.deepEqual(said(), told('b.example.com', 'waiting'));
});

/** A disk that is full until it is told otherwise. */
const createFull = ({ desk }: { desk: Desk }) => {
  const full = { is: true };
  const refusing: Desk = {
    ...desk,
    put: (asking) =>
      full.is && [1, 7].includes(asking.device.deviceKey) ? Promise.reject(new Error('disk full')) : desk.put(asking),
    cancel: (...order) => (full.is ? Promise.reject(new Error('disk full')) : desk.cancel(...order)),
  };
  return { full, refusing };
};
const MINUTE_MS = 60_000;

test('a device whose order could not be written is told later, once', async (t) => {
  const scene = await setScene(t);
  const { clock, said, save, start, run } = scene;
  const { full, refusing } = createFull(scene);
  const first = await start(refusing);
  first.use(A, await save(A));
  await settle();
  const [told1 = '', told2 = ''] = told('a.example.com', 'waiting');
  assert.deepEqual(said(), [told2]);
  clock.advance(MINUTE_MS);
  await settle();
  assert.deepEqual(said(), [told2], 'the disk is still full');
  full.is = false;
  clock.advance(MINUTE_MS);
  await settle();
  assert.deepEqual(said(), [told2, told1]);
  clock.advance(MINUTE_MS);
  await settle();
  await first.close();
  await run();
  assert.deepEqual(said(), [told2, told1], 'once');
  assert.equal(clock.pending(), 0);
});

test('a server that ended before it could tell a device leaves it to the next one', async (t) => {
  const scene = await setScene(t);
  const { said, save, start, run } = scene;
  const first = await start(createFull(scene).refusing);
  first.use(A, await save(A));
  await settle();
  await first.close();
  await run();
  assert.deepEqual(said(), told('a.example.com', 'waiting').toReversed());
});

test('a rule that could not be begun with is begun with later', async (t) => {
  const scene = await setScene(t);
  const { clock, said, save, start } = scene;
  const { full, refusing } = createFull(scene);
  full.is = false;
  const server = await start(refusing);
  server.use(A, await save(A));
  await settle();
  full.is = true; // the orders of before cannot be cancelled
  server.use(B, await save(B));
  await settle();
  assert.deepEqual(said(), told('a.example.com', 'waiting'));
  full.is = false;
  clock.advance(MINUTE_MS);
  await settle();
  assert.deepEqual(said(), [...told('a.example.com', 'cancelled'), ...told('b.example.com', 'waiting')]);
  await server.close();
});

test('a new device whose order could not be written is told later, where only new ones are told too', async (t) => {
  const scene = await setScene(t);
  const { clock, said, save, start } = scene;
  const { full, refusing } = createFull(scene);
  const rule = { ...A, redirect_newdevice_only: true };
  const server = await start(refusing);
  server.use(rule, await save(rule));
  await settle();
  server.enrolled({ deviceKey: 7, deviceId: 'D7' });
  await settle();
  assert.deepEqual(said(), []);
  full.is = false;
  for (let minute = 0; minute < 2; minute += 1) {
    clock.advance(MINUTE_MS);
    await settle();
  }
  const [ofFirst = ''] = told('a.example.com', 'waiting');
  assert.deepEqual(said(), [ofFirst.replace('D1', 'D7')], 'also one that nobody registered');
  await server.close();
});
