// Clips of the sizes that a stream can be set to beside those of its own clips: read when somebody sets one. All show the first camera.
import { readFileSync } from 'node:fs';
import { inspectVideoFrame, joinNals, nalType, splitNals } from '@outrider/media';
import type { ClipStore, StreamName, VideoClip } from './clip-store.ts';

const FOLDER = new URL('../../clips/sizes/', import.meta.url);
/** By the number of a resolution in 0x0075; 100 and 101 are of its numbers for vendors. */
export const SIZES: ReadonlyMap<number, { name: string; width: number; height: number }> = new Map([
  [5, { name: '720p', width: 1280, height: 720 }],
  [100, { name: '360p', width: 640, height: 360 }],
  [101, { name: 'vga', width: 640, height: 480 }],
]);
/** The sizes of the clips themselves. */
const OWN: ReadonlyMap<number, StreamName> = new Map([
  [1, 'sub'],
  [3, 'main'],
]);
/** NAL units of H.264 up to here are slices. */
const LAST_SLICE = 5;
const FPS = 15;

const loaded = new Map<number, VideoClip>();

const framesOf = (stream: Uint8Array): Uint8Array[] => {
  const frames: Uint8Array[] = [];
  let parts: Uint8Array[] = [];
  for (const nal of splitNals(stream)) {
    parts.push(nal);
    if (nalType('h264', nal[0] ?? 0) > LAST_SLICE) continue;
    frames.push(joinNals(parts));
    parts = [];
  }
  return frames;
};

/** The picture of a camera in a resolution; as the stream has it where there is no clip of that size. */
export const clipOf = (clips: ClipStore, channel: number, stream: StreamName, resolution: number): VideoClip => {
  const size = SIZES.get(resolution);
  const like = clips.videoFor(channel, OWN.get(resolution) ?? stream);
  if (size === undefined) return like;
  const { name, width, height } = size;
  const known = loaded.get(resolution);
  if (known !== undefined) return known;
  const frames = framesOf(new Uint8Array(readFileSync(new URL(`${name}.h264`, FOLDER))));
  const keys = new Set(frames.flatMap((frame, i) => (inspectVideoFrame(frame, 'h264')?.key === true ? [i] : [])));
  const clip: VideoClip = { ...like, codec: 'h264', width, height, fps: FPS, frames, keys };
  loaded.set(resolution, clip);
  return clip;
};
