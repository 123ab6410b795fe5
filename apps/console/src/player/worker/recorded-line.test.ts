// What a recorded channel takes from its socket when another channel of the playback was sought first, and from a new socket whose playback
// the server counts from the beginning again.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { encodeStreamMessage, streamCodecs, streamKinds } from '@outrider/contract';
import type { PlaybackState } from '@outrider/contract';
import { RecordedLine } from './recorded-line.ts';

type Said = PlaybackState['state'];

const message = (kind: number, generation: number, timeMs: number, said: Said): ArrayBuffer => {
  const about = { channel: 1, flags: 0, detail: 0, presentationUs: timeMs * 1000, captureMs: timeMs, sequence: 1 };
  const state = JSON.stringify({ state: said, message: '', generation, from: 'server', timeMs });
  const body = kind === streamKinds.state ? new TextEncoder().encode(state) : new Uint8Array([1]);
  return encodeStreamMessage({ ...about, kind, codec: streamCodecs.h264 }, body).buffer;
};

/** A line whose socket opened, what that was told, and what came out of it. */
const opened = (generation: number) => {
  const sockets: (EventTarget & { said: unknown[] })[] = [];
  class FakeSocket extends EventTarget {
    readonly url = 'ws://x/';
    readonly said: unknown[] = [];
    binaryType = '';
    constructor() {
      super();
      sockets.push(this);
    }
    send(text: string): void {
      this.said.push(JSON.parse(text));
    }
    close(): void {}
  }
  const { WebSocket } = globalThis;
  Object.assign(globalThis, { WebSocket: FakeSocket });
  const out: string[] = [];
  const clock = { now: () => 0, after: () => () => {}, every: () => () => {} };
  const line = new RecordedLine(clock, 'lopb', generation, {
    frame: ({ captureMs }) => out.push(`frame ${captureMs}`),
    told: (state) => out.push(`told ${state.state} ${state.generation}`),
    moved: () => assert.fail('only devices move by themselves'),
    heard: () => {},
    lost: () => assert.fail('the socket stays'),
  });
  line.open(['ws://x/']);
  Object.assign(globalThis, { WebSocket });
  const [socket] = sockets;
  const take = (kind: number, of: number, timeMs: number, state: Said = 'playing'): void => {
    socket?.dispatchEvent(Object.assign(new Event('message'), { data: message(kind, of, timeMs, state) }));
  };
  socket?.dispatchEvent(new Event('open'));
  return { line, out, take, said: () => socket?.said };
};

/** A line that plays generation 0. */
const playing = () => {
  const set = opened(0);
  set.take(streamKinds.state, 0, 1000);
  set.take(streamKinds.video, 0, 1000);
  assert.deepEqual(set.out.splice(0), ['told playing 0', 'frame 1000']);
  return set;
};

it('what comes before the page tells of the seek is kept for it', () => {
  const { line, out, take, said } = playing();
  take(streamKinds.state, 1, 40_000);
  take(streamKinds.video, 1, 40_000);
  take(streamKinds.video, 1, 40_040);
  assert.deepEqual(out, [], 'none of it belongs to what is wanted now');
  assert.equal(line.want(1), true);
  line.seek(40_000, 1);
  assert.deepEqual(said(), [{ seek: 40_000, generation: 1, speed: 1 }]);
  take(streamKinds.video, 1, 40_080);
  assert.deepEqual(out, ['told playing 1', 'frame 40000', 'frame 40040', 'frame 40080']);
});

it('of two seeks in a row only what belongs to the second is passed on', () => {
  const { line, out, take } = playing();
  take(streamKinds.state, 1, 40_000);
  take(streamKinds.video, 1, 40_000);
  take(streamKinds.state, 2, 50_000);
  take(streamKinds.video, 2, 50_000);
  line.want(1);
  line.seek(40_000, 1);
  assert.deepEqual(out, []);
  line.want(2);
  line.seek(50_000, 1);
  assert.deepEqual(out, ['told playing 2', 'frame 50000']);
});

it('a playback that the server began again counts from 0: all its words are passed on, until another moment is wanted', () => {
  const { line, out, take } = opened(3);
  take(streamKinds.state, 0, 1000, 'opening');
  take(streamKinds.state, 0, 1000);
  take(streamKinds.video, 0, 1000);
  take(streamKinds.state, 0, 9000, 'gap');
  take(streamKinds.state, 0, 9000, 'ended');
  assert.deepEqual(out.splice(0), ['told opening 0', 'told playing 0', 'frame 1000', 'told gap 0', 'told ended 0']);
  assert.equal(line.want(4), true);
  line.seek(50_000, 1);
  take(streamKinds.state, 0, 9000, 'ended');
  take(streamKinds.video, 0, 9000);
  assert.deepEqual(out, [], 'a late word about the moment before');
  take(streamKinds.state, 4, 50_000);
  take(streamKinds.video, 4, 50_000);
  assert.deepEqual(out, ['told playing 4', 'frame 50000']);
});
