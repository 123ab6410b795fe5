// The steps of UTC days, each worked out by itself from the positions around it: so a day is the same no matter who asks for it. Pure.
import type { TrackSample, TrackSamples } from '../position/index.ts';
import { cleanTrack, type Step } from './cleaning.ts';
import { DAY_S } from './sums.ts';

/** So much before and after a day belongs to its picture: where it stood at midnight, which silence reaches over it. */
export const MARGIN_S = 6 * 3600;

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

/** The steps that touch a UTC day. `samples` reach MARGIN_S over it on both sides. */
export const stepsOfDay = (samples: TrackSamples, day: number): Step[] => {
  const begin = day * DAY_S;
  const all = cleanTrack(samplesBetween(samples, begin - MARGIN_S, begin + DAY_S + MARGIN_S));
  return all.filter(({ from, to }) => to >= begin && from < begin + DAY_S);
};
