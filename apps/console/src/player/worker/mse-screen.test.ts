// Which picture a video element shows: from the clock and from what it was given.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collectParameterSets, splitNals, videoFormat } from '@outrider/media';
import { FAR_MS } from '../recorded/group-rules.ts';
import type { RecordedFrame } from './frame-shelf.ts';
import { clipBytes, codedPictures } from './hevc/testing.ts';
import { MseScreen } from './mse-screen.ts';

const clip = clipBytes('plain-64x64');
const coded = codedPictures(clip);
const frameAt = (timeMs: number, replay = false): RecordedFrame => ({
  bytes: coded[0] ?? assert.fail(),
  key: true,
  replay,
  timeMs,
  takenMs: timeMs,
});

/** At a new moment, 10_000. */
const setUp = () => {
  const shown: number[] = [];
  let segments = 0;
  let decoded = 0;
  const screen = new MseScreen(
    ({ kind }) => {
      if (kind === 'segment') segments += 1;
    },
    {
      shown: ({ timeMs }) => shown.push(timeMs),
      decoded: () => (decoded += 1),
      unsupported: () => assert.fail('unsupported'),
      failed: (reason) => assert.fail(reason),
      lost: () => assert.fail('lost'),
    },
    true,
  );
  screen.begin(10_000);
  const sets = collectParameterSets(splitNals(clip), 'h265') ?? assert.fail();
  screen.configure({ sets, ...videoFormat(sets) });
  const push = (...timesMs: number[]): void => {
    for (const timeMs of timesMs) screen.push(frameAt(timeMs, timeMs < 10_000));
  };
  /** What is told at this moment of the clock, and when the next one is due. */
  const at = (timeMs: number): unknown[] => {
    shown.length = 0;
    screen.show(timeMs);
    return [...shown, screen.nextMs];
  };
  return { screen, push, at, segments: () => segments, decoded: () => decoded };
};

test('a picture is shown when its moment comes, not when the element gets it', () => {
  const { screen, push, at, segments } = setUp();
  push(10_000, 10_040, 10_080, 10_120);
  assert.equal(segments(), 1 + 3, 'the last one has no length yet');
  assert.deepEqual(at(10_000), [10_000, 10_040]);
  assert.deepEqual(at(10_039), [10_040]);
  assert.deepEqual(at(10_090), [10_040, 10_080, 10_120]);
  assert.deepEqual([screen.busy, ...at(10_130)], [true, 10_120], 'the element does not have it');
  push(10_160);
  assert.deepEqual([screen.busy, ...at(10_130)], [false, 10_120, 10_160]);
  screen.close();
});

test('the element stands at the picture before the moment that was sought, which is told with the first one of the moment', () => {
  const { push, at } = setUp();
  push(9920, 9960);
  assert.deepEqual(at(10_000), [undefined], 'they only lead there');
  push(10_010);
  assert.deepEqual(at(10_000), [10_010]);
  push(10_050);
  assert.deepEqual(at(10_000), [9920, 9960, 10_010]);
  assert.deepEqual(at(10_010), [10_010, 10_050]);
});

test('a first picture that is still to come is told once, at once; not one that lies behind a gap', () => {
  const { push, at } = setUp();
  push(10_500, 10_540);
  assert.deepEqual(at(10_000), [10_500, 10_500]);
  assert.deepEqual(at(10_500), [10_540]);
  const far = setUp();
  far.push(10_001 + FAR_MS, 10_041 + FAR_MS);
  assert.deepEqual(far.at(10_000), [10_001 + FAR_MS]);
  assert.deepEqual(far.at(10_001 + FAR_MS), [10_001 + FAR_MS, 10_041 + FAR_MS]);
});

test('what is sent again replaces what was to come; a rest lets the last one go', () => {
  const { screen, push, at, decoded } = setUp();
  push(10_000, 12_000, 14_000, 16_000);
  assert.deepEqual(at(11_000), [10_000, 12_000]);
  screen.renew(11_000);
  push(11_000, 11_040);
  assert.deepEqual(at(11_000), [11_000, 11_040]);
  screen.rest();
  assert.deepEqual([decoded(), screen.busy, ...at(11_040)], [1, false, 11_040, undefined]);
  screen.rest();
  assert.equal(decoded(), 1);
  screen.begin(50_000);
  assert.deepEqual(at(50_000), [undefined]);
  screen.close();
});
