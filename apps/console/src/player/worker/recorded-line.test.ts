// What a recorded channel takes from its socket when another channel of the playback was sought first.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { encodeStreamMessage, streamCodecs, streamKinds } from '@outrider/contract';
import { RecordedLine } from './recorded-line.ts';

const message = (kind: number, generation: number, timeMs: number): ArrayBuffer => {
  const about = { channel: 1, flags: 0, detail: 0, presentationUs: timeMs * 1000, captureMs: timeMs, sequence: 1 };
  const state = JSON.stringify({ state: 'playing', message: '', generation, from: 'server', timeMs });
  const body = kind === streamKinds.state ? new TextEncoder().encode(state) : new Uint8Array([1]);
  return encodeStreamMessage({ ...about, kind, codec: streamCodecs.h264 }, body).buffer;
};

/** A line that plays generation 0, what its socket was told, and what came out of it. */
const playing = () => {
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
  const line = new RecordedLine(clock, 'lopb', 0, {
    frame: ({ captureMs }) => out.push(`frame ${captureMs}`),
    told: ({ generation }) => out.push(`told ${generation}`),
    moved: () => assert.fail('only devices move by themselves'),
    heard: () => {},
    lost: () => assert.fail('the socket stays'),
  });
  line.open(['ws://x/']);
  Object.assign(globalThis, { WebSocket });
  const [socket] = sockets;
  const take = (kind: number, generation: number, timeMs: number): void => {
    socket?.dispatchEvent(Object.assign(new Event('message'), { data: message(kind, generation, timeMs) }));
  };
  socket?.dispatchEvent(new Event('open'));
  take(streamKinds.state, 0, 1000);
  take(streamKinds.video, 0, 1000);
  assert.deepEqual(out.splice(0), ['told 0', 'frame 1000']);
  return { line, out, take, said: () => socket?.said };
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
  assert.deepEqual(out, ['told 1', 'frame 40000', 'frame 40040', 'frame 40080']);
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
  assert.deepEqual(out, ['told 2', 'frame 50000']);
});
