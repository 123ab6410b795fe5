// The one error every decoder of device bytes throws. Expected, counted by the listener, never fatal.

/** Bytes that cannot be read. `offset` counts from the start of what was being decoded; `reason` is for the diagnostics page. */
export class DecodeError extends Error {
  readonly offset: number;
  readonly reason: string;
  constructor(offset: number, reason: string) {
    super(`${reason} at offset ${offset}`);
    this.name = 'DecodeError';
    this.offset = offset;
    this.reason = reason;
  }
}
