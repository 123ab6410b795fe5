// Finds out in which unit a device counts its time stamps: milliseconds, as the standard says, or 90 kHz ticks, as the encoders inside
// count them and some recorders pass them on. Pure; used by timebase.ts.

export type TicksPerMs = 1 | 90;

/** What the stamps since `firstStamp` add up to. A plain value. */
export type StampWatch = {
  readonly firstStamp: bigint;
  readonly firstArrivalMs: number;
  readonly lastStamp: bigint;
  readonly lastArrivalMs: number;
  /** Steps above 0. */
  readonly steps: number;
  readonly shortestStep: number;
  /** Not all of it were key pictures: a playback at speed sends these alone, seconds apart and as fast as it likes. */
  readonly hasOthers: boolean;
  /** Steps in a row that are just 90 times what the packet says it is in milliseconds. */
  readonly proofs: number;
};

export type StampSeen = {
  readonly stamp: bigint;
  readonly arrivalMs: number;
  readonly isKey: boolean;
  /** Since the picture before, by the packet's own field; undefined without one. */
  readonly intervalMs: number | undefined;
};

const TICKS = 90;
/** Above it no stream steps from picture to picture, below a 90 kHz one does not: a picture a second, and sixty. */
const LONGEST_STEP = 90_000;
const SHORTEST_STEP = 1500;
const ENOUGH_STEPS = 8;
/** A watch that has found nothing restarts, so that it is about now. */
const MOST_STEPS = 64;
/** A gap between arrivals longer than this is a pause, over which stamps and clock need not go together: the watch restarts. */
const LONGEST_GAP_MS = 2500;
const ENOUGH_PROOFS = 2;
/** How far from exact the line may make it. */
const FITS = 2.5;

const begin = ({ stamp, arrivalMs, isKey }: StampSeen): StampWatch => ({
  firstStamp: stamp,
  firstArrivalMs: arrivalMs,
  lastStamp: stamp,
  lastArrivalMs: arrivalMs,
  steps: 0,
  shortestStep: LONGEST_STEP,
  hasOthers: !isKey,
  proofs: 0,
});

/** Keeps watching, and gives the unit as soon as it is clear; null while it is not. */
export const watchStamps = (
  before: StampWatch | undefined,
  seen: StampSeen,
): { readonly watch: StampWatch; readonly unit: TicksPerMs | null } => {
  if (before === undefined) return { watch: begin(seen), unit: null };
  const step = Number(seen.stamp - before.lastStamp);
  const paused = seen.arrivalMs - before.lastArrivalMs > LONGEST_GAP_MS;
  if (step < 0 || step > LONGEST_STEP || paused || before.steps >= MOST_STEPS)
    return { watch: begin(seen), unit: null };
  if (step === 0) return { watch: before, unit: null };
  const watch: StampWatch = {
    ...before,
    lastStamp: seen.stamp,
    lastArrivalMs: seen.arrivalMs,
    steps: before.steps + 1,
    shortestStep: Math.min(before.shortestStep, step),
    hasOthers: before.hasOthers || !seen.isKey,
    proofs: isProof(step, seen.intervalMs) ? before.proofs + 1 : 0,
  };
  return { watch, unit: unitOf(watch) };
};

const isProof = (step: number, intervalMs: number | undefined): boolean =>
  intervalMs !== undefined && intervalMs >= 10 && Math.abs(step - TICKS * intervalMs) <= TICKS;

const unitOf = (watch: StampWatch): TicksPerMs | null => {
  if (watch.proofs >= ENOUGH_PROOFS) return TICKS;
  if (watch.steps < ENOUGH_STEPS) return null;
  const ticks = Number(watch.lastStamp - watch.firstStamp);
  const elapsedMs = watch.lastArrivalMs - watch.firstArrivalMs;
  if (fits(ticks, elapsedMs)) return 1;
  return watch.hasOthers && watch.shortestStep >= SHORTEST_STEP && fits(ticks / TICKS, elapsedMs) ? TICKS : null;
};

const fits = (expectedMs: number, elapsedMs: number): boolean =>
  elapsedMs > expectedMs / FITS && elapsedMs < expectedMs * FITS;

/**
 * A step that can hardly be milliseconds: some ninety times what passed, and none of this watch was as short as milliseconds are.
 * Such a frame is better timed by its arrival than put seconds behind the one before it.
 */
export const isDoubtful = (watch: StampWatch | undefined, step: number, passedMs: number): boolean =>
  (watch === undefined || watch.shortestStep >= SHORTEST_STEP) &&
  step >= SHORTEST_STEP &&
  step <= LONGEST_STEP &&
  step > 30 * passedMs &&
  (step <= 5000 || step < 270 * passedMs);
