// Tells how the sound of a stream is coded by what its bodies are. The payload type is believed where it names a coding that is
// decoded here and the bytes do not prove another; real terminals send 98, 0 and anything else (JT/T 1078 reference, 5.1 and 9).
import { hasAdtsSync, parseAdtsHeader } from './adts.ts';
import { payloadName } from './audio.ts';
import { MediaError } from './errors.ts';
import { decodeG711 } from './g711.ts';
import { stripHisiliconHeader } from './hisilicon.ts';

/** What a stream socket carries as it came; `pcm16be` has to be turned around first. */
export type SoundCoding = 'g711a' | 'g711u' | 'g726' | 'adpcmIma' | 'aacAdts' | 'pcm16le' | 'pcm16be';

/**
 * `known`: decodable. `unknown`: a few more bodies will tell. `foreign`: nobody here decodes it; `name` is for people: 'MP3'.
 */
export type SoundVerdict =
  | { readonly kind: 'known'; readonly coding: SoundCoding }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'foreign'; readonly name: string };

const NAMED: ReadonlyMap<number, SoundCoding> = new Map([
  [6, 'g711a'],
  [7, 'g711u'],
  [8, 'g726'],
  [10, 'adpcmIma'],
  [11, 'adpcmIma'],
  [12, 'adpcmIma'],
  [16, 'pcm16be'],
  [19, 'aacAdts'],
  [21, 'aacAdts'],
  [24, 'aacAdts'],
  [26, 'adpcmIma'],
]);
/** Linear sound whose byte order the number leaves open. */
const LINEAR = new Set([18, 22, 23]);
/** The standard's other codings of sound: they say what they are, and the bytes could only be misread. */
const isOtherSound = (payloadType: number): boolean =>
  payloadType >= 1 && payloadType <= 28 && !NAMED.has(payloadType) && !LINEAR.has(payloadType);

/** So many bodies in a row decide: some 100 ms. */
const SAMPLE_BODIES = 4;
const SAMPLES_PER_MS = 8;
const IMA_HEAD_BYTES = 4;
const LAST_IMA_STEP = 88;
/** A quarter of a second of G.711 of each body is enough to hear, and all of a large one would hold everything up. */
const HEARD_BYTES = 2048;

type Block = { readonly frame: Uint8Array; readonly deltaMs: number | undefined };

/** One for each stream. A changed payload type restarts it. */
export class SoundFinder {
  private verdict: SoundVerdict = { kind: 'unknown' };
  private payloadType = -1;
  private blocks: Block[] = [];

  /** `deltaMs`: how long after the body before it this one is due, where its time stamps tell. Never throws. */
  take(payloadType: number, body: Uint8Array, deltaMs?: number): SoundVerdict {
    if (payloadType !== this.payloadType) this.begin(payloadType);
    if (this.blocks.length >= SAMPLE_BODIES) return this.verdict;
    const frame = stripHisiliconHeader(body);
    if (frame.length === 0) return this.verdict;
    this.blocks.push({ frame: frame.slice(), deltaMs });
    const proven = provenBy(frame);
    if (proven !== null) return this.settle(proven);
    if (this.blocks.length < SAMPLE_BODIES) return this.verdict;
    const decided = this.decide();
    if (decided.kind !== 'unknown') return this.settle(decided);
    this.blocks.shift(); // the next body may tell more
    return decided;
  }

  private begin(payloadType: number): void {
    this.payloadType = payloadType;
    this.blocks = [];
    const named = NAMED.get(payloadType);
    if (named !== undefined) this.verdict = { kind: 'known', coding: named };
    else if (isOtherSound(payloadType)) this.verdict = { kind: 'foreign', name: payloadName(payloadType) };
    else this.verdict = { kind: 'unknown' };
  }

  private settle(verdict: SoundVerdict): SoundVerdict {
    this.verdict = verdict;
    while (this.blocks.length < SAMPLE_BODIES) this.blocks.push({ frame: new Uint8Array(0), deltaMs: undefined });
    return verdict;
  }

