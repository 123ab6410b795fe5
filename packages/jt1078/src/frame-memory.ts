// Where the bodies of frames are put together: one behind the other in pieces of memory that are written once and never used again.

const PIECE_BYTES = 16 * 1024;

/**
 * One per flow, so that what is kept of a flow shares its pieces with frames of the same flow only. A body that is kept holds a piece
 * of 16 KiB at most, or a third more than itself where it is larger than that.
 */
export class FrameMemory {
  private readonly headRoomBytes: number;
  private piece = new Uint8Array(0);
  /** Where the body that is being put together begins, its head room in front of it. */
  private start = 0;
  private length = 0;

  /** In front of each body that many bytes are left free. */
  constructor(headRoomBytes: number) {
    this.headRoomBytes = headRoomBytes;
    this.start = headRoomBytes;
  }

  /** Of the body that is being put together. */
  get bytes(): number {
    return this.length;
  }

  /** Copies the next part of a body: what it lay in may be overwritten from here on. */
  append(part: Uint8Array): void {
    if (this.start + this.length + part.length > this.piece.length) this.makeRoom(part.length);
    this.piece.set(part, this.start + this.length);
    this.length += part.length;
  }

  /** The whole body. Nothing is written over it, or over its head room, later. */
  take(): Uint8Array {
    const { headRoomBytes: room, length, start, piece } = this;
    const end = start + length;
    const fits = end <= piece.length;
    if (fits && piece.length <= PIECE_BYTES) {
      this.start = end + room;
      this.length = 0;
      return piece.subarray(start, end);
    }
    // Larger than a piece, or empty behind the end of one: memory of its own, not much more of it than it needs.
    const own = fits && end * 4 >= piece.length * 3 ? piece : this.copyOf(room + length);
    this.piece = new Uint8Array(0);
    this.start = room;
    this.length = 0;
    return own.subarray(room, room + length);
  }

  /** The body that is being put together is given up. */
  drop(): void {
    this.length = 0;
    if (this.piece.length > PIECE_BYTES) this.piece = new Uint8Array(0);
    if (this.piece.length === 0) this.start = this.headRoomBytes;
  }

  /** Goes on in other memory, with what there is of the body. */
  private makeRoom(more: number): void {
    const needed = this.headRoomBytes + this.length + more;
    this.piece = this.copyOf(needed <= PIECE_BYTES ? PIECE_BYTES : 2 * needed);
    this.start = this.headRoomBytes;
  }

  private copyOf(bytes: number): Uint8Array<ArrayBuffer> {
    const copy = new Uint8Array(bytes);
    copy.set(this.piece.subarray(this.start, this.start + this.length), this.headRoomBytes);
    return copy;
  }
}
