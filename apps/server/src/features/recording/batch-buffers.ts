// Memory for batches on their way to the disk, used over and over: fresh memory for each batch is what the collector of the runtime
// is busiest with while hundreds of channels record.

/** Sizes are powers of two from here on. */
const LEAST_BYTES = 4096;
/** So much stays here while nothing is written. */
const MOST_KEPT_BYTES = 16 * 1024 * 1024;

export class BatchBuffers {
  private readonly free = new Map<number, Buffer[]>();
  private keptBytes = 0;

  /** At least so many bytes, with anything in them. Give it back when nobody reads it any more. */
  take(bytes: number): Buffer {
    const size = Math.max(LEAST_BYTES, 2 ** Math.ceil(Math.log2(bytes)));
    const kept = this.free.get(size)?.pop();
    if (kept === undefined) return Buffer.allocUnsafeSlow(size);
    this.keptBytes -= size;
    return kept;
  }

  /** What `take` gave, whole. Past the bound it is left to the collector. */
  give(buffer: Buffer): void {
    if (this.keptBytes + buffer.length > MOST_KEPT_BYTES) return;
    this.keptBytes += buffer.length;
    const same = this.free.get(buffer.length);
    if (same === undefined) this.free.set(buffer.length, [buffer]);
    else same.push(buffer);
  }
}
