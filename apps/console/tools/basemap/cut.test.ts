// The cutting of vector tiles: which tiles there are and what stands in them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { cutTiles } from './cut.ts';

const places = (zooms: readonly number[]): GeoJSON.FeatureCollection => ({
  type: 'FeatureCollection',
  features: zooms.map((zoom) => ({
    type: 'Feature',
    properties: { name: `from ${zoom}`, zoom },
    geometry: { type: 'Point', coordinates: [120.5, 24] },
  })),
});

/** The texts inside a tile: strings stand in it as plain UTF-8. */
const textOf = (data: Uint8Array): string => gunzipSync(data).toString('latin1');

test('a tile is cut only where something is drawn', () => {
  const tiles = cutTiles({ places: places([0]) }, 2);
  assert.deepEqual(
    tiles.map(({ z, x, y }) => [z, x, y]),
    [
      [0, 0, 0],
      [1, 1, 0],
      [2, 3, 1],
    ],
  );
});

test('a place comes with the zoom that draws it, and with the last one at the latest', () => {
  const tiles = cutTiles({ places: places([0, 2, 9]) }, 3);
  const texts = tiles.map(({ z, data }) => [z, textOf(data).match(/from \d/g) ?? []]);
  assert.deepEqual(texts, [
    [0, ['from 0']],
    [1, ['from 0']],
    [2, ['from 0', 'from 2']],
    [3, ['from 0', 'from 2', 'from 9']],
  ]);
});

test('names of polygons stay out of the tiles', () => {
  const land: GeoJSON.FeatureCollection = {
    type: 'FeatureCollection',
    features: [
      {
        type: 'Feature',
        properties: { name: 'Somewhere' },
        geometry: {
          type: 'Polygon',
          coordinates: [
            [
              [0, 0],
              [60, 0],
              [60, 60],
              [0, 0],
            ],
          ],
        },
      },
    ],
  };
  const [tile] = cutTiles({ land }, 0);
  assert.ok(tile !== undefined);
  assert.equal(textOf(tile.data).includes('Somewhere'), false);
  assert.ok(textOf(tile.data).includes('land'));
});
