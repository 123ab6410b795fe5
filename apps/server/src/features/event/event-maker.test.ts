// Events out of a journal that is here a list: through failures at every statement, restarts, repeats and a journal that was replaced.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type TestContext, test } from 'node:test';
import { eventName, type EventPush } from '@outrider/contract';
import { createLocalBus } from '../../adapters/local-bus/local-bus.ts';
import { openSqlite } from '../../adapters/sqlite/sqlite.ts';
import type { Database } from '../../kernel/storage/db.ts';
import { createTestLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { turnsUntil } from '../../kernel/turns-until.ts';
import type { AlarmJournal, AlarmReport } from '../position/index.ts';
import { EventMaker } from './event-maker.ts';
import { createEventStore, type EventStore, type EventTransaction } from './store.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../migrations');
const START_MS = Date.UTC(2026, 5, 1);
const SOS = 1;
const OVERSPEED = 2;
/** The device that is set to tell of video loss once a minute. */
const SPACED = 7;

const report = (second: number, alarm: number, changes: Partial<AlarmReport> = {}): AlarmReport => ({
  deviceKey: 1,
  story: 'live',
  timeMs: START_MS + second * 1000,
  orderMs: START_MS + second * 1000,
  receivedMs: START_MS + second * 1000,
  alarm,
  lat: 24,
  lng: 120,
  speedKmh: 50,
  ...changes,
});

class Journal implements AlarmJournal {
  readonly rows: { id: number; data: Uint8Array }[] = [];
  lastIdAtStart = 0;
  forgotten = 0;

  add(...reports: AlarmReport[]): void {
    this.addBytes(new TextEncoder().encode(JSON.stringify(reports)));
  }

  addBytes(data: Uint8Array): void {
    this.rows.push({ id: this.lastId + 1, data });
  }

  get lastId(): number {
    return this.rows.at(-1)?.id ?? 0;
  }

  read(afterId: number): ReturnType<AlarmJournal['read']> {
    // Two rows at once: a look reads more than once.
    return Promise.resolve({ rows: this.rows.filter(({ id }) => id > afterId).slice(0, 2), lastId: this.lastId });
  }

  forget(untilId: number): void {
    this.forgotten = untilId;
  }
}

type Bench = { db: Database; journal: Journal; told: EventPush[]; log: ReturnType<typeof createTestLog> };

const openBench = (t: TestContext): Bench => {
  const opened = openSqlite(':memory:', MIGRATIONS);
  t.after(() => opened.close());
  return { db: opened.db, journal: new Journal(), told: [], log: createTestLog() };
};

type Life = { maker: EventMaker; clock: ReturnType<typeof createManualClock>; settled: () => Promise<void> };

/** A server's life on the same disk. */
const live = (
  t: TestContext,
  { db, journal, told, log }: Bench,
  store: EventStore = createEventStore(db),
  synced: Promise<void> = Promise.resolve(),
): Life => {
  const clock = createManualClock();
  journal.lastIdAtStart = journal.lastId;
  const maker = new EventMaker({
    bus: createLocalBus(log),
    clock,
    log,
    store,
    journal,
    device: (key) => ({
      id: `device ${key}`,
      registered: key < 90,
      utcOffsetMinutes: 480,
      placeZone: null,
      videoLossIntervalS: key === SPACED ? 60 : 0,
    }),
    tell: (_key, push) => told.push(push),
    synced: () => synced,
    said: (_key, code) => ({ name: eventName(code), notifyText: '', notifyColour: '#FFFFFF' }),
    madeElsewhere: () => Promise.resolve(new Set()),
  });
  t.after(() => maker.close());
  const settled = async (): Promise<void> => {
    for (let i = 0; i < 300; i += 1) await nextTurn();
  };
  return { maker, clock, settled };
};

type StoredRow = { code: number; second: number; recovered: boolean; source: number };
const storedEvents = async (db: Database): Promise<StoredRow[]> => {
  type Row = { serialno: number; code: number; device_ms: number; recovered_ms: number | null; source_type: number };
  const rows = await db.$extendTables<{ events: Row }>().selectFrom('events').selectAll().orderBy('serialno').execute();
  return rows.map((row) => ({
    code: row.code,
    second: (row.device_ms - START_MS) / 1000,
    recovered: row.recovered_ms !== null,
    source: row.source_type,
  }));
};
const codesAt = async (db: Database): Promise<[number, number][]> =>
  (await storedEvents(db)).map(({ code, second }) => [code, second]);
