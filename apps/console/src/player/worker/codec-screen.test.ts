// How far recorded pictures are decoded ahead by our own decoder: a browser without WebCodecs, and the real WebAssembly.
import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { collectParameterSets, splitNals, videoFormat } from '@outrider/media';
import { CodecScreen } from './codec-screen.ts';
import type { RecordedFrame } from './frame-shelf.ts';
import type { HevcEngine } from './hevc/hevc-engine.ts';
import type { SoftwareKit } from './hevc/software-decoder.ts';
import { clipBytes, codedPictures, openEngine } from './hevc/testing.ts';
import { PaintedPicture } from './picture.ts';

afterEach(() => Reflect.deleteProperty(globalThis, 'requestAnimationFrame'));

const stream = clipBytes('plain-64x64');
const frames: RecordedFrame[] = codedPictures(stream).map((bytes, number) => ({
  bytes,
  key: number % 6 === 0,
  replay: false,
  timeMs: 10_000 + 40 * number,
  takenMs: 0,
}));

const setUp = () => {
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
  const broken: string[] = [];
  const screen = new CodecScreen(
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the part of a canvas that is used
    canvas as unknown as OffscreenCanvas,
    {
      shown: ({ timeMs }) => shown.push(timeMs),
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
  return { screen, shown, broken, load, settle, decoded: () => decoded };
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
