// Live fragmented MP4 of one AAC track, a file of its own beside the video's (two source buffers). AAC frames come from adts.ts.
import { checkTimes } from './fmp4.ts';
import { audioSampleEntry, concat, fullBox, initSegment, mediaSegment, SAMPLE_OFFSET } from './mp4-box.ts';

export type AacFmp4Options = {
  /** Two bytes or more, see `audioSpecificConfig` in adts.ts. */
  readonly config: Uint8Array;
  readonly sampleRate: number;
  readonly channels: number;
};

export type AacFmp4Writer = {
  readonly mimeType: string;
  /** The init segment; the track's timescale is the sample rate. */
  init(): Uint8Array<ArrayBuffer>;
  /** One raw AAC frame (no ADTS head) as a media segment; times in samples, 1024 a frame. Throws RangeError on bad times. */
  segment(frame: Uint8Array, decodeTime: number, duration: number): Uint8Array<ArrayBuffer>;
};

/** A descriptor of ISO/IEC 14496-1 clause 8.3.3; our contents stay below 128 bytes, so one length byte does. */
const descriptor = (tag: number, ...content: readonly Uint8Array[]): Uint8Array => {
  const body = concat(...content);
  return concat(Uint8Array.of(tag, body.length), body);
};

const esds = (config: Uint8Array): Uint8Array => {
  const decoderSpecific = descriptor(5, config);
  // Object type 0x40 is MPEG-4 audio, 0x15 an audio stream; buffer size and bit rates are left at 0, unknown.
  const decoderConfig = descriptor(4, Uint8Array.of(0x40, 0x15), new Uint8Array(11), decoderSpecific);
  const syncLayer = descriptor(6, Uint8Array.of(2));
  return fullBox('esds', 0, 0, descriptor(3, Uint8Array.of(0, 1, 0), decoderConfig, syncLayer));
};

/** Starts a writer. RangeError when the config is empty or longer than 64 bytes. */
export const createAacFmp4Writer = ({ config, sampleRate, channels }: AacFmp4Options): AacFmp4Writer => {
  if (config.length < 2 || config.length > 64) throw new RangeError(`AudioSpecificConfig of ${config.length} bytes`);
  const sampleEntry = audioSampleEntry('mp4a', sampleRate, channels, esds(config));
  const initBytes = initSegment({ kind: 'audio', timescale: sampleRate, width: 0, height: 0, sampleEntry });
  const objectType = (config[0] ?? 0) >> 3;
  let sequence = 0;
  return {
    mimeType: `audio/mp4; codecs="mp4a.40.${objectType}"`,
    init: () => initBytes,
    segment: (frame, decodeTime, duration) => {
      checkTimes(decodeTime, duration);
      sequence += 1;
      const out = mediaSegment({ sequence, decodeTime, duration, key: true, sizeBytes: frame.length });
      out.set(frame, SAMPLE_OFFSET);
      return out;
    },
  };
};
