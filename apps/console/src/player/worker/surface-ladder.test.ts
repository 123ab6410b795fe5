// H.265, H.264 and H.265 again on a page without WebCodecs: which surface is asked for, and which canvas is drawn on.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collectParameterSets, splitNals, videoFormat } from '@outrider/media';
import { clipBytes } from './hevc/testing.ts';
import type { SoftwareKit } from './hevc/software-decoder.ts';
import { LadderScreen } from './ladder-screen.ts';
import { LadderSink } from './ladder-sink.ts';
import { type Drawer, SurfaceLadder } from './surface-ladder.ts';
import type { VideoFormat } from './video-track.ts';

type Frame = { readonly key: boolean; readonly number: number };

const sets = collectParameterSets(splitNals(clipBytes('plain-64x64')), 'h265');
assert.ok(sets !== null);
const h265: VideoFormat = { sets, ...videoFormat(sets) };
const h264: VideoFormat = { ...h265, sets: { ...sets, codec: 'h264' } };

const setUp = () => {
  const posted: string[] = [];
  const done: string[] = [];
  const ladder = new SurfaceLadder<Frame, Drawer<Frame>>({
    post: (message) => posted.push(message.of === 'canvas' ? `canvas ${message.id}` : 'video'),
    drawOn: (canvas) => ({
      allow: (allowance) => done.push(`${canvas.width} ${allowance}`),
      configure: ({ sets: { codec } }: VideoFormat) => done.push(`${canvas.width} ${codec}`),
      push: ({ number }: Frame) => done.push(`${canvas.width} frame ${number}`),
      close: () => done.push(`${canvas.width} closed`),
    }),
    closeVideo: () => done.push('video closed'),
  });
  /** The page's canvas; its width is its name here. */
  const give = (width: number, id: number): void =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing is drawn
    ladder.takeCanvas({ width } as OffscreenCanvas, id);
  return { ladder, posted, done, give };
};

test('the canvas of an earlier request is not drawn on: the page has taken it away', () => {
  const { ladder, posted, done, give } = setUp();
  assert.equal(ladder.configure(h265), 'video');
  assert.equal(ladder.stepDown(), true);
  assert.equal(ladder.configure(h264), 'video');
  assert.equal(ladder.configure(h265), 'canvas');
  assert.deepEqual(posted, ['canvas 1', 'video', 'canvas 2']);
  assert.equal(ladder.push({ key: true, number: 7 }), true);
  done.length = 0;
  give(100, 1);
  assert.deepEqual(done, []);
  assert.equal(ladder.waits, true);
  give(200, 2);
  assert.deepEqual(done, ['200 all', '200 h265', '200 frame 7']);
  give(100, 1);
  assert.equal(done.length, 3, 'one that comes late changes nothing');
});

test('while one canvas is on its way no other is asked for; the newest format counts', () => {
  const { ladder, posted, done, give } = setUp();
  ladder.configure(h265);
  ladder.stepDown();
  ladder.push({ key: true, number: 1 });
  ladder.configure(h265);
  ladder.push({ key: true, number: 2 });
  assert.deepEqual(posted, ['canvas 1']);
  ladder.allow('keys');
  give(100, 1);
  assert.deepEqual(done, ['video closed', '100 keys', '100 h265', '100 frame 2']);
});

test('H.264 goes back to the video element, and a canvas that comes after that is not drawn on', () => {
  const { ladder, posted, done, give } = setUp();
  ladder.configure(h265);
  ladder.stepDown();
  ladder.configure(h264);
  give(100, 1);
  assert.deepEqual(posted, ['canvas 1', 'video']);
  assert.deepEqual(done, ['video closed']);
  assert.equal(ladder.push({ key: true, number: 1 }), false);
  assert.equal(ladder.stepDown(), false, 'for H.264 there is no step');
});

test('of frames that wait too long those before the newest key frame go', () => {
  const { ladder, done, give } = setUp();
  ladder.configure(h265);
  ladder.stepDown();
  for (let number = 0; number < 155; number += 1) ladder.push({ key: number % 100 === 0, number });
  ladder.push({ key: true, number: 200 });
  ladder.push({ key: false, number: 201 });
  done.length = 0;
  give(100, 1);
  assert.deepEqual(done, ['100 all', '100 h265', '100 frame 200', '100 frame 201']);
});

test('where nothing can feed the video element H.265 goes to a canvas at once, live and recorded', () => {
  const software: SoftwareKit = {
    open: () => assert.fail('no canvas came'),
    picture: () => assert.fail('nothing was decoded'),
    later: () => {},
    nowMs: () => 0,
  };
  const events = {
    shown: () => assert.fail('shown'),
    decoded: () => {},
    unsupported: () => assert.fail('unsupported'),
    failed: (reason: string) => assert.fail(reason),
    lost: () => assert.fail('lost'),
  };
  for (const [pageFeeds, expected] of [
    [false, ['surface']],
    [true, ['segments-begin', 'segment']],
  ] as const) {
    const live: string[] = [];
    new LadderSink(({ kind }) => live.push(kind), events, software, pageFeeds).configure(h265);
    const recorded: string[] = [];
    new LadderScreen(({ kind }) => recorded.push(kind), events, software, pageFeeds).configure(h265);
    assert.deepEqual([live, recorded], [expected, expected]);
  }
});
