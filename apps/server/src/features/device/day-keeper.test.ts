// Sums of days over a start: what was kept, counted on from the journal behind it, and never trusted where the journal does not reach.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { silentLog } from '../../kernel/log.ts';
import type { JournalFixes } from '../position/index.ts';
import { addFix, type Day } from './daily.ts';
import { decodeDays, encodeDays } from './day-codec.ts';
import { DayKeeper, type DayKeeperKit } from './day-keeper.ts';
import { type DeviceRecord, newDevice } from './record.ts';

const START_S = 1_800_000_000;
type Row = { id: number; key: number; second: number };
type Sums = { journalId: number; parts: Uint8Array[] } | null;

const columnsOf = (rows: readonly Row[]): JournalFixes => {
  const column = (pick: (row: Row) => number): number[] => rows.map(pick);
  return {
    deviceKey: Uint32Array.from(column(({ key }) => key)),
    time: Uint32Array.from(column(({ second }) => START_S + second)),
    received: Uint32Array.from(column(({ second }) => START_S + second)),
    lat: Int32Array.from(column(({ second }) => 24_000_000 + second * 100)),
    lng: Int32Array.from(column(() => 120_000_000)),
    speed: Uint16Array.from(column(() => 500)),
    replayed: Uint8Array.from(column(() => 0)),
  };
};

/** A file of tracks, and servers that start on it one after the other. */
const setUp = () => {
  const disk = { sums: null as Sums, full: false, packedId: 0, lastId: 0, writes: 0, rows: [] as Row[] };
  const journal: DayKeeperKit['journal'] = {
    read: () => Promise.resolve({ sums: disk.sums, packedId: disk.packedId, lastId: disk.lastId }),
    fixesAfter: (journalId) => {
      const row = disk.rows.find(({ id }) => id > journalId && id > disk.packedId);
      return Promise.resolve({ fixes: columnsOf(row === undefined ? [] : [row]), lastId: row?.id ?? null });
    },
    keep: (sums) => {
      if (disk.full) return Promise.reject(new Error('full'));
      disk.writes += 1;
      disk.sums = sums;
      return Promise.resolve();
    },
  };
  const start = (keys: readonly number[] = [1, 2]) => {
    const devices = new Map<number, DeviceRecord>(
      keys.map((key) => [key, { ...newDevice(key, `D${key}`, 0), registered: true }]),
    );
    const keeper = new DayKeeper({
      log: silentLog,
      journal,
      at: (key) => devices.get(key),
      all: () => devices.values(),
    });
    const report = (key: number, second: number): void => {
      const device = devices.get(key);
      assert.ok(device);
      disk.rows.push({ id: (disk.lastId += 1), key, second });
      const fix = { timeMs: (START_S + second) * 1000, lat: (24_000_000 + second * 100) / 1e6, lng: 120, speedKmh: 50 };
      device.day = addFix(device.day, fix, device.utcOffsetMinutes);
      keeper.changed();
      keeper.countedTo(disk.lastId);
    };
    return { keeper, report, dayOf: (key: number): Day | undefined => devices.get(key)?.day };
  };
  return { disk, start };
};

test('days go on after a kill where they were kept, each fix counted once', async () => {
  const { disk, start } = setUp();
  const first = start();
  assert.equal(await first.keeper.restore(), true, 'a new file: there is nothing to count');
  for (const [key, second] of [
    [1, 0],
    [1, 60],
    [2, 0],
    [2, 50],
    [1, 200],
  ] as const)
    first.report(key, second);
  assert.equal(await first.keeper.keep(), 5);
  disk.packedId = 2;
  for (const [key, second] of [
    [1, 260],
    [2, 90],
    [1, 250],
  ] as const)
    first.report(key, second);
  const second = start();
  assert.equal(await second.keeper.restore(), true);
  for (const key of [1, 2]) assert.deepEqual(second.dayOf(key), first.dayOf(key));
  assert.deepEqual([second.dayOf(1)?.stale, second.dayOf(2)?.stale], [true, false], 'late ones are known');
  assert.equal(await second.keeper.keep(), 8);
  assert.equal(disk.sums?.journalId, 8);
});

