// The index of recordings, on both databases.
import assert from 'node:assert/strict';
import { eachStore } from '../../adapters/test-stores.ts';
import type { Database } from '../../kernel/storage/db.ts';
import { ALL_CHANNELS } from './lanes.ts';
import { DAY_MS, dayOf, runsOf } from './minutes.ts';
import { SlotNames } from './slot-names.ts';
import { BEFORE_ALL } from './store/forgetting.ts';
import { createRecordingStore, type ClosedSegment, type NewSegment } from './store.ts';

/** The start of a day, UTC. */
const NOON_MS = 20_834 * DAY_MS + DAY_MS / 2;
const MINUTE_MS = 60_000;
const NAMES = new SlotNames('here', [
  { name: 'slot1', folder: '/rec' },
  { name: 'slot2', folder: '/b' },
  { name: 'slot3', folder: '/no' },
]);
const hash = (n: number): Uint8Array => Uint8Array.of(n, 0, 255);

const segment = (n: number, fields: Partial<NewSegment> = {}): NewSegment => ({
  deviceKey: 1,
  channel: 1,
  startMs: NOON_MS + n * MINUTE_MS,
  endMs: NOON_MS + n * MINUTE_MS,
  slot: '/rec',
  path: `s${n}`,
  previousHash: hash(n - 1),
  ...fields,
});
const closed = (n: number, fields: Partial<ClosedSegment> = {}): ClosedSegment => ({
  endMs: NOON_MS + (n + 1) * MINUTE_MS - 1,
  bytes: 3_000_000_000,
  frames: 1500,
  reason: '',
  hasVideo: true,
  hasAudio: false,
  slot: '/rec',
  path: `s${n}`,
  hash: hash(n),
  ...fields,
});

/** Three closed segments of a channel, one minute each, and an open one behind them. */
const fill = async (db: Database) => {
  const store = createRecordingStore(db, NAMES);
  const ids: number[] = [];
  for (const n of [0, 1, 2]) {
    const id = await store.open(segment(n));
    await store.close(id, closed(n));
    ids.push(id);
  }
  ids.push(await store.open(segment(3)));
  return { store, ids };
};
const numbers = (rows: readonly { startMs: number }[]): number[] =>
  rows.map((row) => (row.startMs - NOON_MS) / MINUTE_MS);

eachStore(
  'recordings: a segment is open, then closed with what it holds, and found by time, path and hash',
  async (_t, { db }) => {
    const { store, ids } = await fill(db);
    const [first = 0] = ids;
    const whole = { ...segment(0), ...closed(0), node: 'here', id: first, state: 'closed', protectedUntilMs: 0 };
    assert.deepEqual(await store.byPath('/rec', 's0'), whole);
    assert.deepEqual(await store.at(1, 1, NOON_MS + 30_000), whole);
    assert.equal((await store.at(1, 1, NOON_MS - 1))?.id, first, 'the first one after it');
    assert.equal((await store.at(1, 1, NOON_MS + DAY_MS))?.state, 'open');
    assert.equal(await store.at(1, 2, NOON_MS), undefined);
    assert.deepEqual([(await store.after(1, 1, NOON_MS))?.path, (await store.newest(1, 1))?.path], ['s1', 's3']);
    assert.deepEqual([await store.lastStored(1, 1), await store.lastStored(1, 2)], [hash(2), undefined]);
    assert.deepEqual([await store.isFollowed(1, 1, hash(0)), await store.isFollowed(1, 1, hash(7))], [true, false]);
    assert.equal(await store.freeStart(1, 1, NOON_MS), NOON_MS + 1);
    await assert.rejects(store.open(segment(0, { path: 'other' })), 'one segment begins at a moment');
    assert.deepEqual(numbers(await store.inState('open')), [3]);
    await store.forget(ids[3] ?? 0);
    assert.deepEqual(await store.inState('open'), []);
  },
);

eachStore('recordings: days show the minutes, and lose those of what retires', async (_t, { db }) => {
  const { store } = await fill(db);
  const day = dayOf(NOON_MS);
  const runs = async () => (await store.days(1, ALL_CHANNELS, day, day)).flatMap((row) => runsOf(row.minutes, row.day));
  assert.deepEqual(await runs(), [{ startMs: NOON_MS, endMs: NOON_MS + 3 * MINUTE_MS }]);
  const late = await store.open(segment(12 * 60 - 1));
  await store.close(late, closed(12 * 60 - 1, { endMs: NOON_MS + DAY_MS / 2 + 30_000 }));
  assert.deepEqual(
    (await store.days(1, [1], day, day + 9)).map((row) => row.day),
    [day, day + 1],
    'over midnight',
  );
  const old = await store.retirable({ beforeMs: NOON_MS + 2 * MINUTE_MS, nowMs: NOON_MS, limit: 9 });
  assert.deepEqual(numbers(old), [0, 1]);
  assert.deepEqual(await store.retirable({ deviceKeys: [], beforeMs: NOON_MS * 2, nowMs: NOON_MS, limit: 9 }), []);
  assert.deepEqual(await store.retirable({ slots: ['/no'], beforeMs: NOON_MS * 2, nowMs: NOON_MS, limit: 9 }), []);
  await store.retiring(
    old.map(({ id }) => id),
    'old',
  );
  assert.deepEqual(
    (await store.inState('retiring')).map(({ reason }) => reason),
    ['old', 'old'],
  );
  assert.equal(await store.slotBytes('/rec'), 12_000_000_000, 'their files are still there');
  await store.retired(old);
  assert.equal(await store.slotBytes('/rec'), 6_000_000_000);
  assert.equal((await runs())[0]?.startMs, NOON_MS + 2 * MINUTE_MS);
  assert.equal((await store.at(1, 1, NOON_MS))?.path, 's2', 'the first one that is still there');
});

