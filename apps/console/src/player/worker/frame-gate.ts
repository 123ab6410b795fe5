// Decides which video frames go to the decoder: none before a key frame, none while nobody looks (they are kept from the last
// key frame on, so that a tile that is seen again shows a picture at once), none while the decoder is behind. Pure bookkeeping.

/** One coded picture on its way to a decoder. */
export type CodedFrame = {
  /** Annex-B, with parameter sets in front of a key frame. */
  readonly bytes: Uint8Array;
  readonly key: boolean;
  /** Microseconds, always rising (see timeline.ts). */
  readonly timestampUs: number;
  /** An older frame, sent to catch up: decoded, not drawn. */
  readonly replay: boolean;
  /** When it was taken, UTC ms of the server's clock; 0 unknown. */
  readonly captureMs: number;
};

/** What is kept while hidden: enough for the longest group of pictures recorders send. */
const MAX_KEPT_BYTES = 8 * 2 ** 20;
const MAX_KEPT_FRAMES = 400;
/** More than this waiting in the decoder means it cannot keep up. */
export const MAX_QUEUE = 10;

/** Between the socket and a decoder. `offer` answers with the frames to decode now. */
export class FrameGate {
  /** Frames thrown away so far. */
  dropped = 0;
  #visible = true;
  #flowing = false;
  #kept: CodedFrame[] = [];
  #keptBytes = 0;

  /** The frames to decode now, oldest first. `queued` is how many the decoder still has waiting, replayed ones apart. */
  offer(frame: CodedFrame, queued: number): readonly CodedFrame[] {
    if (!this.#visible) {
      this.#keep(frame);
      return [];
    }
    if (frame.key) {
      this.#flowing = true;
      return [frame];
    }
    if (this.#flowing && queued > MAX_QUEUE && !frame.replay) this.#flowing = false;
    if (this.#flowing) return [frame];
    this.dropped += 1;
    return [];
  }

  /** There is no decoder: wait for a key frame. What is kept while nobody looks begins with one, and stays. */
  decoderGone(): void {
    this.#flowing = false;
  }

  /** The stream starts over, or the decoder broke on it: wait for a key frame. */
  awaitKey(): void {
    this.#flowing = false;
    this.#forget();
  }

  /** Seen again: gives what was kept, to be decoded without drawing but for the last. */
  setVisible(visible: boolean): readonly CodedFrame[] {
    if (visible === this.#visible) return [];
    this.#visible = visible;
    if (!visible) {
      this.#flowing = false; // what follows refers to frames the decoder will not have
      return [];
    }
    const kept = this.#kept.map((frame, i) => ({ ...frame, replay: i < this.#kept.length - 1 }));
    this.#forget();
    this.#flowing = kept.length > 0;
    return kept;
  }

  #keep(frame: CodedFrame): void {
    if (frame.key) this.#forget();
    else if (this.#kept.length === 0) return;
    this.#kept.push(frame);
    this.#keptBytes += frame.bytes.length;
    if (this.#keptBytes > MAX_KEPT_BYTES || this.#kept.length > MAX_KEPT_FRAMES) this.#forget();
  }

  #forget(): void {
    this.#kept = [];
    this.#keptBytes = 0;
  }
}
