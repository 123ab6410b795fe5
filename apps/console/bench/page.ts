// The page of bench/map.bench.ts: our fleet map, or as many plain circles on the same ground, and what moves them. Not part of the console.
import { BaseMap } from '../src/map/base-map.ts';
import { FleetMap } from '../src/map/fleet-map.ts';
import type { MapReport } from '../src/map/map-report.ts';
import type { Marker } from '../src/map/marker.ts';
import { systemClock } from '../src/lib/time.ts';

const sources = { mode: 'offline', tilesUrl: '', attribution: '', maxZoom: 5, roadsUrl: '' } as const;
const center = { lat: 24.08, lng: 120.53 };
const ZOOM = 9;
const states = ['driving', 'idle', 'driving', 'offline', 'driving', 'alarm'] as const;

/** A fleet spread evenly over what the map shows, every vehicle `round` steps from where it began. */
const markerAt = (n: number, round: number): Marker => ({
  id: String(n),
  lat: center.lat + (((n * 7919) % 10_007) / 10_007 - 0.5) * 1.6 + round * 0.0002,
  lng: center.lng + (((n * 6151) % 10_009) / 10_009 - 0.5) * 3 + round * 0.0002,
  heading: (n * 37) % 360,
  state: states[n % states.length] ?? 'idle',
  fault: false,
  label: `V-${n}`,
  timeMs: 1_000_000 + round * 1000,
});

const container = document.querySelector<HTMLElement>('#map') ?? document.body;
let fleet: FleetMap | undefined;
let count = 0;
let round = 0;

/** As the browser tests ask. */
const report = (): Partial<MapReport> => {
  const detail: Partial<MapReport> = {};
  container.dispatchEvent(new CustomEvent('map-report', { detail }));
  return detail; // which the map has just filled in
};

const bench = {
  startFleet(size: number): void {
    count = size;
    fleet = new FleetMap({
      container,
      sources,
      center,
      zoom: ZOOM,
      unit: 'metric',
      name: 'Map',
      clock: systemClock,
      clusters: false,
      still: false,
      infoElement: document.createElement('div'),
      onSelect: () => {},
      onUnfollow: () => {},
    });
    fleet.setMarkers(Array.from({ length: size }, (_, n) => markerAt(n, 0)));
  },
  startCircles(size: number): void {
    const features = Array.from({ length: size }, (_, n) => {
      const { lat, lng } = markerAt(n, 0);
      return {
        type: 'Feature' as const,
        id: n,
        properties: {},
        geometry: { type: 'Point' as const, coordinates: [lng, lat] },
      };
    });
    const kit = { container, sources, center, zoom: ZOOM, interactive: true, unit: 'metric', name: 'Map' } as const;
    const ready = ({ map }: BaseMap): void => {
      map.addSource('circles', { type: 'geojson', data: { type: 'FeatureCollection', features } });
      map.addLayer({
        id: 'circles',
        type: 'circle',
        source: 'circles',
        paint: { 'circle-radius': 6, 'circle-color': '#12724a' },
      });
    };
    const made = new BaseMap(kit, ready, () => {});
    made.map.on('idle', () => {
      container.dataset.drawn = String(made.map.queryRenderedFeatures({ layers: ['circles'] }).length);
    });
  },
  /** The next report of the first `moved` vehicles; gives ms this call took. */
  move(moved: number): number {
    round += 1;
    const from = performance.now();
    fleet?.moveMarkers(
      Array.from({ length: Math.min(moved, count) }, (_, n) => markerAt(n, round)),
      [],
    );
    return performance.now() - from;
  },
  /** How many vehicles are drawn; dear, since it looks through all of them. */
  drawn: (): number => report().vehicles?.length ?? Number(container.dataset.drawn ?? 0),
  /** How often the map was handed markers. */
  loads: (): number => report().loads ?? 0,
  /** Counts frames until `stop` is called, and gives the ms of each. */
  frames(): { stop: () => number[] } {
    const times: number[] = [];
    let running = true;
    const tick = (ms: number): void => {
      times.push(ms);
      if (running) requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
    return {
      stop: () => {
        running = false;
        return times.slice(1).map((ms, i) => ms - (times[i] ?? ms));
      },
    };
  },
};

export type BenchPage = typeof bench;
Object.assign(globalThis, { bench });
