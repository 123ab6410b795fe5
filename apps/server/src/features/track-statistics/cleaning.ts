// The cleaned track: what of a device's positions is driving, standing or silence, and how far it went. Pure. The method with an
// example is docs/design/0027-mileage.md; what the steps add up to is sums.ts and trips.ts.
import { DRIVING_ABOVE_KMH } from '@outrider/contract';
import type { TrackSample } from '../position/index.ts';

/** A place in degrees. */
export type Place = { lat: number; lng: number };

/**
 * Between two reports that are believed, or a report by itself at the beginning (then `from` is `to`). Times in unix seconds, speeds in
 * km/h as the two reports say. `drive`: it moved; `idle`, `parked`: it stood with the ignition on or off; `silent`: it came from one place
 * to another and told nothing for more than five minutes.
 */
export type Step = {
  from: number;
  to: number;
  kind: 'drive' | 'idle' | 'parked' | 'silent';
  metres: number;
  /** The distance is from the vehicle's own count, or was put right by it. */
  odometer: boolean;
  speedKmh: number;
  endSpeedKmh: number;
  start: Place;
  end: Place;
};

/** With the ignition off a wandering receiver shows speeds of its own. */
const FALSE_SPEED_KMH = 15;
/** How far a standing receiver wanders, with the ignition on and off. */
const DRIFT_M = 100;
const PARKED_DRIFT_M = 500;
/** A longer silence is not driving time. */
export const SILENCE_S = 300;
const SAME_PLACE_M = 200;
/** No vehicle is faster over any distance; a receiver's error comes on top. */
const FASTEST_MS = 200 / 3.6;
const ERROR_M = 100;
/** Within seconds it cannot become faster than its speed and this pull allow. */
const PULL_MS2 = 3;
const SHORT_S = 30;
/** A device's clock that runs ahead by more is not believed where it disagrees with the order of arrival. */
const CLOCK_SLACK_S = 120;
/** The odometer counts steps of 100 m: over less than this the step is more than one per cent. */
const ODOMETER_STEP_M = 100;
const ODOMETER_FROM_M = 10_000;
const ODOMETER_RATIO = { least: 0.85, most: 1.2 };

const METRES_PER_MICRODEGREE = 0.111_194_93;
const RADIANS_PER_MICRODEGREE = Math.PI / 180e6;

export type Spot = Pick<TrackSample, 'lat' | 'lng'>;

/** On a plane through both: exact enough between two reports. Across the date line the short way. */
const metresBetween = (a: Spot, b: Spot): number => {
  const east = (((b.lng - a.lng + 540e6) % 360e6) - 180e6) * Math.cos(((a.lat + b.lat) / 2) * RADIANS_PER_MICRODEGREE);
  return METRES_PER_MICRODEGREE * Math.hypot(east, b.lat - a.lat);
};

const placeOf = ({ lat, lng }: Spot): Place => ({ lat: lat / 1e6, lng: lng / 1e6 });

/** How far it can have come between two reports. */
const reach = (a: TrackSample, b: TrackSample): number => {
  const seconds = Math.abs(b.time - a.time);
  const most = ERROR_M + FASTEST_MS * seconds;
  if (seconds > SHORT_S) return most;
  const speedMs = Math.max(a.speedKmh, b.speedKmh) / 3.6;
  return Math.min(most, ERROR_M / 2 + (speedMs + PULL_MS2 * seconds) * seconds);
};

const driftOf = ({ ignition }: TrackSample): number => (ignition ? DRIFT_M : PARKED_DRIFT_M);

/** What the walk along the reports remembers: enough to go on with later ones. */
export type Walk = {
  /** The newest believed report. */
  at: TrackSample | undefined;
  /** The first one that was believed since it was last gone on with, of those from `since` on. */
  first: TrackSample | undefined;
  since: number;
  /** Up to here the distance is counted: where it stands, or the newest place of a drive. */
  anchor: Spot;
  /** A standing report away from the anchor: believed when the next one agrees. */
  aside: TrackSample | undefined;
  /** A report out of reach: believed when the next one agrees. */
  doubted: TrackSample | undefined;
  /** The first report of all, by a clock that is ahead: believed when the next one is ahead by the same. */
  early: TrackSample | undefined;
  /** Newest arrival of a report that was not kept back by the device. */
  received: number;
  /** Where the last step ended. */
  end: Place | undefined;
  /** Made since the last ones were taken. */
  steps: Step[];
  /** Sums of both measures over the same steps. */
  counted: { odometerM: number; trackM: number };
};

