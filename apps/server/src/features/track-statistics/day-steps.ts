// The steps of UTC days, each worked out by itself from the positions around it: so a day is the same no matter who asks for it. Pure. What
// lies between days without a report is edges.ts.
import type { TrackSample, TrackSamples } from '../position/index.ts';
import { beginWalk, scaleOf, scaleSteps, SILENCE_S, type Step, type Walk, walkOn } from './cleaning.ts';
import type { Edges } from './edges.ts';
import { DAY_S } from './sums.ts';

/** So much before a day says where it stood and what is doubted when the day begins. */
export const BEFORE_S = 6 * 3600;
/** So much after it is looked at: the next report is a step away, or a silence begins, and then the day is done. */
export const AFTER_S = 900;

const IGNITION = 1;
const REPLAYED = 2;
const ODOMETER_STEP_M = 100;

const sampleAt = (samples: TrackSamples, i: number): TrackSample => {
  const state = samples.state[i] ?? 0;
  const odometer = samples.odometer[i] ?? -1;
  return {
    time: samples.time[i] ?? 0,
    received: samples.received[i] ?? 0,
    lat: samples.lat[i] ?? 0,
    lng: samples.lng[i] ?? 0,
    speedKmh: (samples.speed[i] ?? 0) / 10,
    ignition: (state & IGNITION) !== 0,
    replayed: (state & REPLAYED) !== 0,
    odometerM: odometer < 0 ? null : odometer * ODOMETER_STEP_M,
  };
};

/** The first place of a time that is not below. */
const firstFrom = (times: Float64Array, time: number): number => {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) < time) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** From `from` up to `to`, unix seconds. */
export const samplesBetween = function* (samples: TrackSamples, from: number, to: number): Generator<TrackSample> {
  const end = firstFrom(samples.time, to);
  for (let i = firstFrom(samples.time, from); i < end; i += 1) yield sampleAt(samples, i);
};

/** A UTC day as far as its reports are gone along. */
export type DayWalk = { day: number; walk: Walk; edges: Edges | undefined };

export const beginDayWalk = (day: number): DayWalk => ({ day, walk: beginWalk(), edges: undefined });

const isShort = ({ from, to }: Step): boolean => to - from <= SILENCE_S;

/** A report by itself: what a silence over the beginning of the day leaves of its step. */
const endOf = ({ to, endSpeedKmh, end }: Step): Step => ({
  from: to,
  to,
  kind: 'parked',
  metres: 0,
  odometer: false,
  speedKmh: endSpeedKmh,
  endSpeedKmh,
  start: end,
  end,
});

/** The edges of a day with one report, which was believed when the next day's came. */
const aloneAt = (p: TrackSample | undefined): Edges | undefined =>
  p && { first: p, last: p, anchor: p, follows: false, isFollowed: false };

/** Goes on with the reports from `from` on; gives the steps of the day they make, not scaled by the odometer. */
export const walkDay = (to: DayWalk, samples: TrackSamples, from: number): Step[] => {
  const { walk } = to;
  const [begin, end] = [to.day * DAY_S, (to.day + 1) * DAY_S];
  walkOn(walk, samplesBetween(samples, from, begin));
  // A report of the evening before may be believed only now.
  const within = walkOn(walk, samplesBetween(samples, Math.max(from, begin), end), begin).filter(
    (step) => step.to >= begin,
  );
  const steps = within.map((step) => (step.from >= begin || isShort(step) ? step : endOf(step)));
  const [first] = steps;
  if (first !== undefined && walk.first !== undefined && walk.at !== undefined)
    to.edges = {
      ...(to.edges ?? { first: walk.first, follows: first.from < first.to }),
      last: walk.at,
      anchor: walk.anchor,
      isFollowed: false,
    };
  for (const step of walkOn(walk, samplesBetween(samples, Math.max(from, end), end + AFTER_S))) {
    if (step.to < begin || step.from >= end || !isShort(step)) continue;
    steps.push(step);
    if (step.to < end) to.edges = aloneAt(walk.first);
    else if (to.edges !== undefined) to.edges = { ...to.edges, isFollowed: true };
  }
  return steps;
};

/** The steps that touch a UTC day, but for silences over its midnights, and where its reports begin and end; undefined without reports. */
export type DaySteps = { steps: Step[]; edges: Edges | undefined };

/** `samples` reach BEFORE_S and AFTER_S over it. */
export const stepsOfDay = (samples: TrackSamples, day: number): DaySteps => {
  const found = beginDayWalk(day);
  const steps = walkDay(found, samples, day * DAY_S - BEFORE_S);
  scaleSteps(steps, scaleOf(found.walk));
  return { steps, edges: found.edges };
};
