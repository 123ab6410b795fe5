// AAC in ADTS (ISO/IEC 13818-7 clause 6.2): headers, cutting a stream of bodies into frames, AudioSpecificConfig. AAC is passed on,
// never decoded here.
import { MediaError } from './errors.ts';

const SAMPLE_RATES = [96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350] as const;
const SAMPLES_PER_BLOCK = 1024;
const MIN_HEADER = 7;

export type AdtsHeader = {
  /** MPEG-4 audio object type: 2 is AAC-LC, 5 HE-AAC. */
  readonly objectType: number;
  readonly sampleRate: number;
  /** The index that stands in the header and in AudioSpecificConfig. */
  readonly rateIndex: number;
  /** 0: the block behind the header says it. */
  readonly channels: number;
  /** 7, or 9 with a checksum. */
  readonly headerBytes: number;
  /** Header included. */
  readonly frameBytes: number;
  /** Samples per channel: 1024 for each raw data block. */
  readonly samples: number;
};

export const hasAdtsSync = (bytes: Uint8Array, at = 0): boolean =>
  bytes[at] === 0xff && ((bytes[at + 1] ?? 0) & 0xf6) === 0xf0; // sync word and layer 0

/** The header at `at`, or why there is none; no exception, since hostile bytes would raise one at every offset. */
const readHeader = (bytes: Uint8Array, at: number): AdtsHeader | string => {
  if (at + MIN_HEADER > bytes.length) return 'ADTS header is cut';
  if (!hasAdtsSync(bytes, at)) return 'no ADTS sync word';
  const byte = (offset: number): number => bytes[at + offset] ?? 0;
  const rateIndex = (byte(2) >> 2) & 15;
  const sampleRate = SAMPLE_RATES[rateIndex];
  if (sampleRate === undefined) return `ADTS rate index ${rateIndex}`;
  const headerBytes = (byte(1) & 1) === 1 ? 7 : 9;
  const frameBytes = ((byte(3) & 3) << 11) | (byte(4) << 3) | (byte(5) >> 5);
  if (frameBytes <= headerBytes) return `ADTS frame of ${frameBytes} bytes`;
  const objectType = (byte(2) >> 6) + 1;
  const channels = ((byte(2) & 1) << 2) | (byte(3) >> 6);
  const samples = ((byte(6) & 3) + 1) * SAMPLES_PER_BLOCK;
  return { objectType, sampleRate, rateIndex, channels, headerBytes, frameBytes, samples };
};

/** Reads the header at `at`. Throws MediaError when it is cut or impossible; the frame behind it may still be incomplete. */
export const parseAdtsHeader = (bytes: Uint8Array, at = 0): AdtsHeader => {
  const header = readHeader(bytes, at);
  if (typeof header === 'string') throw new MediaError(at, header);
  return header;
};

/** The two bytes that configure an AAC decoder (ISO/IEC 14496-3 clause 1.6.2.1). */
export const audioSpecificConfig = (header: AdtsHeader): Uint8Array => {
  const bits = (header.objectType << 11) | (header.rateIndex << 7) | (header.channels << 3);
  return Uint8Array.of(bits >> 8, bits & 0xff);
};

export type AdtsFrame = {
  /** With the number of channels in any case. */
  readonly header: AdtsHeader;
  /** The raw AAC block behind the header, owned. */
  readonly payload: Uint8Array;
};

/** A block begins with a channel or with a pair of them (id_syn_ele of ISO/IEC 14496-3). */
const CHANNELS_OF_ELEMENT: ReadonlyMap<number, number> = new Map([
  [0, 1],
  [1, 2],
]);

/**
 * With the channels that the block has where the header leaves them open. Undefined where that is a layout of its own (a program config
 * element): a decoder would have to be told all of it.
 */
const withChannels = (header: AdtsHeader, payload: Uint8Array): AdtsHeader | undefined => {
  if (header.channels > 0) return header;
  const channels = CHANNELS_OF_ELEMENT.get((payload[0] ?? 0) >> 5);
  return channels === undefined ? undefined : { ...header, channels };
};

/**
 * Joins packet bodies and cuts them by the frames' own lengths: a body may hold several frames or a part of one. Bytes that are no
 * frame are skipped and counted, and so are frames whose channels nobody can tell. Holds back at most one frame (8 KiB).
 */
export class AdtsSplitter {
  /** Bytes dropped because no frame began there. */
  skippedBytes = 0;
  private pending = new Uint8Array(0);

  /** Frames completed by this body, in order. Never throws. */
  push(body: Uint8Array): AdtsFrame[] {
    const bytes = new Uint8Array(this.pending.length + body.length);
    bytes.set(this.pending);
    bytes.set(body, this.pending.length);
    const frames: AdtsFrame[] = [];
    let at = 0;
    while (at + MIN_HEADER <= bytes.length) {
      const header = readHeader(bytes, at);
      if (typeof header === 'string') {
        at += 1;
        this.skippedBytes += 1;
      } else if (at + header.frameBytes > bytes.length) {
        break;
      } else {
        const payload = new Uint8Array(bytes.subarray(at + header.headerBytes, at + header.frameBytes));
        const whole = withChannels(header, payload);
        if (whole === undefined) this.skippedBytes += header.frameBytes;
        else frames.push({ header: whole, payload });
        at += header.frameBytes;
      }
    }
    this.pending = new Uint8Array(bytes.subarray(at)); // slice() of Node's buffers is no copy
    return frames;
  }
}