  private decide(): SoundVerdict {
    const frames = this.blocks.map(({ frame }) => frame);
    const isIma = frames.every((frame) => looksLikeIma(frame));
    const { verdict } = this;
    if (verdict.kind === 'known') {
      const mayBeIma = verdict.coding === 'g711a' || verdict.coding === 'g711u' || verdict.coding === 'g726';
      return isIma && mayBeIma ? { kind: 'known', coding: 'adpcmIma' } : verdict;
    }
    if (verdict.kind === 'foreign') return verdict;
    if (LINEAR.has(this.payloadType)) return linear(frames.map(beginning));
    if (isIma) return { kind: 'known', coding: 'adpcmIma' };
    if (frames.every(isAmr)) return { kind: 'foreign', name: 'AMR' };
    return this.bySize(frames);
  }

  /** A sample of G.711 is a byte, of G.726 two to five bits; a duration tells, without one the sizes recorders use. */
  private bySize(frames: readonly Uint8Array[]): SoundVerdict {
    const bits = bitsPerSample(this.blocks);
    if (bits === 16) return linear(frames.map(beginning));
    if (bits === 8) return { kind: 'known', coding: lawOf(frames.map(beginning)) };
    if (bits !== null) return { kind: 'known', coding: 'g726' };
    return { kind: 'foreign', name: payloadName(this.payloadType) };
  }
}

const beginning = (frame: Uint8Array): Uint8Array => frame.subarray(0, HEARD_BYTES);

/** What one body shows beyond doubt; null for most. */
const provenBy = (frame: Uint8Array): SoundVerdict | null => {
  if (isWholeAdts(frame)) return { kind: 'known', coding: 'aacAdts' };
  if (isWholeMpeg(frame)) return { kind: 'foreign', name: 'MP3' };
  if (startsWith(frame, '#!AMR')) return { kind: 'foreign', name: 'AMR' };
  return null;
};

const startsWith = (frame: Uint8Array, text: string): boolean =>
  Array.from(text).every((character, i) => frame[i] === character.charCodeAt(0));

/** ADTS frames one behind the other, to the last byte. */
const isWholeAdts = (frame: Uint8Array): boolean => {
  let at = 0;
  while (at < frame.length) {
    if (!hasAdtsSync(frame, at)) return false;
    try {
      at += parseAdtsHeader(frame, at).frameBytes;
    } catch (error) {
      if (error instanceof MediaError) return false;
      throw error;
    }
  }
  return at === frame.length && at > 0;
};

const MPEG1_KBITS = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320] as const;
const MPEG2_KBITS = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160] as const;
const MPEG1_HZ = [44_100, 48_000, 32_000] as const;

/** Bytes of the MPEG audio frame of layer III that begins at `at` (ISO/IEC 11172-3, 2.4.2.3); 0 when none does. */
const mp3FrameBytes = (frame: Uint8Array, at: number): number => {
  const [, second = 0, third = 0] = frame.subarray(at, at + 3);
  const version = (second >> 3) & 3;
  if (frame[at] !== 0xff || (second & 0xe6) !== 0xe2 || version === 1) return 0;
  const isMpeg1 = version === 3;
  const kbits = (isMpeg1 ? MPEG1_KBITS : MPEG2_KBITS)[third >> 4] ?? 0;
  const baseHz = MPEG1_HZ[(third >> 2) & 3];
  if (kbits === 0 || baseHz === undefined) return 0;
  const hz = isMpeg1 ? baseHz : version === 2 ? baseHz / 2 : baseHz / 4;
  return Math.floor(((isMpeg1 ? 144_000 : 72_000) * kbits) / hz) + ((third >> 1) & 1);
};

const isWholeMpeg = (frame: Uint8Array): boolean => {
  let at = 0;
  while (at < frame.length) {
    const bytes = mp3FrameBytes(frame, at);
    if (bytes === 0) return false;
    at += bytes;
  }
  return at === frame.length && at > 0;
};

/** The head of a block says its step, has a spare byte of 0, and is followed by whole tenths of a packet. */
const looksLikeIma = (frame: Uint8Array): boolean =>
  frame.length > IMA_HEAD_BYTES &&
  (frame.length - IMA_HEAD_BYTES) % 40 === 0 &&
  (frame[2] ?? 255) <= LAST_IMA_STEP &&
  frame[3] === 0;

