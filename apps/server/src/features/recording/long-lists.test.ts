// Retention and deletion among many segments: all of them are looked at, and everything else has its turn in between.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createLocalBus } from '../../adapters/local-bus/local-bus.ts';
import { eachStore } from '../../adapters/test-stores.ts';
import { openSqlite } from '../../adapters/sqlite/sqlite.ts';
import { silentLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import type { Database } from '../../kernel/storage/db.ts';
import { createDeletion } from './deletion.ts';
import { createRetention } from './retention.ts';
import { localSegments } from './segment-storage.ts';
import { SlotNames } from './slot-names.ts';
import { Slots } from './slots.ts';
import { createRecordingStore, type RecordingStore } from './store.ts';
import { recordingTables } from './store/tables.ts';

const MIGRATIONS = new URL('../../../migrations', import.meta.url).pathname;
const NAMES = new SlotNames('main', [{ name: 'slot1', folder: '/rec' }]);
const DAY_MS = 86_400_000;
const NOW_MS = 20_834 * DAY_MS;
const MINUTE_MS = 60_000;

/** So many closed segments of a channel, the last one ends now. */
const fill = async (db: Database, deviceKey: number, channel: number, count: number): Promise<void> => {
  const rest = { node: 'main', slot: 'slot1', state: 'closed', reason: '', hasVideo: true, hasAudio: true } as const;
  const rows = Array.from({ length: count }, (_, n) => {
    const startMs = NOW_MS - (count - n) * MINUTE_MS;
    const span = { startMs, endMs: startMs + MINUTE_MS - 1 };
    const file = {
      bytes: 10,
      frames: 1,
      path: `${deviceKey}/${channel}/${n}`,
      hash: null,
      previousHash: Uint8Array.of(n),
    };
    return { deviceKey, channel, ...span, ...file, ...rest, protectedUntilMs: 0 };
  });
  await recordingTables(db, NAMES).insertInto('recordingSegments').values(rows).execute();
};

/** Counts the turns of the event loop that others have from here on. */
const countTurns = (t: TestContext): (() => number) => {
  let [turns, over] = [0, false];
  const next = (): void => {
    turns += 1;
    if (!over) setImmediate(next);
  };
  setImmediate(next);
  t.after(() => {
    over = true;
  });
  return () => turns;
};

const setUp = (t: TestContext) => {
  const opened = openSqlite(':memory:', MIGRATIONS);
  t.after(() => opened.close());
  const { db } = opened;
  return { db, store: createRecordingStore(db, NAMES), turns: countTurns(t) };
};

const retentionOf = (store: RecordingStore) => {
  const clock = createManualClock(NOW_MS);
  const removed: string[] = [];
  const looked = { devices: 0 };
  const disk = { refuses: (_path: string): boolean => false };
  const storage = {
    ...localSegments,
    inFolders: false,
    async remove(_folder: string, path: string) {
      if (disk.refuses(path)) throw new Error('EIO');
      removed.push(path);
    },
  };
  const slots = new Slots({
    places: [],
    mode: 'capacity',
    reserveMb: 0,
    sizeMb: 0,
    clock,
    log: silentLog,
    usedBytes: () => 0,
    storage,
  });
  const settingsOf = () => {
    looked.devices += 1;
    clock.advance(2); // that took its time
    return { enable: 1, plan: '', audio: 3, days: 1 } as const;
  };
  const synced = async () => undefined;
  const kit = { store, clock, log: silentLog, slots, synced, days: () => 0, settingsOf, removed: () => undefined };
  return { retention: createRetention(kit), removed, looked, disk, clock };
};

test('retention looks at one device after the other, and rests in between', async (t) => {
  const { db, store, turns } = setUp(t);
  for (let deviceKey = 1; deviceKey <= 20; deviceKey += 1) await fill(db, deviceKey, 1, 1); // oxlint-disable-line no-await-in-loop
  const { retention, removed, looked, clock } = retentionOf(store);
  clock.advance(600_000 - 1);
  await retention.run();
  assert.equal(looked.devices, 0, 'its clock is not believed yet');
  clock.advance(1);
  const before = turns();
  await retention.run();
  assert.deepEqual([looked.devices, removed], [20, []], 'nothing is old');
  assert.ok(turns() - before >= 9, 'a turn for others with every second device');
});

test('what each device takes is added up with turns for others in between', async (t) => {
  const { db, store, turns } = setUp(t);
  for (let deviceKey = 1; deviceKey <= 100; deviceKey += 1) await fill(db, deviceKey, 1, 1); // oxlint-disable-line no-await-in-loop
  const before = turns();
  assert.equal((await store.usage()).length, 100);
  assert.ok(turns() > before);
});

test('what was to go when the server ended is removed, however much there is', async (t) => {
  const { db, store, turns } = setUp(t);
  await fill(db, 1, 1, 450);
  const inside = { deviceKey: 1, channel: 1, fromMs: 0, toMs: NOW_MS, unprotectedAtMs: null, limit: 1000 };
  await store.retireInside(inside, 'by ann');
  const { retention, removed } = retentionOf(store);
  const before = turns();
  await retention.resume();
  assert.equal(new Set(removed).size, 450);
  assert.ok(turns() - before >= 3, 'a turn for others with every batch');
  assert.deepEqual([await store.inState('retiring'), (await store.inState('retired')).length], [[], 450]);
});

test('a file that could not be removed goes with the next look, and those that never can hold nothing else up', async (t) => {
  const { db, store } = setUp(t);
  await fill(db, 1, 1, 3);
  const { retention, removed, disk, clock } = retentionOf(store);
  clock.advance(2 * DAY_MS);
  disk.refuses = (path) => path === '1/1/0';
  await retention.run();
  assert.deepEqual(removed, ['1/1/1', '1/1/2']);
  disk.refuses = () => false;
  await retention.run();
  assert.deepEqual([removed.at(-1), await store.inState('retiring')], ['1/1/0', []]);
  await fill(db, 2, 1, 250);
  disk.refuses = (path) => Number(path.split('/')[2]) < 240;
  for (let minute = 0; minute < 3; minute += 1) await retention.run(); // oxlint-disable-line no-await-in-loop
  assert.equal(removed.length, 3 + 10);
  disk.refuses = () => false;
  for (let minute = 0; minute < 3; minute += 1) await retention.run(); // oxlint-disable-line no-await-in-loop
  assert.deepEqual([removed.length, await store.inState('retiring')], [3 + 250, []]);
});

eachStore(
  'recordings: a deletion goes on behind what it has marked, with turns for others',
  async (t, { db, kind }) => {
    await fill(db, 1, 1, 300);
    await fill(db, 1, 257, 3);
    await fill(db, 2, 1, 3);
    const store = createRecordingStore(db, NAMES);
    const turns = countTurns(t);
    const steps: { fromMs: number; inTurn: number }[] = [];
    const remove = createDeletion({
      bus: createLocalBus(silentLog),
      log: silentLog,
      store: {
        ...store,
        retireInside: (asked, reason) => {
          if (asked.channel === 1) steps.push({ fromMs: asked.fromMs, inTurn: turns() });
          return store.retireInside(asked, reason);
        },
      },
      recorder: { endSegments: () => Promise.resolve() },
      abandonFetched: () => Promise.resolve(),
      nowMs: () => NOW_MS,
      removeMarked: () => undefined,
    });
    const span = { fromMs: 0, toMs: NOW_MS, everything: false };
    assert.deepEqual(await remove({ deviceKey: 1, deviceId: 'D1' }, span, 'ann'), { segments: 303, bytes: 3030 });
    const behind = (marked: number): number => NOW_MS - (300 - marked + 1) * MINUTE_MS + 1;
    assert.deepEqual(
      steps.map(({ fromMs }) => fromMs),
      [0, behind(128), behind(256)],
    );
    if (kind === 'sqlite')
      assert.equal(new Set(steps.map(({ inTurn }) => inTurn)).size, 3, 'each in a turn of its own');
    assert.equal((await remove({ deviceKey: 2, deviceId: 'D2' }, { ...span, channels: [2] }, 'ann')).segments, 0);
  },
);
