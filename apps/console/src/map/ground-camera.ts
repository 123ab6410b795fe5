// Takes pictures of the ground with one map, for many small tiles: browsers allow few WebGL contexts, and a map each would cost too much.
// A picture is taken when a tile asks for one; between pictures the map stands still and costs nothing. Vehicles are not in it.
import { systemClock } from '../lib/time.ts';
import type { Stop } from '../lib/time.ts';
import { answerReports } from './map-answers.ts';
import { BaseMap } from './base-map.ts';
import type { BaseMapKit } from './base-map.ts';
import { mercatorX, mercatorY, worldPx } from './mercator.ts';

/** Near enough to see streets; where only the coarse ground is there, the towns around. */
const STREETS_ZOOM = 14;
const TOWNS_ZOOM = 8;
/** A ground whose tiles do not come is taken as it is. */
const PATIENCE_MS = 4000;

type Place = { readonly lat: number; readonly lng: number };
/** CSS pixels. */
type Size = { readonly width: number; readonly height: number };
type Order = { readonly centre: Place; readonly canvas: HTMLCanvasElement; readonly taken: () => void };

export type GroundCameraKit = Pick<BaseMapKit, 'container' | 'sources' | 'name' | 'center'> & {
  /** The pictures there are do not hold any more: another theme. */
  onStale: () => void;
};

export class GroundCamera {
  readonly zoom: number;
  readonly #container: HTMLElement;
  readonly #base: BaseMap;
  /** The newest order of each tile, in the order they came. */
  readonly #orders = new Map<string, Order>();
  #size: Size = { width: 0, height: 0 };
  /** Where each tile's picture was taken. */
  readonly #taken = new Map<string, Place>();
  #ready = false;
  #busy = false;
  #closed = false;
  #stopWait: Stop | undefined;
  readonly #stopAnswers: Stop | undefined;

  constructor({ onStale, ...kit }: GroundCameraKit) {
    const { mode, roadsUrl } = kit.sources;
    this.zoom = mode === 'online' || roadsUrl !== '' ? STREETS_ZOOM : TOWNS_ZOOM;
    this.#container = kit.container;
    this.#base = new BaseMap(
      { ...kit, zoom: this.zoom, interactive: false, unit: 'metric' },
      () => {
        this.#ready = true;
        this.#next();
      },
      onStale,
    );
    if (import.meta.env.MODE === 'tests')
      this.#stopAnswers = answerReports(kit.container, () => ({ centres: Object.fromEntries(this.#taken) }));
  }

  /** Draws the ground around `centre` into the canvas of a tile, all of which have the same size. An older order of the tile is dropped. */
  take(tile: string, size: Size, order: Order): void {
    if (size.width !== this.#size.width || size.height !== this.#size.height) {
      this.#size = size;
      this.#container.style.width = `${size.width}px`;
      this.#container.style.height = `${size.height}px`;
      this.#base.map.resize();
    }
    this.#orders.delete(tile);
    this.#orders.set(tile, order);
    this.#next();
  }

  drop(tile: string): void {
    this.#taken.delete(tile);
    this.#orders.delete(tile);
  }

  close(): void {
    this.#closed = true;
    this.#orders.clear();
    this.#stopWait?.();
    this.#stopAnswers?.();
    this.#base.close();
  }

  #next(): void {
    const [first] = this.#orders;
    if (first === undefined || !this.#ready || this.#busy || this.#closed) return;
    const [tile, order] = first;
    this.#orders.delete(tile);
    this.#busy = true;
    const { map } = this.#base;
    // Only while a frame is being drawn does the map's canvas hold it.
    const taken = (): void => {
      map.off('idle', taken);
      map.off('render', taken);
      this.#stopWait?.();
      this.#stopWait = undefined;
      copy(map.getCanvas(), order.canvas);
      this.#busy = false;
      this.#taken.set(tile, order.centre);
      order.taken();
      this.#next();
    };
    map.jumpTo({ center: [order.centre.lng, order.centre.lat] });
    map.on('idle', taken);
    this.#stopWait = systemClock.after(PATIENCE_MS, () => {
      map.on('render', taken);
      map.triggerRepaint();
    });
    map.triggerRepaint();
  }
}

const copy = (from: HTMLCanvasElement, to: HTMLCanvasElement): void => {
  if (to.width !== from.width) to.width = from.width;
  if (to.height !== from.height) to.height = from.height;
  to.getContext('2d')?.drawImage(from, 0, 0);
};

/** Where a place lies in a picture, CSS pixels from its middle. */
export const offsetIn = (centre: Place, place: Place, zoom: number): { x: number; y: number } => ({
  x: (mercatorX(place.lng) - mercatorX(centre.lng)) * worldPx(zoom),
  y: (mercatorY(place.lat) - mercatorY(centre.lat)) * worldPx(zoom),
});
