// A MapLibre map with our ground on it: worker, theme, tile failures, end of life. The fleet's and the trail's map stand on it.
import { AttributionControl, Map as MapLibreMap, ScaleControl, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
// oxlint-disable-next-line import/no-unassigned-import -- a global sheet has nothing to assign
import 'maplibre-gl/dist/maplibre-gl.css';
// oxlint-disable-next-line import/no-unassigned-import -- a global sheet has nothing to assign
import './map.css';
import { onThemeChange } from '../lib/theme.ts';
import { groundPaint, groundStyle, largestZoom } from './basemap.ts';
import type { GroundSources } from './basemap.ts';
import { GroundWatch } from './ground-watch.ts';
import { readPalette } from './palette.ts';
import type { Palette } from './palette.ts';

export type BaseMapKit = {
  container: HTMLElement;
  sources: GroundSources;
  center: { lat: number; lng: number };
  zoom: number;
  /** False: it only follows what it shows, and takes no pointer or key. */
  interactive: boolean;
  unit: 'metric' | 'imperial';
  /** What a screen reader calls the map. */
  name: string;
  /** Told when the ground's tiles begin to fail and when one came again. */
  onGround?: (failing: boolean) => void;
};

/** Owns the MapLibre map. `whenReady` runs once the style can take layers; `onPalette` at each theme change after that. */
export class BaseMap {
  readonly map: MapLibreMap;
  palette: Palette;
  readonly #sources: GroundSources;
  readonly #scale: ScaleControl;
  readonly #stopTheme: () => void;
  readonly #ground: GroundWatch;
  #ready = false;
  #closed = false;

  constructor(kit: BaseMapKit, whenReady: (base: BaseMap) => void, onPalette: (palette: Palette) => void) {
    setWorkerUrl(workerUrl);
    this.palette = readPalette();
    this.#sources = kit.sources;
    this.map = new MapLibreMap({
      container: kit.container,
      style: groundStyle(this.palette, kit.sources, globalThis.location.origin),
      center: [kit.center.lng, kit.center.lat],
      zoom: kit.zoom,
      maxZoom: largestZoom(kit.sources),
      interactive: kit.interactive,
      attributionControl: false,
      dragRotate: false,
      pitchWithRotate: false,
      touchPitch: false,
      rollEnabled: false,
      fadeDuration: 0, // markers move: what fades in at each step flickers
      locale: { 'Map.Title': kit.name },
    });
    this.map.touchZoomRotate.disableRotation();
    this.map.keyboard.disableRotation();
    this.#scale = new ScaleControl({ unit: kit.unit, maxWidth: 110 });
    if (kit.interactive) {
      this.map.addControl(new AttributionControl({ compact: false }), 'bottom-right');
      this.map.addControl(this.#scale, 'bottom-right');
    }
    this.#ground = new GroundWatch(this.map, (failing) => kit.onGround?.(failing));
    this.map.once('style.load', () => {
      if (this.#closed) return;
      this.#ready = true;
      whenReady(this);
    });
    this.#stopTheme = onThemeChange(() => this.#repaint(onPalette));
  }

  setUnit(unit: 'metric' | 'imperial'): void {
    this.#scale.setUnit(unit);
  }

  /** Asks again for the tiles that failed. */
  retryGround(): void {
    this.#ground.retry();
  }

  close(): void {
    this.#closed = true;
    this.#ground.close();
    this.#stopTheme();
    this.map.remove();
  }

  #repaint(onPalette: (palette: Palette) => void): void {
    if (!this.#ready) return;
    const palette = readPalette();
    if (JSON.stringify(palette) === JSON.stringify(this.palette)) return;
    this.palette = palette;
    for (const [layer, name, value] of groundPaint(palette, this.#sources)) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- names and values come from a checked layer of the same style
      this.map.setPaintProperty(layer, name as 'line-color', value as string);
    }
    onPalette(palette);
  }
}