const heard = ({ told }: Bench): [string, number][] => told.map(({ cmd, appdevid }) => [cmd, appdevid]);

test('a journal of several rows becomes events in order, announced after they are stored; the end of a lasting alarm covers it', async (t) => {
  const bench = openBench(t);
  const { maker, settled } = live(t, bench);
  bench.journal.add(report(0, 0), report(1, SOS | OVERSPEED));
  bench.journal.add(report(2, OVERSPEED));
  bench.journal.add(report(3, 0), report(4, SOS));
  maker.look();
  await settled();
  assert.deepEqual(await storedEvents(bench.db), [
    { code: 19, second: 1, recovered: false, source: 0 },
    { code: 13, second: 1, recovered: true, source: 0 },
    { code: 19, second: 4, recovered: false, source: 0 },
  ]);
  assert.deepEqual(heard(bench), [
    ['new', 19],
    ['call', 19],
    ['new', 13],
    ['cover', 13],
    ['new', 19],
    ['call', 19],
  ]);
  assert.equal(bench.told[2]?.serialno, bench.told[3]?.serialno);
  assert.equal(bench.told[2]?.eventtime, '2026-06-01 08:00:01');
  assert.equal(maker.waitingRows, 0);
});

test('a lasting alarm that began before a restart is the same after it, and its end is found', async (t) => {
  const bench = openBench(t);
  const first = live(t, bench);
  bench.journal.add(report(1, OVERSPEED));
  first.maker.look();
  await first.settled();
  await first.maker.close();
  const second = live(t, bench);
  bench.journal.add(report(2, OVERSPEED), report(3, 0));
  second.maker.look();
  await second.settled();
  assert.deepEqual(await storedEvents(bench.db), [{ code: 13, second: 1, recovered: true, source: 0 }]);
  assert.deepEqual(heard(bench), [
    ['new', 13],
    ['cover', 13],
  ]);
});

/** Fails once, at the statement of this number. */
const failingAt = (store: EventStore, number: number): EventStore => {
  let statement = 0;
  const count = (): void => {
    statement += 1;
    if (statement === number) throw new Error('disk full');
  };
  return {
    ...store,
    transaction: (action) =>
      store.transaction((inner) => {
        const counted: EventTransaction = {
          moveCursor: (...asked) => (count(), inner.moveCursor(...asked)),
          alarms: (...asked) => (count(), inner.alarms(...asked)),
          saveAlarms: (...asked) => (count(), inner.saveAlarms(...asked)),
          add: (...asked) => (count(), inner.add(...asked)),
          isBetween: (...asked) => (count(), inner.isBetween(...asked)),
          recovered: (...asked) => (count(), inner.recovered(...asked)),
          link: (...asked) => (count(), inner.link(...asked)),
          saveLink: (...asked) => (count(), inner.saveLink(...asked)),
        };
        return action(counted);
      }),
  };
};

test('a failure at any statement loses nothing and tells nothing twice', async (t) => {
  const wanted: [number, number][] = [
    [13, 1],
    [19, 2],
    [13, 4],
  ];
  for (let statement = 1; statement <= 13; statement += 1) {
    const bench = openBench(t);
    const { maker, clock, settled } = live(t, bench, failingAt(createEventStore(bench.db), statement));
    bench.journal.add(report(1, OVERSPEED), report(2, OVERSPEED | SOS));
    bench.journal.add(report(3, 0));
    bench.journal.add(report(4, OVERSPEED));
    maker.look();
    await settled();
    clock.advance(5000);
    await settled();
    assert.deepEqual(await codesAt(bench.db), wanted, `statement ${statement}`);
    assert.deepEqual(
      heard(bench),
      [
        ['new', 13],
        ['new', 19],
        ['call', 19],
        ['cover', 13],
        ['new', 13],
      ],
      `statement ${statement}`,
    );
    assert.equal(bench.log.lines.filter(({ level }) => level === 'error').length, 1, `statement ${statement}`);
  }
});