/** Bytes of an AMR frame by its type, head included (RFC 4867, 5.3). */
const AMR_BYTES = [13, 14, 16, 18, 20, 21, 27, 32, 6] as const;
const isAmr = (frame: Uint8Array): boolean => {
  const [head = 0] = frame;
  return (head & 0x83) === 0 && (head & 4) !== 0 && AMR_BYTES[(head >> 3) & 15] === frame.length;
};

const KNOWN_BITS = [2, 3, 4, 5, 8, 16] as const;

/** From durations where all that are known agree, else from the sizes of 20 and 40 ms; null when nothing fits. */
const bitsPerSample = (blocks: readonly Block[]): number | null => {
  const measured = blocks.flatMap(({ frame, deltaMs }) =>
    deltaMs === undefined || deltaMs <= 0 ? [] : [(frame.length * 8) / (deltaMs * SAMPLES_PER_MS)],
  );
  for (const bits of KNOWN_BITS)
    if (measured.length > 0 && measured.every((each) => Math.abs(each - bits) <= 0.1 * bits)) return bits;
  const [{ frame } = { frame: new Uint8Array(0) }] = blocks;
  if (!blocks.every((block) => block.frame.length === frame.length)) return null;
  if (frame.length % 160 === 0) return 8;
  return [40, 60, 80, 100, 120, 200].includes(frame.length) ? 4 : null;
};

/** Mean square of the samples, and which part of it two samples do not foretell of the next one (0 to 1). */
const shapeOf = (law: 'a' | 'u', frames: readonly Uint8Array[]): { power: number; surprise: number } => {
  const samples = frames.flatMap((frame) => [...decodeG711(law, frame)]);
  let [r00, r01, r02, r11, r12, r22] = [0, 0, 0, 0, 0, 0];
  for (let i = 2; i < samples.length; i += 1) {
    const x = samples[i] ?? 0;
    const y = samples[i - 1] ?? 0;
    const z = samples[i - 2] ?? 0;
    r00 += x * x;
    r01 += x * y;
    r02 += x * z;
    r11 += y * y;
    r12 += y * z;
    r22 += z * z;
  }
  const determinant = r11 * r22 - r12 * r12;
  const flat = determinant <= 1e-9 * r11 * r22;
  const first = flat ? r01 / (r11 + 1) : (r01 * r22 - r02 * r12) / determinant;
  const second = flat ? 0 : (r02 * r11 - r01 * r12) / determinant;
  const rest = Math.max(0, r00 - first * r01 - second * r02);
  return { power: r00 / Math.max(1, samples.length), surprise: r00 === 0 ? 0 : rest / r00 };
};

/** Noise near silence through the wrong law is louder by more than this, however it goes; loud sound is not. */
const ROAR = 64;

/** Through the wrong law sound can be foretold less, and silence is loud. A-law is what nearly all recorders send: the other has to be clear. */
const lawOf = (frames: readonly Uint8Array[]): 'g711a' | 'g711u' => {
  const [a, u] = [shapeOf('a', frames), shapeOf('u', frames)];
  if (a.power * ROAR <= u.power) return 'g711a';
  return u.power * ROAR < a.power || u.surprise * 1.5 < a.surprise ? 'g711u' : 'g711a';
};

/** In the right order neighbours are alike. Silence is the same in both and tells nothing yet. */
const linear = (frames: readonly Uint8Array[]): SoundVerdict => {
  const roughness = (little: boolean): number => {
    let sum = 0;
    for (const frame of frames) {
      const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
      for (let at = 2; at + 1 < frame.length; at += 2)
        sum += Math.abs(view.getInt16(at, little) - view.getInt16(at - 2, little));
    }
    return sum;
  };
  const [big, little] = [roughness(false), roughness(true)];
  if (big === little) return { kind: 'unknown' };
  return { kind: 'known', coding: big < little ? 'pcm16be' : 'pcm16le' };
};

/** Sixteen-bit samples, high byte first, as the others have them. An odd last byte is left out. */
export const littleEndianPcm = (body: Uint8Array): Uint8Array => {
  const out = new Uint8Array(body.length & ~1);
  for (let at = 0; at < out.length; at += 2) {
    out[at] = body[at + 1] ?? 0;
    out[at + 1] = body[at] ?? 0;
  }
  return out;
};
