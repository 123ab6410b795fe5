// Audio bodies of JT/T 1078 packets to 16-bit PCM, by payload type (table 12 of the standard). AAC is handed on as frames, the rest
// of the table is named and not decoded. The way back, for talk, is audio-encoder.ts.
import { AdtsSplitter, type AdtsFrame } from './adts.ts';
import { MediaError } from './errors.ts';
import { decodeG711, type G711Law } from './g711.ts';
import { G726Detector, type G726Choice } from './g726-detector.ts';
import type { G726Packing } from './g726.ts';
import type { G726Bits } from './g726-tables.ts';
import { hasHisiliconHeader, stripHisiliconHeader } from './hisilicon.ts';
import { decodeImaBlock } from './ima-adpcm.ts';

export type Pcm = { readonly pcm: Int16Array; readonly sampleRate: number };

export type AudioCodec = 'g711a' | 'g711u' | 'g726' | 'adpcm' | 'pcm' | 'aac' | 'unsupported';

/** What is known of a stream so far; enough to answer a talk in the terminal's own format. */
export type AudioDescription = {
  readonly codec: AudioCodec;
  readonly payloadType: number;
  /** For people: `G.726 24 kbit/s, LSB first, Hisilicon header`. */
  readonly text: string;
  /** Whether the last body carried the header. */
  readonly hisilicon: boolean;
  /** Bytes of the last body, header included. */
  readonly bodyBytes: number;
  /** G.726 only, null until the first body. */
  readonly bits: G726Bits | null;
  readonly packing: G726Packing | null;
};

export type AudioDecoder = {
  /** `pcm` decodes here, `aac` gives frames, `unsupported` gives nothing: say so once and keep the video. */
  readonly kind: 'pcm' | 'aac' | 'unsupported';
  /**
   * One packet body, Hisilicon header or not; null when it is malformed, empty or not of kind `pcm`. Never throws.
   * `timestampDeltaMs` is the difference to the audio packet before it; more than a second resets the codec's state.
   */
  decode(body: Uint8Array, timestampDeltaMs?: number): Pcm | null;
  /** The AAC frames a body completes; empty for the other kinds. Never throws. */
  aacFrames(body: Uint8Array): AdtsFrame[];
  describe(): AudioDescription;
};

const GAP_MS = 1000;
const RATE = 8000;

/** Names of the codec numbers without a decoder here (JT/T 1078 table 12). */
const UNSUPPORTED_NAMES: Readonly<Record<number, string>> = {
  1: 'G.721',
  2: 'G.722',
  3: 'G.723',
  4: 'G.728',
  5: 'G.729',
  9: 'G.729A',
  14: 'LPC',
  15: 'S16BE stereo',
  17: 'MPEG audio',
  18: 'LPCM',
  20: 'WMA9',
  22: 'PCM voice',
  23: 'PCM audio',
  25: 'MP3',
  27: 'MP4 audio',
  28: 'AMR',
};

/** What a codec number without a decoder here is called, for people. */
export const payloadName = (payloadType: number): string => UNSUPPORTED_NAMES[payloadType] ?? `codec ${payloadType}`;

/** What differs from codec to codec. `run` may throw MediaError. */
type Core = {
  readonly kind: AudioDecoder['kind'];
  readonly codec: AudioCodec;
  name(): string;
  run(frame: Uint8Array, deltaMs: number | undefined): Pcm | null;
  reset?(): void;
  frames?(frame: Uint8Array): AdtsFrame[];
  g726?(): { bits: G726Bits | null; packing: G726Packing };
};

const g711Core = (law: G711Law): Core => ({
  kind: 'pcm',
  codec: law === 'a' ? 'g711a' : 'g711u',
  name: () => `G.711${law.toUpperCase()}`,
  run: (frame) => ({ pcm: decodeG711(law, frame), sampleRate: RATE }),
});

const g726Core = (known: G726Choice): Core => {
  const detector = new G726Detector(known);
  return {
    kind: 'pcm',
    codec: 'g726',
    name: () => {
      const { bits, packing } = detector.choice();
      return bits === null ? 'G.726' : `G.726 ${bits * 8} kbit/s, ${packing.toUpperCase()} first`;
    },
    run: (frame, deltaMs) => ({ pcm: detector.decode(frame, deltaMs), sampleRate: RATE }),
    reset: () => detector.reset(),
    g726: () => detector.choice(),
  };
};

const imaCore = (sampleRate: number): Core => ({
  kind: 'pcm',
  codec: 'adpcm',
  name: () => `ADPCM (IMA/DVI4) ${sampleRate} Hz`,
  run: (frame) => ({ pcm: decodeImaBlock(frame), sampleRate }),
});

/** 16-bit big-endian mono; the rate is not told, 8 kHz is what recorders use. */
const linearCore = (): Core => ({
  kind: 'pcm',
  codec: 'pcm',
  name: () => 'PCM 16 bit big-endian',
  run: (frame) => {
    const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
    return { pcm: Int16Array.from({ length: frame.length >> 1 }, (_, i) => view.getInt16(i * 2)), sampleRate: RATE };
  },
});

const aacCore = (): Core => {
  const splitter = new AdtsSplitter();
  return { kind: 'aac', codec: 'aac', name: () => 'AAC', run: () => null, frames: (frame) => splitter.push(frame) };
};

const unsupportedCore = (payloadType: number): Core => ({
  kind: 'unsupported',
  codec: 'unsupported',
  name: () => payloadName(payloadType),
  run: () => null,
});

const coreFor = (payloadType: number, known: G726Choice): Core => {
  switch (payloadType) {
    case 6:
      return g711Core('a');
    case 7:
      return g711Core('u');
    case 8:
      return g726Core(known);
    case 10:
    case 11:
    case 12:
    case 26:
      return imaCore(RATE);
    case 13:
      return imaCore(16_000);
    case 16:
      return linearCore();
    case 19:
    case 21:
    case 24:
      return aacCore();
    default:
      // Real terminals put the video's number on audio packets; the data type decided that this is audio.
      return payloadType >= 98 && payloadType <= 101 ? g711Core('a') : unsupportedCore(payloadType);
  }
};

/** Starts a decoder for one stream. `known` overrides what would be found out about G.726 (a device profile). */
export const createAudioDecoder = (payloadType: number, known: G726Choice = {}): AudioDecoder => {
  const core = coreFor(payloadType, known);
  let hisilicon = false;
  let bodyBytes = 0;
  const frameOf = (body: Uint8Array): Uint8Array => {
    hisilicon = hasHisiliconHeader(body);
    bodyBytes = body.length;
    return stripHisiliconHeader(body);
  };
  return {
    kind: core.kind,
    decode: (body, timestampDeltaMs) => {
      const frame = frameOf(body);
      if (timestampDeltaMs !== undefined && timestampDeltaMs > GAP_MS) core.reset?.();
      const decoded = decodeOrNull(core, frame, timestampDeltaMs);
      return decoded === null || decoded.pcm.length === 0 ? null : decoded;
    },
    aacFrames: (body) => core.frames?.(frameOf(body)) ?? [],
    describe: () => {
      const { bits, packing } = core.g726?.() ?? { bits: null, packing: null };
      const text = core.name() + (hisilicon ? ', Hisilicon header' : '');
      return { codec: core.codec, payloadType, text, hisilicon, bodyBytes, bits, packing };
    },
  };
};

const decodeOrNull = (core: Core, frame: Uint8Array, deltaMs: number | undefined): Pcm | null => {
  try {
    return core.run(frame, deltaMs);
  } catch (error) {
    if (error instanceof MediaError) return null;
    throw error;
  }
};
