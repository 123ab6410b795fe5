// Where a vehicle was at a moment, and how a feed reads the track: in windows ahead of the playback, again after a failure or a jump.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RemotePosition, TrackPoint } from '@outrider/contract';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { PositionFeed } from './position-feed.ts';
import { placeAt } from './recorded-place.ts';

const point = (timeS: number, lat: number, dir = 0): TrackPoint => ({ lat, lng: 120, speed: 36, dir, time: timeS });

test('between two reports it is on the way, in a long silence where it was seen last, after ten minutes nowhere', () => {
  const points = [point(1000, 24, 90), point(1010, 25, 180), point(2000, 26)];
  assert.equal(placeAt(points, 999_000), null);
  assert.deepEqual(placeAt(points, 1_005_000), { lat: 24.5, lng: 120, trackingAngle: 90, speedInKmh: 36 });
  assert.deepEqual(placeAt(points, 1_010_000), { lat: 25, lng: 120, trackingAngle: 180, speedInKmh: 36 });
  assert.equal(placeAt(points, 1_300_000)?.lat, 25);
  assert.equal(placeAt(points, 1_700_000), null);
  assert.equal(placeAt(points, 2_000_000)?.lat, 26);
  assert.equal(placeAt([], 1000), null);
});

const setScene = () => {
  const clock = createManualClock();
  const asked: [number, number][] = [];
  const told: RemotePosition[] = [];
  const errors: unknown[] = [];
  const scene = { failing: false, status: { timeMs: 1_000_000, speed: 1, generation: 0 } };
  const feed = new PositionFeed({
    clock,
    track: async (from, to) => {
      asked.push([from, to]);
      if (scene.failing) throw new Error('no disk');
      return [point(1000, 24), point(1060, 25), point(9000, 30)];
    },
    status: () => ({ ...scene.status, state: 'playing', message: '' }),
    tell: (position) => told.push(position),
    onError: (error) => errors.push(error),
  });
  return { clock, asked, told, errors, scene, feed };
};

test('a feed reads two minutes ahead and the ten before, not at every tick; says each place once; reads again after a jump', async () => {
  const { clock, asked, told, scene, feed } = setScene();
  await clock.advanceAsync(30_000);
  assert.deepEqual(asked, [[400, 1120]]);
  assert.deepEqual(
    told.map((position) => position.known && position.lat),
    [24],
  );
  scene.status = { timeMs: 1_061_000, speed: 1, generation: 0 };
  await clock.advanceAsync(1000);
  assert.deepEqual(asked.slice(1), [[461, 1181]], 'less than a minute of what was read is left');
  scene.status = { timeMs: 9_000_000, speed: 4, generation: 1 };
  await clock.advanceAsync(1000);
  assert.deepEqual(asked.at(-1), [8400, 9480]);
  assert.deepEqual(told.at(-1), {
    known: true,
    lat: 30,
    lng: 120,
    trackingAngle: 0,
    speedInKmh: 36,
    time: 9_000_000,
    generation: 1,
  });
  feed.close();
  assert.equal(clock.pending(), 0);
});

test('a track that cannot be read is asked for again after five seconds', async () => {
  const { clock, asked, told, errors, scene, feed } = setScene();
  scene.failing = true;
  await clock.advanceAsync(4000);
  assert.deepEqual([asked.length, errors.length, told.length], [1, 1, 0]);
  scene.failing = false;
  await clock.advanceAsync(3000);
  assert.deepEqual([asked.length, told.length], [2, 1]);
  feed.close();
});
