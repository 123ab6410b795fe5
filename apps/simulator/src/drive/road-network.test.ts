// The committed roads: one connected network, small enough for the console, every lane drivable.
import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { test } from 'node:test';
import { laneAt, loadRoadNetwork, ROADS_FILE, toDegrees, toPlace, turnBetween } from './road-network.ts';

const network = loadRoadNetwork();

test('every crossing can be reached from every other', () => {
  const seen = new Set([0]);
  const queue = [0];
  for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
    for (const index of network.leaving[at] ?? []) {
      const to = network.lanes[index]?.to ?? 0;
      if (!seen.has(to)) queue.push(to);
      seen.add(to);
    }
  }
  assert.equal(seen.size, network.leaving.length);
});

test('the file is small enough to be a layer of the map', () => {
  assert.ok(statSync(ROADS_FILE).size < 300_000);
});

test('speeds along a lane leave room to brake', () => {
  for (const lane of network.lanes) {
    assert.ok(lane.lengthM > 20, `${lane.name} is ${lane.lengthM} m`);
    for (const speed of lane.allowedMs) assert.ok(speed >= 3 && speed <= lane.limitMs + 1e-9, lane.name);
  }
});

test('a place on a lane is found by its distance', () => {
  const lane = network.lanes[0];
  assert.ok(lane);
  assert.deepEqual(laneAt(lane, 0).place, lane.line[0]);
  const end = laneAt(lane, lane.lengthM).place;
  const last = lane.line.at(-1);
  assert.ok(last && Math.hypot(end.x - last.x, end.y - last.y) < 1e-6);
});

test('degrees and metres convert both ways', () => {
  const { lat, lng } = toDegrees(toPlace(24.1, 120.5));
  assert.ok(Math.abs(lat - 24.1) < 1e-9 && Math.abs(lng - 120.5) < 1e-9);
  assert.equal(turnBetween(350, 20), 30);
  assert.equal(turnBetween(20, 350), -30);
});
