// How much later the frames of a stream may be read while it is recorded and nobody watches. Pure.

/** Recordings are written twice a second: what is read so much later is on the disk that much later, and nobody sees it. */
const LONGEST_MS = 200;
/** What waits meanwhile, in the system: far below what a device may send before it has to stop. */
const UNREAD_BYTES = 24 * 1024;
/** Below it waiting saves nothing: at 25 frames a second it would hold one frame. */
const LEAST_MS = 60;

/** 0: read at once. A stream of 3 Mbit/s and more brings so much that reading it late saves little. */
export const lateReadingMs = (bytesPerSecond: number): number => {
  const waitMs = Math.min(LONGEST_MS, (UNREAD_BYTES * 1000) / Math.max(1, bytesPerSecond));
  return waitMs < LEAST_MS ? 0 : waitMs;
};
