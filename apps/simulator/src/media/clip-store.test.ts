// The committed clips must be what their index says: every frame whole, key frames where promised, sizes and codec as named.
import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import { test } from 'node:test';
import { createAudioDecoder, inspectVideoFrame, isKeyFrame, splitNals } from '@outrider/media';
import { loadClips, loadH265Clips } from './clip-store.ts';
import { PAYLOAD } from './payload.ts';

const clips = loadClips();
const FOLDER = new URL('../../clips/', import.meta.url);

test('there are four cameras in two sizes, 20 s at 15 frames a second', () => {
  assert.deepEqual(
    clips.video.map(({ channel, stream, width, height }) => [channel, stream, width, height]),
    [1, 2, 3, 4].flatMap((channel) => [
      [channel, 'main', 704, 576],
      [channel, 'sub', 352, 288],
    ]),
  );
  for (const clip of clips.video) assert.equal(clip.frames.length, 300, clip.label);
  assert.equal(clips.loopMs, 20_000);
});

test('every frame is one picture, key frames with parameter sets once a second', () => {
  for (const clip of clips.video) {
    for (const [i, frame] of clip.frames.entries()) {
      assert.equal(isKeyFrame(frame, 'h264'), clip.keys.has(i), `${clip.label} ${clip.stream} frame ${i}`);
      assert.equal(clip.keys.has(i), i % clip.fps === 0);
      const types = splitNals(frame).map((nal) => (nal[0] ?? 0) & 0x1f);
      assert.deepEqual(types, clip.keys.has(i) ? [7, 8, 5] : [1]);
    }
    const first = inspectVideoFrame(clip.frames[0] ?? new Uint8Array(0), 'h264');
    assert.deepEqual([first?.width, first?.height], [clip.width, clip.height]);
  }
});

test('sound comes in blocks of 40 ms that decode and are not silent', () => {
  for (const { name, codec, blocks } of clips.audio) {
    assert.equal(blocks.length * 40, clips.loopMs);
    const decoder = createAudioDecoder(PAYLOAD[codec], { bits: 4, packing: 'lsb' });
    let energy = 0;
    for (const block of blocks) {
      const pcm = decoder.decode(block)?.pcm ?? new Int16Array(0);
      assert.equal(pcm.length, 320);
      for (const sample of pcm) energy += sample * sample;
    }
    const level = Math.sqrt(energy / (blocks.length * 320));
    assert.ok(level > 500 && level < 12_000, `${name} ${codec}: ${level}`);
  }
});

test('the clips are small enough to be committed', () => {
  const bytes = readdirSync(FOLDER).reduce((sum, file) => sum + statSync(new URL(file, FOLDER)).size, 0);
  assert.ok(bytes < 10_000_000, `${bytes} bytes`);
});

test('the H.265 clips have the same sizes, pace and key frames', () => {
  const h265 = loadH265Clips(clips);
  for (const stream of ['main', 'sub'] as const) {
    const clip = h265.videoFor(3, stream);
    assert.equal(clip.frames.length, 300);
    for (const [i, frame] of clip.frames.entries()) {
      const picture = inspectVideoFrame(frame, 'h265');
      assert.deepEqual(
        [picture?.codec, picture?.key, clip.keys.has(i)],
        ['h265', i % clip.fps === 0, i % clip.fps === 0],
      );
    }
    const first = inspectVideoFrame(clip.frames[0] ?? new Uint8Array(0), 'h265');
    assert.deepEqual([first?.width, first?.height], [clip.width, clip.height]);
  }
});
