// The pace of a voice with a driven clock: a packet a frame duration, silence while nobody speaks, never far ahead, nothing old.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { VoiceBlock } from '../../gateway/index.ts';
import type { Clock } from '../../kernel/clock.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { ASSUMED_FORMAT } from './voice-format.ts';
import { VoiceTrack } from './voice-track.ts';

type Written = VoiceBlock & { spoken: boolean; atMs: number };

/** Encodes each sample as its low byte, so that a test can see which samples went where. */
const setUp = (samples = 320, clock: Clock & { pending?: () => number } = createManualClock()) => {
  let encoded = 0;
  const encoder = {
    payloadType: 6,
    encode: (pcm: Int16Array) => {
      encoded += 1;
      return Uint8Array.from(pcm);
    },
  };
  const track = new VoiceTrack(clock, { ...ASSUMED_FORMAT, samples }, encoder);
  const join = (): { written: Written[]; leave: () => void } => {
    const written: Written[] = [];
    const member = {
      write: (block: VoiceBlock, spoken: boolean) => void written.push({ ...block, spoken, atMs: clock.monotonic() }),
    };
    track.join(member);
    return { written, leave: () => track.leave(member) };
  };
  return { track, join, encodedCount: () => encoded };
};
const voice = (ms: number, value = 1): Int16Array => new Int16Array(ms * 8).fill(value);

for (const samples of [160, 320, 480, 800]) {
  test(`silence goes out one packet a frame duration: ${samples} samples`, () => {
    const clock = createManualClock();
    const { join } = setUp(samples, clock);
    const { written } = join();
    clock.advance(1999);
    const durationMs = samples / 8;
    assert.equal(written.length, Math.ceil(2000 / durationMs));
    assert.deepEqual(
      written.map(({ atMs }) => atMs),
      written.map((_, i) => i * durationMs),
    );
    assert.ok(written.every(({ spoken, body }) => !spoken && body.every((byte) => byte === 0)));
    assert.ok(written.every((block) => block.durationMs === durationMs && block.payloadType === 6));
  });
}

test('a burst goes out at most 200 ms ahead, the rest at its pace, and nothing of more than 600 ms', () => {
  const clock = createManualClock();
  const { track, join } = setUp(320, clock);
  const { written } = join();
  clock.advance(1000);
  const silent = written.length;
  track.push(voice(1000));
  assert.equal(track.dropped, 400 * 8);
  const aheadMs = (): number => written.length * 40 - clock.monotonic();
  assert.ok(aheadMs() <= 200 && aheadMs() > 160, `${aheadMs()} ms ahead`);
  for (let i = 0; i < 30; i += 1) {
    clock.advance(13);
    assert.ok(aheadMs() <= 200, `${aheadMs()} ms ahead`);
  }
  clock.advance(2000);
  assert.equal(written.filter(({ spoken }) => spoken).length, 600 / 40);
  const spoken = written.map((block, i) => (block.spoken ? i : -1)).filter((i) => i >= 0);
  assert.deepEqual([spoken[0], (spoken.at(-1) ?? 0) - (spoken[0] ?? 0)], [silent, 14], 'no gap inside the voice');
});

for (const samples of [160, 320, 800]) {
  test(`blocks of a microphone are cut to ${samples} samples without losing or changing one`, () => {
    const clock = createManualClock();
    const { track, join } = setUp(samples, clock);
    const { written } = join();
    let next = 1;
    for (let i = 0; i < 50; i += 1) {
      track.push(Int16Array.from({ length: 320 }, () => (next = (next % 250) + 1)));
      clock.advance(40);
    }
    clock.advance(1000);
    const heard = Buffer.concat(written.map(({ body }) => body)).filter((byte) => byte !== 0);
    let expected = 1;
    assert.equal(heard.length, 50 * 320);
    assert.ok(heard.every((byte) => byte === (expected = (expected % 250) + 1)));
    assert.equal(track.dropped, 0);
  });
}

test('voice that comes in time is passed on at once, without a frame of silence in it', () => {
  const clock = createManualClock();
  const { track, join } = setUp(320, clock);
  const { written } = join();
  clock.advance(100);
  for (let i = 0; i < 25; i += 1) {
    const before = written.length;
    track.push(voice(40));
    assert.equal(written.length, before + 1);
    assert.equal(written.at(-1)?.spoken, true);
    clock.advance(39);
    clock.advance(1);
  }
  const firstSpoken = written.findIndex(({ spoken }) => spoken);
  assert.ok(written.slice(firstSpoken, firstSpoken + 25).every(({ spoken }) => spoken));
});

test('after the process was held up, what is past is not said', () => {
  const base = createManualClock();
  let lagMs = 0;
  const clock: Clock = { ...base, monotonic: () => base.monotonic() + lagMs };
  const { join } = setUp(320, clock);
  const { written } = join();
  base.advance(100);
  const before = written.length;
  lagMs = 10_000;
  base.advance(40);
  assert.ok(written.length - before <= 2, `${written.length - before} packets at once`);
  base.advance(400);
  assert.ok(written.length - before >= 10, 'and it goes on at its pace');
});

test('several devices share one encoding; the last one that leaves stops the clock', () => {
  const clock = createManualClock();
  const { track, join, encodedCount } = setUp(320, clock);
  const [a, b] = [join(), join()];
  clock.advance(400);
  track.push(voice(40));
  assert.equal(encodedCount(), a.written.length);
  assert.deepEqual(a.written.at(-1)?.body, b.written.at(-1)?.body);
  a.leave();
  const left = a.written.length;
  clock.advance(400);
  assert.equal(a.written.length, left);
  b.leave();
  assert.equal(clock.pending(), 0);
  const before = encodedCount();
  track.push(voice(40));
  assert.equal(encodedCount(), before, 'nobody listens, nothing is kept');
  const later = join();
  clock.advance(100);
  assert.ok(later.written.every(({ spoken }) => !spoken));
});
