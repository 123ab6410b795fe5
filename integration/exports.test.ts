// What becomes of frames in a file, whatever recorders send: every coding of sound, gaps, other sizes and codecs in between, moments
// that come twice, nothing at all. Judged by ffprobe and ffmpeg.
import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { describe, test, type TestContext } from 'node:test';
import { runExport } from '../apps/server/src/features/download/export-run.ts';
import { ExportError, type ExportPlan } from '../apps/server/src/features/download/worker/messages.ts';
import type { StoredFrame } from '../apps/server/src/features/recording/index.ts';
import { hasFfmpeg, probe, type Probed, soundOf, toneShare } from './support/downloads.ts';
import {
  aacTone,
  cursorOver,
  FPS,
  h265Pictures,
  inOrder,
  pictures,
  tone,
  type ToneCodec,
} from './support/footage-frames.ts';
import { temporaryFolder } from './support/server.ts';

const START_MS = 1_790_000_000_000;
const HZ = 440;
/** AAC has blocks of 1024 samples, an eighth of a second here, and one more at its end. */
const BLOCKS_S = 0.26;
const skip = hasFfmpeg ? false : 'ffmpeg is not installed';

type Made = { file: string; startMs: number; passes: number } & Probed;
type Channels = readonly (readonly StoredFrame[])[];

const exportFile = async (
  t: TestContext,
  channels: Channels,
  seconds: number,
  changes: Partial<ExportPlan> = {},
  signal: AbortSignal = new AbortController().signal,
): Promise<Made> => {
  const file = join(await temporaryFolder(t), 'export');
  const span = { fromMs: START_MS, toMs: START_MS + seconds * 1000 };
  const words = { title: 'T', sound: true, track: null, utcOffsetMinutes: 480 };
  const plan: ExportPlan = { format: 'mp4', path: file, maxBytes: 1e9, ...span, ...words, ...changes };
  const opened: { closed: boolean }[] = [];
  const open = () => {
    const cursors = channels.map((frames, i) => ({ channel: i + 1, cursor: cursorOver(frames) }));
    opened.push(...cursors.map(({ cursor }) => cursor));
    return Promise.resolve(cursors);
  };
  try {
    const { startMs, bytes } = await runExport({ plan, open, onProgress: () => {}, signal });
    assert.equal((await stat(plan.path)).size, bytes);
    return { file, startMs, passes: opened.length / channels.length, ...(await probe(file)) };
  } finally {
    assert.ok(
      opened.every(({ closed }) => closed),
      'no cursor is left open',
    );
  }
};

/** Kind, codec and number of frames of each stream. */
const streamsOf = ({ streams }: Made) =>
  streams.map((stream) => [stream['codec_type'], stream['codec_name'], Number(stream['nb_read_frames'])]);
const near = (value: number, wanted: number, by: number, what: string): void =>
  assert.ok(Math.abs(value - wanted) <= by, `${what}: ${value} instead of ${wanted}`);

