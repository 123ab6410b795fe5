// How far back an account looks: recordings, tracks, events, logs and reports from before are not there for it.
import { AppError } from '../errors.ts';

/** `since`: the earliest moment now, UTC ms. */
export type Lookback = { readonly days: number; since(): number };

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** Undefined for 0 days, which is no limit. To the hour, so that what is asked for together has one beginning. */
export const lookbackOf = (days: number, clock: { now(): number }): Lookback | undefined =>
  days === 0 ? undefined : { days, since: () => Math.floor((clock.now() - days * DAY_MS) / HOUR_MS) * HOUR_MS };

/** A caller, as far as this is about. */
type Looking = { readonly lookback?: Lookback | undefined };

/** The earliest moment (UTC ms) that the caller may look at; 0 without a limit. */
export const sinceOf = ({ lookback }: Looking): number => lookback?.since() ?? 0;

/** `fromMs`, or the earliest moment that the caller may look at. */
export const notBefore = (caller: Looking, fromMs: number): number => Math.max(fromMs, sinceOf(caller));

/** Throws AppError `forbidden` where all of it, up to `endMs`, lies before. */
export const assertNotBefore = (caller: Looking, endMs: number): void => {
  if (endMs < sinceOf(caller))
    throw new AppError('forbidden', `This account looks ${caller.lookback?.days ?? 0} days back, and no further.`);
};
