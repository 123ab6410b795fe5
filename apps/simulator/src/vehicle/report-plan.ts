// When a recorder reports by itself: by time, by distance, or both (parameters 0x0020 to 0x002F). Pure; the vehicle keeps the timer.
import type { ResolvedOptions } from './options.ts';
import type { ParameterStore } from './parameter-store.ts';
import { PARAMETER } from './parameter-table.ts';

/** Null: not by that. */
export type ReportPlan = { readonly intervalMs: number | null; readonly distanceM: number | null };

/** What the vehicle is doing, which decides the rows that count. */
export type ReportState = { readonly asleep: boolean; readonly emergency: boolean };

const BY_DISTANCE = 1;
const BY_BOTH = 2;

const rowsFor = ({ asleep, emergency }: ReportState): { interval: number; distance: number } => {
  if (emergency) return { interval: PARAMETER.intervalEmergencyS, distance: PARAMETER.distanceEmergencyM };
  return asleep
    ? { interval: PARAMETER.intervalAsleepS, distance: PARAMETER.distanceAsleepM }
    : { interval: PARAMETER.intervalS, distance: PARAMETER.distanceM };
};

/** Intervals come from the options, which may be parts of a second, until the platform set them. */
export const reportPlan = (
  parameters: ParameterStore,
  options: Pick<ResolvedOptions, 'intervalMs'>,
  state: ReportState,
): ReportPlan => {
  const rows = rowsFor(state);
  const strategy = parameters.number(PARAMETER.reportStrategy, 0);
  const ownMs = state.asleep && !state.emergency ? options.intervalMs * 6 : options.intervalMs;
  const setMs = Math.max(1, parameters.number(rows.interval, 10)) * 1000;
  return {
    intervalMs: strategy === BY_DISTANCE ? null : parameters.changed(rows.interval) ? setMs : ownMs,
    distanceM:
      strategy === BY_DISTANCE || strategy === BY_BOTH ? Math.max(1, parameters.number(rows.distance, 500)) : null,
  };
};
