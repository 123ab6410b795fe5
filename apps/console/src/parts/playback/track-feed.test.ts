// The place of a vehicle that is played back: asked every five seconds, between two reports, with a bounded trail.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { DrivenClock } from '../../live/driven-clock.ts';
import { TrackFeed } from './track-feed.ts';
import type { HeadedPoint } from './track-feed.ts';

const point = (timeMs: number, lat: number): HeadedPoint => ({ lat, lng: 120, speedKmh: 36, heading: 0, timeMs });

const scene = (points: readonly HeadedPoint[], startMs: number) => {
  const clock = new DrivenClock();
  const asked: [number, number][] = [];
  const said: boolean[] = [];
  const link = { up: true };
  const now = { timeMs: startMs, speed: 1, set: true };
  const feed = new TrackFeed({
    clock,
    ask: async (fromMs, toMs) => {
      asked.push([fromMs, toMs]);
      if (!link.up) throw new Error('no link');
      return points.filter(({ timeMs }) => timeMs >= fromMs && timeMs < toMs);
    },
    moment: () => (now.set ? now : undefined),
    changed: () => said.push(feed.isAsking),
  });
  return { clock, feed, asked, now, said, link };
};

it('[A-PLAYBACK-017] asks each five seconds while a time is set, and the 501st point drops the first', async () => {
  const all = Array.from({ length: 700 }, (_, i) => point(1_000_000 + i * 1000, 24 + i / 1000));
  const { clock, feed, asked, now } = scene(all, 1_100_000);
  const stop = feed.start();
  await clock.pass(0);
  const first = asked.length;
  for (let i = 0; i < 16; i += 1) {
    now.timeMs += 1000;
    await clock.pass(1000);
  }
  assert.equal(asked.length - first, 3);
  now.set = false;
  await clock.pass(16_000);
  assert.equal(asked.length - first, 3, 'without a time nothing is asked');
  now.set = true;
  for (let i = 0; i < 600; i += 5) {
    now.timeMs += 5000;
    await clock.pass(5000);
  }
  const found = feed.at(1_699_000);
  assert.equal(found?.trail.length, 500);
  assert.equal(found?.trail[0]?.lat, all[200]?.lat);
  stop();
  const { length } = asked;
  await clock.pass(60_000);
  assert.equal(asked.length, length);
});
it('is on the way between two reports, and where it was last seen in a long silence', async () => {
  const { clock, feed } = scene([point(10_000, 24), point(20_000, 25), point(200_000, 26)], 12_000);
  const stop = feed.start();
  await clock.pass(0);
  assert.equal(feed.at(15_000)?.point.lat, 24.5);
  assert.equal(feed.at(5000)?.point.lat, 24, 'the nearest place that is known');
  stop();
});
it('asks again for another moment, and forgets the way to the former one', async () => {
  const { clock, feed, asked, now } = scene([point(1_000_000, 24), point(9_000_000, 30)], 1_000_000);
  const stop = feed.start();
  await clock.pass(0);
  now.timeMs = 9_000_000;
  feed.poll();
  await clock.pass(0);
  assert.deepEqual(asked.at(-1)?.[0], 9_000_000 - 120_000);
  assert.equal(feed.at(9_000_000)?.trail.length, 1);
  assert.equal(feed.at(9_000_000)?.point.lat, 30);
  stop();
});
it('says that it asks until the first answer about a part of the track, also where that is empty or fails', async () => {
  const { clock, feed, now, said, link } = scene([], 1_000_000);
  assert.equal(feed.isAsking, true, 'before it began');
  const stop = feed.start();
  assert.equal(feed.isAsking, true);
  await clock.pass(0);
  assert.equal(feed.isAsking, false, 'there is nothing, and that is known');
  await clock.pass(5000);
  assert.deepEqual(said, [true, false, false], 'the next positions are no new part');
  link.up = false;
  now.timeMs = 9_000_000;
  feed.poll();
  assert.equal(feed.isAsking, true);
  await clock.pass(0);
  assert.deepEqual(said.slice(3), [true, false], 'who draws it is told, also while it stands still');
  stop();
});
