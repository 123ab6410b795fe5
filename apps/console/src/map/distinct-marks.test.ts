import assert from 'node:assert/strict';
import { test } from 'node:test';
import { distinctMarks } from './distinct-marks.ts';

const stop = (id: number, lat: number, lng: number) => ({ id, kind: 'track-stop', lat, lng });

test('stops at one place are one mark, and come apart where one looks closer', () => {
  const stops = [stop(1, 24.07, 120.55), stop(2, 24.0701, 120.5501), stop(3, 24.07, 120.55), stop(4, 24.2, 120.55)];
  assert.deepEqual(
    distinctMarks(stops, 10).map(({ id }) => id),
    [1, 4],
  );
  assert.deepEqual(
    distinctMarks(stops, 20).map(({ id }) => id),
    [1, 2, 4],
  );
});

test('a mark never hides one of another kind', () => {
  const marks = [stop(1, 24, 120), { id: 2, kind: 'track-end', lat: 24, lng: 120 }];
  assert.equal(distinctMarks(marks, 5).length, 2);
});
