// The one error every parser and decoder of media bytes throws. Expected, counted by the caller, never fatal.

/** Bytes that cannot be read. `offset` counts from the start of what was being parsed; `reason` is for the diagnostics page. */
export class MediaError extends Error {
  readonly offset: number;
  readonly reason: string;
  constructor(offset: number, reason: string) {
    super(`${reason} at offset ${offset}`);
    this.name = 'MediaError';
    this.offset = offset;
    this.reason = reason;
  }
}