const isStanding = (p: TrackSample, fromAnchorM: number): boolean =>
  p.speedKmh <= DRIVING_ABOVE_KMH || (!p.ignition && p.speedKmh < FALSE_SPEED_KMH && fromAnchorM <= PARKED_DRIFT_M);

/** Metres by the vehicle's own count; undefined where one of both has none or they cannot be true. */
const odometerBetween = (a: TrackSample, b: TrackSample): number | undefined => {
  if (a.odometerM === null || b.odometerM === null) return undefined;
  const metres = b.odometerM - a.odometerM;
  return metres >= 0 && metres <= reach(a, b) + ODOMETER_STEP_M + ERROR_M ? metres : undefined;
};

const add = (walk: Walk, at: TrackSample, p: TrackSample, step: Pick<Step, 'kind' | 'metres' | 'odometer'>): void => {
  const end = placeOf(walk.anchor);
  walk.steps.push({
    ...step,
    from: at.time,
    to: p.time,
    speedKmh: at.speedKmh,
    endSpeedKmh: p.speedKmh,
    start: walk.end ?? placeOf(at),
    end,
  });
  walk.end = end;
  walk.at = p;
  if (p.time >= walk.since) walk.first ??= p;
};

/** A step over a silence: the same place is a stand; another one is counted straight, or by the odometer. */
const addSilence = (walk: Walk, at: TrackSample, p: TrackSample, metres: number): void => {
  if (metres <= Math.max(SAME_PLACE_M, driftOf(p))) {
    if (!isStanding(p, metres)) walk.anchor = p;
    add(walk, at, p, { kind: 'parked', metres: 0, odometer: false });
    return;
  }
  const counted = odometerBetween(at, p);
  const odometer = counted !== undefined && counted >= metres - ODOMETER_STEP_M;
  walk.anchor = p;
  add(walk, at, p, { kind: 'silent', metres: odometer ? counted : metres, odometer });
};

/** How far it went with this report; 0 while it stands and its receiver wanders. */
const movedBy = (walk: Walk, at: TrackSample, p: TrackSample, metres: number): number => {
  if (!isStanding(p, metres) || !isStanding(at, 0)) return metres;
  if (metres <= driftOf(p)) {
    walk.aside = undefined;
    return 0;
  }
  if (walk.aside !== undefined && metresBetween(walk.aside, p) <= driftOf(p)) return metres;
  walk.aside = p;
  return 0;
};

const addStep = (walk: Walk, at: TrackSample, p: TrackSample, metres: number): void => {
  const moved = movedBy(walk, at, p, metres);
  if (moved > 0) {
    walk.anchor = p;
    walk.aside = undefined;
  }
  const counted = odometerBetween(at, p);
  if (counted !== undefined) {
    walk.counted.odometerM += counted;
    walk.counted.trackM += moved;
  }
  const drives = !isStanding(at, 0) || moved * 3.6 > DRIVING_ABOVE_KMH * (p.time - at.time);
  const standing = at.ignition ? 'idle' : 'parked';
  add(walk, at, p, { kind: drives ? 'drive' : standing, metres: moved, odometer: false });
};

/** Two reports out of reach agree: it is there, but no way led there. */
const addUnreached = (walk: Walk, at: TrackSample, p: TrackSample): void => {
  walk.anchor = p;
  walk.aside = undefined;
  walk.doubted = undefined;
  add(walk, at, p, { kind: 'silent', metres: 0, odometer: false });
};

/** The device's clock was ahead: it says a later time than its neighbour and arrived long before it. */
const isAhead = ({ received }: Walk, p: TrackSample): boolean =>
  !p.replayed && p.time > p.received + CLOCK_SLACK_S && received > p.received + CLOCK_SLACK_S;

const aheadBy = ({ time, received }: TrackSample): number => time - received;

const addFirst = (walk: Walk, p: TrackSample): void => {
  walk.early = undefined;
  walk.anchor = p;
  add(walk, p, p, { kind: 'parked', metres: 0, odometer: false });
};

/**
 * What arrived before the first report is not known: where its clock is ahead it may be one that was wrong for a moment. Only a clock that
 * stays ahead is believed.
 */
const takeFirst = (walk: Walk, p: TrackSample): void => {
  const { early } = walk;
  if (p.replayed || aheadBy(p) <= CLOCK_SLACK_S) addFirst(walk, p);
  else if (early === undefined || Math.abs(aheadBy(early) - aheadBy(p)) > CLOCK_SLACK_S) walk.early = p;
  else {
    addFirst(walk, early);
    take(walk, p);
  }
};

