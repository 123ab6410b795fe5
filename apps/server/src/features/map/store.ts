// Reads the offline map: a SQLite file with the table tiles(z, x, y, data), data being a gzipped vector tile.
import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

export interface TileStore {
  /** The gzipped tile, or undefined where the map has none. */
  tile(z: number, x: number, y: number): Uint8Array | undefined;
  /** The deepest level of the file; 0 without one. */
  readonly maxZoom: number;
  close(): void;
}

const empty: TileStore = { tile: () => undefined, maxZoom: 0, close: () => undefined };

/** A missing file is an empty map. Throws when the file is something else. */
export const openTiles = (path: string): TileStore => {
  if (!existsSync(path)) return empty;
  const database = new DatabaseSync(path, { readOnly: true });
  const find = database.prepare('SELECT data FROM tiles WHERE z = ? AND x = ? AND y = ?');
  const deepest = database.prepare('SELECT max(z) AS z FROM tiles').get()?.['z'];
  return {
    tile(z, x, y) {
      const data = find.get(z, x, y)?.['data'];
      return data instanceof Uint8Array ? data : undefined;
    },
    maxZoom: typeof deepest === 'number' ? deepest : 0,
    close: () => database.close(),
  };
};
