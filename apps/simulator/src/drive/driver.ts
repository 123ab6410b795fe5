// How a vehicle moves along the roads: speeds up, brakes for bends and crossings, waits, parks. Pure and seeded: state in,
// state out, no clock. What a receiver makes of it is gps.ts.
import { Dice } from './dice.ts';
import { CALM_BRAKING_MS2, laneAt, turnBetween } from './road-network.ts';
import type { Lane, Place, RoadNetwork } from './road-network.ts';

/** Hardest braking a step may show, m/s². */
export const MAX_BRAKING_MS2 = 2.6;
/** Hardest speeding up, m/s². */
export const MAX_PULL_MS2 = 1.7;

const STEP_MS = 500;
const CREEP_MS = 0.6;
const TANK_L = 180;

export type DriveMode = 'driving' | 'waiting' | 'parked';

/** A vehicle on the roads. `mode` parked means engine and ACC off. Metres, m/s, degrees, litres, ms. */
export type DriveState = {
  readonly dice: number;
  readonly mode: DriveMode;
  readonly lane: number;
  readonly next: number;
  readonly alongM: number;
  readonly speedMs: number;
  readonly heading: number;
  /** Speed wanted at the end of the lane; 0 when it stops there. */
  readonly endSpeedMs: number;
  /** Left of waiting or parking. */
  readonly restMs: number;
  /** Left of driving before the next parking. */
  readonly tripMs: number;
  /** Share of the speed limit this driver takes, drawn again each trip. */
  readonly haste: number;
  readonly odometerM: number;
  readonly fuelL: number;
  /** Without a pause, for fatigue. */
  readonly drivenMs: number;
  /** Driven at on every road, without a stop, m/s; 0 for a driver who minds limits, bends and crossings. */
  readonly rushMs: number;
};

/** Where the vehicle is and what its sensors would say. */
export type Motion = {
  readonly place: Place;
  readonly speedKmh: number;
  readonly heading: number;
  readonly accOn: boolean;
  readonly limitKmh: number;
  readonly road: string;
};

/** A vehicle somewhere on the network. `parked` starts it with ACC off; `rushMs` as in its state. */
export const startDrive = (network: RoadNetwork, seed: number, parked = false, rushMs = 0): DriveState => {
  const dice = new Dice(seed);
  const lane = dice.pick(network.lanes, (candidate) => candidate.lengthM * (CLASS_WEIGHT[candidate.roadClass] ?? 1));
  const trip = newTrip(dice);
  return {
    mode: parked ? 'parked' : 'driving',
    lane: lane.index,
    alongM: lane.lengthM * dice.between(0.1, 0.6),
    speedMs: 0,
    heading: (lane.startHeading + 360) % 360,
    restMs: parked ? dice.between(2, 15) * 60_000 : 0,
    ...trip,
    odometerM: Math.round(dice.between(8_000_000, 240_000_000)),
    fuelL: dice.between(0.3, 0.95) * TANK_L,
    drivenMs: 0,
    rushMs,
    ...planCrossing(network, lane, dice, rushMs),
    dice: dice.state,
  };
};

/** Drives on for `elapsedMs`, in steps of at most half a second. */
export const stepDrive = (network: RoadNetwork, state: DriveState, elapsedMs: number): DriveState => {
  let current = state;
  for (let left = elapsedMs; left > 0; left -= STEP_MS) {
    const stepMs = Math.min(STEP_MS, left);
    current = current.mode === 'driving' ? roll(network, current, stepMs) : rest(network, current, stepMs);
  }
  return current;
};

export const motionOf = (network: RoadNetwork, state: DriveState): Motion => {
  const lane = laneOf(network, state.lane);
  return {
    place: laneAt(lane, state.alongM).place,
    speedKmh: state.speedMs * 3.6,
    heading: state.heading,
    accOn: state.mode !== 'parked',
    limitKmh: Math.round(lane.limitMs * 3.6),
    road: lane.name,
  };
};

const CLASS_WEIGHT: Readonly<Record<string, number>> = { main: 2, street: 1, ring: 1.6, country: 0.55 };
const STOP_CHANCE: Readonly<Record<string, number>> = { main: 0.3, street: 0.35, ring: 0.15, country: 0.08 };

const newTrip = (dice: Dice): { tripMs: number; haste: number } => ({
  tripMs: dice.between(20, 75) * 60_000,
  haste: dice.between(0.82, dice.chance(0.12) ? 1.16 : 1),
});

