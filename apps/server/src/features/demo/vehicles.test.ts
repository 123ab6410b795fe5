// Who is who in the demo fleet.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { demoCast, demoGroups, fleetOptions } from './vehicles.ts';

const idsOf = (count: number): string[] => demoCast(count).registered.map(({ id }) => id);

test('a small fleet is all well', () => {
  assert.deepEqual([idsOf(2), demoCast(7).faults], [['13800000101', '13800000102'], []]);
});

test('in a large one the last simulated vehicle waits, another one never comes, and five are odd', () => {
  const ids = idsOf(8);
  assert.equal(ids.length, 8);
  assert.deepEqual(
    ['13800000107', '13800000108', '13800000109'].map((id) => ids.includes(id)),
    [true, false, true],
  );
  assert.deepEqual(
    demoCast(24).faults.map((fault) => fault.replace(/[=@].*/, '')),
    ['hd', 'h265', 'no-gps', 'never-video', 'speeding'],
  );
});

test('two groups hold each vehicle once', () => {
  const ids = idsOf(9);
  const groups = demoGroups(ids);
  assert.deepEqual(
    groups.flatMap(({ deviceIds }) => deviceIds),
    ids,
  );
  assert.deepEqual(
    groups.map(({ deviceIds }) => deviceIds.length),
    [5, 4],
  );
});

test('the alarms of a day bring some 30 MB of files at most, however many vehicles there are', () => {
  const bytesOfAlarm = 120_000; // at most, see the simulator
  const filesADay = (vehicles: number): number => fleetOptions(vehicles)['alarm-files'];
  for (const vehicles of [1, 8, 24, 200, 240])
    assert.ok(filesADay(vehicles) * vehicles * bytesOfAlarm <= 30_000_000, `${vehicles} vehicles`);
  assert.deepEqual([filesADay(24), filesADay(5000)], [10, 1]);
});
