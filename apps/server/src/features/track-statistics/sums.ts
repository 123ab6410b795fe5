// What steps of a cleaned track add up to, and the quarters of an hour in which a UTC day is kept: every zone's day is made of them. Pure.
import { OVER_SPEED_KMH, type DrivingStatistics } from '@outrider/contract';
import { clipStep, type Step } from './cleaning.ts';

/** Whole millimetres and seconds, km/h x 10. */
export type Sums = {
  distanceMm: number;
  driving: number;
  idle: number;
  parked: number;
  silent: number;
  over: number;
  overCount: number;
  maxSpeed: number;
  /** First and last second of driving; 0 for none. */
  first: number;
  last: number;
  reports: number;
  odometer: number;
};

export const QUARTER_S = 900;
export const DAY_S = 86_400;
const QUARTERS = DAY_S / QUARTER_S;

export const noSums = (): Sums => ({
  distanceMm: 0,
  driving: 0,
  idle: 0,
  parked: 0,
  silent: 0,
  over: 0,
  overCount: 0,
  maxSpeed: 0,
  first: 0,
  last: 0,
  reports: 0,
  odometer: 0,
});

const timeOf = { drive: 'driving', idle: 'idle', parked: 'parked', silent: 'silent' } as const;

const isOver = (speedKmh: number, limitKmh: number): boolean => speedKmh >= limitKmh;

/** Adds the part of a step that lies from `from` up to `to`. A report counts where it was made: at the end of its step. */
const addStep = (sums: Sums, step: Step, [from, to]: readonly [number, number], limitKmh: number): void => {
  if (step.to >= from && step.to < to) {
    sums.reports += 1;
    sums.maxSpeed = Math.max(sums.maxSpeed, Math.round(step.endSpeedKmh * 10));
    const before = step.from < step.to && isOver(step.speedKmh, limitKmh);
    if (isOver(step.endSpeedKmh, limitKmh) && !before) sums.overCount += 1;
  }
  const part = clipStep(step, from, to);
  if (part === undefined || part.to === part.from) return;
  const seconds = part.to - part.from;
  sums[timeOf[part.kind]] += seconds;
  // The same at both sides of a border: rounded against the beginning of the step, so that parts add up to the whole.
  sums.distanceMm += mmUpTo(step, part.to) - mmUpTo(step, part.from);
  if (part.metres > 0 && part.odometer) sums.odometer = 1;
  if (part.kind === 'drive' || (part.kind === 'silent' && part.metres > 0)) {
    if (part.kind === 'drive' && isOver(step.speedKmh, limitKmh)) sums.over += seconds;
    if (sums.first === 0) sums.first = part.from;
    sums.last = part.to;
  }
};

const mmUpTo = ({ from, to, metres }: Step, time: number): number =>
  time === to ? Math.round(metres * 1000) : Math.round((metres * 1000 * (time - from)) / (to - from));

/** The sums of steps in their order, from `from` up to `to`; unix seconds. */
export const sumSteps = (steps: readonly Step[], from: number, to: number, limitKmh: number): Sums => {
  const sums = noSums();
  for (const step of steps) addStep(sums, step, [from, to], limitKmh);
  return sums;
};

/**
 * What a silence between two days adds to their sums, from `from` up to `to`. The report at its end is in the sums of the day that begins
 * with it, as if it were the first of all: over speed, too, which goes on where it was so before the silence.
 */
export const sumSilence = (silence: Step, from: number, to: number, limitKmh: number): Sums => {
  const sums = sumSteps([silence], from, Math.min(to, silence.to), limitKmh);
  const goesOn = isOver(silence.speedKmh, limitKmh) && isOver(silence.endSpeedKmh, limitKmh);
  if (goesOn && silence.to >= from && silence.to < to) sums.overCount -= 1;
  return sums;
};

/** Adds sums of another time. */
export const addSums = (to: Sums, more: Sums): void => {
  for (const field of ['distanceMm', 'driving', 'idle', 'parked', 'silent', 'over', 'overCount', 'reports'] as const)
    to[field] += more[field];
  to.maxSpeed = Math.max(to.maxSpeed, more.maxSpeed);
  to.odometer = Math.max(to.odometer, more.odometer);
  if (to.first === 0 || (more.first !== 0 && more.first < to.first)) to.first = more.first;
  to.last = Math.max(to.last, more.last);
};

export const statisticsOf = (sums: Sums): DrivingStatistics => ({
  distance: sums.distanceMm,
  drivingtime: sums.driving,
  idletime: sums.idle,
  parkedtime: sums.parked,
  silenttime: sums.silent,
  overspeedtime: sums.over,
  // What silences take off never leaves less than none: one device must not end the report of a fleet.
  overspeedcount: Math.max(0, sums.overCount),
  maxspeed: sums.maxSpeed / 10,
  starttime: sums.first === 0 ? null : sums.first * 1000,
  endtime: sums.last === 0 ? null : sums.last * 1000,
  reports: sums.reports,
  odometer: sums.odometer === 1,
});

