// Pictures as fragments of our own MP4 for Media Source Extensions: the writer of the present format and the buffer they go to.
import { createFmp4Writer, MediaError } from '@outrider/media';
import type { Fmp4Writer } from '@outrider/media';
import type { FromPlayer } from '../messages.ts';
import { canPlay, openTarget } from './media-source.ts';
import type { SegmentTarget } from './media-source.ts';
import type { VideoFormat } from './video-track.ts';

/** Fragments carry microseconds as they are. */
const TIMESCALE = 1_000_000;

type Coded = { readonly bytes: Uint8Array; readonly key: boolean };

export class Fragments {
  readonly #post: (message: FromPlayer, transfer?: Transferable[]) => void;
  readonly #failed: (reason: string) => void;
  readonly #pageFeeds: boolean;
  #target: SegmentTarget | undefined;
  #writer: Fmp4Writer | undefined;
  #size = { width: 0, height: 0 };

  /** `failed`: the bytes were refused; everything is closed by then, a new format may follow. */
  constructor(
    post: (message: FromPlayer, transfer?: Transferable[]) => void,
    pageFeeds: boolean,
    failed: (reason: string) => void,
  ) {
    this.#post = post;
    this.#pageFeeds = pageFeeds;
    this.#failed = failed;
  }

  /** Pixels of the present format. */
  get size(): { readonly width: number; readonly height: number } {
    return this.#size;
  }

  /** False: this browser cannot play it. A format that makes no sense fails. */
  configure(format: VideoFormat): boolean {
    const writer = this.#makeWriter(format);
    if (writer === undefined) return true;
    if (canPlay(writer.mimeType, this.#pageFeeds) === false) {
      this.close();
      return false;
    }
    this.#writer = writer;
    this.#size = { width: format.width, height: format.height };
    if (this.#target === undefined) {
      this.#target = openTarget('video', writer.mimeType, this.#post, (reason) => this.#fail(reason));
    } else this.#target.changeType(writer.mimeType);
    this.#target.append(writer.init().slice());
    return true;
  }

  /** Appends a frame that begins at `timeUs` of the element's time and stands for `stepUs`. False: nothing was appended. */
  append(frame: Coded, timeUs: number, stepUs: number): boolean {
    const segment = this.#writer?.segment(frame.bytes, timeUs, stepUs, frame.key);
    if (segment === undefined || segment === null || this.#target === undefined) return false;
    this.#target.append(segment);
    return true;
  }

  /** The element shows this moment. */
  played(currentTime: number): void {
    this.#target?.played(currentTime);
  }

  /** Nothing is appended before the next format. */
  forget(): void {
    this.#writer = undefined;
  }

  close(): void {
    this.#target?.close();
    this.#target = undefined;
    this.#writer = undefined;
  }

  #makeWriter({ sets, width, height }: VideoFormat): Fmp4Writer | undefined {
    try {
      return createFmp4Writer({ codec: sets.codec, parameterSets: sets, width, height, timescale: TIMESCALE });
    } catch (error) {
      if (!(error instanceof MediaError)) throw error;
      this.#fail(error.message);
      return undefined;
    }
  }

  #fail(reason: string): void {
    this.close();
    this.#failed(reason);
  }
}
