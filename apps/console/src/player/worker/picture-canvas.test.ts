import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { CodecScreen } from './codec-screen.ts';
import { CodecSink } from './codec-sink.ts';
import type { CodedFrame } from './frame-gate.ts';
import type { RecordedFrame } from './frame-shelf.ts';

/** What the browser gives a worker, as far as pictures need it: a decoder that answers when told, and frames when told. */
const fakeBrowser = () => {
  const drawn: number[] = [];
  const open = new Set<number>();
  let output: (picture: unknown) => void = () => {};
  const frames: (() => void)[] = [];
  class FakeDecoder {
    state = 'configured';
    decodeQueueSize = 0;
    static isConfigSupported = async () => ({ supported: true });
    constructor(init: { output: typeof output }) {
      output = init.output;
    }
    configure(): void {}
    decode(): void {}
    close(): void {
      this.state = 'closed';
    }
  }
  Object.assign(globalThis, {
    VideoDecoder: FakeDecoder,
    EncodedVideoChunk: Object,
    requestAnimationFrame: (then: () => void) => frames.push(then),
  });
  const context = { drawImage: ({ timestamp }: { timestamp: number }) => drawn.push(timestamp), clearRect: () => {} };
  const canvas = { width: 0, height: 0, getContext: () => context };
  return {
    canvas: canvas as unknown as OffscreenCanvas,
    drawn,
    /** Pictures that nobody closed: each holds a buffer of the decoder. */
    open,
    decoded: (timestamp: number): void => {
      open.add(timestamp);
      output({ timestamp, displayWidth: 352, displayHeight: 288, close: () => open.delete(timestamp) });
    },
    /** The browser showed what was drawn. */
    frame: (): void => {
      for (const then of frames.splice(0)) then();
    },
  };
};

afterEach(() => {
  for (const name of ['VideoDecoder', 'EncodedVideoChunk', 'requestAnimationFrame'])
    Reflect.deleteProperty(globalThis, name);
});

const format = { codecString: 'avc1.42001e', sets: { codec: 'h264' } } as never;
const coded = (timeMs: number): CodedFrame & RecordedFrame => ({
  bytes: new Uint8Array(4),
  key: true,
  replay: false,
  timestampUs: timeMs * 1000,
  captureMs: timeMs,
  timeMs,
  takenMs: timeMs,
});

test('live pictures that come faster than the browser shows them: the newest waits for its frame, those before it are dropped', () => {
  const browser = fakeBrowser();
  const shown: number[] = [];
  const events = {
    shown: (frame: CodedFrame) => shown.push(frame.captureMs),
    unsupported: () => {},
    failed: () => {},
    lost: () => {},
  };
  const sink = new CodecSink(browser.canvas, events);
  sink.configure(format);
  for (const at of [1, 2, 3, 4, 5, 6, 7, 8]) sink.push(coded(at));
  for (const at of [1, 2, 3]) browser.decoded(at);
  assert.deepEqual(browser.drawn, [1, 2, 3], 'a few are drawn at once');
  browser.decoded(4);
  browser.decoded(5);
  assert.deepEqual(browser.drawn, [1, 2, 3]);
  browser.frame();
  assert.deepEqual(browser.drawn, [1, 2, 3, 5]);
  assert.deepEqual(shown, [1, 2, 3, 5]);
  assert.equal(sink.dropped, 1);
  for (const at of [6, 7, 8]) browser.decoded(at);
  sink.close();
  browser.frame();
  assert.deepEqual(browser.drawn, [1, 2, 3, 5, 6, 7], 'nothing is drawn after the end');
  assert.deepEqual([...browser.open], []);
});

test('recorded pictures that are due faster than the browser shows them: the newest that is due is drawn with the next frame', () => {
  const browser = fakeBrowser();
  let looks = 0;
  const screen = new CodecScreen(browser.canvas, {
    shown: () => {},
    decoded: () => (looks += 1),
    unsupported: () => {},
    failed: () => {},
    lost: () => {},
  });
  screen.configure(format);
  for (const at of [1, 2, 3, 4, 5]) screen.push(coded(at));
  for (const at of [1, 2, 3, 4, 5]) browser.decoded(at);
  for (const at of [1, 2, 3]) screen.show(at);
  assert.deepEqual(browser.drawn, [1, 2, 3]);
  assert.equal(screen.busy, true);
  screen.show(4);
  screen.show(5);
  assert.deepEqual(browser.drawn, [1, 2, 3]);
  assert.equal(screen.dropped, 1);
  const before = looks;
  browser.frame();
  assert.equal(looks, before + 1, 'it asks to be looked at');
  assert.equal(screen.busy, false);
  screen.show(5);
  assert.deepEqual(browser.drawn, [1, 2, 3, 5]);
  screen.close();
  assert.deepEqual([...browser.open], []);
});
