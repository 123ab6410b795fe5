// Recognises a device whose clock is set to another zone than the server takes it for: it is off by whole or half hours, and stays
// so. Pure; in memory only, since a few reports tell it again.
import { utcOffset } from '@outrider/contract';
import type { Position } from '../../kernel/topics.ts';

/** The clock is `aheadMinutes` ahead of the server's (below 0: behind), so most likely set to `suggestedMinutes` east of UTC. */
export type ClockFinding = { aheadMinutes: number; suggestedMinutes: number };

type Watched = {
  halfHours: number;
  firstMs: number;
  lastMs: number;
  /** How far it was off at the first of these reports. */
  firstAheadMs: number;
  reports: number;
};

const HALF_HOUR_MS = 1_800_000;
/** A clock that nobody sets drifts, and a report takes its time. */
const MAX_RESIDUE_MS = 3 * 60_000;
/** What was stored and is sent late comes faster than time passes; a clock that is off stays off by the same. */
const MAX_DRIFT_MS = 30_000;
const ENOUGH_REPORTS = 4;
const ENOUGH_MS = 45_000;

/** `doubts`: reports in a row that say otherwise, since `doubtedMs`. */
type Found = { halfHours: number; doubts: number; doubtedMs: number };

export class ClockWatch {
  private readonly watched = new Map<number, Watched>();
  private readonly found = new Map<number, Found>();

  take(deviceKey: number, { timeMs, receivedMs, replayed }: Position): void {
    if (timeMs === null || replayed) return;
    const aheadMs = timeMs - receivedMs;
    const halfHours = Math.round(aheadMs / HALF_HOUR_MS);
    const isWhole = Math.abs(aheadMs - halfHours * HALF_HOUR_MS) <= MAX_RESIDUE_MS;
    this.check(deviceKey, isWhole ? halfHours : null, receivedMs);
    if (!isWhole) {
      this.watched.delete(deviceKey);
      return;
    }
    const before = this.watched.get(deviceKey);
    const goesOn =
      before?.halfHours === halfHours &&
      Math.abs(aheadMs - before.firstAheadMs) <= MAX_DRIFT_MS &&
      receivedMs >= before.lastMs;
    const now: Watched = goesOn
      ? { ...before, lastMs: receivedMs, reports: before.reports + 1 }
      : { halfHours, firstMs: receivedMs, lastMs: receivedMs, firstAheadMs: aheadMs, reports: 1 };
    this.watched.set(deviceKey, now);
    if (now.reports < ENOUGH_REPORTS || now.lastMs - now.firstMs < ENOUGH_MS) return;
    if (halfHours === 0) this.found.delete(deviceKey);
    else this.found.set(deviceKey, { halfHours, doubts: 0, doubtedMs: 0 });
  }

  /**
   * What was found ends when enough reports over enough time do not confirm it, whatever else they say: a clock set right, but a few
   * minutes off, is no zone either.
   */
  private check(deviceKey: number, halfHours: number | null, receivedMs: number): void {
    const found = this.found.get(deviceKey);
    if (found === undefined) return;
    if (found.halfHours === halfHours) {
      found.doubts = 0;
      return;
    }
    if (found.doubts === 0) found.doubtedMs = receivedMs;
    found.doubts += 1;
    if (found.doubts >= ENOUGH_REPORTS && receivedMs - found.doubtedMs >= ENOUGH_MS) this.found.delete(deviceKey);
  }

  /** Its zone was set, or it is gone. */
  forget(deviceKey: number): void {
    this.watched.delete(deviceKey);
    this.found.delete(deviceKey);
  }

  /** Undefined while nothing is wrong, or no zone would explain it. `utcOffsetMinutes`: what it is taken for. */
  finding(deviceKey: number, utcOffsetMinutes: number): ClockFinding | undefined {
    const halfHours = this.found.get(deviceKey)?.halfHours;
    if (halfHours === undefined) return undefined;
    const aheadMinutes = halfHours * 30;
    const suggestedMinutes = utcOffsetMinutes + aheadMinutes;
    return utcOffset.safeParse(suggestedMinutes).success ? { aheadMinutes, suggestedMinutes } : undefined;
  }

  keys(): Iterable<number> {
    return this.found.keys();
  }
}
