// Messages of frames: made when somebody needs them, in front of their bodies where there is room, and never over anything else.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeStreamMessage, streamCodecs, streamFlags, streamKinds } from '@outrider/contract';
import { HEAD_ROOM_BYTES, type MediaFrame } from '../gateway/index.ts';
import { createManualClock } from '../kernel/manual-clock.ts';
import { encodeFrame } from './encoded-frame.ts';
import { FlowEncoder } from './flow-encoder.ts';
import { GroupOfPictures } from './group-of-pictures.ts';
import { Subscriber, type Viewer } from './subscriber.ts';
import { ViewerGroup } from './viewer-group.ts';

const header = {
  kind: streamKinds.video,
  codec: streamCodecs.h264,
  flags: streamFlags.key,
  channel: 3,
  presentationUs: 5_000_000_123,
  captureMs: 1_763_000_000_123,
  sequence: 77,
  detail: 352 * 65_536 + 288,
};
const traits = { key: true, video: true };
const BEFORE = 5;

/** A body in memory of its own with bytes in front of its head room. */
const roomy = (bytes: number): Uint8Array => {
  const memory = new Uint8Array(BEFORE + HEAD_ROOM_BYTES + bytes).fill(0xaa, 0, BEFORE);
  const body = memory.subarray(BEFORE + HEAD_ROOM_BYTES);
  for (let i = 0; i < bytes; i += 1) body[i] = (i * 31) & 0xff;
  return body;
};
const memoryBefore = (body: Uint8Array): number[] => [...new Uint8Array(body.buffer, 0, BEFORE)];

test('with room in front the message is the same, and nothing but the room is written', () => {
  for (const bytes of [0, 1, 93, 94, 2560, 65_503, 65_504, 100_000]) {
    const body = roomy(bytes);
    const copy = Uint8Array.from(body);
    const inPlace = encodeFrame(header, body, { ...traits, headRoomBytes: HEAD_ROOM_BYTES });
    const plain = encodeFrame(header, copy, traits);
    assert.deepEqual(inPlace.bytes, plain.bytes, `${bytes} bytes`);
    assert.equal(inPlace.bytes.buffer, body.buffer);
    assert.deepEqual(body, copy);
    assert.deepEqual(memoryBefore(body), [0xaa, 0xaa, 0xaa, 0xaa, 0xaa]);
    assert.equal(inPlace.sizeBytes, plain.bytes.length);
  }
});

test('too little room is not used', () => {
  const body = roomy(10);
  const { bytes } = encodeFrame(header, body, { ...traits, headRoomBytes: 41 });
  assert.notEqual(bytes.buffer, body.buffer);
  assert.deepEqual(bytes.subarray(2 + 32), Buffer.from(body));
});

test('a replay is a message of its own, marked; what others were sent stays as it is', () => {
  const frame = encodeFrame(header, roomy(300), { ...traits, headRoomBytes: HEAD_ROOM_BYTES });
  const { bytes } = frame;
  const before = Buffer.from(bytes);
  const replay = decodeStreamMessage(frame.replay().subarray(4));
  assert.equal(replay?.header.flags, streamFlags.key | streamFlags.replay);
  assert.deepEqual(replay.body, before.subarray(36));
  assert.deepEqual(bytes, before);
});

const key = Buffer.from('00000001674d001495a85825900000000168ee3c800000000165b8', 'hex');

/** A key picture as it comes from a media connection. */
const picture = (): { frame: MediaFrame; room: Uint8Array } => {
  const memory = new Uint8Array(HEAD_ROOM_BYTES + key.length);
  memory.set(key, HEAD_ROOM_BYTES);
  const frame: MediaFrame = {
    kind: 'video',
    codec: 'h264',
    body: memory.subarray(HEAD_ROOM_BYTES),
    headRoomBytes: HEAD_ROOM_BYTES,
    presentationUs: 0,
    discontinuity: false,
    damagedBefore: false,
    arrivalMs: 0,
  };
  return { frame, room: memory.subarray(0, HEAD_ROOM_BYTES) };
};

test('no frame is encoded for viewers who are not there; the first one has it encoded, all share it', () => {
  const encoder = new FlowEncoder(1);
  const recent = new GroupOfPictures();
  const group = new ViewerGroup(createManualClock(), 40, () => undefined);
  const pass = (): Uint8Array => {
    const { frame, room } = picture();
    for (const encoded of encoder.encode(frame, 'sub')) {
      recent.add(encoded.frame, 0);
      group.offer(encoded.frame);
    }
    return room;
  };
  const unseen = pass();
  const written: Buffer[][] = [[], []];
  for (const list of written) {
    const socket = { writableLength: 0, write: (bytes: Buffer) => list.push(bytes) > 0, destroy: () => undefined };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a subscriber reads of its viewer
    const subscriber = new Subscriber({ socket, holdMs: 40, stream: 'sub' } as unknown as Viewer, () => undefined);
    subscriber.begin(recent.replay());
    group.members.add(subscriber);
  }
  assert.ok(
    unseen.every((byte) => byte === 0),
    'a joiner gets a copy',
  );
  const seen = pass();
  assert.ok(seen.some((byte) => byte !== 0));
  const [first = [], second = []] = written;
  assert.equal(first.length, 2);
  assert.equal(first[1], second[1]);
  assert.equal(first[1]?.buffer, seen.buffer);
});