eachStore('recordings: what is protected stays until then, and is freed where nothing wants it', async (_t, { db }) => {
  const { store } = await fill(db);
  const untilMs = NOON_MS + DAY_MS;
  const span = [NOON_MS, NOON_MS + MINUTE_MS + 1] as const;
  await store.protect(1, [1], ...span, untilMs);
  await store.protect(1, [1], ...span, untilMs - 1);
  const kept = await store.protectedSpans(1, [1, 2], NOON_MS, untilMs, untilMs);
  assert.deepEqual(numbers(kept), [0, 1], 'a shorter protection takes nothing away');
  const retirable = await store.retirable({ beforeMs: untilMs, nowMs: NOON_MS, limit: 9 });
  assert.deepEqual(numbers(retirable), [2]);
  const asked = { deviceKey: 1, channels: [1], fromMs: NOON_MS, toMs: untilMs };
  await store.unprotect(asked, [{ startMs: NOON_MS, endMs: NOON_MS + 1 }], 0);
  assert.deepEqual(numbers(await store.protectedSpans(1, [1], NOON_MS, untilMs, NOON_MS)), [0]);
  const deletion = { deviceKey: 1, channel: 1, fromMs: NOON_MS, toMs: untilMs, limit: 9 };
  const gone = await store.retireInside({ ...deletion, unprotectedAtMs: NOON_MS }, 'by ann');
  assert.deepEqual(
    gone.toSorted((a, b) => a.startMs - b.startMs),
    [1, 2].map((n) => ({ startMs: NOON_MS + n * MINUTE_MS, bytes: 3_000_000_000 })),
  );
  const next = { ...deletion, fromMs: NOON_MS + 1, unprotectedAtMs: null };
  assert.deepEqual(await store.retireInside(next, 'by ann'), [], 'the first one begins before');
  assert.equal((await store.retireInside({ ...deletion, unprotectedAtMs: null, limit: 1 }, 'by ann')).length, 1);
});

eachStore('recordings: spans, sums and the chain', async (_t, { db }) => {
  const { store } = await fill(db);
  const other = await store.open(segment(0, { deviceKey: 2, channel: 3, slot: '/b' }));
  await store.close(other, closed(0, { slot: '/b', bytes: 5 }));
  const spans = await store.spans(1, [1], NOON_MS + MINUTE_MS, NOON_MS + DAY_MS, 9);
  assert.deepEqual(numbers(spans), [1, 2, 3]);
  assert.deepEqual(
    spans.map(({ state, hasVideo }) => `${state} ${hasVideo}`),
    ['closed true', 'closed true', 'open false'],
  );
  const usage = (await store.usage()).toSorted((a, b) => a.deviceKey - b.deviceKey);
  assert.deepEqual(usage, [
    { deviceKey: 1, bytes: 9_000_000_000 },
    { deviceKey: 2, bytes: 5 },
  ]);
  assert.deepEqual(
    [await store.usageOf([1, 2]), await store.usageOf([]), await store.usageOf([9])],
    [9_000_000_005, 0, 0],
  );
  assert.deepEqual([await store.slotBytes('/b'), await store.slotBytes('/no')], [5, 0]);
  const chain = await store.chain({ deviceKey: 1, channel: 1, startMs: NOON_MS });
  assert.deepEqual(
    chain.map((row) => `${row.deviceKey} ${row.path}`),
    ['1 s1', '1 s2', '1 s3', '2 s0'],
  );
  await store.open(segment(0, { deviceKey: 3 }));
  assert.deepEqual(await Array.fromAsync(store.devices()), [1, 2], 'those with closed segments');
  await store.open(segment(0, { channel: 300 }));
  assert.deepEqual([await store.channelsOf(1), await store.channelsOf(9)], [[1, 300], []]);
});

eachStore('recordings: spans of what is there, and with what was removed since', async (_t, { db }) => {
  const { store } = await fill(db);
  const [first, second] = await store.retirable({ beforeMs: NOON_MS * 2, nowMs: NOON_MS, limit: 2 });
  assert.ok(first && second);
  await store.retiring([first.id], 'deleted by ann');
  await store.retiring([second.id], 'the folder was full');
  await store.retired([first]);
  const touched = [1, [1], NOON_MS + MINUTE_MS - 1, NOON_MS + DAY_MS, 9] as const;
  assert.deepEqual(numbers(await store.spans(...touched)), [2, 3]);
  const withGone = await store.spansWithGone(...touched);
  assert.deepEqual(
    withGone.map(({ state }) => state),
    ['retired', 'retiring', 'closed', 'open'],
  );
  assert.deepEqual(numbers(withGone), [0, 1, 2, 3]);
});