/** Calls `added` with each event that is to be stored. */
const counting = (store: EventStore, added: () => void): EventStore => ({
  ...store,
  transaction: (action) =>
    store.transaction((inner) => action({ ...inner, add: (event) => (added(), inner.add(event)) })),
});

test('after a kill between any two portions of a row, work continues behind the last', async (t) => {
  const bench = openBench(t);
  const store = createEventStore(bench.db);
  let added = 0;
  bench.journal.add(...Array.from({ length: 200 }, (_, i) => report(i, i % 2)));
  for (let life = 0; (await store.cursor()).rowId < 2; life += 1) {
    assert.ok(life < 20, 'each life gets on');
    const { maker } = live(
      t,
      bench,
      counting(store, () => (added += 1)),
    );
    maker.look();
    const before = added;
    await turnsUntil('the next event', () => added > before);
    await maker.close();
  }
  assert.deepEqual(
    (await codesAt(bench.db)).map(([, second]) => second),
    Array.from({ length: 100 }, (_, i) => 2 * i + 1),
  );
  assert.equal(added, 100, 'nothing is done again');
});

test('reports that come again after a restart, live or from a dead zone, make no second event', async (t) => {
  const bench = openBench(t);
  const { maker, settled } = live(t, bench);
  // More than the memory of changes holds: only what is stored knows the first ones.
  const seconds = Array.from({ length: 31 }, (_, i) => i);
  const said = seconds.map((second) => report(second, second % 2));
  bench.journal.add(...said);
  bench.journal.add(...said.slice(1));
  bench.journal.add(...said.map((each): AlarmReport => ({ ...each, story: 'replayed' })), report(31, SOS));
  maker.look();
  await settled();
  const pressed = [...seconds.filter((second) => second % 2 === 1), 31];
  assert.deepEqual(
    await codesAt(bench.db),
    pressed.map((second) => [19, second]),
  );
  assert.equal(bench.told.length, 2 * pressed.length, 'each is announced once, as alarm and as call');
});

test('an alarm of a dead zone is stored as such and not announced; a late SOS is announced, a late lasting alarm is not', async (t) => {
  const bench = openBench(t);
  const { maker, settled } = live(t, bench);
  bench.journal.add(
    report(10, 0),
    report(5, OVERSPEED, { story: 'late' }),
    report(6, SOS, { story: 'late' }),
    report(7, 0, { story: 'replayed' }),
    report(8, SOS, { story: 'replayed' }),
  );
  maker.look();
  await settled();
  assert.deepEqual(await storedEvents(bench.db), [
    { code: 13, second: 5, recovered: false, source: 1 },
    { code: 19, second: 6, recovered: false, source: 0 },
    { code: 19, second: 8, recovered: false, source: 1 },
  ]);
  assert.deepEqual(heard(bench), [
    ['new', 19],
    ['call', 19],
  ]);
});

test('a journal restored by an older one is read from its beginning, and repeats make nothing', async (t) => {
  const bench = openBench(t);
  const first = live(t, bench);
  for (let i = 0; i < 7; i += 1) bench.journal.add(report(i, i % 2));
  first.maker.look();
  await first.settled();
  await first.maker.close();
  bench.journal.rows.splice(3);
  const second = live(t, bench);
  bench.journal.add(report(7, SOS));
  second.maker.look();
  await second.settled();
  assert.deepEqual(
    (await codesAt(bench.db)).map(([, at]) => at),
    [1, 3, 5, 7],
  );
});

test('a failure long after the start of the journal continues at the cursor: nothing is made twice, no cover announced twice', async (t) => {
  const bench = openBench(t);
  const store = createEventStore(bench.db);
  const reached: number[] = [];
  let full = false;
  const fragile: EventStore = {
    ...store,
    transaction: (action) =>
      store.transaction((inner) =>
        action({
          ...inner,
          moveCursor: (from, to) => {
            if (full) throw new Error('disk full');
            reached.push(to.rowId);
            return inner.moveCursor(from, to);
          },
        }),
      ),
  };
  const { maker, clock, settled } = live(t, bench, fragile);
  // On and off within one second: read again, both would be taken for news.
  for (const second of [1, 2, 3]) bench.journal.add(report(second, OVERSPEED), report(second, 0));
  maker.look();
  await settled();
  full = true;
  bench.journal.add(report(4, SOS));
  maker.look();
  await settled();
  full = false;
  clock.advance(5000);
  await settled();
  assert.deepEqual(reached, [2, 3, 4, 5], 'the cursor never goes back');
  assert.deepEqual(await codesAt(bench.db), [
    [13, 1],
    [13, 2],
    [13, 3],
    [19, 4],
  ]);
  const told = [1, 2, 3].flatMap((): [string, number][] => [
    ['new', 13],
    ['cover', 13],
  ]);
  assert.deepEqual(heard(bench), [...told, ['new', 19], ['call', 19]]);
});

