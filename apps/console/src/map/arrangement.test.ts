// What stands alone and what is drawn as one: by the zoom, each marker once, in the order of importance; and the plane it is measured on.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { arrange, levelOf } from './arrangement.ts';
import type { DrawnMarker } from './arrangement.ts';
import type { Marker } from './marker.ts';
import { clusterFeature } from './marks-layer.ts';
import { latOf, lngOf, mercatorX, mercatorY } from './mercator.ts';

const at = (id: string, lat: number, lng: number, state: Marker['state'] = 'idle'): DrawnMarker => ({
  marker: { id, lat, lng, heading: 0, state, fault: false, label: id, timeMs: 0 },
  drawn: { lat, lng, heading: 0 },
});
const idsOf = (markers: readonly DrawnMarker[]): string[] => markers.map(({ marker }) => marker.id);

it('joins what is within 34 pixels at the zoom, and nothing from zoom 16 on', () => {
  // 0.01 degrees of longitude are 29 pixels at zoom 11 and 58 at zoom 12.
  const pair = [at('a', 24, 120), at('b', 24, 120.01)];
  const [cluster] = arrange(pair, 11, true).clusters;
  assert.equal(cluster?.count, 2);
  assert.ok(Math.abs((cluster?.lng ?? 0) - 120.005) < 1e-9 && Math.abs((cluster?.lat ?? 0) - 24) < 1e-9);
  assert.equal(cluster?.opensAt(), 12);
  assert.deepEqual(arrange(pair, 12, true).clusters, []);
  const same = [at('a', 24, 120), at('b', 24, 120)];
  assert.equal(arrange(same, 15, true).clusters[0]?.opensAt(), 16);
  assert.deepEqual(idsOf(arrange(same, 16, true).singles), ['a', 'b']);
});

it('joins nothing where that is switched off', () => {
  const { singles, clusters } = arrange([at('a', 24, 120), at('b', 24, 120)], 3, false);
  assert.deepEqual([idsOf(singles), clusters], [['a', 'b'], []]);
});

it('draws what matters more above the rest', () => {
  const states = ['alarm', 'offline', 'driving', 'unregistered', 'idle'] as const;
  const { singles } = arrange(
    states.map((state, i) => at(state, i * 10, 0, state)),
    9,
    true,
  );
  assert.deepEqual(idsOf(singles), ['offline', 'unregistered', 'idle', 'driving', 'alarm']);
});

it('has every one of 10,000 markers once, at each level', () => {
  const many = Array.from({ length: 10_000 }, (_, n) =>
    at(String(n), 20 + ((n * 7919) % 10_007) / 2000, 118 + ((n * 6151) % 10_009) / 2000),
  );
  for (const level of [0, 5, 9, 12, 15]) {
    const { singles, clusters } = arrange(many, level, true);
    const counted = clusters.reduce((sum, { count }) => sum + count, 0);
    assert.equal(singles.length + counted, 10_000);
    assert.equal(new Set(idsOf(singles)).size, singles.length);
  }
});

it('shows of a cluster how many there are and the shares of their states, none of them lost', () => {
  const one = at('x', 24, 120, 'alarm');
  const many = Array.from({ length: 1233 }, (_, n) => at(String(n), 24, 120, n % 2 === 0 ? 'driving' : 'idle'));
  const [cluster] = arrange([one, ...many], 9, true).clusters;
  assert.ok(cluster !== undefined);
  assert.deepEqual(clusterFeature(cluster).properties, { i: 'cluster:1-6-6-0-0', c: 1234, t: '1.2k' });
  const [small] = arrange(many.slice(0, 999), 9, true).clusters;
  assert.equal(small === undefined ? '' : clusterFeature(small).properties.t, '999');
});

it('arranges alike between two whole zooms', () => {
  assert.deepEqual([11, 11.9, 12, 19].map(levelOf), [11, 11, 12, 16]);
});

it('finds its way to the plane and back', () => {
  for (const [lat, lng] of [
    [0, 0],
    [24.078605, 120.528535],
    [-33.9, -151.2],
  ] as const) {
    assert.ok(Math.abs(latOf(mercatorY(lat)) - lat) < 1e-9);
    assert.ok(Math.abs(lngOf(mercatorX(lng)) - lng) < 1e-9);
  }
  assert.deepEqual([mercatorX(-180), mercatorX(180), mercatorY(0)], [0, 1, 0.5]);
});