/** Chooses the way on and the speed at which the crossing at the end of `lane` is taken. */
const planCrossing = (
  network: RoadNetwork,
  lane: Lane,
  dice: Dice,
  rushMs: number,
): { next: number; endSpeedMs: number } => {
  const ways = (network.leaving[lane.to] ?? []).filter((index) => index !== lane.opposite);
  const choices = ways.length > 0 ? ways : [lane.opposite];
  const next = dice.pick(choices, (index) => {
    const way = laneOf(network, index);
    const straight = Math.abs(turnBetween(lane.endHeading, way.startHeading)) < 40 ? 2 : 1;
    return straight * (CLASS_WEIGHT[way.roadClass] ?? 1);
  });
  if (rushMs > 0) return { next, endSpeedMs: rushMs };
  const way = laneOf(network, next);
  const stops = dice.chance(STOP_CHANCE[lane.roadClass] ?? 0.2);
  const turn = Math.abs(turnBetween(lane.endHeading, way.startHeading));
  return { next, endSpeedMs: stops ? 0 : Math.min(turnSpeed(turn), way.allowedMs[0] ?? 0) };
};

const turnSpeed = (degrees: number): number => {
  if (degrees > 120) return 2;
  if (degrees > 60) return 5;
  return degrees > 25 ? 8 : 30;
};

const roll = (network: RoadNetwork, state: DriveState, stepMs: number): DriveState => {
  const lane = laneOf(network, state.lane);
  const seconds = stepMs / 1000;
  // Looks one step ahead, else the braking curve is followed too late; a stop ends in half a metre of creeping.
  const leftM = lane.lengthM - state.alongM - state.speedMs * seconds - (state.endSpeedMs === 0 ? 0.5 : 0);
  const minded = Math.min(
    lane.limitMs * state.haste,
    laneAt(lane, state.alongM).allowedMs * Math.max(1, state.haste),
    Math.sqrt(state.endSpeedMs ** 2 + 2 * CALM_BRAKING_MS2 * Math.max(0, leftM)),
  );
  const wanted = state.rushMs > 0 ? state.rushMs : minded;
  const pull = Math.max(0.25, MAX_PULL_MS2 * (1 - state.speedMs / 32));
  const floor = state.speedMs - MAX_BRAKING_MS2 * seconds;
  const speedMs = Math.max(0, floor, Math.min(Math.max(wanted, CREEP_MS), state.speedMs + pull * seconds));
  const goneM = ((state.speedMs + speedMs) / 2) * seconds;
  const alongM = Math.min(lane.lengthM, state.alongM + goneM);
  const moved: DriveState = {
    ...state,
    alongM,
    speedMs,
    heading: steered(state.heading, laneAt(lane, alongM).heading, seconds),
    odometerM: state.odometerM + goneM,
    fuelL: Math.max(0, state.fuelL - (goneM * 0.28) / 1000 - seconds * 0.00055),
    tripMs: state.tripMs - stepMs,
    drivenMs: state.drivenMs + stepMs,
  };
  const arrived = lane.lengthM - alongM < (state.endSpeedMs === 0 ? 0.35 : 0.05);
  return arrived ? arrive(network, moved) : moved;
};

/** At the crossing: go on, or stop at its line. */
const arrive = (network: RoadNetwork, state: DriveState): DriveState => {
  if (state.endSpeedMs > 0) return enterNext(network, state);
  const dice = new Dice(state.dice);
  const parks = state.tripMs <= 0;
  const restMs = parks ? dice.between(4, 25) * 60_000 : dice.between(4, 45) * 1000;
  return { ...state, mode: parks ? 'parked' : 'waiting', speedMs: 0, restMs, dice: dice.state };
};

const enterNext = (network: RoadNetwork, state: DriveState): DriveState => {
  const dice = new Dice(state.dice);
  const plan = planCrossing(network, laneOf(network, state.next), dice, state.rushMs);
  return { ...state, mode: 'driving', lane: state.next, alongM: 0, ...plan, dice: dice.state };
};

const rest = (network: RoadNetwork, state: DriveState, stepMs: number): DriveState => {
  const idle = state.mode === 'waiting' ? (stepMs / 1000) * 0.00055 : 0;
  const resting = { ...state, restMs: state.restMs - stepMs, fuelL: Math.max(0, state.fuelL - idle), speedMs: 0 };
  if (resting.restMs > 0) return resting;
  if (state.mode === 'waiting') return enterNext(network, resting);
  const dice = new Dice(state.dice);
  const fuelL = resting.fuelL < 0.25 * TANK_L ? TANK_L * dice.between(0.9, 1) : resting.fuelL;
  const fresh: DriveState = { ...resting, ...newTrip(dice), mode: 'driving', fuelL, drivenMs: 0, dice: dice.state };
  const atLine = laneOf(network, state.lane).lengthM - state.alongM < 1;
  return atLine ? enterNext(network, fresh) : fresh;
};

/** A vehicle turns its nose by at most 40 degrees a second. */
const steered = (from: number, to: number, seconds: number): number => {
  const turn = turnBetween(from, to);
  const most = 40 * seconds;
  return (from + Math.max(-most, Math.min(most, turn)) + 360) % 360;
};

const laneOf = (network: RoadNetwork, index: number): Lane => {
  const lane = network.lanes[index];
  if (lane === undefined) throw new RangeError(`no lane ${index}`);
  return lane;
};
