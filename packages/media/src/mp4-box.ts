// Boxes of ISO/IEC 14496-12 as needed for live fragmented MP4: the init segment's frame and the media segment. Which codec is
// inside is decided by fmp4.ts and fmp4-audio.ts.

const u16 = (value: number): Uint8Array => Uint8Array.of((value >> 8) & 0xff, value & 0xff);
const u32 = (value: number): Uint8Array =>
  Uint8Array.of((value >>> 24) & 0xff, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff);
const zeros = (count: number): Uint8Array => new Uint8Array(count);
const ascii = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

/** Joined, in memory of its own: `SourceBuffer.appendBuffer` takes no shared memory, and the types say so. */
export const concat = (...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> => {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
};

/** A box: size, four-letter type, content. */
export const box = (type: string, ...content: readonly Uint8Array[]): Uint8Array => {
  const body = concat(...content);
  return concat(u32(8 + body.length), ascii(type), body);
};

/** A box with version and flags. */
export const fullBox = (type: string, version: number, flags: number, ...content: readonly Uint8Array[]): Uint8Array =>
  box(type, u32(((version << 24) | flags) >>> 0), ...content);

/** The unity matrix of mvhd and tkhd, fixed point 16.16 and 2.30. */
const MATRIX = concat(u32(0x10000), zeros(12), u32(0x10000), zeros(12), u32(0x40000000));
const TRACK_ID = 1;

export type TrackDescription = {
  readonly kind: 'video' | 'audio';
  /** Units per second of the track's times. */
  readonly timescale: number;
  /** Pixels; 0 for audio. */
  readonly width: number;
  readonly height: number;
  /** The box inside stsd. */
  readonly sampleEntry: Uint8Array;
};

/** ftyp and moov of a file with one track and no samples of its own; the length is unknown, as it is live. */
export const initSegment = (track: TrackDescription): Uint8Array<ArrayBuffer> => {
  const video = track.kind === 'video';
  const mvhd = fullBox(
    'mvhd',
    0,
    0,
    zeros(8),
    u32(track.timescale),
    u32(0),
    u32(0x10000),
    u16(0x0100),
    zeros(10),
    MATRIX,
    zeros(24),
    u32(TRACK_ID + 1),
  );
  const tkhd = fullBox(
    'tkhd',
    0,
    3,
    zeros(8),
    u32(TRACK_ID),
    zeros(4),
    u32(0),
    zeros(8),
    zeros(4),
    u16(video ? 0 : 0x0100),
    zeros(2),
    MATRIX,
    u32(track.width * 0x10000),
    u32(track.height * 0x10000),
  );
  const undefinedLanguage = u16(0x55c4); // "und"
  const mdhd = fullBox('mdhd', 0, 0, zeros(8), u32(track.timescale), u32(0), undefinedLanguage, zeros(2));
  const hdlr = fullBox(
    'hdlr',
    0,
    0,
    zeros(4),
    ascii(video ? 'vide' : 'soun'),
    zeros(12),
    ascii(video ? 'video\0' : 'audio\0'),
  );
  const mediaHeader = video ? fullBox('vmhd', 0, 1, zeros(8)) : fullBox('smhd', 0, 0, zeros(4));
  const dinf = box('dinf', fullBox('dref', 0, 0, u32(1), fullBox('url ', 0, 1)));
  const stsd = fullBox('stsd', 0, 0, u32(1), track.sampleEntry);
  const emptyTables = ['stts', 'stsc', 'stco'].map((type) => fullBox(type, 0, 0, u32(0)));
  const stbl = box('stbl', stsd, ...emptyTables, fullBox('stsz', 0, 0, u32(0), u32(0)));
  const mdia = box('mdia', mdhd, hdlr, box('minf', mediaHeader, dinf, stbl));
  const trex = fullBox('trex', 0, 0, u32(TRACK_ID), u32(1), u32(0), u32(0), u32(0));
  const ftyp = box('ftyp', ascii('isom'), u32(0x200), ascii('isomiso5iso6mp41'));
  return concat(ftyp, box('moov', mvhd, box('trak', tkhd, mdia), box('mvex', trex)));
};

/** Sample entry of a picture codec (avc1, hvc1): 70 fixed bytes, then the configuration box. */
export const visualSampleEntry = (type: string, width: number, height: number, config: Uint8Array): Uint8Array =>
  box(
    type,
    zeros(6),
    u16(1),
    zeros(16),
    u16(width),
    u16(height),
    u32(0x480000),
    u32(0x480000),
    zeros(4),
    u16(1),
    zeros(32),
    u16(24),
    u16(0xffff),
    config,
  );

/** Sample entry of a sound codec (mp4a): rate and channels, then the configuration box. */
export const audioSampleEntry = (type: string, sampleRate: number, channels: number, config: Uint8Array): Uint8Array =>
  box(
    type,
    zeros(6),
    u16(1),
    zeros(8),
    u16(channels),
    u16(16),
    zeros(4),
    u32(Math.min(sampleRate, 0xffff) * 0x10000),
    config,
  );

/** sample_flags (clause 8.8.3.1): depends on none, or depends on others and is no sync sample. */
const KEY_SAMPLE = 0x02000000;
const OTHER_SAMPLE = 0x01010000;

export type SegmentSample = {
  /** Number of the segment, from 1. */
  readonly sequence: number;
  /** In units of the track's timescale. */
  readonly decodeTime: number;
  readonly duration: number;
  readonly key: boolean;
  readonly sizeBytes: number;
};

const MOOF_BYTES = 100;
/** Where the sample begins in what `mediaSegment` gives. */
export const SAMPLE_OFFSET = MOOF_BYTES + 8;

/** One moof and mdat for one sample; the caller writes the sample's bytes from `SAMPLE_OFFSET` on. RangeError on a bad time. */
export const mediaSegment = (sample: SegmentSample): Uint8Array<ArrayBuffer> => {
  const out = new Uint8Array(SAMPLE_OFFSET + sample.sizeBytes);
  const view = new DataView(out.buffer);
  let at = 0;
  const put = (value: number): void => {
    view.setUint32(at, value);
    at += 4;
  };
  const head = (size: number, type: string): void => {
    put(size);
    out.set(ascii(type), at);
    at += 4;
  };
  head(MOOF_BYTES, 'moof');
  head(16, 'mfhd');
  put(0);
  put(sample.sequence);
  head(76, 'traf');
  head(16, 'tfhd');
  put(0x020000); // default-base-is-moof
  put(TRACK_ID);
  head(20, 'tfdt');
  put(0x01000000); // version 1: 64 bits
  view.setBigUint64(at, BigInt(sample.decodeTime));
  at += 8;
  head(32, 'trun');
  put(0x000701); // data offset; duration, size and flags per sample
  put(1);
  put(SAMPLE_OFFSET);
  put(sample.duration);
  put(sample.sizeBytes);
  put(sample.key ? KEY_SAMPLE : OTHER_SAMPLE);
  head(8 + sample.sizeBytes, 'mdat');
  return out;
};
