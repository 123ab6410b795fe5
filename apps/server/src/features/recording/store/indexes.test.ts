// What is asked of hundreds of thousands of segments each minute is found in an index, without their rows and without sorting them.
import assert from 'node:assert/strict';
import { CompiledQuery, type KyselyPlugin, type QueryId, type RootOperationNode } from 'kysely';
import { eachStore } from '../../../adapters/test-stores.ts';
import { type Database, tables } from '../../../kernel/storage/db.ts';
import { FIRST_LANE } from '../lanes.ts';
import { SlotNames } from '../slot-names.ts';
import { createRecordingStore, type RecordingStore } from '../store.ts';
import { BEFORE_ALL } from './forgetting.ts';

const NAMES = new SlotNames('here', [
  { name: 'slot1', folder: '/rec' },
  { name: 'slot2', folder: '/b' },
]);
const MINUTE_MS = 60_000;
const NOW_MS = 1_800_000_000_000;

/** How SQLite answers each question that `ask` puts to the store. */
const plansOf = async (db: Database, ask: (store: RecordingStore) => Promise<unknown>): Promise<string[]> => {
  const nodes = new Map<QueryId, RootOperationNode>();
  const asked: QueryId[] = [];
  const listener: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      nodes.set(queryId, node);
      return node;
    },
    transformResult: ({ result, queryId }) => {
      asked.push(queryId); // a question inside another is none of its own
      return Promise.resolve(result);
    },
  };
  await ask(createRecordingStore(db.withPlugin(listener), NAMES));
  const executor = tables(db).getExecutor();
  const plans: string[] = [];
  for (const queryId of asked) {
    const node = nodes.get(queryId);
    assert.ok(node);
    const { sql, parameters } = executor.compileQuery(executor.transformQuery(node, queryId), queryId);
    const explained = CompiledQuery.raw(`EXPLAIN QUERY PLAN ${sql}`, [...parameters]);
    // oxlint-disable-next-line no-await-in-loop -- in the order of the questions
    const { rows } = await db.executeQuery<{ detail: string }>(explained);
    plans.push(rows.map(({ detail }) => detail.replace('recording_segments ', '')).join('; '));
  }
  return plans;
};

/** Closed segments of a channel, a minute each. */
const fill = async (db: Database, deviceKey: number, channel: number, count: number): Promise<void> => {
  const store = createRecordingStore(db, NAMES);
  const place = { slot: '/rec', path: '' };
  for (let n = 0; n < count; n += 1) {
    const startMs = NOW_MS - (count - n) * MINUTE_MS;
    const hash = Uint8Array.of(n);
    // oxlint-disable-next-line no-await-in-loop -- one follows the other
    const id = await store.open({ deviceKey, channel, startMs, endMs: startMs, previousHash: hash, ...place });
    const whole = { endMs: startMs + MINUTE_MS - 1, bytes: 10 * deviceKey, frames: 1, reason: '', hash, ...place };
    await store.close(id, { ...whole, hasVideo: true, hasAudio: false }); // oxlint-disable-line no-await-in-loop
  }
};

eachStore('recordings: what retention asks each minute is looked up, device by device', async (_t, { db, kind }) => {
  await fill(db, 3, 1, 2);
  await fill(db, 7, 1, 3);
  const store = createRecordingStore(db, NAMES);
  assert.deepEqual(await Array.fromAsync(store.devices()), [3, 7]);
  const asked = { deviceKeys: [7], not: ['/b'], beforeMs: NOW_MS - MINUTE_MS, nowMs: NOW_MS, limit: 9 };
  assert.equal((await store.retirable(asked)).length, 2);
  if (kind !== 'sqlite') return;
  const next = 'SEARCH USING COVERING INDEX recording_segments_by_device (state=? AND device_key>?)';
  assert.deepEqual(await plansOf(db, (spied) => Array.fromAsync(spied.devices())), [next, next, next]);
  assert.deepEqual(await plansOf(db, (spied) => spied.retirable(asked)), [
    'SEARCH USING INDEX recording_segments_by_device (state=? AND device_key=? AND node=? AND end_ms<?)',
  ]);
});

