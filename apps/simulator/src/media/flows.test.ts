// Pace and order of what the cameras send, with a clock that is driven: live, stream switch, pause, playback at its speeds, talk.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isKeyFrame, readStamp } from '@outrider/media';
import { ManualClock } from '../clock.ts';
import { loadClips } from './clip-store.ts';
import { listDisk } from './disk.ts';
import { LiveFlow } from './live-flow.ts';
import type { LinkFrame } from './media-link.ts';
import { PlaybackFlow } from './playback-flow.ts';
import type { PlaybackPace } from './playback-flow.ts';
import { Ear } from './heard.ts';
import { TalkFlow } from './talk-flow.ts';

const AS_DRAWN = { framesPerSecond: 15, bitRateKbps: null, sound: true, microphone: 50, loudspeaker: 50, osd: [] };
const clips = loadClips();
const START = 1_790_000_007_123;

type Sent = LinkFrame & { readonly atMs: number };

const liveOn = (clock: ManualClock, audio: 'g711a' | 'g726' | null) => {
  const sent: Sent[] = [];
  const send = (frame: LinkFrame): void => {
    sent.push({ ...frame, atMs: clock.now() - START });
  };
  const flow = new LiveFlow({
    clock,
    clips,
    deviceId: 'dev',
    channel: 3,
    stream: 'sub',
    video: true,
    audio,
    clockOffsetMs: 0,
    picture: (_, stream) => ({ ...AS_DRAWN, resolution: stream === 'sub' ? 1 : 3 }),
    send,
  });
  return {
    flow,
    sent,
    video: () => sent.filter(({ dataType }) => dataType < 3),
    sound: () => sent.filter(({ dataType }) => dataType === 3),
  };
};

test('live video keeps 15 frames a second, timestamps and numbers rising over the loop of the clip', () => {
  const clock = new ManualClock(START);
  const { flow, video } = liveOn(clock, null);
  flow.start();
  clock.advance(45_000);
  flow.stop();
  const frames = video();
  assert.ok(Math.abs(frames.length - 45 * 15) <= 16, `${frames.length} frames in 45 s`);
  assert.equal(frames[0]?.dataType, 0);
  for (const [i, frame] of frames.entries()) {
    assert.equal(frame.dataType === 0, isKeyFrame(frame.body, 'h264'));
    assert.equal(readStamp(frame.body)?.frameNumber, i);
    assert.equal(readStamp(frame.body)?.captureMs, START + frame.atMs);
    const before = frames[i - 1];
    if (before === undefined) continue;
    const gap = Number((frame.timestampMs ?? 0n) - (before.timestampMs ?? 0n));
    assert.ok(gap >= 66 && gap <= 67, `frame ${i} comes ${gap} ms after the one before`);
    assert.ok(frame.atMs - before.atMs <= 68);
    assert.ok(Math.abs((frame.lastFrameIntervalMs ?? 0) - gap) <= 1);
    if (frame.dataType === 0) assert.equal(frame.lastIFrameIntervalMs, 1000);
  }
  const beforeStop = frames.length;
  clock.advance(1000);
  assert.equal(video().length, beforeStop, 'nothing after stop');
});

test('two cameras of one place in time show the same place of their loops', () => {
  const clock = new ManualClock(START);
  const one = liveOn(clock, null);
  const two = liveOn(clock, null);
  one.flow.start();
  clock.advance(3000);
  two.flow.start();
  clock.advance(2000);
  const last = (flow: typeof one) => flow.video().at(-1)?.body.length;
  assert.equal(last(one), last(two));
  one.flow.stop();
  two.flow.stop();
});

test('sound comes every 40 ms between the pictures, in the codec of the vehicle', () => {
  for (const [audio, payloadType, bytes] of [
    ['g711a', 6, 320],
    ['g726', 8, 160],
  ] as const) {
    const clock = new ManualClock(START);
    const { flow, sound } = liveOn(clock, audio);
    flow.start();
    clock.advance(25_000);
    flow.stop();
    const blocks = sound();
    assert.ok(Math.abs(blocks.length - 625) <= 30, `${blocks.length} blocks in 25 s`);
    for (const [i, block] of blocks.entries()) {
      assert.deepEqual([block.payloadType, block.body.length], [payloadType, bytes]);
      const before = blocks[i - 1];
      if (before) assert.equal((block.timestampMs ?? 0n) - (before.timestampMs ?? 0n), 40n);
    }
  }
});

