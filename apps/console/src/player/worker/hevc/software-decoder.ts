// H.265 decoded by this page itself, one picture at a time between the messages of its worker: the same port as picture-decoder.ts. What it
// may spend is not decided here (decoding-budget.ts on the page), only kept.
import { h265Needs, MediaError, nalType, splitNals } from '@outrider/media';
import type { H265Needs } from '@outrider/media';
import type { Allowance, SoftwareLoad } from '../../messages.ts';
import { Meter } from '../meter.ts';
import type { Picture } from '../picture.ts';
import type { Coded, PictureDecoderEvents } from '../picture-decoder.ts';
import type { VideoFormat } from '../video-track.ts';
import type { HevcEngine, Planes } from './hevc-engine.ts';
import { PictureOrder } from './picture-order.ts';

export type SoftwareKit = {
  /** A fresh decoder; the first time it is fetched. */
  readonly open: () => Promise<HevcEngine>;
  readonly picture: (planes: Planes) => Picture;
  /** Runs it soon, behind the messages that wait. */
  readonly later: (run: () => void) => void;
  readonly nowMs: () => number;
};

/** Coded pictures that wait, at most: more only while the decoder is fetched. Past it all go, up to the next key picture. */
const MAX_WAITING = 150;
/** Larger pictures are not worth trying. */
const MAX_PIXELS = 4096 * 2304;
/** End of sequence (clause 7.4.2.4.4): what follows starts afresh, whatever the decoder still has. */
const END_OF_SEQUENCE = Uint8Array.of(0, 0, 0, 1, 0x48, 1);
const CRA = 21;
/** The newest cost counts so much. */
const NEWEST = 0.1;

/** What this decoder does right. Transform skip and monochrome come out wrong, as the clips of testdata/hevc show. */
const canDecode = ({ chromaFormat, bitDepth, transformSkip, width, height }: H265Needs): boolean =>
  chromaFormat === 1 && bitDepth <= 10 && !transformSkip && width * height <= MAX_PIXELS;

const needsOf = ({ sets }: VideoFormat): H265Needs | undefined => {
  try {
    return h265Needs(sets);
  } catch (error) {
    if (error instanceof MediaError) return undefined;
    throw error;
  }
};

/** Counting of pictures restarts at every key picture but those that others may lead to. */
const beginsAnew = (bytes: Uint8Array): boolean => {
  const first = splitNals(bytes).find((nal) => nalType('h265', nal[0] ?? 0) < 32);
  return first !== undefined && nalType('h265', first[0] ?? 0) !== CRA;
};

type Ordered<F> = { readonly picture: Picture; readonly frame: F };

export class SoftwareDecoder<F extends Coded> {
  /** Pictures that were not decoded: no time for them, or they made no sense. */
  dropped = 0;
  readonly #kit: SoftwareKit;
  readonly #events: PictureDecoderEvents<F>;
  readonly #all = new Meter();
  readonly #keys = new Meter();
  #costMs = { key: 0, other: 0 };
  #engine: HevcEngine | undefined;
  #opening = false;
  #active = false;
  #scheduled = false;
  #waiting: F[] = [];
  #order = new PictureOrder<Ordered<F>>(0);
  #allowance: Allowance = 'all';
  /** No picture is decoded before a key picture. */
  #flowing = false;

  constructor(kit: SoftwareKit, events: PictureDecoderEvents<F>) {
    this.#kit = kit;
    this.#events = events;
  }

  /** It is still being fetched. */
  get loading(): boolean {
    return this.#opening;
  }

  /** While the decoder is fetched nothing is late. */
  get queued(): number {
    return this.#engine === undefined ? 0 : this.#waiting.length;
  }