/** The quarters of a UTC day, by number from 0 to 95; quarters without anything are left out. */
export type Quarters = Map<number, Sums>;

/** The same while it grows. `drivenMm`: what of the distance the odometer's scale is for. */
export type Tally = Map<number, Sums & { drivenMm: number }>;

/** Adds later steps, not scaled, of a UTC day. */
export const tallySteps = (tally: Tally, steps: readonly Step[], day: number): void => {
  const begin = day * DAY_S;
  for (const step of steps) {
    const first = Math.max(0, Math.floor((step.from - begin) / QUARTER_S));
    const last = Math.min(QUARTERS - 1, Math.floor((step.to - begin) / QUARTER_S));
    for (let quarter = first; quarter <= last; quarter += 1) {
      const from = begin + quarter * QUARTER_S;
      const sums = tally.get(quarter) ?? { ...noSums(), drivenMm: 0 };
      tally.set(quarter, sums);
      const { distanceMm } = sums;
      addStep(sums, step, [from, from + QUARTER_S], OVER_SPEED_KMH);
      if (step.kind !== 'silent') sums.drivenMm += sums.distanceMm - distanceMm;
    }
  }
};

/** A tally as it stands, with the odometer's scale. */
export const scaledQuarters = (tally: Tally, scale: number | undefined): Quarters => {
  if (scale === undefined) return tally;
  const quarters: Quarters = new Map();
  for (const [quarter, { drivenMm, ...sums }] of tally) {
    const distanceMm = sums.distanceMm - drivenMm + Math.round(drivenMm * scale);
    quarters.set(quarter, { ...sums, distanceMm, odometer: drivenMm > 0 ? 1 : sums.odometer });
  }
  return quarters;
};

/** In the order in which they are written. Append only, with another METHOD in store.ts. */
const fields = [
  'distanceMm',
  'driving',
  'idle',
  'parked',
  'silent',
  'over',
  'overCount',
  'maxSpeed',
  'first',
  'last',
  'reports',
  'odometer',
] as const;

const TALLY_COLUMNS = fields.length + 2;

/** A tally in 56 bytes a quarter, to be kept for many devices. */
export const packTally = (tally: Tally): Uint32Array => {
  const packed = new Uint32Array(tally.size * TALLY_COLUMNS);
  let at = 0;
  for (const [quarter, sums] of tally) {
    packed.set([quarter, sums.drivenMm, ...fields.map((field) => sums[field])], at);
    at += TALLY_COLUMNS;
  }
  return packed;
};

export const unpackTally = (packed: Uint32Array): Tally => {
  const tally: Tally = new Map();
  for (let at = 0; at < packed.length; at += TALLY_COLUMNS) {
    const sums = { ...noSums(), drivenMm: packed[at + 1] ?? 0 };
    for (const [i, field] of fields.entries()) sums[field] = packed[at + 2 + i] ?? 0;
    tally.set(packed[at] ?? 0, sums);
  }
  return tally;
};

/** Each quarter: its number, then the fields as varints; first and last as seconds of the quarter from 1. */
export const encodeQuarters = (quarters: Quarters, day: number): Uint8Array => {
  const bytes: number[] = [];
  const varint = (value: number): void => {
    let rest = value;
    for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
    bytes.push(rest);
  };
  for (const [quarter, sums] of quarters) {
    bytes.push(quarter);
    const begin = day * DAY_S + quarter * QUARTER_S - 1;
    for (const field of fields) {
      const isMoment = (field === 'first' || field === 'last') && sums[field] !== 0;
      varint(isMoment ? sums[field] - begin : sums[field]);
    }
  }
  return Uint8Array.from(bytes);
};

/** Adds the quarters that begin from `from` up to `to` (unix seconds) of a day's bytes, which begin with them. */
export const addQuarters = (
  to: Sums,
  bytes: Uint8Array,
  day: number,
  [from, until]: readonly [number, number],
): void => {
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = bytes[at] ?? 0;
      at += 1;
      value += (byte % 128) * scale;
      if (byte < 128) return value;
    }
  };
  const quarter = noSums();
  while (at < bytes.length) {
    const begin = day * DAY_S + (bytes[at] ?? 0) * QUARTER_S;
    at += 1;
    for (const field of fields) quarter[field] = varint();
    if (begin < from || begin >= until) continue;
    if (quarter.first !== 0) quarter.first += begin - 1;
    if (quarter.last !== 0) quarter.last += begin - 1;
    addSums(to, quarter);
  }
};
