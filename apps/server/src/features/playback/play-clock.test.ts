// The clock of a playback: who is ahead, how far may be sent, what is skipped.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { PlayClock } from './play-clock.ts';

test('without a word of a viewer the server clock counts, from the first frame on', () => {
  const clock = new PlayClock(100_000, 2);
  assert.equal(clock.position(5000), 100_000, 'nothing was sent yet');
  clock.sent(100_000, 5000);
  assert.equal(clock.position(6000), 102_000);
  assert.equal(clock.horizon(6000), 106_000);
  clock.setSpeed(0, 6000);
  assert.equal(clock.position(9000), 102_000);
  assert.equal(clock.horizon(9000), 103_000, 'paused: a second for frame steps');
});

test('the slowest viewer counts, as it has gone on since; not for longer than five seconds', () => {
  const clock = new PlayClock(0, 1);
  clock.sent(20_000, 0);
  clock.report(1, 3000, 1, 1000);
  clock.report(2, 2500, 1, 1200);
  assert.equal(clock.position(1500), 2800);
  assert.equal(clock.position(60_000), 7500);
  clock.forget(2, 60_000);
  assert.equal(clock.position(60_000), 8000);
  clock.forget(1, 60_000);
  assert.equal(clock.position(61_000), 9000, 'the server clock goes on from there');
});

test('a report from another place is not heard; a seek forgets all', () => {
  const clock = new PlayClock(1_000_000, 1);
  clock.sent(1_002_000, 0);
  clock.report(1, 500_000, 1, 0);
  clock.report(1, 2_000_000, 1, 0);
  assert.ok(clock.alone);
  clock.report(1, 1_001_000, 1, 0);
  clock.seek(5000, 4);
  assert.deepEqual([clock.alone, clock.begun, clock.position(99_999), clock.horizon(0)], [true, false, 5000, 13_000]);
});

test('what is skipped takes no time, also for a viewer that stands in it', () => {
  const clock = new PlayClock(0, 1);
  clock.sent(10_000, 0);
  clock.skip(10_000, 3_600_000, 0);
  clock.report(1, 9500, 1, 0);
  assert.equal(clock.horizon(0), 3_601_500);
  assert.equal(clock.position(600), 3_600_100);
  clock.report(1, 1_800_000, 1, 600);
  assert.equal(clock.position(600), 3_600_000);
});

test('what was played since a moment leaves out what was skipped', () => {
  const clock = new PlayClock(0, 1);
  clock.sent(0, 0);
  clock.skip(1000, 3_600_000, 0);
  assert.equal(clock.position(5000), 3_604_000);
  assert.deepEqual(
    [0, 500, 1_800_000, 3_602_000, 3_610_000].map((timeMs) => clock.playedSince(timeMs, 5000)),
    [5000, 4500, 4000, 2000, -6000],
  );
});

test('the clock never goes back by itself, whatever is skipped and however often', () => {
  const steps = fc.array(
    fc.record({
      waitMs: fc.nat(4000),
      playMs: fc.integer({ min: 100, max: 5000 }),
      gapMs: fc.integer({ min: 2001, max: 1e7 }),
    }),
    { maxLength: 40 },
  );
  fc.assert(
    fc.property(steps, fc.constantFrom(0.2, 1, 4, 16), (all, speed) => {
      const clock = new PlayClock(0, speed);
      let [nowMs, doneMs, before] = [0, 0, 0];
      clock.sent(0, nowMs);
      for (const { waitMs, playMs, gapMs } of all) {
        doneMs += playMs;
        clock.sent(doneMs, nowMs);
        clock.skip(doneMs, doneMs + gapMs, nowMs);
        doneMs += gapMs;
        nowMs += waitMs;
        const position = clock.position(nowMs);
        if (position < before - 1e-6 || clock.horizon(nowMs) < position) return false;
        before = position;
      }
      return true;
    }),
  );
});

test('a skip from where the clock gets to carries it across, wherever the readers stand and whatever was skipped before', () => {
  const moment = fc.oneof(fc.nat(30_000), fc.double({ min: 0, max: 30_000, noNaN: true })).map((ms) => 1.7e12 + ms);
  const act = fc.oneof(
    fc.record({ reader: fc.nat(2), at: moment, speed: fc.constantFrom(0, 0.2, 1, 16) }),
    fc.record({ forget: fc.nat(2) }),
    fc.record({ speed: fc.constantFrom(0, 0.2, 1, 16) }),
    fc.record({ skipFrom: moment, forMs: fc.integer({ min: 1, max: 20_000 }) }),
    fc.record({ waitMs: fc.nat(3000) }),
  );
  fc.assert(
    fc.property(fc.array(act, { maxLength: 30 }), (acts) => {
      const clock = new PlayClock(1.7e12, 1);
      let nowMs = 0;
      clock.sent(1.7e12 + 30_000, nowMs);
      for (const each of acts) {
        if ('waitMs' in each) nowMs += each.waitMs;
        else if ('forget' in each) clock.forget(each.forget, nowMs);
        else if ('at' in each) clock.report(each.reader, each.at, each.speed, nowMs);
        else if ('speed' in each) clock.setSpeed(each.speed, nowMs);
        else {
          const fromMs = Math.min(each.skipFrom, clock.horizon(nowMs));
          const toMs = Math.ceil(fromMs) + each.forMs;
          clock.skip(fromMs, toMs, nowMs);
          assert.ok(clock.horizon(nowMs) >= toMs, 'it would be skipped again and again');
        }
      }
    }),
    { numRuns: 500 },
  );
});
