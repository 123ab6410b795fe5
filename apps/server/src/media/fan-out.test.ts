// Viewers of one stream: shared writes, slow readers, joiners. The sockets are stand-ins that count what waits.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeStreamMessage, streamCodecs, streamFlags, streamKinds } from '@outrider/contract';
import { createManualClock } from '../kernel/manual-clock.ts';
import { encodeFrame, type EncodedFrame } from './encoded-frame.ts';
import { GroupOfPictures } from './group-of-pictures.ts';
import { QUEUE_BYTES, STALLED_MS, Subscriber, type Viewer, type ViewerSocket } from './subscriber.ts';
import { ViewerGroup } from './viewer-group.ts';

/** Keeps what is written; `waiting` plays what a slow reader leaves unread. */
class FakeSocket implements ViewerSocket {
  readonly written: Buffer[] = [];
  waiting = 0;
  get writableLength(): number {
    return this.waiting;
  }
  write(chunk: Buffer): boolean {
    this.written.push(chunk);
    return true;
  }
  destroy(): void {
    this.written.length = 0;
  }
}

let sequence = 0;
const frame = (key: boolean, video = true): EncodedFrame => {
  sequence += 1;
  const header = {
    kind: video ? streamKinds.video : streamKinds.audio,
    codec: streamCodecs.h264,
    flags: key ? streamFlags.key : 0,
    channel: 1,
    presentationUs: 0,
    captureMs: 0,
    sequence,
    detail: 0,
  };
  return encodeFrame(header, Uint8Array.of(sequence), { key, video });
};
/** Sequence numbers of all messages in the written chunks. Small frames have a two-byte WebSocket head. */
const numbers = (socket: FakeSocket): number[] => numbersIn(Buffer.concat(socket.written));
const numbersIn = (bytes: Buffer): number[] => {
  const found: number[] = [];
  for (let at = 0; at < bytes.length; at += 2 + (bytes[at + 1] ?? 0)) {
    found.push(decodeStreamMessage(bytes.subarray(at + 2, at + 2 + (bytes[at + 1] ?? 0)))?.header.sequence ?? -1);
  }
  return found;
};
const setUp = (holdMs: 40 | 120 = 40) => {
  sequence = 0;
  const clock = createManualClock();
  const stalled: Subscriber[] = [];
  const group = new ViewerGroup(clock, holdMs, (subscriber) => void stalled.push(subscriber));
  const resumed: number[] = [];
  const join = (recent: EncodedFrame[] = []): { socket: FakeSocket; subscriber: Subscriber } => {
    const socket = new FakeSocket();
    const viewer: Viewer = {
      socket,
      userId: 1,
      userName: 'u',
      address: '',
      port: 0,
      stream: 'sub',
      holdMs,
      openedMs: 0,
    };
    const subscriber = new Subscriber(viewer, (dropped) => void resumed.push(dropped));
    group.flush();
    const pictures = new GroupOfPictures();
    for (const each of recent) pictures.add(each, 0);
    subscriber.begin(pictures.replay());
    group.members.add(subscriber);
    return { socket, subscriber };
  };
  return { clock, group, join, resumed, stalled };
};

test('every viewer gets the same buffer, one write a frame', () => {
  const { group, join } = setUp();
  const key = frame(true);
  const [a, b] = [join([key]), join([key])];
  const next = frame(false);
  group.offer(next);
  assert.equal(a.socket.written.at(-1), next.bytes);
  assert.equal(b.socket.written.at(-1), next.bytes);
});

test('a joiner starts at the key frame, marked as replay; without one it waits for the next', () => {
  const { group, join } = setUp();
  const key = frame(true);
  const early = join([key, frame(false)]);
  assert.deepEqual(numbers(early.socket), [1, 2]);
  assert.ok(
    (decodeStreamMessage(early.socket.written[0]?.subarray(2) ?? new Uint8Array(0))?.header.flags ?? 0) &
      streamFlags.replay,
  );
  assert.equal((key.bytes[2 + 3] ?? 0) & streamFlags.replay, 0);
  const late = join([]);
  group.offer(frame(false));
  group.offer(frame(true));
  assert.deepEqual(numbers(late.socket), [4]);
});