eachStore('recordings: what each device takes is added up in an index', async (_t, { db, kind }) => {
  await fill(db, 3, 1, 2);
  await fill(db, 7, 1, 3);
  const store = createRecordingStore(db, NAMES);
  const sums = [
    { deviceKey: 3, bytes: 60 },
    { deviceKey: 7, bytes: 210 },
  ];
  assert.deepEqual([await store.usage(), await store.usageOf([3, 7])], [sums, 270]);
  if (kind !== 'sqlite') return;
  const plans = await plansOf(db, async (spied) => [await spied.usage(), await spied.usageOf([3])]);
  const sum = 'SEARCH USING COVERING INDEX recording_segments_by_device (state=? AND device_key=?)';
  assert.deepEqual(
    plans.filter((plan) => !plan.includes('device_key>?')),
    [sum, sum, sum],
  );
});

eachStore('recordings: fetched footage is found and added up in an index of its own', async (_t, { db, kind }) => {
  await fill(db, 3, 1, 1);
  await fill(db, 3, FIRST_LANE + 1, 3);
  const store = createRecordingStore(db, NAMES);
  await store.protect(3, [FIRST_LANE + 1], NOW_MS - MINUTE_MS, NOW_MS, NOW_MS + 5);
  await store.protect(3, [FIRST_LANE + 1], NOW_MS - 3 * MINUTE_MS, NOW_MS - 2 * MINUTE_MS - 1, NOW_MS + 1);
  assert.deepEqual(await store.fetchedBytes(NOW_MS + 1), { wanted: 30, others: 60 });
  const found = await store.fetchedUntil(NOW_MS, NOW_MS + 9, 9);
  assert.deepEqual(
    found.map(({ protectedUntilMs }) => protectedUntilMs - NOW_MS),
    [1, 5],
  );
  if (kind !== 'sqlite') return;
  const plans = await plansOf(db, async (spied) => [
    await spied.fetchedBytes(NOW_MS),
    await spied.fetchedUntil(0, NOW_MS, 9, ['/b']),
  ]);
  assert.deepEqual(plans, [
    'SEARCH USING COVERING INDEX recording_segments_fetched (state=? AND node=?)',
    'SEARCH USING INDEX recording_segments_fetched (state=? AND node=? AND protected_until_ms>? AND protected_until_ms<?)',
  ]);
});

eachStore('recordings: what goes is marked and removed from place to place', async (_t, { db, kind }) => {
  await fill(db, 3, 1, 4);
  const store = createRecordingStore(db, NAMES);
  const asked = { deviceKey: 3, channel: 1, fromMs: 0, toMs: NOW_MS, unprotectedAtMs: NOW_MS, limit: 3 };
  const marked = await store.retireInside(asked, 'by ann');
  assert.equal(marked.length, 3);
  const [first] = await store.nextRetiring(BEFORE_ALL, 1);
  assert.equal(first?.startMs, NOW_MS - 4 * MINUTE_MS);
  assert.deepEqual(
    (await store.nextRetiring(first, 9)).map(({ startMs }) => startMs),
    [NOW_MS - 3 * MINUTE_MS, NOW_MS - 2 * MINUTE_MS],
  );
  const there = createRecordingStore(db, new SlotNames('there', []));
  assert.deepEqual(await there.nextRetiring(BEFORE_ALL, 9), []);
  if (kind !== 'sqlite') return;
  const plans = await plansOf(db, async (spied) => [
    await spied.retireInside(asked, 'by ann'),
    await spied.nextRetiring(BEFORE_ALL, 9),
    await spied.channelsOf(9),
  ]);
  assert.deepEqual(plans, [
    'SEARCH USING INTEGER PRIMARY KEY (rowid=?); LIST SUBQUERY 1; SEARCH USING INDEX recording_segments_by_start (device_key=? AND channel=? AND start_ms>? AND start_ms<?)',
    'SEARCH USING INDEX recording_segments_by_age (state=? AND end_ms>?)',
    'SEARCH USING COVERING INDEX recording_segments_by_start (device_key=? AND channel>?)',
  ]);
});
