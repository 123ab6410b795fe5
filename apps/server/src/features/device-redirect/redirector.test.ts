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
    const redirector = new Redirector({ settings: stored, clock, log: silentLog, registered, desk: now });
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
