// Whole pictures of frames, and that a channel that sends pieces without end is cheap: bytes that are copied are counted, not time.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { MediaFrame } from '../gateway/index.ts';
import { PictureJoiner } from './picture-joiner.ts';

const SPS = [0x67, 0x42, 0x00, 0x1e, 0xab, 0x40, 0x50, 0x1e, 0xd0, 0x0f, 0x12, 0x26, 0xa0];
const PPS = [0x68, 0xce, 0x3c, 0x80];
const SEI = 0x06;
/** The first bit behind the head of a slice is 1 in the first one of a picture. */
const [IDR, IDR_MORE, SLICE] = [
  [0x65, 0x88],
  [0x65, 0x08],
  [0x41, 0x9a],
];

/** A frame of one NAL unit in H.264; `bytes` long with what fills it up. */
const frameOf = (nal: readonly number[], presentationMs = 0, bytes = 0): MediaFrame => {
  const body = new Uint8Array(Math.max(4 + nal.length, bytes)).fill(0x55);
  body.set([0, 0, 0, 1, ...nal]);
  return {
    kind: 'video',
    codec: 'h264',
    body,
    presentationUs: presentationMs * 1000,
    discontinuity: false,
    damagedBefore: false,
    arrivalMs: presentationMs,
  };
};

const setUp = () => {
  const joiner = new PictureJoiner();
  const push = (frame: MediaFrame) =>
    joiner.push(frame, 'h264').map(({ frame: { body, ...rest }, info }) => ({ body, info, ...rest }));
  return { push, sizes: (frame: MediaFrame) => push(frame).map(({ body }) => body.length) };
};

/** How many bytes were copied into other memory so far. */
const countCopies = (t: TestContext): (() => number) => {
  const arrays: { set: (source: ArrayLike<number>, at?: number) => void } = Object.getPrototypeOf(Uint8Array.prototype);
  const { set } = arrays;
  let copied = 0;
  t.mock.method(arrays, 'set', function count(this: unknown, source: ArrayLike<number>, at = 0) {
    copied += source.length;
    set.call(this, source, at);
  });
  return () => copied;
};

test('a frame that is a picture goes on as it came, without a copy', () => {
  const { push } = setUp();
  const frame = frameOf(IDR, 40);
  const [picture, ...others] = push(frame);
  assert.equal(picture?.body, frame.body);
  assert.equal(others.length, 0);
});

test('what stands in front of a picture goes with it; it came when the first of them did', () => {
  const { push } = setUp();
  assert.deepEqual([frameOf(SPS, 10), frameOf(PPS, 20)].flatMap(push), []);
  const [picture, ...others] = push(frameOf(IDR, 40));
  assert.equal(others.length, 0);
  assert.deepEqual(
    [...(picture?.body ?? [])],
    [SPS, PPS, IDR].flatMap((nal) => [0, 0, 0, 1, ...nal]),
  );
  assert.partialDeepStrictEqual(picture, { arrivalMs: 10, presentationUs: 40_000, headRoomBytes: 0 });
  assert.partialDeepStrictEqual(picture?.info, { key: true, hasPicture: true, startsPicture: true });
  assert.equal(picture?.info.parameterSets?.sps.length, 1);
});

test('slices in frames of their own are one picture once they were seen, complete with the next', () => {
  const { sizes } = setUp();
  const [first, more] = [frameOf(IDR, 0), frameOf(IDR_MORE, 0)];
  assert.deepEqual(sizes(first), [6]);
  assert.deepEqual(sizes(more), [], 'from now on it is waited');
  assert.deepEqual(sizes(frameOf(IDR, 40)), [6]);
  for (let i = 0; i < 3; i += 1) assert.deepEqual(sizes(frameOf(IDR_MORE, 40)), []);
  assert.deepEqual(sizes(frameOf(SLICE, 80)), [24]);
});

for (const [what, bytes, most] of [
  ['small', 40, 64 * 40],
  ['large', 8000, 64 * 1024],
] as const)
  test(`of ${what} units that belong to no picture only the newest wait, and none is copied before one comes`, (t) => {
    const { push } = setUp();
    push(frameOf(IDR));
    const units = Array.from({ length: 2000 }, (_, i) => frameOf([SEI, i & 0xff], i, bytes));
    const copied = countCopies(t);
    for (const unit of units) assert.deepEqual(push(unit), []);
    assert.equal(copied(), 0);
    const [picture] = push(frameOf(IDR, 2000));
    const held = (picture?.body.length ?? 0) - 6;
    assert.ok(held > most - bytes && held <= most, `${held} bytes`);
    assert.equal(picture?.body[held - bytes + 5], 1999 & 0xff, 'the newest');
  });

test('a picture of many slices is copied once', (t) => {
  const { push, sizes } = setUp();
  [frameOf(IDR), frameOf(IDR_MORE)].forEach(push);
  const slices = Array.from({ length: 1000 }, () => frameOf(IDR_MORE, 40, 100));
  const next = frameOf(SLICE, 80);
  push(frameOf(IDR, 40));
  const copied = countCopies(t);
  for (const slice of slices) assert.deepEqual(push(slice), []);
  assert.deepEqual(sizes(next), [6 + 100_000]);
  assert.ok(copied() <= 6 + 100_000, `${copied()} bytes`);
});

test('a picture that grows too large or is of too many frames is taken as it is, and the rest begins the next', () => {
  const { sizes } = setUp();
  const MB = 1024 * 1024;
  sizes(frameOf(IDR));
  sizes(frameOf(IDR_MORE));
  sizes(frameOf(IDR, 40, MB));
  for (let i = 0; i < 3; i += 1) assert.deepEqual(sizes(frameOf(IDR_MORE, 40, MB)), []);
  assert.deepEqual(sizes(frameOf(IDR_MORE, 40, MB)), [4 * MB]);
  for (let i = 1; i < 1024; i += 1) assert.deepEqual(sizes(frameOf(IDR_MORE, 40)), []);
  assert.deepEqual(sizes(frameOf(IDR_MORE, 40)), [MB + 1023 * 6]);
});
