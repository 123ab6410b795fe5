// The one clock of a playback: which recorded moment is due now. Pure; page and workers reckon with the same numbers.

/** The recorded moment `mediaMs` is due at `atMs` of the steady time; from there it goes `rate` times as fast. 0: it stands. */
export type MediaClock = { readonly mediaMs: number; readonly atMs: number; readonly rate: number };

/** The recorded moment that is due at `nowMs` of the steady time, UTC ms. */
export const mediaAt = ({ mediaMs, atMs, rate }: MediaClock, nowMs: number): number =>
  mediaMs + Math.max(0, nowMs - atMs) * rate;

/** How long until a recorded moment is due; Infinity while the clock stands before it. */
export const dueIn = (clock: MediaClock, timeMs: number, nowMs: number): number => {
  const missingMs = timeMs - mediaAt(clock, nowMs);
  if (missingMs <= 0) return 0;
  return clock.rate <= 0 ? Infinity : missingMs / clock.rate + Math.max(0, clock.atMs - nowMs);
};
