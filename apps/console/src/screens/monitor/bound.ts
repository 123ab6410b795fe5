// Whether a recorder counts as online on /devarray.
const ONLINE_MS = 120_000;

/** Its last message came within 120 s of now. */
export const isBound = (bindMs: number, nowMs: number): boolean => Math.abs(nowMs - bindMs) <= ONLINE_MS;
