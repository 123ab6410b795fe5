// The idle countdown with a driven clock: ticks, freezing, places, a machine that slept, a clock put back.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DrivenClock } from '../../live/driven-clock.ts';
import type { Clock } from '../../lib/time.ts';
import { Countdown } from './countdown.ts';

const PLACE = { limitS: 1800, counted: true };
const SECOND_MS = 1000;

const begin = (clock: Clock) => {
  let zeros = 0;
  const countdown = new Countdown(clock, () => {
    zeros += 1;
  });
  countdown.start(PLACE);
  return { countdown, left: () => countdown.state.getState().leftS, zeros: () => zeros };
};

describe('the idle countdown', () => {
  it('falls by one each second and says once that it is over', async () => {
    const clock = new DrivenClock();
    const { left, zeros } = begin(clock);
    assert.equal(left(), 1800);
    await clock.pass(3 * SECOND_MS);
    assert.equal(left(), 1797);
    await clock.pass(1800 * SECOND_MS);
    assert.deepEqual([left(), zeros()], [0, 1]);
  });

  it('stands still while frozen and where it is not counted, and goes on from there', async () => {
    const clock = new DrivenClock();
    const { countdown, left } = begin(clock);
    await clock.pass(10 * SECOND_MS);
    countdown.freeze(true);
    await clock.pass(60 * SECOND_MS);
    assert.equal(left(), 1790);
    countdown.freeze(false);
    await clock.pass(SECOND_MS);
    assert.equal(left(), 1789);
    countdown.enter({ ...PLACE, counted: false });
    await clock.pass(60 * SECOND_MS);
    assert.equal(left(), 1789);
    countdown.enter(PLACE);
    await clock.pass(SECOND_MS);
    assert.equal(left(), 1788);
  });

  it('starts over where the limit is another one, and goes on where it is the same', async () => {
    const clock = new DrivenClock();
    const { countdown, left } = begin(clock);
    await clock.pass(10 * SECOND_MS);
    countdown.enter(PLACE);
    assert.equal(left(), 1790);
    countdown.enter({ ...PLACE, limitS: 120 });
    assert.equal(left(), 120);
    await clock.pass(5 * SECOND_MS);
    countdown.reset();
    assert.equal(left(), 120);
  });

  it('is over at once when the machine slept through it, and counts on when the clock was put back', () => {
    let [now, tick] = [0, (): void => {}];
    const clock: Clock = {
      now: () => now,
      after: () => () => {},
      every: (_period, run) => {
        tick = run;
        return () => {};
      },
    };
    const { left, zeros } = begin(clock);
    now = -86_400 * SECOND_MS;
    tick();
    assert.equal(left(), 1799);
    now += 7200 * SECOND_MS;
    tick();
    assert.deepEqual([left(), zeros()], [0, 1]);
  });

  it('counts no more once it is stopped', async () => {
    const clock = new DrivenClock();
    const { countdown, left, zeros } = begin(clock);
    countdown.stop();
    await clock.pass(4000 * SECOND_MS);
    assert.deepEqual([left(), zeros(), countdown.state.getState().running], [1800, 0, false]);
  });

  it('begins a whole second with a click on it and after a freeze, whenever in the second that was', async () => {
    const clock = new DrivenClock();
    const { countdown, left } = begin(clock);
    await clock.pass(2700);
    countdown.reset();
    await clock.pass(1000);
    assert.equal(left(), 1799);
    await clock.pass(700);
    countdown.freeze(true);
    await clock.pass(5000);
    countdown.freeze(false);
    await clock.pass(1000);
    assert.equal(left(), 1798);
  });

  it('starts over with work, stands at its limit while it is held, and stays frozen whatever is done', async () => {
    const clock = new DrivenClock();
    const { countdown, left } = begin(clock);
    await clock.pass(600 * SECOND_MS);
    assert.equal(left(), 1200);
    countdown.used();
    assert.equal(left(), 1800);
    await clock.pass(400);
    countdown.used(); // within its first second: that second begins again
    await clock.pass(700);
    assert.equal(left(), 1799);
    countdown.hold(true);
    await clock.pass(3600 * SECOND_MS);
    assert.equal(left(), 1800);
    countdown.hold(false);
    await clock.pass(5 * SECOND_MS);
    assert.equal(left(), 1795);
    countdown.freeze(true);
    countdown.used();
    await clock.pass(60 * SECOND_MS);
    assert.equal(left(), 1795);
    countdown.freeze(false);
    await clock.pass(SECOND_MS);
    assert.equal(left(), 1794);
  });
});
