// Audio of the recordings and of real packets beside the repository: samples, loudness and dominant frequency after decoding.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { demux } from '../testing/demux.ts';
import { MEDIA_VECTORS, RECORDINGS, type ExpectedRecording } from '../testing/shared.ts';
import { createAudioDecoder, G726Decoder, stripHisiliconHeader, type AudioDescription } from './index.ts';

const noRecordings = existsSync(RECORDINGS)
  ? false
  : 'SKIPPED: the recordings are not beside the repository (../shared/data/jt1078)';
const noVectors = existsSync(MEDIA_VECTORS)
  ? false
  : 'SKIPPED: the vectors are not beside the repository (../shared/protocols/vectors)';
for (const reason of [noRecordings, noVectors]) if (reason !== false) process.stderr.write(`${reason}\n`);

const readRecordings = (): ExpectedRecording[] => {
  const list: ExpectedRecording[] = JSON.parse(readFileSync(new URL('expected.json', RECORDINGS), 'utf8'));
  return list;
};

/** Energy at one frequency (Goertzel). */
const energyAt = (pcm: Int16Array, hz: number, rate: number): number => {
  const factor = 2 * Math.cos((2 * Math.PI * hz) / rate);
  let one = 0;
  let two = 0;
  for (const sample of pcm) [one, two] = [sample + factor * one - two, one];
  return one * one + two * two - factor * one * two;
};

const dominantHz = (pcm: Int16Array, rate: number): number => {
  let best = { hz: 0, energy: -1 };
  for (let hz = 20; hz < rate / 2; hz += 20) {
    const energy = energyAt(pcm, hz, rate);
    if (energy > best.energy) best = { hz, energy };
  }
  return best.hz;
};

/** Loudness in dB of full scale. */
const loudness = (pcm: Int16Array): number =>
  20 * Math.log10(Math.sqrt(pcm.reduce((sum, sample) => sum + sample * sample, 0) / pcm.length) / 32768);

const decodeAll = (recording: ExpectedRecording, channel: number): { pcm: Int16Array; about: AudioDescription } => {
  const file = new Uint8Array(readFileSync(new URL(recording.file, RECORDINGS)));
  const frames = demux(file, recording.sim_bytes).filter(
    (frame) => frame.kind === 'audio' && frame.channel === channel,
  );
  const decoder = createAudioDecoder(frames[0]?.payloadType ?? 0);
  const pcm: number[] = [];
  for (const [i, { body, timestampMs }] of frames.entries()) {
    const before = frames[i - 1];
    const out = decoder.decode(body, before === undefined ? undefined : timestampMs - before.timestampMs);
    assert.equal(out?.sampleRate, 8000);
    pcm.push(...out.pcm);
  }
  return { pcm: Int16Array.from(pcm), about: decoder.describe() };
};

const TEXTS: Record<string, string> = {
  'synthetic-20digit-sim-h264-adpcm-hisi.bin': 'ADPCM (IMA/DVI4) 8000 Hz, Hisilicon header',
  'synthetic-h265-ch2-g726le24.bin': 'G.726 24 kbit/s, LSB first',
  'synthetic-two-channels-h264-g711a.bin': 'G.711A',
};

test('the recordings have audio of three codecs', { skip: noRecordings }, () => {
  assert.deepEqual(
    readRecordings()
      .filter(({ audio }) => audio.length > 0)
      .map(({ file }) => file),
    Object.keys(TEXTS),
  );
});

for (const recording of noRecordings === false ? readRecordings() : []) {
  for (const audio of recording.audio) {
    test(`audio of ${recording.file}: samples, tone, loudness`, () => {
      const { pcm, about } = decodeAll(recording, audio.channel);
      assert.equal(pcm.length, audio.pcm_samples);
      const middle = pcm.subarray(audio.sample_rate, 4 * audio.sample_rate);
      assert.equal(dominantHz(middle, audio.sample_rate), audio.dominant_hz);
      assert.ok(Math.abs(loudness(middle) - audio.rms_db) < 0.2, `${loudness(middle)} dB`);
      assert.equal(about.hisilicon, audio.hisilicon_header);
      assert.equal(about.text, TEXTS[recording.file]);
    });
  }
}

/** Body of the named vector: the last `body_length` bytes of the packet. */
const vectorBody = (name: RegExp): Uint8Array => {
  const list: { name: string; hex: string; expect: { body_length?: number } }[] = JSON.parse(
    readFileSync(MEDIA_VECTORS, 'utf8'),
  );
  const vector = list.find((entry) => name.test(entry.name));
  const length = vector?.expect.body_length;
  assert.ok(vector !== undefined && length !== undefined, `no vector ${name}`);
  const packet = new Uint8Array(Buffer.from(vector.hex, 'hex'));
  return packet.subarray(packet.length - length);
};

test(
  'a real G.726 packet is quiet cabin noise LSB first and full-scale noise the other way',
  { skip: noVectors },
  () => {
    const body = vectorBody(/^G.726 audio, 120 bytes/);
    const lsb = createAudioDecoder(8).decode(body);
    assert.equal(lsb?.pcm.length, 320);
    assert.ok(Math.abs(loudness(lsb.pcm) + 49) < 1, `${loudness(lsb.pcm)} dB`);
    assert.ok(loudness(new G726Decoder(3, 'msb').decode(body)) > -12);
  },
);

test('real A-law silence and an ADPCM block with Hisilicon header', { skip: noVectors }, () => {
  const silence = createAudioDecoder(6).decode(vectorBody(/^G.711A audio, 800 bytes/));
  assert.deepEqual(silence?.pcm, new Int16Array(800).fill(8));
  const block = vectorBody(/^ADPCM with Hisilicon header/);
  assert.equal(stripHisiliconHeader(block).length, 164);
  assert.equal(createAudioDecoder(26).decode(block)?.pcm.length, 320);
});
