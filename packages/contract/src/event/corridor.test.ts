// The bitmap of a planned route against what is worked out by hand.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Corridor, cellOf, corridorOf, routeLengthM } from './corridor.ts';

const isSet = ({ width, data }: Corridor, x: number, y: number): boolean => {
  const bit = y * width + x;
  return ((data[bit >> 3] ?? 0) & (0x80 >> (bit & 7))) !== 0;
};
const made = (...places: readonly [lat: number, lng: number][]): Corridor =>
  corridorOf(places.map(([lat, lng]) => ({ lat, lng }))) ?? assert.fail('too large');

test('[A-ROUTE-020] [A-ROUTE-022] cells of 0.0001 degrees, 5 of them around the outermost points, on each side', () => {
  const { accuracy, lat, lng, width, height, data } = made([24.07, 120.52], [24.09, 120.55], [24.08, 120.56]);
  assert.equal(accuracy, 0.0001);
  assert.deepEqual([lat, lng], [24.0695, 120.5195]);
  assert.deepEqual([width, height], [410, 210]); // 0.04 and 0.02 degrees, and 5 cells on both sides
  assert.equal(data.length, Math.ceil((410 * 210) / 8));
  assert.deepEqual(
    [lat + height * accuracy, lng + width * accuracy].map((degrees) => Math.round(degrees * 1e6) / 1e6),
    [24.0905, 120.5605],
  );
});

test('[A-ROUTE-021] a straight route is a band of 5 cells, in each direction', () => {
  const level = made([24.07, 120.52], [24.07, 120.53]);
  assert.deepEqual([level.width, level.height], [110, 10]);
  for (const x of [8, 50, 101])
    assert.equal(Array.from({ length: 10 }, (_, y) => y).filter((y) => isSet(level, x, y)).length, 5, `column ${x}`);
  const upright = made([-1.02, -3], [-1, -3]);
  for (const y of [8, 100, 201])
    assert.equal(Array.from({ length: 10 }, (_, x) => x).filter((x) => isSet(upright, x, y)).length, 5, `row ${y}`);
});

test('rows go from the south-west, one bit a cell, the highest bit first; each place of the route is in a cell that is set', () => {
  const corridor = made([0.001, 0.001], [0.001, 0.0011]);
  assert.deepEqual([corridor.width, corridor.height], [11, 10]);
  // The line runs through row 5: rows 3 to 7, and in row 3 (bits 33 to 43) cells 4 to 7 are near enough.
  const rows = Array.from({ length: 10 }, (_row, y) =>
    Array.from({ length: 11 }, (_cell, x) => (isSet(corridor, x, y) ? '#' : '.')).join(''),
  );
  assert.deepEqual(rows, [
    '...........',
    '...........',
    '...........',
    '....####...',
    '...######..',
    '...######..',
    '...######..',
    '....####...',
    '...........',
    '...........',
  ]);
  assert.equal(corridor.data[4], 0b00000111);
  const places = [
    { lat: 51.1234567, lng: -0.7654321 },
    { lat: 51.2, lng: -0.6 },
    { lat: 51.05, lng: -0.61 },
  ];
  const drawn = corridorOf(places) ?? assert.fail('too large');
  for (const place of places) {
    const { x, y } = cellOf(drawn, place);
    assert.ok(isSet(drawn, x, y));
  }
});

test('the length of a route is that on the ground; what has too many cells, or no place, has no corridor', () => {
  assert.equal(
    Math.round(
      routeLengthM([
        { lat: 0, lng: 0 },
        { lat: 0, lng: 0.1 },
        { lat: 0.1, lng: 0.1 },
      ]),
    ),
    22_239,
  );
  assert.equal(routeLengthM([{ lat: 1, lng: 1 }]), 0);
  assert.equal(corridorOf([]), undefined);
  assert.equal(
    corridorOf([
      { lat: 80, lng: 0 },
      { lat: 80.3, lng: 2 },
      { lat: 80, lng: 9 },
    ]),
    undefined,
  );
});
