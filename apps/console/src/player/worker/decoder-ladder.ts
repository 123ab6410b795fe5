// The decoders of a canvas, best first: the browser's own, then for H.265 the one that this page brings along. Steps down by itself when
// the browser says no, or says yes and breaks. Not: streams by Media Source Extensions (ladder-sink.ts, ladder-screen.ts).
import type { Allowance, SoftwareLoad } from '../messages.ts';
import { SoftwareDecoder } from './hevc/software-decoder.ts';
import type { SoftwareKit } from './hevc/software-decoder.ts';
import { PictureDecoder } from './picture-decoder.ts';
import type { Coded, PictureDecoderEvents } from './picture-decoder.ts';
import type { VideoFormat } from './video-track.ts';

/** Frames that are kept until the browser's decoder gave its first picture; past it a step down waits for the next key frame. */
const MAX_UNPROVEN = 60;

export class DecoderLadder<F extends Coded> {
  readonly #browser: PictureDecoder<F>;
  readonly #software: SoftwareDecoder<F> | undefined;
  #onSoftware = false;
  /** The browser's decoder is of no use for H.265. */
  #refused = !('VideoDecoder' in globalThis);
  #format: VideoFormat | undefined;
  /** What the browser's decoder got since it was made; undefined once it gave a picture. */
  #unproven: F[] | undefined;

  constructor(events: PictureDecoderEvents<F>, software: SoftwareKit | undefined) {
    this.#browser = new PictureDecoder<F>({
      picture: (picture, frame) => {
        this.#unproven = undefined;
        events.picture(picture, frame);
      },
      unsupported: () => {
        if (!this.#stepDown()) events.unsupported();
      },
      failed: (reason) => {
        if (!this.#stepDown()) events.failed(reason);
      },
      lost: () => events.lost(),
    });
    if (software !== undefined) this.#software = new SoftwareDecoder<F>(software, events);
  }

  /** For the statistics. */
  get name(): string {
    return this.#onSoftware ? 'software' : 'WebCodecs';
  }

  /** Frames that wait for a decoder; 0 without one. */
  get queued(): number {
    return this.#decoder.queued;
  }

  /** Our own decoder is still being fetched. */
  get loading(): boolean {
    return this.#onSoftware && this.#software?.loading === true;
  }

  /** How many frames behind the decoder is. */
  get late(): number {
    return this.#onSoftware ? (this.#software?.late ?? 0) : this.#browser.queued;
  }

  get inside(): { readonly size: number; readonly replaying: number } {
    return this.#decoder.inside;
  }

  get dropped(): number {
    return this.#software?.dropped ?? 0;
  }

  get load(): SoftwareLoad | undefined {
    return this.#onSoftware ? this.#software?.load : undefined;
  }

  configure(format: VideoFormat): void {
    this.stop();
    this.#format = format;
    this.#onSoftware = this.#software !== undefined && this.#refused && format.sets.codec === 'h265';
    this.#unproven = this.#onSoftware ? undefined : [];
    this.#decoder.configure(format);
  }

  push(frame: F): void {
    this.#unproven?.push(frame);
    if (this.#unproven !== undefined && this.#unproven.length > MAX_UNPROVEN) this.#unproven = undefined;
    this.#decoder.push(frame);
  }

  /** There is room for pictures again. */
  resume(): void {
    this.#software?.resume();
  }

  /** No frame follows for now: what a decoder held back for the order of showing is let go. */
  rest(): void {
    if (this.#onSoftware) this.#software?.rest();
  }

  allow(allowance: Allowance): void {
    this.#software?.allow(allowance);
  }

  /** The decoder breaks for a reason it does not see itself. */
  fail(reason: string): void {
    this.#decoder.fail(reason);
  }

  stop(): void {
    this.#browser.stop();
    this.#software?.stop();
    this.#unproven = undefined;
  }

  get #decoder(): PictureDecoder<F> | SoftwareDecoder<F> {
    return this.#onSoftware && this.#software !== undefined ? this.#software : this.#browser;
  }

  /** What the browser's decoder got and gave no picture for is decoded again; false where there is no step. */
  #stepDown(): boolean {
    const format = this.#format;
    if (this.#software === undefined || format?.sets.codec !== 'h265') return false;
    const frames = this.#unproven ?? [];
    this.#refused = true;
    this.configure(format);
    for (const frame of frames) this.push(frame);
    return true;
  }
}