const take = (walk: Walk, p: TrackSample): void => {
  const { at, doubted } = walk;
  if (at === undefined) {
    takeFirst(walk, p);
    return;
  }
  const metres = metresBetween(walk.anchor, p);
  if (metresBetween(at, p) > reach(at, p) && metres > reach(at, p)) {
    walk.doubted = p;
    if (doubted === undefined || metresBetween(doubted, p) > reach(doubted, p)) return;
    addUnreached(walk, at, p);
    return;
  }
  walk.doubted = undefined;
  if (p.time - at.time > SILENCE_S) addSilence(walk, at, p, metres);
  else addStep(walk, at, p, metres);
};

/**
 * The odometer knows the way between two reports, the track does not: where both agree roughly, it sets the scale of all steps but
 * silent ones. Undefined: it does not.
 */
export const scaleOf = ({ counted: { odometerM, trackM } }: Pick<Walk, 'counted'>): number | undefined => {
  if (odometerM < ODOMETER_FROM_M || trackM === 0) return undefined;
  const ratio = odometerM / trackM;
  return ratio >= ODOMETER_RATIO.least && ratio <= ODOMETER_RATIO.most ? ratio : undefined;
};

export const beginWalk = (): Walk => ({
  at: undefined,
  first: undefined,
  since: -Infinity,
  anchor: { lat: 0, lng: 0 },
  aside: undefined,
  doubted: undefined,
  early: undefined,
  received: 0,
  end: undefined,
  steps: [],
  counted: { odometerM: 0, trackM: 0 },
});

const isRepeat = ({ at, doubted, early }: Walk, { time }: TrackSample): boolean =>
  time === at?.time || time === doubted?.time || time === early?.time;

/**
 * Goes on with later reports, in the order of their time; gives the steps they make, not scaled by the odometer. A first report that is
 * believed only now makes its step now, too. `since`: for `first`.
 */
export const walkOn = (walk: Walk, samples: Iterable<TrackSample>, since = -Infinity): Step[] => {
  walk.first = undefined;
  walk.since = since;
  for (const p of samples) {
    if (isRepeat(walk, p) || isAhead(walk, p)) continue;
    if (!p.replayed) walk.received = Math.max(walk.received, p.received);
    take(walk, p);
  }
  const { steps } = walk;
  walk.steps = [];
  return steps;
};

/** What the odometer says of the scale of a walk, done to its steps. */
export const scaleSteps = (steps: readonly Step[], scale: number | undefined): void => {
  if (scale === undefined) return;
  for (const step of steps) {
    if (step.kind === 'silent' || step.metres === 0) continue;
    step.metres *= scale;
    step.odometer = true;
  }
};

/** The steps of usable reports in the order of their time. Repeats, impossible jumps and reports of a wrong clock are left out. */
export const cleanTrack = (samples: Iterable<TrackSample>): Step[] => {
  const walk = beginWalk();
  const steps = walkOn(walk, samples);
  scaleSteps(steps, scaleOf(walk));
  return steps;
};

/** The one step between a believed report, with the distance counted up to `anchor`, and the next believed one. */
export const stepBetween = (at: TrackSample, anchor: Spot, p: TrackSample): Step[] => {
  const walk: Walk = { ...beginWalk(), at, anchor, end: placeOf(anchor) };
  const steps = walkOn(walk, [p]);
  if (steps.length > 0) return steps;
  addUnreached(walk, at, p);
  return walk.steps;
};

/** The part of a step inside a span; undefined where it lies outside. Distance is spread evenly over its time. */
export const clipStep = (step: Step, from: number, to: number): Step | undefined => {
  if (step.from >= from && step.to < to) return step;
  const [begin, end] = [Math.max(step.from, from), Math.min(step.to, to)];
  if (begin >= end) return undefined;
  const share = (end - begin) / (step.to - step.from);
  const along = (t: number): Place => {
    const part = (t - step.from) / (step.to - step.from);
    return {
      lat: step.start.lat + (step.end.lat - step.start.lat) * part,
      lng: step.start.lng + (step.end.lng - step.start.lng) * part,
    };
  };
  return {
    ...step,
    from: begin,
    to: end,
    metres: step.metres * share,
    start: begin === step.from ? step.start : along(begin),
    end: end === step.to ? step.end : along(end),
  };
};
