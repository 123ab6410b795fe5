// Frames of a download until they become a file: an hour may be gigabytes, so bodies lie in Blobs, which a browser may put on disk, and
// only what is known of each frame stays in memory.

/** A frame as it came. Times are UTC microseconds of the recording. */
export type SpooledFrame = {
  readonly kind: 'video' | 'audio';
  /** Of the stream header. */
  readonly codec: number;
  readonly timeUs: number;
  /** Sample rate of sound in Hz, 0 unknown. */
  readonly detail: number;
  readonly body: Uint8Array<ArrayBuffer>;
};

const CHUNK_BYTES = 4 * 1024 * 1024;

type Known = Omit<SpooledFrame, 'body'> & { readonly length: number };
type Chunk = { readonly bytes: Blob; readonly frames: readonly Known[] };

export class Spool {
  readonly #chunks: Chunk[] = [];
  #bodies: Uint8Array<ArrayBuffer>[] = [];
  #frames: Known[] = [];
  #waiting = 0;
  /** Codings of pictures and of sound that came. */
  readonly codecs = { video: new Set<number>(), audio: new Set<number>() };

  get empty(): boolean {
    return this.codecs.video.size === 0 && this.codecs.audio.size === 0;
  }

  /** Takes the frame over; its body must not change any more. */
  add({ body, ...known }: SpooledFrame): void {
    this.codecs[known.kind].add(known.codec);
    this.#frames.push({ ...known, length: body.length });
    this.#bodies.push(body);
    this.#waiting += body.length;
    if (this.#waiting >= CHUNK_BYTES) this.#seal();
  }

  /** All frames in the order they came. */
  async *read(): AsyncGenerator<SpooledFrame> {
    this.#seal();
    for (const { bytes, frames } of this.#chunks) {
      // oxlint-disable-next-line no-await-in-loop -- one chunk in memory at a time
      const all = new Uint8Array(await bytes.arrayBuffer());
      let at = 0;
      for (const { length, ...known } of frames) {
        yield { ...known, body: all.subarray(at, at + length) };
        at += length;
      }
    }
  }

  #seal(): void {
    if (this.#frames.length === 0) return;
    this.#chunks.push({ bytes: new Blob(this.#bodies), frames: this.#frames });
    this.#bodies = [];
    this.#frames = [];
    this.#waiting = 0;
  }
}