describe('exports', { skip, concurrency: 2 }, () => {
  for (const codec of ['g711a', 'g711u', 'g726', 'adpcmIma', 'pcm16le'] as const satisfies ToneCodec[])
    test(`a tone in ${codec} is heard in the mp4 at its place`, async (t) => {
      const made = await exportFile(t, [inOrder(pictures(START_MS, 10), tone(codec, HZ, START_MS, 10))], 10);
      assert.deepEqual(streamsOf(made)[0], ['video', 'h264', 10 * FPS]);
      assert.equal(made.streams[1]?.['codec_name'], 'aac');
      near(made.durationS, 10, BLOCKS_S, 'duration');
      const sound = await soundOf(made.file);
      near(sound.length / 8000, 10, BLOCKS_S, 'seconds of sound');
      assert.ok(toneShare(sound.subarray(8000, 72_000), HZ) > 0.9, 'it is this tone');
      assert.ok(toneShare(sound.subarray(8000, 72_000), 1000) < 0.05, 'and no other');
    });

  test('AAC goes in as it is; the preroll before the moment asked for is hidden', async (t) => {
    const before = START_MS - 500;
    const made = await exportFile(t, [inOrder(pictures(before, 10.5), aacTone(HZ, before, 10.5))], 10);
    assert.deepEqual([made.streams[1]?.['codec_name'], made.streams[1]?.['sample_rate']], ['aac', '16000']);
    assert.ok(toneShare((await soundOf(made.file, 16_000)).subarray(16_000, 140_000), HZ, 16_000) > 0.9);
    assert.equal(made.startMs, START_MS);
    near(made.durationS, 10, 0.2, 'duration');
    assert.equal(streamsOf(made)[0]?.[2], 10 * FPS, 'pictures that are shown');
  });

  for (const gapS of [3, 35])
    test(`a gap of ${gapS} s stays as long as it was: silence, a standing picture, and both in step after it`, async (t) => {
      const laterS = 5 + gapS;
      const later = START_MS + laterS * 1000;
      const frames = inOrder(
        pictures(START_MS, 5),
        tone('g711a', HZ, START_MS, 5),
        pictures(later, 5),
        tone('g711a', 1000, later, 5),
      );
      const made = await exportFile(t, [frames], 60);
      near(made.durationS, laterS + 5, BLOCKS_S, 'duration');
      assert.equal(streamsOf(made)[0]?.[2], 10 * FPS);
      const sound = await soundOf(made.file);
      const loud = (fromS: number, toS: number): number =>
        sound.subarray(fromS * 8000, toS * 8000).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
      assert.ok(loud(6, laterS - 1) < 100, 'silence in the gap');
      assert.ok(
        toneShare(sound.subarray((laterS + 1) * 8000, (laterS + 4) * 8000), 1000) > 0.9,
        'the later tone at its place',
      );
    });

  test('one channel of several is without pictures for a while: the others go on, nothing piles up', async (t) => {
    const holes = inOrder(pictures(START_MS, 5), pictures(START_MS + 55_000, 5), tone('g711a', HZ, START_MS, 60));
    const made = await exportFile(t, [holes, pictures(START_MS, 60, 'sub', 2)], 60, { format: 'gms' });
    const decoded = made.streams.map((stream) => [stream['codec_type'], Number(stream['nb_read_frames'])]);
    assert.deepEqual(decoded[0], ['video', 10 * FPS]);
    assert.deepEqual(decoded[2], ['video', 60 * FPS]);
    near(made.durationS, 60, BLOCKS_S, 'duration');
  });

  test('another size in between stays one track; another codec becomes a second one', async (t) => {
    const sizes = [...pictures(START_MS, 5), ...pictures(START_MS + 5000, 5, 'main')];
    const bigger = await exportFile(t, [sizes], 10);
    assert.deepEqual(streamsOf(bigger), [['video', 'h264', 10 * FPS]]);
    const codecs = await exportFile(t, [[...pictures(START_MS, 15), ...h265Pictures(START_MS + 15_000, 5)]], 20);
    assert.deepEqual(streamsOf(codecs), [
      ['video', 'h264', 15 * FPS],
      ['video', 'hevc', 5 * FPS],
    ]);
    assert.equal(codecs.passes, 2, 'the second codec was found after the first seconds');
    near(codecs.durationS, 20, 0.2, 'duration');
  });

  test('sound alone, pictures alone, and sound that comes later each make a file', async (t) => {
    const heard = await exportFile(t, [tone('g711a', HZ, START_MS, 20)], 20);
    assert.deepEqual(
      heard.streams.map((stream) => stream['codec_type']),
      ['audio'],
    );
    near(heard.durationS, 20, BLOCKS_S, 'duration of sound');
    const seen = await exportFile(t, [pictures(START_MS, 20)], 20);
    assert.deepEqual(streamsOf(seen), [['video', 'h264', 20 * FPS]]);
    const both = await exportFile(t, [inOrder(pictures(START_MS, 40), tone('g711u', HZ, START_MS + 30_000, 10))], 40);
    assert.deepEqual([both.streams.length, both.passes], [2, 2]);
    const sound = await soundOf(both.file);
    near(sound.length / 8000, 40, BLOCKS_S, 'sound is as long as the pictures');
    assert.ok(toneShare(sound.subarray(31 * 8000, 39 * 8000), HZ) > 0.9);
    const muted = await exportFile(t, [inOrder(pictures(START_MS, 5), tone('g711a', HZ, START_MS, 5))], 5, {
      sound: false,
    });
    assert.equal(muted.streams.length, 1);
  });

  test('moments that come twice and a clock set back lose no picture; damaged frames are left out', async (t) => {
    const good = pictures(START_MS, 10);
    const twice = good.map((frame, i) => ({ ...frame, timeMs: frame.timeMs - (i % 5 === 4 ? 200 : 0) }));
    const rubbish: StoredFrame[] = good.slice(20, 23).map((frame) => ({ ...frame, body: new Uint8Array(50) }));
    const made = await exportFile(t, [[...twice.slice(0, 75), ...rubbish, ...twice.slice(75)]], 10);
    assert.equal(streamsOf(made)[0]?.[2], 10 * FPS);
  });

  test('more pictures than the head has room for are all there', async (t) => {
    const many = Array.from({ length: 12 }, (_, i) => pictures(START_MS + i, 10)).flat();
    const made = await exportFile(t, [many], 10);
    assert.deepEqual([streamsOf(made)[0]?.[2], made.passes], [12 * 10 * FPS, 2]);
  });

  test('gms carries the track as text under the picture, in the time of the device', async (t) => {
    const first = Math.floor(START_MS / 1000);
    const points = [0, 10, 20].map((s) => ({
      lat: 24.5,
      lng: 120.25 + s / 1000,
      speed: 40 + s,
      dir: 90,
      time: first + s,
    }));
    const track = Buffer.from(JSON.stringify(points));
    const made = await exportFile(t, [pictures(START_MS, 25), tone('g711a', HZ, START_MS, 25)], 25, {
      format: 'gms',
      track,
    });
    assert.deepEqual(
      made.streams.map((stream) => stream['codec_name']),
      ['h264', 'aac', 'subrip'],
    );
    const text = spawnSync('ffmpeg', [
      '-v',
      'error',
      '-i',
      made.file,
      '-map',
      '0:s:0',
      '-f',
      'srt',
      '-',
    ]).stdout.toString();
    const local = new Date(START_MS + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
    assert.match(
      text,
      new RegExp(`00:00:00,000 --> 00:00:10,000\n${local} \\+08:00 {2}24\\.500000, 120\\.250000 {2}40 km/h {2}90°`),
    );
    assert.match(text, /00:00:20,000 --> 00:00:25,000\n.*60 km\/h/);
  });

  test('nothing to see, a file too large, a disk that fails and a stop each end in their own words', async (t) => {
    const fault = (wanted: string) => (error: unknown) => error instanceof ExportError && error.fault === wanted;
    await assert.rejects(exportFile(t, [[]], 10), fault('empty'));
    await assert.rejects(exportFile(t, [pictures(START_MS, 10).filter(({ key }) => !key)], 10), fault('empty'));
    await assert.rejects(exportFile(t, [pictures(START_MS, 60)], 60, { maxBytes: 100_000 }), fault('size'));
    await assert.rejects(exportFile(t, [pictures(START_MS, 10)], 10, { path: '/nonexistent/export' }), fault('disk'));
    if (process.platform === 'linux')
      await assert.rejects(exportFile(t, [pictures(START_MS, 60)], 60, { path: '/dev/full' }), fault('disk'));
    const stop = new AbortController();
    const reason = new Error('stopped');
    const running = exportFile(t, [pictures(START_MS, 600)], 600, {}, stop.signal);
    setImmediate(() => stop.abort(reason));
    await assert.rejects(running, reason);
  });
});
