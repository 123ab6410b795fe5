// Cuts GeoJSON layers into gzipped vector tiles, zoom 0 to `maxZoom`. Pure apart from its memory: the index takes 700 MB.
import { gzipSync } from 'node:zlib';
import GeoJSONVT from 'geojson-vt';
import type { LegacyTile } from 'geojson-vt';
import { fromGeojsonVt } from 'vt-pbf';

/** One tile in XYZ numbers; `data` is a gzipped Mapbox vector tile. */
export type Tile = { z: number; x: number; y: number; data: Uint8Array };

/** A place is in the tiles from the zoom that draws it on; those of the last zoom stand for all beyond and hold every place. */
const worthAt = (tile: LegacyTile, z: number, maxZoom: number): LegacyTile => ({
  features: tile.features.filter(({ tags }) => z === maxZoom || typeof tags?.zoom !== 'number' || tags.zoom <= z),
});

const withoutPolygonNames = (tile: LegacyTile): LegacyTile => ({
  features: tile.features.map((feature) => ({ ...feature, tags: null })),
});

/** All tiles in which something is drawn; open sea has none. */
export const cutTiles = (layers: Record<string, GeoJSON.FeatureCollection>, maxZoom: number): Tile[] => {
  const options = { maxZoom, indexMaxZoom: maxZoom, indexMaxPoints: 0, tolerance: 3, buffer: 64 };
  const indexes = Object.entries(layers).map(([name, data]) => [name, new GeoJSONVT(data, options)] as const);
  const tiles: Tile[] = [];
  for (let z = 0; z <= maxZoom; z += 1) {
    for (let x = 0; x < 2 ** z; x += 1) {
      for (let y = 0; y < 2 ** z; y += 1) {
        const drawn: Record<string, LegacyTile> = {};
        for (const [name, index] of indexes) {
          const cut = index.getTile(z, x, y);
          if (cut === null) continue;
          const tile = name === 'land' ? withoutPolygonNames(cut) : worthAt(cut, z, maxZoom);
          if (tile.features.length > 0) drawn[name] = tile;
        }
        if (Object.keys(drawn).length === 0) continue;
        tiles.push({ z, x, y, data: gzipSync(fromGeojsonVt(drawn, { version: 2 }), { level: 9 }) });
      }
    }
  }
  return tiles;
};
