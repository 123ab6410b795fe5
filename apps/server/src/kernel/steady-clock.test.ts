import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createManualClock } from './manual-clock.ts';
import { everySteadyHour, steadiness } from './steady-clock.ts';

const MINUTE_MS = 60_000;
const YEAR_MS = 365 * 86_400_000;

test('a clock is believed ten minutes after the start and after it was set, forward or back; a little is no setting', () => {
  const clock = createManualClock();
  const isSteady = steadiness(clock);
  const believedAfter = (): number => {
    for (let minutes = 0; minutes < 30; minutes += 1) {
      if (isSteady()) return minutes;
      clock.advance(MINUTE_MS);
    }
    return Infinity;
  };
  assert.equal(believedAfter(), 10);
  for (const byMs of [YEAR_MS, -YEAR_MS, 2 * MINUTE_MS]) {
    clock.jumpTo(clock.now() + byMs);
    assert.equal(believedAfter(), 10, String(byMs));
  }
  for (let times = 0; times < 10; times += 1) {
    clock.jumpTo(clock.now() + MINUTE_MS / 2);
    assert.equal(believedAfter(), 0);
    clock.advance(MINUTE_MS);
  }
});

test('each hour of a clock that is believed, and as soon as it is again', () => {
  const clock = createManualClock();
  const atMinutes: number[] = [];
  const timer = everySteadyHour(clock, () => void atMinutes.push(Math.round(clock.monotonic() / MINUTE_MS)));
  clock.advance(65 * MINUTE_MS);
  clock.jumpTo(clock.now() + YEAR_MS);
  clock.advance(65 * MINUTE_MS);
  assert.deepEqual(atMinutes, [10, 75]);
  timer.cancel();
  assert.equal(clock.pending(), 0);
});