test('a damaged row is named and does not hold up those behind it; a device that is not registered makes nothing', async (t) => {
  const bench = openBench(t);
  const { maker, settled } = live(t, bench);
  bench.journal.addBytes(Uint8Array.of(0xff, 0));
  bench.journal.add(report(1, SOS, { deviceKey: 99 }));
  bench.journal.add(report(2, SOS));
  maker.look();
  await settled();
  assert.deepEqual(await codesAt(bench.db), [[19, 2]]);
  assert.deepEqual(
    bench.log.lines.map(({ text }) => text),
    ['a row of the alarm journal cannot be read'],
  );
});

test('rows are forgotten behind the cursor, and only when the events survive a power cut', async (t) => {
  const bench = openBench(t);
  const disk = Promise.withResolvers<void>();
  const { maker, clock, settled } = live(t, bench, createEventStore(bench.db), disk.promise);
  bench.journal.add(report(1, SOS));
  bench.journal.add(report(2, 0));
  maker.look();
  await settled();
  clock.advance(60_000);
  await settled();
  assert.equal(bench.journal.forgotten, 0, 'the disk has not said yes');
  disk.resolve();
  await settled();
  assert.equal(bench.journal.forgotten, 2);
});

test('what is over stays as it ended: it is not written, nor told, a second time', async (t) => {
  const { db, journal, ...bench } = openBench(t);
  const { maker, settled } = live(t, { db, journal, ...bench });
  journal.add(report(0, 0), report(1, OVERSPEED), report(2, 0));
  maker.look();
  await settled();
  const overspeed = bench.told[0]?.serialno ?? 0;
  const again = await createEventStore(db).transaction((transaction) =>
    transaction.recovered(overspeed, START_MS + 9000),
  );
  assert.equal(again, undefined);
  type Row = { serialno: number; recovered_ms: number | null };
  const { recovered_ms: overMs } = await db
    .$extendTables<{ events: Row }>()
    .selectFrom('events')
    .select('recovered_ms')
    .where('serialno', '=', overspeed)
    .executeTakeFirstOrThrow();
  assert.equal(overMs, START_MS + 2000);
});

test('video losses within the set time after one are no events of their own; others, and those of other devices, are', async (t) => {
  const bench = openBench(t);
  const { maker, settled } = live(t, bench);
  const lost = (second: number, videoAlarm: number, deviceKey: number) => report(second, 0, { videoAlarm, deviceKey });
  for (const deviceKey of [SPACED, 1])
    for (const second of [0, 20, 40, 60, 80])
      bench.journal.add(lost(second, 1, deviceKey), lost(second + 5, 0, deviceKey));
  maker.look();
  await settled();
  const rows = bench.db.$extendTables<{ events: { device_key: number; device_ms: number; code: number } }>();
  const found = await rows.selectFrom('events').selectAll().where('code', '=', 15).orderBy('device_ms').execute();
  const secondsOf = (key: number): number[] =>
    found.filter(({ device_key }) => device_key === key).map(({ device_ms }) => (device_ms - START_MS) / 1000);
  assert.deepEqual([secondsOf(SPACED), secondsOf(1)].map(String), ['0,60', '0,20,40,60,80']);
  // The same reports again, as after a kill: nothing more.
  const again = live(t, { ...bench, journal: bench.journal });
  bench.journal.add(lost(0, 1, SPACED), lost(60, 1, SPACED));
  again.maker.look();
  await again.settled();
  assert.deepEqual(await codesAt(bench.db).then((codes) => codes.filter(([code]) => code === 15).length), 7);
});
