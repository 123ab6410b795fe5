// Who is inside of a zone, fix by fix.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { circleShape, type ZoneShape } from './zone-shape.ts';
import {
  firstSeen,
  isHeld,
  isOutside,
  OUTSIDE,
  stepZone,
  type ZoneFix,
  type ZoneKind,
  type ZoneState,
} from './zone-state.ts';

const CENTRE = { lat: 24, lng: 120.5 };
const METRES = 1 / 111_195;
const circle = circleShape({ ...CENTRE, radiusM: 200 });
const START_MS = 1_800_000_000_000;

/** So many metres north of the middle, so many seconds after the start. */
const fixAt = (metres: number, second: number, changes: Partial<ZoneFix> = {}): ZoneFix => ({
  timeMs: START_MS + second * 1000,
  receivedMs: START_MS + second * 1000,
  lat: CENTRE.lat + metres * METRES,
  lng: CENTRE.lng,
  speedKmh: 50,
  replayed: false,
  late: false,
  ...changes,
});

test('a zone is looked at while something pends or the last that is known is inside', () => {
  const pending = { to: true, first: fixAt(0, 0), count: 1, lastMs: START_MS };
  const held = (changes: Partial<ZoneState>): boolean => isHeld({ ...OUTSIDE, ...changes });
  assert.deepEqual([held({}), held({ live: pending }), held({ late: pending })], [false, true, true]);
  assert.deepEqual([held({ base: 'in' }), held({ base: 'near' })], [true, true]);
});

const drive = (
  fixes: readonly ZoneFix[],
  { kind = 'fence', shape = circle, from = OUTSIDE }: { kind?: ZoneKind; shape?: ZoneShape; from?: ZoneState } = {},
) => {
  let state = from;
  const crossed: [string, number, number | null][] = [];
  for (const fix of fixes) {
    const step = stepZone(kind, state, shape.whereIs(fix.lat, fix.lng), fix);
    ({ state } = step);
    for (const crossing of step.crossings)
      crossed.push([
        crossing.inside ? 'in' : 'out',
        (crossing.fix.timeMs - START_MS) / 1000,
        crossing.overMs === null ? null : (crossing.overMs - START_MS) / 1000,
      ]);
  }
  return { state, crossed };
};
const standing = { speedKmh: 0 };

test('a drive through is one in and one out, at the first fix on the other side; one fix outside is not yet out', () => {
  const fixes = [400, 250, 150, 0, -150, -250, -400].map((metres, i) => fixAt(metres, i * 10));
  assert.deepEqual(drive(fixes).crossed, [
    ['in', 20, null],
    ['out', 50, null],
  ]);
  assert.deepEqual(drive(fixes.slice(0, 6)).crossed, [['in', 20, null]]);
  assert.deepEqual(drive([...fixes.slice(0, 6), fixAt(-210, 66)]).crossed.length, 2, '15 s outside are enough');
});

test('who stands near the rim and wanders over it is where it was', () => {
  const wander = [190, 215, 195, 230, 190, 215, 180, 205, 219, 199].map((metres, i) => fixAt(metres, i * 10, standing));
  assert.deepEqual(drive(wander, { from: firstSeen({ at: 'in', deep: false }) }).crossed, []);
  assert.deepEqual(drive(wander, { from: firstSeen({ at: 'rim', deep: false }) }).crossed, []);
  assert.deepEqual(drive(wander).crossed, []);
  const parked = [185, 190, 188, 192, 186, 190, 184].map((metres, i) => fixAt(metres, i * 10, standing));
  assert.deepEqual(drive(parked).crossed, [['in', 0, null]], 'who stays inside for a minute is inside');
});

test('what a dead zone tells late stands between what was known, and the same crossing is not told twice', () => {
  // Live: outside, then inside at 100 s (the crossing was in a dead zone), then out.
  const live = [fixAt(900, 0), fixAt(0, 100), fixAt(900, 200), fixAt(900, 210)];
  const { state, crossed } = drive(live);
  assert.deepEqual(crossed, [
    ['in', 100, null],
    ['out', 200, null],
  ]);
  const late = { late: true, replayed: true };
  const through = [900, 100, 0, 900, 900].map((metres, i) => fixAt(metres, 20 + i * 10, late));
  const back = [fixAt(0, 80, late), fixAt(0, 90, late)];
  const told = drive([...through, ...back], { from: state });
  assert.deepEqual(told.crossed, [
    ['in', 30, 50],
    ['out', 50, 100],
  ]);
  assert.deepEqual(
    told.state.past.map(({ ms, inside }) => [(ms - START_MS) / 1000, inside]),
    [
      [30, true],
      [50, false],
      [80, true],
      [200, false],
    ],
  );
});

test('a route is left after 30 seconds off it, and found again at once', () => {
  const off = [0, 900, 900, 900, 900].map((metres, i) => fixAt(metres, i * 10));
  const from = firstSeen({ at: 'in', deep: true });
  assert.deepEqual(drive(off.slice(0, 4), { kind: 'route', from }).crossed, []);
  assert.deepEqual(drive(off, { kind: 'route', from }).crossed, [['out', 10, null]]);
  const back = [...off, fixAt(0, 50, standing)];
  assert.deepEqual(drive(back, { kind: 'route', from }).crossed, [
    ['out', 10, null],
    ['in', 50, null],
  ]);
  const short = [0, 900, 900, 0, 900, 900].map((metres, i) => fixAt(metres, i * 10));
  assert.deepEqual(drive(short, { kind: 'route', from }).crossed, [], 'back in between: it counts from there');
});

test('what need not be kept is nothing, and who is inside or about to cross is looked at wherever the device is', () => {
  assert.deepEqual([isOutside(OUTSIDE), isHeld(OUTSIDE)], [true, false]);
  const { state } = drive([fixAt(0, 0)]);
  assert.deepEqual([isOutside(state), isHeld(state)], [false, true]);
  const gone = drive([fixAt(900, 10), fixAt(900, 20)], { from: state }).state;
  assert.deepEqual([isOutside(gone), isHeld(gone)], [false, false]);
});
