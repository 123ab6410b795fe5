// The committed clips in memory, cut into frames by their index. Loaded once and shared by all vehicles; never changed.
import { readFileSync } from 'node:fs';
import { decodeG711, ImaEncoder, inspectVideoFrame, joinNals, nalType, splitNals } from '@outrider/media';
import type { VideoCodec } from '@outrider/media';

export type StreamName = 'main' | 'sub';
export type AudioName = 'g711a' | 'g726' | 'adpcm';

const FOLDER = new URL('../../clips/', import.meta.url);
/** NAL units below are slices (H.264 and H.265, tables 7-1). */
const FIRST_NO_SLICE = { h264: 6, h265: 32 } as const;
/** One block of sound, ms. */
export const AUDIO_BLOCK_MS = 40;

/** Pictures of one camera in one size. `frames` are whole Annex-B frames, parameter sets in front of each key frame. */
export type VideoClip = {
  readonly channel: number;
  readonly stream: StreamName;
  readonly codec: VideoCodec;
  readonly label: string;
  readonly width: number;
  readonly height: number;
  readonly fps: number;
  readonly frames: readonly Uint8Array[];
  /** Places of the key frames in `frames`. */
  readonly keys: ReadonlySet<number>;
};

/** Blocks of 40 ms. */
export type AudioClip = { readonly name: string; readonly codec: AudioName; readonly blocks: readonly Uint8Array[] };

type ClipIndex = {
  loopMs: number;
  video: {
    channel: number;
    stream: StreamName;
    file: string;
    label: string;
    width: number;
    height: number;
    fps: number;
    sizes: number[];
    keys: number[];
  }[];
  audio: { name: string; codec: AudioName; file: string; bytesPer40Ms: number }[];
  photo: string;
};

export class ClipStore {
  readonly loopMs: number;
  readonly video: readonly VideoClip[];
  readonly audio: readonly AudioClip[];
  /** A JPEG. */
  readonly photo: Uint8Array;

  constructor(loopMs: number, video: readonly VideoClip[], audio: readonly AudioClip[], photo: Uint8Array) {
    this.loopMs = loopMs;
    this.video = video;
    this.audio = audio;
    this.photo = photo;
  }

  /** Cameras beyond the drawn ones show the same four again. */
  videoFor(channel: number, stream: StreamName): VideoClip {
    const ofStream = this.video.filter((clip) => clip.stream === stream);
    const clip = ofStream[(channel - 1) % ofStream.length];
    if (clip === undefined) throw new RangeError(`no ${stream} clip for channel ${channel}`);
    return clip;
  }

  /** A voice at the odd cameras, the engine at the even ones. */
  audioFor(channel: number, codec: AudioName): AudioClip {
    const name = channel % 2 === 1 ? 'voice' : 'engine';
    const clip = this.audio.find((candidate) => candidate.name === name && candidate.codec === codec);
    if (clip === undefined) throw new RangeError(`no ${codec} ${name}`);
    return clip;
  }
}

/** Reads the committed clips, 6 MB. Throws when they are missing or do not fit their index. */
export const loadClips = (): ClipStore => {
  const read = (file: string): Uint8Array => new Uint8Array(readFileSync(new URL(file, FOLDER)));
  const index: ClipIndex = JSON.parse(readFileSync(new URL('index.json', FOLDER), 'utf8'));
  const video = index.video.map(({ file, sizes, keys, ...rest }) => {
    return { ...rest, codec: 'h264' as const, frames: cut(read(file), sizes, file), keys: new Set(keys) };
  });
  const audio = index.audio.map(({ file, bytesPer40Ms, ...rest }) => {
    const bytes = read(file);
    const blocks = Array.from({ length: Math.floor(bytes.length / bytesPer40Ms) }, () => bytesPer40Ms);
    return { ...rest, blocks: cut(bytes, blocks, file) };
  });
  const alike = audio.filter(({ codec }) => codec === 'g711a').map(asAdpcm);
  return new ClipStore(index.loopMs, video, [...audio, ...alike], read(index.photo));
};

/** The same cameras by recorders that send H.265: all show the first, in both sizes. Sound and photo are those of `others`. */
export const loadH265Clips = (others: ClipStore): ClipStore => {
  const video = (['main', 'sub'] as const).map((stream): VideoClip => {
    const bytes = new Uint8Array(readFileSync(new URL(`h265/ch1-${stream}.h265`, FOLDER)));
    return { ...others.videoFor(1, stream), ...picturesOf(bytes, 'h265') };
  });
  return new ClipStore(others.loopMs, video, others.audio, others.photo);
};

/** As most recorders with H.265 have it: main streams in H.265, all of the first camera, sub-streams as they are. */
export const withH265Main = (others: ClipStore): ClipStore => {
  const subs = others.video.filter(({ stream }) => stream === 'sub');
  const main = loadH265Clips(others).videoFor(1, 'main');
  return new ClipStore(others.loopMs, [main, ...subs], others.audio, others.photo);
};

/** As a recorder of 720 lines has it: the road camera's main stream in 1280 x 720, all others as they are. */
export const withHdMain = (others: ClipStore): ClipStore => {
  const hd = { width: 1280, height: 720 };
  const bytes = new Uint8Array(readFileSync(new URL('hd/ch2-main.h264', FOLDER)));
  const video = others.video.map((clip) =>
    clip.channel === 2 && clip.stream === 'main' ? { ...clip, ...hd, ...picturesOf(bytes, 'h264') } : clip,
  );
  return new ClipStore(others.loopMs, video, others.audio, others.photo);
};

/** Coded pictures of a stream with one slice each, parameter sets in front of those they stand before. */
const picturesOf = (stream: Uint8Array, codec: VideoCodec): Pick<VideoClip, 'codec' | 'frames' | 'keys'> => {
  const frames: Uint8Array[] = [];
  let parts: Uint8Array[] = [];
  for (const nal of splitNals(stream)) {
    parts.push(nal);
    if (nalType(codec, nal[0] ?? 0) >= FIRST_NO_SLICE[codec]) continue;
    frames.push(joinNals(parts));
    parts = [];
  }
  const keys = frames.flatMap((frame, i) => (inspectVideoFrame(frame, codec)?.key === true ? [i] : []));
  return { codec, frames, keys: new Set(keys) };
};

/** ADPCM needs no files of its own: its blocks stand alone, so the loop has no seam. */
const asAdpcm = ({ name, blocks }: AudioClip): AudioClip => {
  const encoder = new ImaEncoder();
  return { name, codec: 'adpcm', blocks: blocks.map((block) => encoder.encode(decodeG711('a', block))) };
};

const cut = (bytes: Uint8Array, sizes: readonly number[], file: string): Uint8Array[] => {
  let at = 0;
  const pieces = sizes.map((size) => {
    at += size;
    return bytes.subarray(at - size, at);
  });
  if (at !== bytes.length) throw new Error(`${file} has ${bytes.length} bytes, its index ${at}`);
  return pieces;
};
