// What a receiver and the recorder's other sensors make of a vehicle's motion: noise, satellites, voltages. Pure and seeded.
import { Dice } from './dice.ts';
import type { Motion } from './driver.ts';
import { toDegrees } from './road-network.ts';

const ERROR_M = 2.6;
/** How long an error of the receiver lives, ms: fixes wander, they do not jump. */
const ERROR_LIFE_MS = 40_000;

/** The receiver's slow error, metres east and north. */
export type GpsState = { readonly dice: number; readonly east: number; readonly north: number };

/** One fix and the sensors' values with it. Degrees, metres, km/h, volts. */
export type Fix = {
  readonly lat: number;
  readonly lng: number;
  readonly altitudeM: number;
  readonly speedKmh: number;
  /** Speed by the vehicle's pulses, without the receiver's noise. */
  readonly pulseSpeedKmh: number;
  readonly heading: number;
  readonly satellites: number;
  /** 0 to 31. */
  readonly signal: number;
  readonly supplyV: number;
  readonly backupV: number;
};

export const startGps = (seed: number): GpsState => {
  const dice = new Dice(seed);
  return { east: dice.normal() * ERROR_M, north: dice.normal() * ERROR_M, dice: dice.state };
};

/** The next fix, `elapsedMs` after the one before. */
export const stepGps = (state: GpsState, motion: Motion, elapsedMs: number): { state: GpsState; fix: Fix } => {
  const dice = new Dice(state.dice);
  const keep = Math.exp(-elapsedMs / ERROR_LIFE_MS);
  const fresh = ERROR_M * Math.sqrt(1 - keep * keep);
  const east = state.east * keep + fresh * dice.normal();
  const north = state.north * keep + fresh * dice.normal();
  const { x, y } = motion.place;
  const speedKmh = motion.speedKmh < 1 ? 0 : Math.max(0, motion.speedKmh + 0.35 * dice.normal());
  const fix: Fix = {
    ...toDegrees({ x: x + east, y: y + north }),
    altitudeM: Math.max(3, Math.round(groundM(x, y) + 1.2 * dice.normal())),
    speedKmh,
    pulseSpeedKmh: motion.speedKmh,
    heading: speedKmh === 0 ? motion.heading : (motion.heading + 1.2 * dice.normal() + 360) % 360,
    satellites: Math.min(22, Math.max(6, Math.round(13 + 3 * Math.sin(x / 900 + y / 700) + dice.normal()))),
    signal: Math.min(31, Math.max(9, Math.round(25 + 4 * Math.sin(x / 1300 - y / 1700) + dice.normal()))),
    supplyV: (motion.accOn ? 27.6 : 25.1) + 0.15 * dice.normal(),
    backupV: 4.1 + 0.02 * dice.normal(),
  };
  return { state: { east, north, dice: dice.state }, fix };
};

/** The invented ground: a plain that rises gently to the east, with low hills. */
const groundM = (x: number, y: number): number =>
  28 + 0.0035 * x + 14 * Math.sin(x / 2600 + 0.5) * Math.cos(y / 3100) + 6 * Math.sin(y / 1100);
