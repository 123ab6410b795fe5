// Voice that waits on its way from the microphone to the server: bounded, the oldest goes first, what went is counted. Pure.

/** The specification's buffers: on the way through the worker, and on the older way through the page. */
export const WORKER_CHUNKS = 50;
export const PAGE_CHUNKS = 20;

/** A queue of `most` chunks; one more pushes the oldest out, since nobody wants to hear it late. */
export class ChunkQueue<Chunk> {
  /** Chunks that were pushed out. */
  dropped = 0;
  readonly #most: number;
  readonly #chunks: Chunk[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  get length(): number {
    return this.#chunks.length;
  }

  push(chunk: Chunk): void {
    this.#chunks.push(chunk);
    if (this.#chunks.length <= this.#most) return;
    this.#chunks.shift();
    this.dropped += 1;
  }

  /** The oldest one; undefined when nothing waits. */
  shift(): Chunk | undefined {
    return this.#chunks.shift();
  }
}
