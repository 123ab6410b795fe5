// Frames of recordings made up in memory: pictures of the simulator or of ffmpeg, tones in any coding of recorders, and a cursor over
// them as the recordings' own reader gives it.
import { spawnSync } from 'node:child_process';
import { createAudioEncoder, hasAdtsSync, parseAdtsHeader, splitNals, joinNals } from '@outrider/media';
import type { RecordingCursor, StoredFrame } from '../../apps/server/src/features/recording/index.ts';
import { loadClips, type StreamName } from '../../apps/simulator/src/media/clip-store.ts';

export const FPS = 15;
const BLOCK_MS = 40;
const RATE = 8000;
const clips = loadClips();

const frame = (part: Pick<StoredFrame, 'kind' | 'codec' | 'timeMs' | 'body'> & Partial<StoredFrame>): StoredFrame => ({
  stream: 'sub',
  key: false,
  discontinuity: false,
  ...part,
});

/** Pictures of the simulator's cameras from `fromMs` on; the first is a key frame. */
export const pictures = (fromMs: number, seconds: number, stream: StreamName = 'sub', channel = 1): StoredFrame[] => {
  const clip = clips.videoFor(channel, stream);
  return Array.from({ length: Math.round(seconds * FPS) }, (_, i) => {
    const place = i % clip.frames.length;
    const body = clip.frames[place] ?? new Uint8Array(0);
    const timeMs = Math.round(fromMs + (i * 1000) / FPS);
    return frame({ kind: 'video', codec: 'h264', timeMs, body, stream, key: clip.keys.has(place) });
  });
};

const ffmpeg = (...args: string[]): Buffer => {
  const { stdout, status, stderr } = spawnSync('ffmpeg', ['-v', 'error', ...args, '-'], { maxBuffer: 2 ** 28 });
  if (status !== 0) throw new Error(stderr.toString());
  return stdout;
};

/** H.265 pictures, each behind its delimiter. */
export const h265Pictures = (fromMs: number, seconds: number): StoredFrame[] => {
  const source = `testsrc=size=176x144:rate=${FPS}:duration=${seconds}`;
  const params = 'log-level=none:aud=1:repeat-headers=1:bframes=0:keyint=15';
  const stream = ffmpeg('-f', 'lavfi', '-i', source, '-c:v', 'libx265', '-x265-params', params, '-f', 'hevc');
  const units: Uint8Array[][] = [];
  for (const nal of splitNals(stream)) {
    if ((nal[0] ?? 0) >> 1 === 35) units.push([]);
    units.at(-1)?.push(nal);
  }
  return units.map((nals, i) => {
    const key = nals.some((nal) => [19, 20].includes((nal[0] ?? 0) >> 1));
    return frame({
      kind: 'video',
      codec: 'h265',
      timeMs: Math.round(fromMs + (i * 1000) / FPS),
      body: joinNals(nals),
      key,
    });
  });
};

const sine = (hz: number, seconds: number): Int16Array =>
  Int16Array.from({ length: seconds * RATE }, (_, i) => Math.round(12_000 * Math.sin((2 * Math.PI * hz * i) / RATE)));

const PAYLOAD_TYPE = { g711a: 6, g711u: 7, g726: 8, adpcmIma: 26 } as const;
export type ToneCodec = keyof typeof PAYLOAD_TYPE | 'pcm16le';

/** A tone in blocks of 40 ms. */
export const tone = (codec: ToneCodec, hz: number, fromMs: number, seconds: number): StoredFrame[] => {
  const samples = sine(hz, seconds);
  const perBlock = (RATE * BLOCK_MS) / 1000;
  const encoder = codec === 'pcm16le' ? null : createAudioEncoder({ payloadType: PAYLOAD_TYPE[codec] });
  return Array.from({ length: samples.length / perBlock }, (_, i) => {
    const part = samples.slice(i * perBlock, (i + 1) * perBlock);
    const body = encoder === null ? new Uint8Array(part.buffer) : encoder.encode(part);
    return frame({ kind: 'audio', codec, timeMs: fromMs + i * BLOCK_MS, body });
  });
};

/** The same in AAC at 16 kHz, one block of ADTS a frame. */
export const aacTone = (hz: number, fromMs: number, seconds: number): StoredFrame[] => {
  const source = `sine=frequency=${hz}:sample_rate=16000:duration=${seconds}`;
  const bytes = new Uint8Array(ffmpeg('-f', 'lavfi', '-i', source, '-c:a', 'aac', '-b:a', '48k', '-f', 'adts'));
  const frames: StoredFrame[] = [];
  for (let at = 0; hasAdtsSync(bytes, at);) {
    const { frameBytes } = parseAdtsHeader(bytes, at);
    const body = bytes.slice(at, at + frameBytes);
    frames.push(
      frame({ kind: 'audio', codec: 'aacAdts', timeMs: Math.round(fromMs + (frames.length * 1024) / 16), body }),
    );
    at += frameBytes;
  }
  return frames;
};

export const inOrder = (...lists: StoredFrame[][]): StoredFrame[] =>
  lists.flat().toSorted((a, b) => a.timeMs - b.timeMs);

export const cursorOver = (frames: readonly StoredFrame[]): RecordingCursor & { closed: boolean } => {
  let at = 0;
  return {
    closed: false,
    next() {
      at += 1;
      return Promise.resolve(frames[at - 1]);
    },
    seek: () => Promise.reject(new Error('an export never seeks')),
    close() {
      this.closed = true;
      return Promise.resolve();
    },
  };
};