test('with 120 ms three frames share a write, and none waits longer than that', () => {
  const { clock, group, join } = setUp(120);
  const { socket } = join([frame(true)]);
  socket.written.length = 0;
  group.offer(frame(false));
  group.offer(frame(false));
  assert.equal(socket.written.length, 0);
  group.offer(frame(false));
  assert.equal(socket.written.length, 1);
  group.offer(frame(false));
  clock.advance(120);
  assert.equal(socket.written.length, 2);
  assert.deepEqual(numbers(socket), [2, 3, 4, 5]);
  assert.equal(clock.pending(), 0);
});

test('with 40 ms audio waits for a picture to share its write, but not for longer', () => {
  const { clock, group, join } = setUp(40);
  const { socket } = join([frame(true)]);
  socket.written.length = 0;
  group.offer(frame(false, false));
  assert.equal(socket.written.length, 0);
  group.offer(frame(false));
  assert.equal(socket.written.length, 1);
  group.offer(frame(false, false));
  clock.advance(40);
  assert.equal(socket.written.length, 2);
});

test('a slow viewer drops up to the next key frame once it has caught up, the other misses nothing', () => {
  const { group, join, resumed } = setUp();
  const key = frame(true);
  const [slow, quick] = [join([key]), join([key])];
  slow.socket.waiting = QUEUE_BYTES;
  group.offer(frame(false));
  group.offer(frame(true));
  slow.socket.waiting = 0;
  group.offer(frame(false));
  group.offer(frame(true));
  group.offer(frame(false));
  assert.deepEqual(numbers(slow.socket), [1, 5, 6]);
  assert.deepEqual(numbers(quick.socket), [1, 2, 3, 4, 5, 6]);
  assert.equal(slow.subscriber.dropped, 3);
  assert.deepEqual(resumed, [3]);
});

test('a viewer that reads nothing is given up after 30 seconds, one that reads a little is not', () => {
  const { clock, group, join, stalled } = setUp();
  const key = frame(true);
  const [dead, slow] = [join([key]), join([key])];
  dead.socket.waiting = slow.socket.waiting = QUEUE_BYTES;
  group.offer(frame(false));
  clock.advance(STALLED_MS / 2);
  slow.socket.waiting = QUEUE_BYTES - 1;
  group.offer(frame(false));
  slow.socket.waiting = QUEUE_BYTES;
  clock.advance(STALLED_MS / 2);
  group.offer(frame(false));
  assert.deepEqual(stalled, [dead.subscriber]);
});

test('what is kept for joiners begins at the newest key frame and is forgotten when it grows too old', () => {
  sequence = 0;
  const recent = new GroupOfPictures();
  const kept = (): number[] => numbersIn(recent.replay() ?? Buffer.alloc(0));
  recent.add(frame(false), 0);
  assert.equal(recent.empty, true);
  recent.add(frame(true), 0);
  recent.add(frame(false), 9_999);
  assert.deepEqual(kept(), [2, 3]);
  recent.add(frame(true), 10_000);
  assert.deepEqual(kept(), [4]);
  recent.add(frame(false), 20_001);
  assert.equal(recent.empty, true);
  assert.equal(recent.replay(), null);
});

const large = (key: boolean, bytes: number): EncodedFrame => {
  sequence += 1;
  const kind = { kind: streamKinds.video, codec: streamCodecs.h264, flags: 0, channel: 1 };
  const header = { ...kind, presentationUs: 0, captureMs: 0, sequence, detail: 0 };
  return encodeFrame(header, new Uint8Array(bytes).fill(sequence), { key, video: true });
};

test('what is kept for joiners is forgotten when it grows too large, and begins again', () => {
  const recent = new GroupOfPictures();
  recent.add(large(true, 1_000_000), 0);
  for (let i = 0; i < 7; i += 1) recent.add(large(false, 1_000_000), i);
  assert.equal(recent.replay()?.length, 8 * 1_000_042);
  recent.add(large(false, 1_000_000), 8);
  assert.equal(recent.empty, true);
  recent.add(large(true, 100), 9);
  assert.equal(recent.replay()?.length, 136);
});

test('what a joiner was given stays as it was while the next groups are written', () => {
  const recent = new GroupOfPictures();
  const given: { bytes: Buffer; copy: Buffer }[] = [];
  for (let i = 0; i < 40; i += 1) {
    recent.add(large(i % 4 === 0, 500 + ((i * 7919) % 30_000)), i);
    const bytes = recent.replay();
    assert.ok(bytes !== null);
    given.push({ bytes, copy: Buffer.from(bytes) });
  }
  for (const { bytes, copy } of given) assert.ok(bytes.equals(copy));
});
