// Knows whether the tiles of the ground come, and asks again for those that did not. Not: drawing them.
import type { Map as MapLibreMap, Tile } from 'maplibre-gl';
import { systemClock } from '../lib/time.ts';
import type { Stop } from '../lib/time.ts';

/** While tiles fail they are asked for again this often. */
const RETRY_MS = 10_000;
/** The sources whose tiles are the ground. */
const grounds: ReadonlySet<string> = new Set(['ground', 'online']);

/** Events of a whole source carry no tile. */
const isTile = (value: unknown): value is Tile => typeof value === 'object' && value !== null && 'tileID' in value;

type Failed = { source: string; z: number; x: number; y: number };

/** Lives as long as its map. `tell` hears when tiles begin to fail and when one comes again. */
export class GroundWatch {
  readonly #map: MapLibreMap;
  readonly #tell: (failing: boolean) => void;
  readonly #failed = new Map<string, Failed>();
  #stopRetry: Stop | undefined;

  constructor(map: MapLibreMap, tell: (failing: boolean) => void) {
    this.#map = map;
    this.#tell = tell;
    map.on('error', (event) => {
      const source = 'sourceId' in event ? event.sourceId : undefined;
      const tile = 'tile' in event ? event.tile : undefined;
      if (typeof source !== 'string' || !grounds.has(source)) console.warn('the map reports', event.error.message);
      else if (isTile(tile)) this.#fail({ source, ...placeOf(tile) });
    });
    map.on('sourcedata', ({ sourceId, tile }) => {
      if (isTile(tile) && grounds.has(sourceId)) this.#mend({ source: sourceId, ...placeOf(tile) });
    });
  }

  /** Asks again now. Each tile by its name: asked for as a whole, the map waits for ever for those that failed. */
  retry(): void {
    for (const { source, z, x, y } of this.#failed.values())
      if (this.#map.getSource(source) !== undefined) this.#map.refreshTiles(source, [{ z, x, y }]);
  }

  close(): void {
    this.#stopRetry?.();
  }

  #fail(failed: Failed): void {
    this.#failed.set(JSON.stringify(failed), failed);
    if (this.#stopRetry !== undefined) return;
    this.#stopRetry = systemClock.every(RETRY_MS, () => this.retry());
    this.#tell(true);
  }

  /** One tile that comes means that the server is back; the others are asked for at once. */
  #mend(mended: Failed): void {
    this.#failed.delete(JSON.stringify(mended));
    if (this.#stopRetry === undefined) return;
    this.#stopRetry();
    this.#stopRetry = undefined;
    this.#tell(false);
    this.retry();
    this.#failed.clear();
  }
}

const placeOf = ({ tileID: { canonical } }: Tile): Omit<Failed, 'source'> => ({
  z: canonical.z,
  x: canonical.x,
  y: canonical.y,
});
