// Two roll-outs of one device: its updates come one after the other, and neither roll-out waits for ever. The device takes what it is told at
// once, or its order waits in a list. With a real queue of orders integration/firmware-rollout-plans.test.ts tests them.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { createLocalBus } from '../../adapters/local-bus/local-bus.ts';
import { openSqlite } from '../../adapters/sqlite/sqlite.ts';
import type { DeviceLink } from '../../gateway/index.ts';
import type { Caller } from '../../kernel/access/access.ts';
import { silentLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import type { OrderDesk } from '../device-order/index.ts';
import type { FirmwarePayload } from './order-kind.ts';
import { Rollouts } from './rollouts.ts';
import { createRolloutStore } from './store/rollouts.ts';
import { createUpdateStore, type UpdateStore } from './store/updates.ts';
import { FirmwareUpdates } from './updates.ts';
import { DeviceVersions } from './versions.ts';
import { DONE_ORDER, orderOf } from './test-order.ts';

const DEVICE = { deviceKey: 1, deviceId: 'D1' };
const LOOK_MS = 10_000;
const admin: Caller = { userId: 1, userName: 'admin', level: 0, rights: new Set(), sessionId: null, address: '' };

const settle = async (): Promise<void> => {
  for (let i = 0; i < 60; i += 1) await new Promise(setImmediate);
};

/** What it answers is read by nobody here. */
const askOf =
  (told: (payload: FirmwarePayload) => void): OrderDesk<FirmwarePayload>['ask'] =>
  async (asked) => {
    told(asked.payload);
    return { result: '1', order: orderOf(asked, DONE_ORDER) };
  };

/** One device that is there. `open`: from then on updates are stored. */
const setScene = async (t: TestContext) => {
  const database = openSqlite(':memory:', join(import.meta.dirname, '../../../migrations'));
  const { db } = database;
  const gate = Promise.withResolvers<void>();
  const written = createUpdateStore(db);
  const store: UpdateStore = {
    ...written,
    add: async (...row) => {
      await gate.promise;
      return written.add(...row);
    },
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only whether it is there counts
  const links = { get: () => ({}) as DeviceLink, count: () => 1 };
  const clock = createManualClock();
  const kit = { store, links, clock, log: silentLog, bus: createLocalBus(silentLog) };
  const versions = await DeviceVersions.open(kit);
  const updates = await FirmwareUpdates.open({
    ...kit,
    versions,
    firmware: async () => undefined,
    pathOf: String,
    secure: false,
  });
  const tell = (payload: FirmwarePayload): void =>
    updates.orderOver(payload, { state: 'done', outcome: 'done', message: '' });
  updates.useDesk({ ask: askOf(tell), waiting: async () => [] });
  /** From then on an order waits until it is delivered, and gives way to a newer one, as the queue has it. */
  const holdOrders = (): { deliver: () => void } => {
    let orders: FirmwarePayload[] = [];
    const hold = (payload: FirmwarePayload): void => {
      const replaced = orders;
      orders = [payload];
      for (const older of replaced) updates.orderOver(older, { state: 'cancelled', outcome: 'replaced', message: '' });
    };
    updates.useDesk({ ask: askOf(hold), waiting: async () => orders });
    return { deliver: () => orders.splice(0).forEach(tell) };
  };
  const planner: { now: Caller | undefined } = { now: admin };
  const rollouts = await Rollouts.open({
    ...kit,
    store: createRolloutStore(db),
    updates,
    access: { current: () => planner.now, maySee: () => true },
    devicesIn: () => [DEVICE.deviceKey],
    idOf: () => DEVICE.deviceId,
    versionOf: () => undefined,
  });
  updates.hear((update) => {
    if (update.rolloutId > 0) rollouts.updateOver(update);
  });
  t.after(async () => {
    await rollouts.close();
    await updates.close();
    await database.close();
  });
  const standing = (): string[] =>
    rollouts
      .list(admin)
      .toReversed()
      .map(({ memo, state, planned, running, done, failed }) =>
        [memo, state, planned, running, done, failed].join(' '),
      );
  return { rollouts, updates, clock, planner, standing, holdOrders, open: () => gate.resolve(), database };
};
type Scene = Awaited<ReturnType<typeof setScene>>;

const roll = ({ rollouts }: Scene, memo: string): Promise<number> => {
  const url = `http://files.example.com/${memo}.bin`;
  const wanted = { url, version: '', memo, way: 'auto' as const, maxFailures: 0, groupIds: [], beginsMs: undefined };
  return rollouts.add(admin, wanted, [DEVICE]);
};
/** What is under way is installed; then the roll-outs look. */
const install = async ({ updates, clock }: Scene, version: string): Promise<void> => {
  updates.told(DEVICE.deviceKey, { step: 'installed', percent: null, reason: '' });
  updates.versionIs(DEVICE.deviceKey, version);
  await settle();
  clock.advance(LOOK_MS);
  await settle();
};

test('two roll-outs that begin with the same device: one waits until it has the update of the other, and both end', async (t) => {
  const scene = await setScene(t);
  await Promise.all([roll(scene, 'one'), roll(scene, 'two')]);
  await settle();
  scene.open();
  await settle();
  assert.deepEqual(scene.standing(), ['one running 0 1 0 0', 'two running 1 0 0 0']);
  await install(scene, '2');
  assert.deepEqual(scene.standing(), ['one done 0 0 1 0', 'two running 0 1 0 0']);
  await install(scene, '3');
  assert.deepEqual(scene.standing(), ['one done 0 0 1 0', 'two done 0 0 1 0']);
});

test('a roll-out whose device is told something by hand in the same moment has its turn when that is over', async (t) => {
  const scene = await setScene(t);
  const byHand = scene.updates.start({
    device: DEVICE,
    userName: 'ann',
    url: 'http://files.example.com/hand.bin',
    kept: false,
  });
  await roll(scene, 'one');
  await settle();
  scene.open();
  await byHand;
  await settle();
  assert.deepEqual(scene.standing(), ['one running 1 0 0 0']);
  await install(scene, '2');
  assert.deepEqual(scene.standing(), ['one running 0 1 0 0']);
  await install(scene, '3');
  assert.deepEqual(scene.standing(), ['one done 0 0 1 0']);
});

test('an order that waits is not taken from its roll-out by another one that looked in the same moment', async (t) => {
  const scene = await setScene(t);
  const { deliver } = scene.holdOrders();
  await Promise.all([roll(scene, 'one'), roll(scene, 'two')]);
  await settle();
  scene.open();
  await settle();
  assert.deepEqual(scene.standing(), ['one running 0 1 0 0', 'two running 1 0 0 0']);
  deliver();
  await install(scene, '2');
  assert.deepEqual(scene.standing(), ['one done 0 0 1 0', 'two running 0 1 0 0']);
  deliver();
  await install(scene, '3');
  assert.deepEqual(scene.standing(), ['one done 0 0 1 0', 'two done 0 0 1 0']);
});

test('nor is one that somebody by hand has waiting', async (t) => {
  const scene = await setScene(t);
  const { deliver } = scene.holdOrders();
  const url = 'http://files.example.com/hand.bin';
  const byHand = scene.updates.start({ device: DEVICE, userName: 'ann', url, kept: true });
  await roll(scene, 'one');
  await settle();
  scene.open();
  await byHand;
  await settle();
  assert.deepEqual(scene.standing(), ['one running 1 0 0 0']);
  assert.equal(scene.updates.of(DEVICE.deviceKey)?.url, url);
  deliver();
  await install(scene, '2');
  assert.deepEqual(scene.standing(), ['one running 0 1 0 0']);
});

/** What the newest roll-out says of itself. */
const newest = ({ rollouts }: Scene): unknown[] => {
  const [{ state, planned, running, done, lapsed = false } = assert.fail()] = rollouts.list(admin);
  return [state, planned, running, done, lapsed];
};

test('a roll-out whose planner has expired or lost the level is paused, and goes on when both may again', async (t) => {
  const scene = await setScene(t);
  const { rollouts, planner, clock } = scene;
  scene.open();
  const wanted = { version: '', memo: '', way: 'auto' as const, maxFailures: 0, groupIds: [], beginsMs: undefined };
  const others = [2, 3].map((deviceKey) => ({ ...DEVICE, deviceKey }));
  const id = await rollouts.add(admin, { ...wanted, url: 'http://files.example.com/a.bin' }, [DEVICE, ...others]);
  await settle();
  assert.deepEqual(newest(scene), ['running', 2, 1, 0, false]);
  planner.now = undefined;
  await install(scene, '2');
  assert.deepEqual(newest(scene), ['paused', 2, 0, 1, true], 'what was told goes on, nobody else is told');
  for (const action of ['resume', 'retry'] as const) {
    planner.now = { ...admin, level: 2 };
    await assert.rejects(rollouts.act(admin, id, action), { code: 'conflict' }, action);
  }
  planner.now = { ...admin, level: 1 };
  clock.advance(LOOK_MS);
  await settle();
  assert.deepEqual(newest(scene), ['paused', 2, 0, 1, false], 'not by itself, at any time of the day');
  await rollouts.act(admin, id, 'resume');
  await settle();
  assert.deepEqual(newest(scene), ['running', 1, 1, 1, false]);
});

test('one that tells nobody any more ends, whether its planner may or not', async (t) => {
  const scene = await setScene(t);
  scene.open();
  await roll(scene, 'one');
  await settle();
  scene.planner.now = undefined;
  await install(scene, '2');
  assert.deepEqual(newest(scene), ['done', 0, 0, 1, false]);
});

test('one whose planner may not any more at its time does not begin; resumed it is for the devices that its groups have then', async (t) => {
  const scene = await setScene(t);
  const { rollouts, planner, clock } = scene;
  scene.open();
  const beginsMs = clock.now() + LOOK_MS;
  const url = 'http://files.example.com/a.bin';
  const wanted = { url, version: '', memo: '', way: 'auto' as const, maxFailures: 0, groupIds: [1], beginsMs };
  const id = await rollouts.add(admin, wanted, []);
  planner.now = undefined;
  await assert.rejects(rollouts.act(admin, id, 'resume'), { code: 'conflict' });
  assert.deepEqual(newest(scene), ['scheduled', 0, 0, 0, true]);
  clock.advance(LOOK_MS);
  await settle();
  assert.deepEqual(newest(scene), ['paused', 0, 0, 0, true]);
  planner.now = admin;
  await assert.rejects(rollouts.act(admin, id, 'retry'), { code: 'conflict' });
  await rollouts.act(admin, id, 'resume');
  await settle();
  assert.deepEqual(newest(scene), ['running', 0, 1, 0, false]);
  await install(scene, '2');
  assert.deepEqual(newest(scene), ['done', 0, 0, 1, false]);
});

const DISK_FULL = 'The disk is full.';

test('one that cannot be stored at its time has not begun, and has its devices when it does', async (t) => {
  const scene = await setScene(t);
  const { rollouts, clock, database } = scene;
  scene.open();
  const beginsMs = clock.now() + LOOK_MS;
  const url = 'http://files.example.com/a.bin';
  await rollouts.add(admin, { url, version: '', memo: '', way: 'auto', maxFailures: 0, groupIds: [1], beginsMs }, []);
  database.refuseWrites(DISK_FULL);
  for (let look = 0; look < 3; look += 1) {
    clock.advance(LOOK_MS);
    await settle();
    assert.deepEqual(newest(scene), ['scheduled', 0, 0, 0, false]);
  }
  database.refuseWrites(null);
  clock.advance(LOOK_MS);
  await settle();
  assert.deepEqual(newest(scene), ['running', 0, 1, 0, false]);
});

test('what somebody has it do counts when it is stored', async (t) => {
  const scene = await setScene(t);
  const { rollouts, updates, database } = scene;
  scene.open();
  const id = await roll(scene, 'one');
  await settle();
  database.refuseWrites(DISK_FULL);
  for (const action of ['pause', 'end'] as const) {
    await assert.rejects(rollouts.act(admin, id, action), { code: 'unavailable' });
    assert.deepEqual(newest(scene), ['running', 0, 1, 0, false], action);
  }
  database.refuseWrites(null);
  updates.told(DEVICE.deviceKey, { step: 'failed', percent: null, reason: '' });
  await settle();
  assert.deepEqual(scene.standing(), ['one stopped 0 0 0 1']);
  database.refuseWrites(DISK_FULL);
  await assert.rejects(rollouts.act(admin, id, 'resume'), { code: 'unavailable' });
  assert.deepEqual([scene.standing(), rollouts.list(admin)[0]?.maxfailures], [['one stopped 0 0 0 1'], 0]);
});
