// Smooth movement between fixes: where a marker is drawn, and which markers are drawn again.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { glideTo, placeAt } from './glide.ts';
import type { Marker } from './marker.ts';
import { inBox, MOST_GLIDERS, Movement, onGlobe } from './movement.ts';

const world = { west: -180, south: -90, east: 180, north: 90 };
const marker = (changes: Partial<Marker> = {}): Marker => ({
  id: 'a',
  lat: 24,
  lng: 120,
  heading: 0,
  state: 'driving',
  fault: false,
  label: 'A',
  timeMs: 1_000_000,
  ...changes,
});

describe('a glide', () => {
  const from = { lat: 24, lng: 120, heading: 350 };
  const to = { lat: 24.001, lng: 120.001, heading: 10 };
  const glide = glideTo(from, to, 5000, 2000);

  it('begins where the marker is drawn and ends at the fix, never beyond it', () => {
    assert.ok(glide !== undefined);
    assert.deepEqual(placeAt(glide, 5000), from);
    assert.deepEqual(placeAt(glide, 7000), to);
    assert.deepEqual(placeAt(glide, 60_000), to);
    const half = placeAt(glide, 6000);
    assert.ok(Math.abs(half.lat - 24.0005) < 1e-9 && Math.abs(half.lng - 120.0005) < 1e-9);
  });

  it('turns the short way round through north', () => {
    assert.ok(glide !== undefined);
    const { heading } = placeAt(glide, 5000 + 2000 / 6);
    assert.ok(heading < 1 || heading > 359, `${heading} is near north`);
  });

  it('lasts ten seconds at most', () => {
    assert.equal(glideTo(from, to, 0, 60_000)?.endMs, 10_000);
  });

  it('gives way to a jump over a long way, without a known interval, and for a marker that stands', () => {
    assert.equal(glideTo(from, { ...to, lat: 24.1 }, 0, 1000), undefined);
    assert.equal(glideTo(from, to, 0, 0), undefined);
    assert.equal(glideTo(from, { ...from, heading: 90 }, 0, 1000), undefined);
  });
});

describe('the markers of the fleet', () => {
  it('draws a new marker at once and lets it glide to its next fix', () => {
    const movement = new Movement();
    assert.equal(movement.set(marker(), 0), true);
    assert.equal(movement.set(marker({ lat: 24.001, timeMs: 1_001_000 }), 0), false);
    assert.equal(movement.get('a')?.drawn.lat, 24);
    assert.deepEqual(movement.advance(500, world, 0), ['a']);
    assert.ok(Math.abs((movement.get('a')?.drawn.lat ?? 0) - 24.0005) < 1e-9);
    assert.deepEqual(movement.advance(1000, world, 0), ['a']);
    assert.equal(movement.get('a')?.drawn.lat, 24.001);
    assert.equal(movement.moving, false);
  });

  it('glides on from where it is drawn when a fix comes early', () => {
    const movement = new Movement();
    movement.set(marker(), 0);
    movement.set(marker({ lat: 24.002, timeMs: 1_002_000 }), 0);
    movement.advance(1000, world, 0);
    movement.set(marker({ lat: 24.003, timeMs: 1_003_000 }), 1000);
    movement.advance(1500, world, 0);
    const lat = movement.get('a')?.drawn.lat ?? 0;
    assert.ok(lat > 24.001 && lat < 24.003, `${lat} lies between the drawn place and the fix`);
  });

  it('steps from fix to fix when motion is to be reduced', () => {
    const movement = new Movement();
    movement.smooth = false;
    movement.set(marker(), 0);
    assert.equal(movement.set(marker({ lat: 24.001, timeMs: 1_001_000 }), 0), true);
    assert.equal(movement.get('a')?.drawn.lat, 24.001);
  });

  it('draws again what looks different, and nothing for the same report again', () => {
    const movement = new Movement();
    movement.set(marker(), 0);
    assert.equal(movement.set(marker(), 0), false);
    assert.equal(movement.set(marker({ state: 'alarm' }), 0), true);
    assert.equal(movement.set(marker({ state: 'alarm', label: 'B' }), 0), true);
  });

  it('leaves out gliders that are out of sight until they arrive, and steps below a pixel', () => {
    const movement = new Movement();
    movement.set(marker(), 0);
    movement.set(marker({ lat: 24.001, timeMs: 1_001_000 }), 0);
    const elsewhere = { west: 0, south: 0, east: 1, north: 1 };
    assert.deepEqual(movement.advance(500, elsewhere, 0), []);
    assert.deepEqual(movement.advance(600, world, 1000), []);
    assert.deepEqual(movement.advance(1000, elsewhere, 0), ['a']);
  });

  it('lets all jump when too many glide in sight', () => {
    const movement = new Movement();
    const ids = Array.from({ length: MOST_GLIDERS + 1 }, (_, i) => String(i));
    for (const id of ids) movement.set(marker({ id }), 0);
    for (const id of ids) movement.set(marker({ id, lat: 24.001, timeMs: 1_001_000 }), 0);
    assert.equal(movement.advance(100, world, 0).length, ids.length);
    assert.equal(movement.moving, false);
  });

  it('forgets markers that a complete list leaves out', () => {
    const movement = new Movement();
    movement.replaceAll([marker(), marker({ id: 'b' })], 0);
    movement.replaceAll([marker({ id: 'b' })], 0);
    assert.equal(movement.size, 1);
    assert.equal(movement.get('a'), undefined);
  });

  it('knows what a view across the date line holds, and one wider than the world', () => {
    const across = onGlobe({ west: 170, south: -10, east: 190, north: 10 });
    assert.deepEqual(
      [175, -175, 0].map((lng) => inBox(across, { lat: 0, lng })),
      [true, true, false],
    );
    const again = onGlobe({ west: -190, south: -10, east: -170, north: 10 });
    assert.deepEqual(
      [175, -175, 0].map((lng) => inBox(again, { lat: 0, lng })),
      [true, true, false],
    );
    const whole = onGlobe({ west: -300, south: -10, east: 300, north: 10 });
    assert.equal(inBox(whole, { lat: 0, lng: 90 }), true);
  });

  it('knows a box across the date line', () => {
    const box = { west: 170, south: -10, east: -170, north: 10 };
    assert.equal(inBox(box, { lat: 0, lng: 175 }), true);
    assert.equal(inBox(box, { lat: 0, lng: -175 }), true);
    assert.equal(inBox(box, { lat: 0, lng: 0 }), false);
  });
});