eachStore('recordings: slots of nodes are written again', async (_t, { db }) => {
  const store = createRecordingStore(db, NAMES);
  await store.keepSlot('here', { name: 'slot1', folder: '/rec', mark: 'a' });
  await store.keepSlot('here', { name: 'slot1', folder: '/else', mark: 'b' });
  await store.keepSlot('there', { name: 'slot1', folder: '/rec', mark: 'c' });
  await store.moveSlot('here', 'slot1', '/rec');
  assert.deepEqual(await store.slotsOf('here'), [{ name: 'slot1', folder: '/rec', mark: 'b' }]);
  assert.deepEqual(await store.slotsOf('there'), [{ name: 'slot1', folder: '/rec', mark: 'c' }]);
  assert.deepEqual(await store.nodes(), ['here', 'there']);
});

eachStore('recordings: a row names node and slot, and is read as where the slot lies now', async (_t, { db }) => {
  const { store } = await fill(db);
  const rows = db.$extendTables<{ recording_segments: { node: string; slot: string; path: string } }>();
  const stored = await rows.selectFrom('recording_segments').select(['node', 'slot']).distinct().execute();
  assert.deepEqual({ ...stored[0], count: stored.length }, { node: 'here', slot: 'slot1', count: 1 });
  const moved = createRecordingStore(db, new SlotNames('here', [{ name: 'slot1', folder: '/mnt/elsewhere' }]));
  assert.equal((await moved.at(1, 1, NOON_MS))?.slot, '/mnt/elsewhere');
  assert.equal((await moved.byPath('/mnt/elsewhere', 's0'))?.slot, '/mnt/elsewhere');
  assert.throws(() => moved.byPath('/rec', 's0'), /No media slot lies in/);
  // A slot of the same name at another node holds other files: they are not read, mended, counted or removed here.
  const there = createRecordingStore(db, new SlotNames('there', [{ name: 'slot1', folder: '/rec' }]));
  assert.equal(await there.at(1, 1, NOON_MS), undefined);
  assert.equal(await there.after(1, 1, NOON_MS - 1), undefined);
  assert.equal(await there.byPath('/rec', 's0'), undefined);
  assert.deepEqual(await there.inState('open'), []);
  assert.equal(await there.slotBytes('/rec'), 0);
  assert.deepEqual(await there.retirable({ beforeMs: NOON_MS * 2, nowMs: NOON_MS, limit: 9 }), []);
  assert.equal((await store.retirable({ beforeMs: NOON_MS * 2, nowMs: NOON_MS, limit: 9 })).length, 3);
  assert.equal((await there.newest(1, 1))?.node, 'here', 'the chain of a channel does not end at a node');
});

eachStore(
  'recordings: rows of what is gone are forgotten, but the newest of a channel, and their hashes stay',
  async (_t, { db }) => {
    const { store, ids } = await fill(db);
    const retire = async (n: number): Promise<void> => {
      const [row] = (await store.inState('closed')).filter(({ id }) => id === ids[n]);
      assert.ok(row);
      await store.retiring([row.id], 'old');
      await store.retired([row]);
    };
    await retire(0);
    await retire(1);
    const forget = (beforeMs: number) => store.forgetRetired(beforeMs, BEFORE_ALL, 9);
    assert.equal((await forget(NOON_MS)).gone, 0, 'too young');
    assert.equal((await store.forgetRetired(NOON_MS + DAY_MS, BEFORE_ALL, 1)).gone, 1, 'a few at a time');
    const chain = async () => (await store.chain({ deviceKey: -1, channel: -1, startMs: -1 })).map(({ path }) => path);
    assert.deepEqual(await chain(), ['s1', 's2', 's3']);
    assert.deepEqual(await store.forgottenHashes(1, 1), [hash(0)]);
    assert.equal((await forget(NOON_MS + DAY_MS)).gone, 1);
    assert.deepEqual(await chain(), ['s2', 's3'], 'what is there stays, however old');
    assert.deepEqual(await store.forgottenHashes(1, 1), [hash(1)], 'what s2 follows');
    assert.deepEqual(await store.forgottenHashes(1, 2), []);
    await store.close(ids[3] ?? 0, closed(3));
    await retire(2);
    await retire(3);
    const step = await forget(NOON_MS + DAY_MS);
    assert.deepEqual([step.looked, step.gone], [2, 1]);
    assert.deepEqual(await chain(), ['s3'], 'the newest of the channel: the next one follows it');
    assert.equal((await store.forgetRetired(NOON_MS + DAY_MS, step.last, 9)).looked, 0, 'each row is looked at once');
  },
);