  /** How many frames come while it works off what waits: few where decoding is fast, however many wait after a stall. */
  get late(): number {
    const { key, other } = this.#costMs;
    const share = ((other === 0 ? key : other) * this.#all.perSecond(this.#kit.nowMs())) / 1000;
    return Math.floor(this.queued * Math.min(1, share));
  }

  get inside(): { readonly size: number; readonly replaying: number } {
    const replaying = this.#waiting.reduce((sum, { replay }) => sum + (replay ? 1 : 0), 0);
    return { size: this.#waiting.length + this.#order.size, replaying };
  }

  configure(format: VideoFormat): void {
    this.stop();
    const needs = needsOf(format);
    if (needs === undefined || !canDecode(needs)) {
      this.#events.unsupported();
      return;
    }
    this.#order = new PictureOrder(needs.reorderPictures);
    this.#active = true;
    if (this.#engine === undefined) this.#open();
  }

  push(frame: F): void {
    if (!this.#active) return;
    const nowMs = this.#kit.nowMs();
    this.#all.add(1, nowMs);
    if (frame.key) this.#keys.add(1, nowMs);
    if (this.#waiting.length >= MAX_WAITING) {
      this.dropped += this.#waiting.length;
      this.#waiting = [];
      this.#flowing = false;
    }
    this.#waiting.push(frame);
    this.#schedule();
  }

  /** Key pictures only, where the page has no time for all. */
  allow(allowance: Allowance): void {
    if (allowance === this.#allowance) return;
    this.#allowance = allowance;
    this.#flowing = false;
  }

  /** There is room for pictures again. */
  resume(): void {
    this.#schedule();
  }

  /** What decoding costs; undefined while it decodes nothing. */
  get load(): SoftwareLoad | undefined {
    const nowMs = this.#kit.nowMs();
    const all = this.#all.perSecond(nowMs);
    if (!this.#active || all === 0) return undefined;
    const keys = this.#keys.perSecond(nowMs);
    const { key, other } = this.#costMs;
    // Until other pictures were decoded, key pictures are the only measure.
    return { keysMs: keys * key, allMs: keys * key + (all - keys) * (other === 0 ? key / 2 : other) };
  }

  /** No picture follows for now: what was held back for the order of showing is let go. */
  rest(): void {
    if (this.#waiting.length === 0) this.#give(this.#order.rest());
  }

  /** The decoder breaks for a reason it does not see itself. */
  fail(reason: string): void {
    this.stop();
    this.#engine = undefined;
    this.#events.failed(reason);
  }

  /** Ends decoding; what is inside is lost. */
  stop(): void {
    this.#active = false;
    this.#flowing = false;
    this.#waiting = [];
    for (const { picture } of this.#order.rest()) picture.close();
  }

  #open(): void {
    if (this.#opening) return;
    this.#opening = true;
    this.#kit.open().then(
      (engine) => {
        this.#opening = false;
        this.#engine = engine;
        this.#schedule();
      },
      (error: unknown) => {
        this.#opening = false;
        if (this.#active) this.fail(error instanceof Error ? error.message : 'the H.265 decoder could not be loaded');
      },
    );
  }

  #schedule(): void {
    if (this.#scheduled || this.#engine === undefined || this.#waiting.length === 0) return;
    if (this.#events.full?.() === true) return; // `resume` follows
    this.#scheduled = true;
    this.#kit.later(() => {
      this.#scheduled = false;
      this.#decodeNext();
      if (this.#active && this.#waiting.length === 0) this.#events.idle?.();
      this.#schedule();
    });
  }

  #decodeNext(): void {
    const frame = this.#waiting.shift();
    const engine = this.#engine;
    if (frame === undefined || engine === undefined) return;
    const joins = !this.#flowing;
    if (!frame.key && (joins || this.#allowance === 'keys')) {
      this.dropped += 1;
      return;
    }
    const fromMs = this.#kit.nowMs();
    const planes = this.#decode(engine, frame.bytes, joins || this.#allowance === 'keys');
    if (planes === undefined) return; // it broke, and said so
    this.#flowing = true;
    const ordered = planes.map((one) => ({ poc: one.poc, picture: { picture: this.#kit.picture(one), frame } }));
    this.#measure(frame.key, this.#kit.nowMs() - fromMs);
    if (ordered.length === 0) this.dropped += 1;
    const begins = frame.key && (joins || beginsAnew(frame.bytes));
    for (const { poc, picture } of ordered) this.#give(this.#order.put(poc, picture, begins));
    if (this.#allowance === 'keys') this.#give(this.#order.rest());
  }

  #decode(engine: HevcEngine, bytes: Uint8Array, joins: boolean): Planes[] | undefined {
    try {
      if (joins) engine.decode(END_OF_SEQUENCE);
      return engine.decode(bytes);
    } catch (error) {
      this.fail(error instanceof Error ? error.message : 'the H.265 decoder broke');
      return undefined;
    }
  }

  #give(pictures: readonly Ordered<F>[]): void {
    for (const { picture, frame } of pictures) this.#events.picture(picture, frame);
  }

  #measure(key: boolean, ms: number): void {
    const { key: keyMs, other } = this.#costMs;
    const next = (before: number): number => (before === 0 ? ms : before + NEWEST * (ms - before));
    this.#costMs = key ? { key: next(keyMs), other } : { key: keyMs, other: next(other) };
  }
}
