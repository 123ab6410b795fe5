// What is taken in and cannot be stored leaves no trace: what devices send again is as new as it was.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '@outrider/contract';
import { createLocalBus } from '../../adapters/local-bus/local-bus.ts';
import { silentLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { testPosition } from '../../kernel/test-position.ts';
import type { Position } from '../../kernel/topics.ts';
import { type AlarmReport, decodeAlarmRow } from './alarm-report.ts';
import { Ingest } from './ingest.ts';
import type { Tracks } from './tracks.ts';

const START_MS = Date.UTC(2026, 0, 1);

const report = (second: number, changes: Partial<Position> = {}): Position =>
  testPosition({ timeMs: START_MS + second * 1000, alarm: 1, coreHash: second, ...changes });

const secondOf = ({ timeMs }: Position): number => ((timeMs ?? 0) - START_MS) / 1000;

const setUp = ({ registered = true } = {}) => {
  const clock = createManualClock(START_MS);
  const bus = createLocalBus(silentLog);
  /** The commits that wait for the disk, oldest first. */
  const commits: PromiseWithResolvers<void>[] = [];
  const journaled: AlarmReport[] = [];
  const current: [second: number, current: boolean][] = [];
  /** Last positions in memory, and those written at once. */
  const kept: [deviceKey: number, second: number][] = [];
  const atOnce = {
    rows: [] as [deviceKey: number, second: number][],
    write: (rows: [deviceKey: number, second: number][]): Promise<void> => {
      const commit = Promise.withResolvers<void>();
      commits.push(commit);
      return commit.promise.then(() => void atOnce.rows.push(...rows));
    },
  };
  bus.subscribe('position.accepted', ({ position, current: isNewest }) => current.push([secondOf(position), isNewest]));
  const append: Tracks['append'] = async (_data, alarms = []) => {
    const commit = Promise.withResolvers<void>();
    commits.push(commit);
    await commit.promise;
    for (const row of alarms) journaled.push(...decodeAlarmRow(row));
    return 1;
  };
  const ingest = new Ingest({
    bus,
    clock,
    tracks: { append },
    isRegistered: () => registered,
    keepLast: ({ deviceKey, position }) => kept.push([deviceKey, secondOf(position)]),
    storeLast: (last) => atOnce.write(last.map(({ deviceKey, position }) => [deviceKey, secondOf(position)])),
  });
  const commit = (...seconds: number[]): Promise<unknown> => {
    const stored = ingest.store(
      1,
      'D1',
      seconds.map((second) => report(second)),
    );
    clock.advance(40);
    return stored.then(
      () => 'stored',
      () => 'failed',
    );
  };
  const full = new AppError('unavailable', 'disk full');
  return { ingest, bus, clock, commits, journaled, current, commit, full, kept, atOnce };
};

test('what is sent again after a failed commit is live and current', async () => {
  const { commits, journaled, current, commit, full } = setUp();
  const first = commit(10, 20);
  commits[0]?.reject(full);
  assert.equal(await first, 'failed');
  const again = commit(10, 20);
  commits[1]?.resolve();
  assert.equal(await again, 'stored');
  assert.deepEqual(current, [
    [10, true],
    [20, true],
  ]);
  assert.deepEqual(
    journaled.map(({ story }) => story),
    ['live'],
  );
});

test('what was newest before a failed commit stays known', async () => {
  const { commits, current, commit, full } = setUp();
  const before = commit(50);
  commits[0]?.resolve();
  await before;
  const failing = commit(60);
  commits[1]?.reject(full);
  await failing;
  const old = commit(40);
  commits[2]?.resolve();
  await old;
  assert.deepEqual(current, [
    [50, true],
    [40, false],
  ]);
});

test('of two commits on their way the first fails: what is sent again of it is older than what the second stored', async () => {
  const { commits, current, commit, full } = setUp();
  const failing = commit(10);
  const good = commit(20);
  commits[0]?.reject(full);
  commits[1]?.resolve();
  assert.deepEqual([await failing, await good], ['failed', 'stored']);
  const again = commit(10);
  commits[2]?.resolve();
  await again;
  assert.deepEqual(current, [
    [20, true],
    [10, false],
  ]);
});

test('two commits on their way fail: all of both is new when it is sent again', async () => {
  const { commits, current, commit, full } = setUp();
  const stored = commit(5);
  commits[0]?.resolve();
  await stored;
  const both = [commit(10), commit(20)];
  for (const each of commits.slice(1)) each.reject(full);
  assert.deepEqual(await Promise.all(both), ['failed', 'failed']);
  const again = commit(8, 10, 20);
  commits[3]?.resolve();
  await again;
  assert.deepEqual(current, [
    [5, true],
    [8, true],
    [10, true],
    [20, true],
  ]);
});

test('a device that is gone is not remembered, nor by commits on their way', async () => {
  const { ingest, commits, current, commit, full } = setUp();
  const stored = commit(5);
  commits[0]?.resolve();
  await stored;
  const failing = commit(10);
  const good = commit(20);
  ingest.forget(1);
  commits[1]?.reject(full);
  commits[2]?.resolve();
  assert.deepEqual(await Promise.all([failing, good]), ['failed', 'stored']);
  const older = commit(3);
  commits[3]?.resolve();
  await older;
  assert.deepEqual(current, [
    [5, true],
    [20, true],
    [3, true],
  ]);
});

for (const registered of [true, false])
  test(`a ${registered ? 'registered' : 'new'} device is nowhere where its report is not on disk`, async () => {
    const { commits, commit, full, kept, atOnce } = setUp({ registered });
    const failing = commit(10, 20);
    assert.deepEqual(kept, []);
    commits[0]?.reject(full);
    assert.equal(await failing, 'failed');
    assert.deepEqual(kept, []);
    const good = commit(30);
    commits[1]?.resolve();
    assert.equal(await good, 'stored');
    assert.deepEqual([kept, atOnce.rows], [[[1, 30]], registered ? [] : [[1, 30]]]);
  });

test('a batch of a thousand reports is answered in order, in pieces, with a turn for everything else between them', async () => {
  const { ingest, bus, clock, commits, current } = setUp();
  const answered: number[] = [];
  for (let second = 0; second < 1000; second += 1)
    void ingest.store(1, 'D1', [report(second)]).then(() => answered.push(second));
  clock.advance(40);
  bus.subscribe('position.accepted', () => clock.advance(0.2)); // telling takes its time
  const inTurn: number[] = [];
  let last = 0;
  const look = (): void => {
    inTurn.push(current.length - last);
    last = current.length;
    if (current.length < 1000) setImmediate(look);
  };
  setImmediate(look);
  const closed = ingest.close();
  commits[0]?.resolve();
  await closed;
  await new Promise((resolve) => void setImmediate(resolve)); // the last look
  const seconds = Array.from({ length: 1000 }, (_, second) => second);
  assert.deepEqual(answered, seconds);
  assert.deepEqual(
    current.map(([second]) => second),
    seconds,
  );
  assert.ok(Math.max(...inTurn) <= 64, `${Math.max(...inTurn)} in one turn`);
  assert.equal(ingest.accepted, 1000);
});

test('reports with many positions each are told in pieces too', async () => {
  const { ingest, bus, clock, commits, current } = setUp();
  bus.subscribe('position.accepted', () => clock.advance(0.2));
  for (let n = 0; n < 20; n += 1) {
    const reports = Array.from({ length: 200 }, (_, i) => report(n * 200 + i));
    void ingest.store(1, 'D1', reports);
  }
  clock.advance(40);
  const inTurn: number[] = [];
  let last = 0;
  const look = (): void => {
    inTurn.push(current.length - last);
    last = current.length;
    if (current.length < 4000) setImmediate(look);
  };
  setImmediate(look);
  const closed = ingest.close();
  for (const each of commits) each.resolve();
  await closed;
  assert.equal(ingest.accepted, 4000);
  assert.ok(Math.max(...inTurn) <= 200, `${Math.max(...inTurn)} in one turn`);
});

test('more positions than may wait for the disk are refused, whether they come at once or one by one', async () => {
  const { ingest, commits } = setUp();
  const stored = ingest.store(1, 'D1', [report(1)]);
  const refused = /Too many positions/;
  await assert.rejects(ingest.store(1, 'D1', Array.from<Position>({ length: 500_000 }).fill(report(2))), refused);
  const closed = ingest.close();
  commits[0]?.resolve();
  await Promise.all([stored, closed]);
  assert.equal(ingest.accepted, 1);
});

test('what is handed over when all has ended is refused, and nothing is planned for later', async () => {
  const { ingest, clock, commits } = setUp();
  await ingest.close();
  await assert.rejects(ingest.store(1, 'D1', [report(1)]), /The server stops/);
  assert.deepEqual([clock.pending(), commits.length], [0, 0]);
});

test('what is committed after a batch that is being answered is answered after it', async () => {
  const { ingest, bus, clock, commits, current } = setUp();
  bus.subscribe('position.accepted', () => clock.advance(0.2));
  const put = (from: number, count: number): Promise<void>[] =>
    Array.from({ length: count }, (_, i) => ingest.store(1, 'D1', [report(from + i)]));
  const first = put(0, 500);
  clock.advance(40);
  const second = put(500, 10);
  clock.advance(40);
  commits[1]?.resolve();
  commits[0]?.resolve();
  await Promise.all([...first, ...second]);
  assert.deepEqual(
    current.map(([at]) => at),
    Array.from({ length: 510 }, (_, i) => i),
  );
});

test('a batch that fails while the one before is being answered is refused, and its failure is heard', async (t) => {
  const { ingest, bus, clock, commits, current, full } = setUp();
  const unheard: unknown[] = [];
  const note = (error: unknown): void => void unheard.push(error);
  process.on('unhandledRejection', note);
  t.after(() => process.off('unhandledRejection', note));
  bus.subscribe('position.accepted', () => clock.advance(0.2)); // telling takes its time
  const put = (from: number, count: number): Promise<'stored' | 'refused'>[] =>
    Array.from({ length: count }, (_, i) =>
      ingest.store(1, 'D1', [report(from + i)]).then(
        () => 'stored',
        () => 'refused',
      ),
    );
  const first = put(0, 200);
  clock.advance(40);
  const second = put(200, 10);
  clock.advance(40);
  let toldBefore = -1;
  bus.subscribe('position.accepted', () => {
    if (toldBefore >= 0) return;
    toldBefore = current.length;
    commits[1]?.reject(full);
  });
  commits[0]?.resolve();
  assert.deepEqual([...new Set(await Promise.all(first))], ['stored']);
  assert.ok(toldBefore < 200, 'it failed while the first was being answered');
  assert.deepEqual([...new Set(await Promise.all(second))], ['refused']);
  assert.deepEqual(unheard, []);
});
