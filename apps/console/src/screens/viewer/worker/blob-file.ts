// A file that is written in pieces and ends as a Blob: mostly appended to, and mended at its beginning when it is done.

export class BlobFile {
  #whole = new Blob([]);

  /** Writes over what is there, or behind it. */
  readonly stream = new WritableStream<{ data: Uint8Array<ArrayBuffer>; position: number }>({
    write: ({ data, position }) => {
      const piece = data.slice(); // the writer may use its buffer again
      const before = this.#whole.slice(0, position);
      this.#whole = new Blob([before, piece, this.#whole.slice(position + piece.length)]);
    },
  });

  finished(type: string): Blob {
    return this.#whole.slice(0, this.#whole.size, type);
  }
}
