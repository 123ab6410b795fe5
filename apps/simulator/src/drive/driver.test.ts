// The driving model must look like driving: bounded acceleration, no jumps, pauses, and the same trip from the same seed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_BRAKING_MS2, MAX_PULL_MS2, motionOf, startDrive, stepDrive } from './driver.ts';
import type { DriveState } from './driver.ts';
import { startGps, stepGps } from './gps.ts';
import { loadRoadNetwork, toPlace } from './road-network.ts';

const network = loadRoadNetwork();
const SEEDS = [1, 2, 3, 17, 99, 12345];

const drive = (seed: number, seconds: number): DriveState[] => {
  const states = [startDrive(network, seed)];
  for (let i = 0; i < seconds; i += 1)
    states.push(stepDrive(network, states.at(-1) ?? startDrive(network, seed), 1000));
  return states;
};

test('a vehicle never speeds up or brakes harder than a loaded truck can', () => {
  for (const seed of SEEDS) {
    const states = drive(seed, 3600);
    for (const [i, state] of states.entries()) {
      const change = state.speedMs - (states[i - 1]?.speedMs ?? state.speedMs);
      assert.ok(change <= MAX_PULL_MS2 + 1e-9, `seed ${seed} second ${i}: +${change}`);
      assert.ok(change >= -MAX_BRAKING_MS2 - 1e-9, `seed ${seed} second ${i}: ${change}`);
    }
  }
});

test('the place moves as far as the speed says, never jumps', () => {
  for (const seed of SEEDS) {
    let before = startDrive(network, seed);
    for (let i = 0; i < 3600; i += 1) {
      const after = stepDrive(network, before, 1000);
      const a = motionOf(network, before).place;
      const b = motionOf(network, after).place;
      const most = Math.max(before.speedMs, after.speedMs) + MAX_PULL_MS2;
      assert.ok(Math.hypot(b.x - a.x, b.y - a.y) <= most + 0.5, `seed ${seed} second ${i}`);
      before = after;
    }
  }
});

test('an hour holds driving, stops and a plausible distance', () => {
  for (const seed of SEEDS) {
    const states = drive(seed, 3600);
    const first = states[0];
    const last = states.at(-1);
    assert.ok(first && last);
    const km = (last.odometerM - first.odometerM) / 1000;
    assert.ok(km > 5 && km < 75, `seed ${seed}: ${km} km in an hour`);
    assert.ok(
      states.some((state) => state.mode === 'waiting'),
      `seed ${seed} never waited`,
    );
    assert.ok(Math.max(...states.map((state) => state.speedMs)) > 30 / 3.6, `seed ${seed} crawls`);
  }
});

test('vehicles park with ACC off and drive on again', () => {
  let state = startDrive(network, 5, true);
  assert.equal(motionOf(network, state).accOn, false);
  const modes = new Set<string>();
  for (let i = 0; i < 4 * 3600; i += 1) {
    state = stepDrive(network, state, 1000);
    modes.add(state.mode);
  }
  assert.deepEqual(modes, new Set(['parked', 'driving', 'waiting']));
  assert.ok(state.fuelL > 0);
});

test('the same seed gives the same trip, another seed another one', () => {
  assert.deepEqual(drive(7, 900), drive(7, 900));
  assert.notDeepEqual(drive(7, 900).at(-1), drive(8, 900).at(-1));
});

test('the length of a step does not change the trip', () => {
  const fine = drive(11, 600).at(-1);
  const coarse = stepDrive(network, startDrive(network, 11), 600_000);
  assert.deepEqual(coarse, fine);
});

test('fixes stay near the vehicle and wander instead of jumping', () => {
  let state = startDrive(network, 3);
  let gps = startGps(3);
  let error = { x: 0, y: 0 };
  for (let i = 0; i < 1800; i += 1) {
    state = stepDrive(network, state, 1000);
    const motion = motionOf(network, state);
    const step = stepGps(gps, motion, 1000);
    gps = step.state;
    const seen = toPlace(step.fix.lat, step.fix.lng);
    const now = { x: seen.x - motion.place.x, y: seen.y - motion.place.y };
    assert.ok(Math.hypot(now.x, now.y) < 15, `fix ${i} is ${Math.hypot(now.x, now.y)} m off`);
    if (i > 0) assert.ok(Math.hypot(now.x - error.x, now.y - error.y) < 5, `fix ${i} jumps`);
    assert.ok(step.fix.satellites >= 6 && step.fix.altitudeM >= 3);
    error = now;
  }
});

test('a driver in a rush keeps above 100 km/h on every road, whatever it allows', () => {
  let state = stepDrive(network, startDrive(network, 7, false, 115 / 3.6), 120_000);
  const speeds: number[] = [];
  for (let second = 0; second < 900; second += 1) {
    state = stepDrive(network, state, 1000);
    speeds.push(motionOf(network, state).speedKmh);
  }
  assert.ok(
    Math.min(...speeds) > 100 && Math.max(...speeds) <= 115.1,
    `${Math.min(...speeds)} to ${Math.max(...speeds)}`,
  );
});
