// Live fragmented MP4 of one video track for Media Source Extensions: an init segment, then one moof and mdat per frame. No clock:
// the caller gives times. No B frames, so decoding order is presentation order.
import { lengthPrefixedSize, splitNals, writeLengthPrefixed, type VideoCodec } from './annex-b.ts';
import { h264CodecString } from './h264.ts';
import { h265CodecString } from './h265.ts';
import { box, initSegment, mediaSegment, SAMPLE_OFFSET, visualSampleEntry } from './mp4-box.ts';
import { MediaError } from './errors.ts';
import { decoderConfig, type ParameterSets } from './parameter-sets.ts';
import { sampleNals } from './video.ts';

export type Fmp4Options = {
  readonly codec: VideoCodec;
  /** Complete (see `isCompleteParameterSets`). When they change, make a new writer and append its init segment. */
  readonly parameterSets: ParameterSets;
  /** Pixels after cropping. */
  readonly width: number;
  readonly height: number;
  /** Units per second of `decodeTime` and `duration`. */
  readonly timescale: number;
};

export type Fmp4Writer = {
  /** For `MediaSource.isTypeSupported` and `addSourceBuffer`. */
  readonly mimeType: string;
  /** The init segment; the same bytes each time. */
  init(): Uint8Array<ArrayBuffer>;
  /**
   * One Annex-B frame as a media segment. Times are whole, not negative, in timescale units. Delimiters, SEI and parameter sets
   * are left out; null when nothing is left. Throws MediaError on an absurd frame, RangeError on bad times.
   */
  segment(frame: Uint8Array, decodeTime: number, duration: number, key: boolean): Uint8Array<ArrayBuffer> | null;
};

/** Starts a writer. Throws MediaError when the parameter sets are incomplete, malformed or of another codec. */
export const createFmp4Writer = (options: Fmp4Options): Fmp4Writer => {
  const { codec, parameterSets, width, height, timescale } = options;
  const [sps] = parameterSets.sps;
  if (parameterSets.codec !== codec || sps === undefined) throw new MediaError(0, `no parameter sets for ${codec}`);
  const config = decoderConfig(parameterSets);
  const [entryType, configType] = codec === 'h264' ? ['avc1', 'avcC'] : ['hvc1', 'hvcC'];
  const sampleEntry = visualSampleEntry(entryType, width, height, box(configType, config));
  const initBytes = initSegment({ kind: 'video', timescale, width, height, sampleEntry });
  const codecString = codec === 'h264' ? h264CodecString(sps) : h265CodecString(sps, 'hvc1');
  let sequence = 0;
  return {
    mimeType: `video/mp4; codecs="${codecString}"`,
    init: () => initBytes,
    segment: (frame, decodeTime, duration, key) => {
      const nals = sampleNals(splitNals(frame), codec);
      if (nals.length === 0) return null;
      checkTimes(decodeTime, duration);
      sequence += 1;
      const sizeBytes = lengthPrefixedSize(nals);
      const out = mediaSegment({ sequence, decodeTime, duration, key, sizeBytes });
      writeLengthPrefixed(nals, out, SAMPLE_OFFSET);
      return out;
    },
  };
};

/** Throws RangeError unless both are whole, not negative and fit their fields. */
export const checkTimes = (decodeTime: number, duration: number): void => {
  if (!Number.isSafeInteger(decodeTime) || decodeTime < 0) throw new RangeError(`decode time ${decodeTime}`);
  if (!Number.isInteger(duration) || duration < 0 || duration > 0xffffffff)
    throw new RangeError(`duration ${duration}`);
};
