// Events of recorders whose clock cannot be right: on the day when they were received, in an index, the same in both languages.
import assert from 'node:assert/strict';
import { eachStore } from '../../../adapters/test-stores.ts';
import { type Database, tables } from '../../../kernel/storage/db.ts';
import { momentOf } from '../moment.ts';
import { createEventStore, type StoredEvent } from '../store.ts';
import { type Asked, searchOf, type Sight, walkBetween, walkEvents } from './search.ts';
import { createEventListStore, type ListRow } from './store.ts';

const NOW_MS = Date.UTC(2027, 0, 15, 8);
const MIDNIGHT_MS = Date.UTC(2027, 0, 15);
const DAY_MS = 86_400_000;
const YEAR_2010_MS = Date.UTC(2010, 0, 1);

const benchOf = (db: Database) => {
  const store = createEventStore(db);
  const list = createEventListStore(db, () => 0);
  /** Of pairs of the device's time and when it was received. */
  const add = (...times: readonly (readonly [number, number])[]): Promise<number[]> =>
    store.transaction(async (tx) => {
      const serials: number[] = [];
      for (const [n, [deviceMs, receivedMs]] of times.entries()) {
        const where = { lat: null, lng: null, speedKmh: 0 };
        const what = {
          deviceKey: 1,
          code: 13,
          note: '',
          sourceType: 0,
          origin: `${n}`,
          alarmSign: null,
          attachments: 0,
        };
        const event: StoredEvent = { ...what, ...where, deviceMs, receivedMs };
        serials.push((await tx.add(event)).serialno);
      }
      return serials;
    });
  const ask = async (asked: Asked, sight: Sight = { sinceMs: 0 }): Promise<number[]> => {
    const search = searchOf(asked, sight, { nowMs: NOW_MS, settledMs: NOW_MS });
    return (await Array.fromAsync(walkEvents(list, search))).flat().map(({ serialno }) => serialno);
  };
  return { list, add, ask };
};

eachStore('the list of events: the moment of an event is the same in both languages', async (_t, { db }) => {
  const { list, add } = benchOf(db);
  const serials = await add(
    ...[0, YEAR_2010_MS - 1, YEAR_2010_MS, NOW_MS, NOW_MS + DAY_MS, NOW_MS + DAY_MS + 1, Date.UTC(2099, 0, 1)].map(
      (deviceMs) => [deviceMs, NOW_MS] as const,
    ),
  );
  const moments: number[] = [];
  for (const serialno of serials) {
    const row = (await list.byId(serialno)) ?? assert.fail();
    assert.equal(row.momentMs, momentOf(row));
    moments.push(row.momentMs);
  }
  assert.deepEqual(moments, [NOW_MS, NOW_MS, YEAR_2010_MS, NOW_MS, NOW_MS + DAY_MS, NOW_MS, NOW_MS]);
});

eachStore(
  'the list of events: where the clock of a recorder cannot be right, its events are of the day when they were received',
  async (_t, { db }) => {
    const { list, add, ask } = benchOf(db);
    const [behind, ahead, today, before, early] = await add(
      [Date.UTC(2000, 0, 1, 5), NOW_MS - 3000],
      [Date.UTC(2099, 0, 1), NOW_MS - 2000],
      [NOW_MS - 1000, NOW_MS],
      [Date.UTC(2099, 0, 1), NOW_MS - 3 * DAY_MS],
      [Date.UTC(2000, 0, 1, 6), NOW_MS - 3 * DAY_MS],
      // Received while the clock of the server was a year ahead.
      [NOW_MS + 365 * DAY_MS, NOW_MS + 365 * DAY_MS],
    );
    assert.deepEqual(await ask({ afterTime: MIDNIGHT_MS }), [today, ahead, behind], 'and nothing is further ahead');
    assert.deepEqual(await ask({ afterTime: MIDNIGHT_MS, afterUpdatetime: 0 }), [behind, ahead, today]);
    assert.deepEqual(await ask({ date: '2027-01-12' }), [before, early]);
    assert.deepEqual(await ask({ date: '2000-01-01' }), []);
    assert.deepEqual(await ask({}, { sinceMs: NOW_MS + 364 * DAY_MS }), [(early ?? 0) + 1]);
    const limited = await ask({ beforeDate: '2027-01-15 23:59:59' }, { sinceMs: NOW_MS - DAY_MS });
    assert.deepEqual(limited, [behind, ahead, today]);
    const span = { fromMs: NOW_MS - 4 * DAY_MS, toMs: NOW_MS };
    const between = await Array.fromAsync(walkBetween(list, { deviceKeys: [1], codes: undefined, ...span }));
    assert.deepEqual(
      between.flat().map(({ serialno }: ListRow) => serialno),
      [before, early, behind, ahead, today],
    );
  },
);

eachStore('the list of events: a day is walked along an index, not sorted', async (_t, { db, kind }) => {
  if (kind !== 'sqlite') return;
  const executor = tables(db).getExecutor();
  const explain: (() => Promise<string>)[] = [];
  const spied = db.withPlugin({
    transformQuery: ({ node, queryId }) => {
      explain.push(async () => {
        const query = executor.compileQuery(executor.transformQuery(node, queryId), queryId);
        const { rows } = await db.executeQuery<{ detail: string }>({
          ...query,
          sql: `EXPLAIN QUERY PLAN ${query.sql}`,
        });
        return rows.map(({ detail }) => detail.replace(/ \(.*/, '')).join('; ');
      });
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
  const list = createEventListStore(spied, () => 0);
  const from = { value: NOW_MS, serialno: 9 };
  const filter = { fromMs: MIDNIGHT_MS, toMs: NOW_MS, updatedBeforeMs: NOW_MS };
  for (const falling of [true, false]) {
    const walk = { axis: 'momentMs', falling } as const;
    await list.edge(walk, from, 2000);
    await list.window(filter, walk, { from, edge: NOW_MS }, 100);
  }
  for (const deviceKeys of [[1, 2, 3], Array.from({ length: 200 }, (_, i) => i)])
    await list.window({ ...filter, deviceKeys }, { axis: 'momentMs', falling: true }, { from, edge: NOW_MS }, 100);
  const plans = await Promise.all(explain.map((ask) => ask()));
  const [edge, window] = ['COVERING INDEX', 'INDEX'].map((how) => `SEARCH events USING ${how} events_by_moment`);
  const ofDevices = 'SEARCH events USING INDEX events_by_device_moment';
  const heads = plans.map((plan) => plan.split(';')[0]);
  assert.deepEqual(heads, [edge, window, edge, window, ofDevices, ofDevices]);
  assert.deepEqual(plans.slice(0, 4), heads.slice(0, 4), 'nothing is sorted');
});