test('a stream switch waits for a key frame, then shows the other size', () => {
  const clock = new ManualClock(START);
  const { flow, video } = liveOn(clock, null);
  flow.start();
  clock.advance(200);
  flow.switchStream('main');
  clock.advance(2000);
  flow.stop();
  const main = clips.videoFor(3, 'main').frames[0]?.subarray(0, 24) ?? new Uint8Array(0);
  const isMain = ({ body }: Sent): boolean => Buffer.compare(body.subarray(0, 24), main) === 0;
  const firstMain = video().findIndex(isMain);
  assert.ok(firstMain > 0 && video()[firstMain]?.dataType === 0);
  assert.ok(
    video()
      .slice(firstMain)
      .filter(({ dataType }) => dataType === 0)
      .every(isMain),
  );
});

test('pause and resume go on with a key frame; stopping sound leaves the picture', () => {
  const clock = new ManualClock(START);
  const { flow, sent } = liveOn(clock, 'g711a');
  flow.start();
  clock.advance(500);
  flow.pause();
  const held = sent.length;
  clock.advance(5000);
  assert.equal(sent.length, held);
  flow.select({ video: true, audio: false });
  flow.resume();
  clock.advance(1000);
  flow.stop();
  const after = sent.slice(held);
  assert.equal(after[0]?.dataType, 0);
  assert.ok(after.every(({ dataType }) => dataType < 3));
});

const playbackOf = (
  pace: PlaybackPace,
  seconds: number,
  advanceMs: number,
  { seekMs, congestedMs = 0 }: { seekMs?: number; congestedMs?: number } = {},
) => {
  const clock = new ManualClock(START);
  const from = START - 3_600_000;
  const sent: Sent[] = [];
  let finished = 0;
  const flow = new PlaybackFlow({
    clock,
    clips,
    deviceId: 'dev',
    channel: 1,
    stream: 'main',
    audio: 'g711a',
    startMs: from,
    endMs: from + seconds * 1000,
    send: (frame) => sent.push({ ...frame, atMs: clock.now() - START }),
    congested: () => clock.now() < START + congestedMs,
    finished: () => (finished += 1),
  });
  if (pace.rate < 0) flow.seek(from + seconds * 1000);
  flow.start(pace);
  if (seekMs !== undefined) {
    clock.advance(500);
    flow.seek(from + seekMs);
  }
  clock.advance(advanceMs);
  const video = sent.filter(({ dataType }) => dataType < 3);
  const times = video.map(({ timestampMs }) => Number(timestampMs) - from);
  flow.stop();
  return { video, times, finished, sound: sent.length - video.length };
};

test('playback runs in recorded time to the end of its range', () => {
  const { video, times, finished, sound } = playbackOf({ rate: 1, keysOnly: false }, 10, 12_000);
  assert.equal(finished, 1);
  assert.equal(video[0]?.dataType, 0);
  assert.ok(
    Math.abs(video.length - 150) <= 15 && Math.abs(sound - 250) <= 26,
    `${video.length} pictures, ${sound} blocks`,
  );
  assert.ok(times.every((time, i) => i === 0 || time > (times[i - 1] ?? 0)));
  assert.ok((times.at(-1) ?? 0) < 10_000);
});

test('a recording waits for a network that does not keep up, and leaves nothing out', () => {
  const free = playbackOf({ rate: 1, keysOnly: false }, 10, 12_000);
  const late = playbackOf({ rate: 1, keysOnly: false }, 10, 12_000, { congestedMs: 6000 });
  assert.ok(late.video.every(({ atMs }) => atMs >= 6000));
  assert.deepEqual([late.times, late.sound, late.finished], [free.times, free.sound, 1]);
});

test('fast forward is that much faster, silent, and by key frames from 8x on', () => {
  const four = playbackOf({ rate: 4, keysOnly: false }, 40, 10_500);
  assert.equal(four.finished, 1);
  assert.equal(four.sound, 0);
  assert.ok(four.video.length > 550);
  const sixteen = playbackOf({ rate: 16, keysOnly: false }, 40, 2600);
  assert.equal(sixteen.finished, 1);
  assert.ok(sixteen.video.every(({ dataType }) => dataType === 0) && sixteen.video.length <= 42);
});