test('where nothing was ever kept nor packed, the journal alone tells the days', async () => {
  const { start } = setUp();
  const first = start();
  first.report(1, 0);
  first.report(1, 60);
  const second = start();
  assert.equal(await second.keeper.restore(), true);
  assert.deepEqual(second.dayOf(1), first.dayOf(1));
});

test('nothing is written while nothing changes', async () => {
  const { disk, start } = setUp();
  const { keeper, report } = start();
  await keeper.restore();
  report(1, 0);
  for (let i = 0; i < 3; i += 1) assert.equal(await keeper.keep(), 1);
  assert.equal(disk.writes, 1);
  keeper.changed();
  await keeper.keep();
  assert.equal(disk.writes, 2);
});

test('where rows are gone that nobody has counted, or the journal was cut, days are to be read from tracks', async () => {
  const { disk, start } = setUp();
  const first = start();
  await first.keeper.restore();
  for (let second = 0; second < 5; second += 1) first.report(1, second * 10);
  await first.keeper.keep();
  const kept = disk.sums;
  const refused = async (why: string, change: Partial<typeof disk>): Promise<void> => {
    Object.assign(disk, { sums: kept, packedId: 0, lastId: 5, ...change });
    const server = start();
    assert.equal(await server.keeper.restore(), false, why);
    assert.equal(server.dayOf(1), undefined, why);
    disk.lastId = 9;
    assert.equal(await start().keeper.restore(), false, `${why}: rows to come must not bring it to fit again`);
    assert.equal(await server.keeper.keep(), null, 'not while days are being read');
    server.keeper.countedTo(disk.lastId);
    server.keeper.complete();
    assert.equal(await server.keeper.keep(), disk.lastId);
    assert.equal(await start().keeper.restore(), true);
  };
  await refused('row 6 was packed', { packedId: 6, lastId: 6 });
  await refused('the journal ends before what was counted', { lastId: 4 });
  await refused('it was kept in another layout', { sums: { journalId: 5, parts: [Uint8Array.of(1, 2, 3)] } });
  await refused('nothing was kept', { sums: null, packedId: 1 });
});

test('what cannot be written lets the journal be packed, and is written the next time', async () => {
  const { disk, start } = setUp();
  const { keeper, report } = start();
  await keeper.restore();
  report(1, 0);
  await keeper.keep();
  keeper.changed();
  disk.full = true;
  assert.equal(await keeper.keep(), null);
  disk.full = false;
  assert.equal(await keeper.keep(), 1);
  assert.equal(disk.writes, 2);
});

test('a fleet of several pieces is kept whole, but for devices that are gone', async () => {
  const { start } = setUp();
  const keys = Array.from({ length: 5000 }, (_, i) => i + 1);
  const first = start(keys);
  await first.keeper.restore();
  for (const key of keys) first.report(key, key);
  await first.keeper.keep();
  const second = start(keys.slice(1));
  await second.keeper.restore();
  assert.deepEqual(keys.map(second.dayOf), [undefined, ...keys.slice(1).map(first.dayOf)]);
});

test('each number of a day outlives the bytes; what is cut short or laid out otherwise is no day', () => {
  const day: Day = {
    startMs: 1,
    last: { timeMs: 2, lat: 24.123456, lng: -120.654321, speedKmh: 61.5 },
    distanceM: 0.1 + 0.2,
    drivingMs: 3,
    driverMs: 4,
    overspeeds: 5,
    parkings: 6,
    parkedMs: 7,
    standingSinceMs: null,
    stale: true,
  };
  const days = [
    [1, day],
    [2 ** 32 - 1, { ...day, standingSinceMs: 0, stale: false }],
  ] as const;
  const bytes = encodeDays(days);
  assert.deepEqual(decodeDays(bytes), days);
  assert.deepEqual(decodeDays(encodeDays([])), []);
  assert.equal(decodeDays(bytes.subarray(0, -8)), null);
  assert.equal(decodeDays(bytes.subarray(0, -3)), null);
  assert.equal(decodeDays(bytes.map((byte, i) => (i === 6 ? byte ^ 1 : byte))), null);
});
