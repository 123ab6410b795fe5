// How a device wants to hear: coding, rate, packing, header and length of its audio packets, found in what it sends, else in what
// it says of itself (JT/T 1078 reference, sections 8 and 9). No sockets, no clock.
import {
  createAudioDecoder,
  createAudioEncoder,
  type AudioDecoder,
  type AudioEncoder,
  type G726Bits,
  type G726Packing,
} from '@outrider/media';
import type { MediaFrame, SoundAttributes, TalkFrame } from '../../gateway/index.ts';

export type VoiceFormat = {
  /** As it stands in the packets; for the DVI4 numbers the coding is that of 26. */
  readonly payloadType: number;
  readonly bits: G726Bits | null;
  readonly packing: G726Packing | null;
  readonly hisilicon: boolean;
  /** Samples a packet at 8 kHz, whole milliseconds. */
  readonly samples: number;
  /** For people. */
  readonly text: string;
};

export const SAMPLES_PER_MS = 8;
const USUAL_SAMPLES = 320;
const MIN_SAMPLES = 80;
/** The longest real one, 100 ms; as G.711 it still fits into one packet of 950 bytes. */
const MAX_SAMPLES = 800;
/** What the Hisilicon header can say. */
const MAX_HISILICON_BYTES = 510;
const G711A = 6;
const IMA = 26;
const DVI4 = new Set([10, 11, 12]);
/** Audio under the number of a video codec: its coding is G.711A. */
const isVideoNumber = (payloadType: number): boolean => payloadType >= 98 && payloadType <= 101;

/** The most common coding: for devices that neither send nor say anything. */
export const ASSUMED_FORMAT: VoiceFormat = {
  payloadType: G711A,
  bits: null,
  packing: null,
  hisilicon: false,
  samples: USUAL_SAMPLES,
  text: 'G.711A, assumed',
};

/** Equal for formats that one encoder can serve. */
export const formatKey = ({ payloadType, bits, packing, hisilicon, samples }: VoiceFormat): string =>
  [payloadType, bits, packing, hisilicon, samples].join();

/** An encoder for packets of `format.samples` samples; null when the coding cannot be made here. */
export const createVoiceEncoder = ({ payloadType, bits, packing, hisilicon }: VoiceFormat): AudioEncoder | null =>
  createAudioEncoder({ payloadType: DVI4.has(payloadType) ? IMA : payloadType, bits, packing, hisilicon });

const bodyBytes = (format: VoiceFormat): number =>
  createVoiceEncoder({ ...format, hisilicon: false })?.encode(new Int16Array(format.samples)).length ?? 0;

/** Null when voice in this coding cannot be made. */
const formatFrom = (decoder: AudioDecoder, heardSamples: number): VoiceFormat | null => {
  const { payloadType, bits, packing, hisilicon, text } = decoder.describe();
  const fits = heardSamples % SAMPLES_PER_MS === 0 && heardSamples >= MIN_SAMPLES && heardSamples <= MAX_SAMPLES;
  const format: VoiceFormat = {
    payloadType: isVideoNumber(payloadType) ? G711A : payloadType,
    bits,
    packing,
    hisilicon,
    samples: fits ? heardSamples : USUAL_SAMPLES,
    text,
  };
  if (createVoiceEncoder(format) === null) return null;
  const tooLong = hisilicon && bodyBytes(format) > MAX_HISILICON_BYTES;
  return tooLong ? { ...format, samples: USUAL_SAMPLES } : format;
};

/** What 0x1003 says; null when voice in that coding cannot be made. Its frame length is taken as bytes per packet. */
export const formatOfAttributes = ({ payloadType, frameBytes }: SoundAttributes): VoiceFormat | null => {
  const decoder = createAudioDecoder(payloadType);
  if (decoder.kind !== 'pcm' || isVideoNumber(payloadType)) return null;
  const decoded = decoder.decode(new Uint8Array(Math.min(frameBytes, 4096)));
  return formatFrom(decoder, decoded?.pcm.length ?? 0);
};

/** The device's sound as the browser is told: numbers that mean a known coding are named by it. */
export const withKnownCodec = (frame: TalkFrame): TalkFrame => {
  const codec = knownCodec(frame.payloadType);
  return codec === undefined ? frame : { ...frame, codec };
};
const knownCodec = (payloadType: number): MediaFrame['codec'] | undefined => {
  if (isVideoNumber(payloadType)) return 'g711a';
  return DVI4.has(payloadType) ? 'adpcmIma' : undefined;
};

/** Packets in a row that must agree before a format found once is given up: a stray one must not switch the encoder. */
const AGREEING = 3;

/** Listens to one device and says how it codes its sound. */
export class FormatWatch {
  /** Null until a packet could be understood, and while voice in that coding cannot be made. */
  format: VoiceFormat | null = null;
  private decoder: AudioDecoder | null = null;
  private payloadType = -1;
  private lastUs: number | null = null;
  private seen: VoiceFormat | null = null;
  private agreeing = 0;

  /** True when `format` changed. */
  hear({ payloadType, body, presentationUs, discontinuity }: TalkFrame): boolean {
    if (this.decoder === null || payloadType !== this.payloadType) {
      this.decoder = createAudioDecoder(payloadType);
      this.payloadType = payloadType;
      this.lastUs = null;
    }
    const deltaMs = this.lastUs === null || discontinuity ? undefined : (presentationUs - this.lastUs) / 1000;
    this.lastUs = presentationUs;
    const heard = this.decoder.decode(body, deltaMs);
    return heard === null ? false : this.consider(formatFrom(this.decoder, heard.pcm.length));
  }

  private consider(found: VoiceFormat | null): boolean {
    if (found === null) return false;
    const same = this.seen !== null && formatKey(this.seen) === formatKey(found);
    this.agreeing = same ? this.agreeing + 1 : 1;
    this.seen = found;
    if (this.format !== null && formatKey(this.format) === formatKey(found)) return false;
    if (this.format !== null && this.agreeing < AGREEING) return false;
    this.format = found;
    return true;
  }
}
