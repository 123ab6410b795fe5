// How far recorded pictures are decoded ahead by our own decoder: a browser without WebCodecs, and the real WebAssembly.
import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { collectParameterSets, splitNals, videoFormat } from '@outrider/media';
import { FAR_MS } from '../recorded/group-rules.ts';
import { CodecScreen } from './codec-screen.ts';
import type { RecordedFrame } from './frame-shelf.ts';
import type { HevcEngine } from './hevc/hevc-engine.ts';
import type { SoftwareKit } from './hevc/software-decoder.ts';
import { clipBytes, codedPictures, openEngine } from './hevc/testing.ts';
import { PaintedPicture } from './picture.ts';

afterEach(() => Reflect.deleteProperty(globalThis, 'requestAnimationFrame'));

const framesOf = (stream: Uint8Array, keyEach: number): RecordedFrame[] =>
  codedPictures(stream).map((bytes, number) => ({
    bytes,
    key: number % keyEach === 0,
    replay: false,
    timeMs: 10_000 + 40 * number,
    takenMs: number,
  }));
const plain = clipBytes('plain-64x64');
const frames = framesOf(plain, 6);

const setUp = (stream = plain) => {
  Object.assign(globalThis, { requestAnimationFrame: (then: () => void) => queueMicrotask(then) });
  let open: (engine: HevcEngine) => void = () => {};
  const opening = new Promise<HevcEngine>((resolve) => (open = resolve));
  const turns: (() => void)[] = [];
  let decoded = 0;
  const kit: SoftwareKit = {
    open: () => opening,
    picture: () => {
      decoded += 1;
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Node has no ImageData; nothing here looks at the pixels
      return new PaintedPicture({ width: 64, height: 64 } as ImageData);
    },
    later: (run) => turns.push(run),
    nowMs: () => 0,
  };
  const canvas = { width: 0, height: 0, getContext: () => ({ putImageData: () => {} }) };
  const shown: number[] = [];
  const taken: number[] = [];
  const broken: string[] = [];
  const screen = new CodecScreen(
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the part of a canvas that is used
    canvas as unknown as OffscreenCanvas,
    {
      shown: ({ timeMs, takenMs }) => {
        shown.push(timeMs);
        taken.push(takenMs);
      },
      decoded: () => {},
      unsupported: () => broken.push('unsupported'),
      failed: (reason) => broken.push(reason),
      lost: () => broken.push('lost'),
    },
    kit,
  );
  const sets = collectParameterSets(splitNals(stream), 'h265');
  assert.ok(sets !== null);
  screen.configure({ sets, ...videoFormat(sets) });
  /** Runs turns until none is left. */
  const settle = async (): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve));
    for (let run = turns.shift(); run !== undefined; run = turns.shift()) run();
  };
  const load = async (): Promise<void> => {
    open(await openEngine());
    await settle();
  };
  return { screen, shown, taken, broken, load, settle, decoded: () => decoded };
};

test('while our own decoder is fetched no more is read ahead than otherwise', () => {
  const { screen } = setUp();
  let pushed = 0;
  for (let look = 0; look < 5; look += 1)
    for (; screen.room > 0; pushed += 1) screen.push(frames[pushed % frames.length] ?? assert.fail());
  assert.equal(pushed, 6);
});

test('only a few pictures are decoded ahead of their moment, and all are shown', async () => {
  const { screen, shown, broken, load, settle, decoded } = setUp();
  for (const frame of frames) screen.push(frame);
  await load();
  assert.equal(decoded(), 4);
  for (const { timeMs } of frames) {
    screen.show(timeMs);
    // oxlint-disable-next-line no-await-in-loop -- one picture after the other
    await settle();
  }
  assert.deepEqual(
    shown,
    frames.map(({ timeMs }) => timeMs),
  );
  assert.deepEqual(broken, []);
  screen.close();
});

test('the first picture is shown at once, up to where a gap would be jumped: nothing waits for what is neither', async () => {
  for (const [early, expected] of [
    [FAR_MS, [10_000]],
    [FAR_MS + 1, []],
  ] as const) {
    const { screen, shown, load, settle } = setUp();
    for (const frame of frames) screen.push(frame);
    await load();
    screen.show(10_000 - early);
    await settle();
    assert.deepEqual(shown, expected);
    screen.close();
  }
});

test('pictures that are coded in another order than shown are all shown, in step, in that order', async () => {
  const stream = clipBytes('b-pyramid');
  const coded = framesOf(stream, Infinity);
  const { screen, shown, taken, load, settle } = setUp(stream);
  for (const frame of coded) screen.push(frame);
  await load();
  for (const { timeMs } of coded) {
    screen.show(timeMs);
    // oxlint-disable-next-line no-await-in-loop -- one picture after the other
    await settle();
    screen.rest();
  }
  assert.deepEqual(
    shown,
    coded.map(({ timeMs }) => timeMs),
  );
  assert.deepEqual(taken, [0, 3, 4, 2, 5, 1, 8, 9, 7, 10, 6, 13, 14, 12, 15, 11]);
  assert.equal(screen.dropped, 0);
  screen.close();
});
