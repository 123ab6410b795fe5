// What a recorder watches by its parameters: speed, time at the wheel, time parked. Tells which alarms hold; raising is alarm-desk.ts.
import { STANDARD_OFFSET_MINUTES } from '@outrider/jt808';
import type { ParameterStore } from './parameter-store.ts';
import { PARAMETER } from './parameter-table.ts';
import type { Trip } from './trip.ts';

/** Alarms that hold as long as their reason. */
export const WATCHED = [
  'overspeed',
  'overspeed-warning',
  'fatigue',
  'fatigue-warning',
  'daily-driving',
  'parked-too-long',
] as const;
export type WatchedAlarm = (typeof WATCHED)[number];

const DAY_MS = 86_400_000;

export class Limits {
  private overspeedMs = 0;
  private parkedMs = 0;
  private day = { number: 0, drivenMs: 0 };

  /** Moves on by what was driven; gives what holds now. */
  step(trip: Trip, parameters: ParameterStore, elapsedMs: number, nowMs: number): ReadonlySet<WatchedAlarm> {
    const { speedKmh, accOn } = trip.motion;
    const seconds = (id: number, fallback: number): number => parameters.number(id, fallback) * 1000;
    const limit = parameters.number(PARAMETER.topSpeedKmh, 120);
    const over = speedKmh > limit;
    this.overspeedMs = over ? this.overspeedMs + elapsedMs : 0;
    this.parkedMs = accOn ? 0 : this.parkedMs + elapsedMs;
    this.countDay(accOn ? elapsedMs : 0, nowMs);
    const warnBelow = parameters.number(PARAMETER.overspeedWarningTenthsKmh, 0) / 10;
    const drivingMs = seconds(PARAMETER.continuousDrivingS, 14_400);
    const warnMs = seconds(PARAMETER.fatigueWarningS, 0);
    const tired = trip.drivenMs > drivingMs;
    const holds: Record<WatchedAlarm, boolean> = {
      overspeed: over && this.overspeedMs >= seconds(PARAMETER.overspeedS, 10),
      'overspeed-warning': !over && warnBelow > 0 && speedKmh > limit - warnBelow,
      fatigue: tired,
      'fatigue-warning': !tired && warnMs > 0 && trip.drivenMs > drivingMs - warnMs,
      'daily-driving': this.day.drivenMs > seconds(PARAMETER.drivingPerDayS, 86_400),
      'parked-too-long': this.parkedMs > seconds(PARAMETER.longestParkingS, 2_592_000),
    };
    return new Set(WATCHED.filter((name) => holds[name]));
  }

  private countDay(drivenMs: number, nowMs: number): void {
    const number = Math.floor((nowMs + STANDARD_OFFSET_MINUTES * 60_000) / DAY_MS);
    this.day = { number, drivenMs: (this.day.number === number ? this.day.drivenMs : 0) + drivenMs };
  }
}
