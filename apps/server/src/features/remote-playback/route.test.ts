// The way through what is kept and what the device has.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DeviceRecord } from '../../gateway/index.ts';
import { missingSpans } from './missing.ts';
import { nextLeg } from './route.ts';

const S = 1000;
const span = (from: number, to: number) => ({ startMs: from * S, endMs: to * S });
const record = (from: number, to: number): DeviceRecord => ({
  channel: 1,
  ...span(from, to),
  alarmFlags: 0n,
  kind: 'av',
  stream: 'main',
  storage: 'main',
  sizeBytes: 0,
});
const leg = (from: number, to: number, kept: [number, number][], records?: [number, number][]) => {
  const next = nextLeg({
    fromMs: from * S,
    endMs: to * S,
    kept: kept.map(([a, b]) => span(a, b)),
    records: records?.map(([a, b]) => record(a, b)),
  });
  return next.from === 'nothing' ? next.state : [next.from, next.startMs / S, next.endMs / S];
};

test('what is kept comes first, the device fills up to the next kept piece', () => {
  assert.deepEqual(leg(100, 200, []), ['device', 100, 200]);
  assert.deepEqual(leg(100, 200, [[90, 150]]), ['kept', 100, 150]);
  assert.deepEqual(leg(100, 200, [[90, 250]]), ['kept', 100, 200]);
  assert.deepEqual(
    leg(150, 200, [
      [90, 150],
      [180, 190],
    ]),
    ['device', 150, 180],
  );
  assert.deepEqual(leg(100, 200, [[100.3, 150]]), ['kept', 100, 150], 'a pause of a few pictures');
  assert.equal(leg(199.8, 200, []), 'ended');
});

test('where the device ended too early its list decides', () => {
  assert.deepEqual(
    leg(
      100,
      200,
      [],
      [
        [0, 100],
        [130, 500],
      ],
    ),
    ['device', 130, 200],
  );
  assert.deepEqual(leg(100, 200, [[120, 130]], [[130, 500]]), ['kept', 120, 130]);
  assert.equal(
    leg(
      100,
      200,
      [],
      [
        [0, 100],
        [200, 500],
      ],
    ),
    'none',
  );
  assert.equal(leg(100, 200, [], [[0, 500]]), 'unplayed', 'it has it and does not play it');
});

test('missing is what lies between kept pieces; pauses under two seconds are none', () => {
  const missing = (kept: [number, number][]) =>
    missingSpans(
      kept.map(([a, b]) => span(a, b)),
      100 * S,
      200 * S,
    ).map(({ startMs, endMs }) => [startMs / S, endMs / S]);
  assert.deepEqual(missing([]), [[100, 200]]);
  assert.deepEqual(
    missing([
      [50, 120],
      [121.5, 150],
    ]),
    [[150, 200]],
  );
  assert.deepEqual(
    missing([
      [110, 120],
      [150, 260],
    ]),
    [
      [100, 110],
      [120, 150],
    ],
  );
  assert.deepEqual(missing([[90, 199]]), []);
  assert.deepEqual(missingSpans([span(90, 199)], 100 * S, 200 * S, 250), [span(199, 200)], 'cut short');
  assert.deepEqual(missingSpans([], 100 * S, 101 * S), [span(100, 101)], 'little, and all of it');
});
