// Presentation times from the timestamps real devices send: Unix time, from zero, constant, jumping, huge.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { FrameKind } from './assemble.ts';
import { INITIAL_TIMEBASE, stepTimebase } from './timebase.ts';

type Step = readonly [timestampMs: bigint | null, arrivalMs: number, kind?: FrameKind];

/** Milliseconds of presentation per frame, `!` behind those that began a new base. */
const run = (steps: readonly Step[], allowsJumps = false): string => {
  let state = INITIAL_TIMEBASE;
  const times: string[] = [];
  for (const [timestampMs, arrivalMs, kind] of steps) {
    const step = stepTimebase(state, { kind: kind ?? 'video', timestampMs, arrivalMs, allowsJumps });
    state = step.state;
    times.push(`${step.presentationUs / 1000}${step.discontinuity ? '!' : ''}`);
  }
  return times.join(' ');
};

describe('device time', () => {
  test('is kept to the millisecond, whatever its start and however the frames arrive', () => {
    for (const start of [0n, 1700000000000n, 607775195621n, 2n ** 63n]) {
      const steps: Step[] = [
        [start, 1000],
        [start + 40n, 1300],
        [start + 280n, 1300],
        [start + 5280n, 1310],
      ];
      assert.equal(run(steps), '0 40 280 5280');
    }
  });

  test('several frames of one picture share it', () => {
    const steps: Step[] = [
      [5n, 0],
      [5n, 1],
      [5n, 2],
      [45n, 3],
    ];
    assert.equal(run(steps), '0 0 0 40');
  });

  test('that runs backwards or jumps over 5 s starts over at the arrival', () => {
    const steps: Step[] = [
      [90_000n, 1000],
      [90_040n, 1040],
      [10n, 1500],
      [50n, 1501],
      [5051n, 7000],
      [5091n, 7001],
    ];
    assert.equal(run(steps), '0 40 500! 540 6000! 6040');
  });

  test('of pictures that are sent before those that are shown before them goes on as it is, a second back at most', () => {
    // I P B B P B B, stamped with when they are shown.
    const shown = [0n, 120n, 40n, 80n, 240n, 160n, 200n];
    const steps: Step[] = shown.map((ms, i) => [5000n + ms, 1000 + 40 * i]);
    assert.equal(run(steps), shown.join(' '));
    assert.equal(run(steps, true), shown.join(' '));
    const [first, before] = [[5000n, 1000] as const, [4960n, 1040] as const];
    assert.equal(run([first, before, [5040n, 1080]]), '0 0 40', 'nothing lies before the connection');
    const back = (ms: bigint): string => run([first, [6000n, 1040], [6000n - ms, 1300]]);
    assert.deepEqual([back(1000n), back(1001n)], ['0 1000 0', '0 1000 300!']);
    const sound = (step: readonly [bigint, number]): Step => [...step, 'audio'];
    assert.equal(run([sound(first), sound(before)]), '0 40!', 'sound has one order');
  });

  test('may jump ahead in playback at speed, not back', () => {
    const steps: Step[] = [
      [0n, 0],
      [60_000n, 100],
      [30_000n, 200],
    ];
    assert.equal(run(steps, true), '0 60000 200!');
  });
});

describe('constant timestamps', () => {
  test('ten in a row: arrival counts, until they move again', () => {
    const constant: Step[] = Array.from({ length: 12 }, (_, index) => [777n, 100 * index]);
    assert.equal(run(constant), '0 0 0 0 0 0 0 0 0 900 1000 1100');
    assert.equal(
      run([...constant, [800n, 1250], [840n, 1300]])
        .split(' ')
        .slice(-2)
        .join(' '),
      '1250 1290',
    );
  });
});

describe('audio and video', () => {
  test('share a base when their timestamps are close', () => {
    const steps: Step[] = [
      [1000n, 0],
      [1020n, 300, 'audio'],
      [1060n, 300, 'audio'],
      [1040n, 310],
    ];
    assert.equal(run(steps), '0 20 60 40');
  });

  test('have bases of their own when they are not', () => {
    const steps: Step[] = [
      [1_000_000n, 0],
      [20n, 300, 'audio'],
      [60n, 310, 'audio'],
      [1_000_040n, 320],
    ];
    assert.equal(run(steps), '0 300 340 40');
  });

  test('stay together over a jump both make', () => {
    const steps: Step[] = [
      [1000n, 0],
      [1000n, 0, 'audio'],
      [900_000n, 500],
      [900_020n, 650, 'audio'],
    ];
    assert.equal(run(steps), '0 0 500! 520!');
  });
});

test('frames without a timestamp are timed by arrival', () => {
  const steps: Step[] = [
    [null, 100, 'transparent'],
    [null, 350, 'transparent'],
    [0n, 400],
  ];
  assert.equal(run(steps), '0 250 300');
});
