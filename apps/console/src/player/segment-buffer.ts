// One SourceBuffer with a queue in front of it, in a worker or on the page: appends in order, forgets what was played.
// Knows no codec: bytes and a type come from outside.

/** Appended in one go at most: what waits is joined, a large joiner's burst in few steps. */
const MAX_WAITING = 600;
/** Seconds before the current time that stay. */
const KEEP_SECONDS = 10;

type Ranges = { readonly length: number; start(i: number): number; end(i: number): number };
type Events = { addEventListener(name: string, run: () => void): void };
/** What is used of a SourceBuffer; the worker's own types leave it out. */
type SourceBufferLike = Events & {
  readonly updating: boolean;
  readonly buffered: Ranges;
  appendBuffer(bytes: Uint8Array<ArrayBuffer>): void;
  remove(start: number, end: number): void;
  changeType(mimeType: string): void;
};
/** What is used of a MediaSource. */
export type MediaSourceLike = Events & {
  readonly readyState: string;
  addSourceBuffer(mimeType: string): SourceBufferLike;
};

/** `onFailed` is called once, when the browser refuses bytes: make everything again. */
export class SegmentBuffer {
  readonly #onFailed: (reason: string) => void;
  #buffer: SourceBufferLike | undefined;
  #waiting: Uint8Array<ArrayBuffer>[] = [];
  #mimeType: string;
  #nextType: string | undefined;
  #trimBefore = 0;
  #ended = false;

  constructor(source: MediaSourceLike, mimeType: string, onFailed: (reason: string) => void) {
    this.#mimeType = mimeType;
    this.#onFailed = onFailed;
    const open = (): void => this.#guarded(() => this.#open(source));
    if (source.readyState === 'open') open();
    else source.addEventListener('sourceopen', open);
  }

  append(bytes: Uint8Array<ArrayBuffer>): void {
    if (this.#ended) return;
    this.#waiting.push(bytes);
    if (this.#waiting.length > MAX_WAITING) this.#fail('the browser takes no more video');
    else this.#pump();
  }

  /** What follows is of this type; what waits goes first. */
  changeType(mimeType: string): void {
    if (mimeType === this.#mimeType) return;
    this.#nextType = mimeType;
    this.#mimeType = mimeType;
    this.#pump();
  }

  /** The element shows `currentTime`: what is long before it may go. */
  played(currentTime: number): void {
    if (currentTime - KEEP_SECONDS > this.#trimBefore + KEEP_SECONDS) this.#trimBefore = currentTime - KEEP_SECONDS;
    this.#pump();
  }

  close(): void {
    this.#ended = true;
    this.#waiting = [];
    this.#buffer = undefined;
  }

  #open(source: MediaSourceLike): void {
    if (this.#ended || this.#buffer !== undefined) return;
    const buffer = source.addSourceBuffer(this.#mimeType);
    buffer.addEventListener('updateend', () => this.#pump());
    buffer.addEventListener('error', () => this.#fail('the browser could not read the video'));
    this.#buffer = buffer;
    this.#nextType = undefined;
    this.#pump();
  }

  #pump(): void {
    const buffer = this.#buffer;
    if (buffer === undefined || buffer.updating) return;
    this.#guarded(() => {
      if (this.#nextType !== undefined) {
        buffer.changeType(this.#nextType);
        this.#nextType = undefined;
      }
      if (buffer.buffered.length > 0 && buffer.buffered.start(0) < this.#trimBefore - KEEP_SECONDS) {
        buffer.remove(0, this.#trimBefore);
      } else if (this.#waiting.length > 0) {
        const all = this.#waiting;
        this.#waiting = [];
        buffer.appendBuffer(joined(all));
      }
    });
  }

  #guarded(run: () => void): void {
    try {
      run();
    } catch (error) {
      this.#fail(error instanceof Error ? error.message : 'the browser refused the video');
    }
  }

  #fail(reason: string): void {
    if (this.#ended) return;
    this.close();
    this.#onFailed(reason);
  }
}

const joined = (parts: readonly Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> => {
  const [first] = parts;
  if (parts.length === 1 && first !== undefined) return first;
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
};
