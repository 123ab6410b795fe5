// The bytes of an unfinished packet between two chunks of a connection. Views given out stay valid: nothing is overwritten.

/** Grows at the end, shrinks at the front. Holds one packet at most, because its user takes whole ones away. */
export class HeldBytes {
  private buffer = new Uint8Array(0);
  private start = 0;
  private end = 0;

  get length(): number {
    return this.end - this.start;
  }

  /** Copies `bytes` behind what is held. `wanted` is the length the owner is waiting for: room is made for it at once. */
  append(bytes: Uint8Array, wanted: number): void {
    if (bytes.length === 0) return;
    const length = this.length + bytes.length;
    if (this.end + bytes.length > this.buffer.length) {
      const larger = new Uint8Array(Math.max(length, wanted, 64));
      larger.set(this.bytes());
      this.end = this.length;
      this.start = 0;
      this.buffer = larger;
    }
    this.buffer.set(bytes, this.end);
    this.end += bytes.length;
  }

  /** All held bytes, as a view. */
  bytes(): Uint8Array {
    return this.buffer.subarray(this.start, this.end);
  }

  dropFront(count: number): void {
    this.start += count;
  }

  /** Forgets everything, the memory too. */
  clear(): void {
    this.buffer = new Uint8Array(0);
    this.start = 0;
    this.end = 0;
  }
}