test('rewind shows key frames backwards', () => {
  const { video, times, finished } = playbackOf({ rate: -2, keysOnly: true }, 20, 11_500);
  assert.ok(video.every(({ dataType }) => dataType === 0));
  assert.ok(times.every((time, i) => i === 0 || time < (times[i - 1] ?? 0)));
  assert.equal(finished, 1);
});

test('a seek goes on from a key frame at the new place', () => {
  const { video, times } = playbackOf({ rate: 1, keysOnly: false }, 300, 1000, { seekMs: 120_000 });
  const jump = times.findIndex((time, i) => i > 0 && Math.abs(time - (times[i - 1] ?? 0)) > 5000);
  assert.ok(jump > 0 && video[jump]?.dataType === 0);
  assert.ok(Math.abs((times[jump] ?? 0) - 120_000) <= 1000);
});

test('the disk lists whole files only, and nothing for what it does not have', () => {
  const disk = { channels: 2, hours: 1, bytesPerS: 64_000 };
  const all = {
    channel: 0,
    startBcd: '000000000000',
    endBcd: '000000000000',
    alarmFlags: 0n,
    resourceType: 0,
    streamType: 0,
    storageType: 0,
  };
  const files = listDisk(disk, all, START);
  assert.equal(files.length, 24);
  assert.ok(files.every(({ startBcd, endBcd }) => Number(startBcd.slice(-4, -2)) % 5 === 0 && endBcd > startBcd));
  const one = files[6];
  assert.ok(one);
  const { channel, startBcd, endBcd } = one;
  assert.deepEqual(listDisk(disk, { ...all, channel, startBcd, endBcd }, START), [one]);
  assert.deepEqual(listDisk(disk, { ...all, streamType: 2 }, START), []);
  assert.deepEqual(listDisk(disk, { ...all, alarmFlags: 1n }, START), []);
});

test('the disk of a recorder with alarms has plain files, some of collisions and some of speed, and finds them by their alarm', () => {
  const disk = { channels: 1, hours: 6, bytesPerS: 64_000, alarms: true };
  const all = { channel: 0, startBcd: '000000000000', endBcd: '000000000000', alarmFlags: 0n };
  const query = { ...all, resourceType: 0, streamType: 0, storageType: 0 };
  const flags = listDisk(disk, query, START).map(({ alarmFlags }) => alarmFlags);
  assert.deepEqual(new Set(flags), new Set([0n, 1n << 29n, 2n]));
  const collisions = listDisk(disk, { ...query, alarmFlags: 1n << 29n }, START);
  assert.equal(collisions.length, flags.filter((each) => each === 1n << 29n).length);
  assert.ok(collisions.length >= 10);
});

test('a talk gives back what it heard, a listening vehicle only its microphone', () => {
  const clock = new ManualClock(START);
  const microphone = clips.audioFor(1, 'g711a');
  const body = new Uint8Array(320).fill(0x55);
  const heard = {
    sim: '1',
    channel: 1,
    kind: 'audio',
    dataType: 3,
    payloadType: 6,
    timestampMs: 0n,
    lastFrameIntervalMs: null,
    body,
    damagedBefore: false,
  } as const;
  for (const kind of ['talk', 'listen', 'broadcast'] as const) {
    const sent: LinkFrame[] = [];
    const flow = new TalkFlow({ clock, kind, microphone, volume: () => 50, send: (frame) => sent.push(frame) });
    flow.start();
    for (let i = 0; i < 12; i += 1) flow.hear(heard);
    clock.advance(4000);
    flow.stop();
    const echoed = sent.filter((frame) => frame.body === body).length;
    assert.equal(echoed, kind === 'talk' ? 12 : 0);
    assert.equal(sent.length, kind === 'broadcast' ? 0 : 100);
  }
});

test('silence is no sound to answer; a voice and what cannot be decoded are', () => {
  const ear = new Ear([]);
  const frame = {
    sim: '1',
    channel: 1,
    kind: 'audio',
    dataType: 3,
    timestampMs: 0n,
    lastFrameIntervalMs: null,
    damagedBefore: false,
  } as const;
  const hear = (payloadType: number, body: Uint8Array): boolean =>
    ear.hear({ ...frame, payloadType, body }, { channel: 1, dataType: 2 }, START);
  assert.equal(hear(6, new Uint8Array(320).fill(0xd5)), false);
  assert.equal(hear(6, new Uint8Array(320).fill(0x85)), true);
  assert.equal(hear(99, new Uint8Array(320)), true);
});
