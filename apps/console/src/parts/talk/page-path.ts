// The older way of the voice, in browsers without audio worklets: the page hands blocks to the worker, and keeps the newest ones
// until the worker takes them. Pure.
import { ChunkQueue, PAGE_CHUNKS } from './chunk-queue.ts';
import type { EncodeCommand } from './messages.ts';

export class PagePath {
  readonly #waiting = new ChunkQueue<EncodeCommand>(PAGE_CHUNKS);
  #send: ((block: EncodeCommand) => void) | undefined;

  /** Blocks that were never handed on. */
  get dropped(): number {
    return this.#waiting.dropped;
  }

  put(block: EncodeCommand): void {
    this.#waiting.push(block);
    this.#flush();
  }

  /** The worker takes blocks from now on. */
  drainTo(send: (block: EncodeCommand) => void): void {
    this.#send = send;
    this.#flush();
  }

  #flush(): void {
    const send = this.#send;
    if (send === undefined) return;
    for (let block = this.#waiting.shift(); block !== undefined; block = this.#waiting.shift()) send(block);
  }
}
