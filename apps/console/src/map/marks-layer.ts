// What is written on the map: clusters with their numbers, and the names of vehicles from a zoom on. A small GeoJSON source that holds
// only what is in sight or about to be.
import type {
  ExpressionSpecification,
  GeoJSONSource,
  LayerSpecification,
  Map as MapLibreMap,
  SymbolLayerSpecification,
} from 'maplibre-gl';
import type { Arrangement, Cluster, DrawnMarker } from './arrangement.ts';
import { mapFont } from './basemap.ts';
import type { Feature, Point } from './geojson.ts';
import { clusterPicture, PIXEL_RATIO, RING_PARTS, ringStates } from './marker-images.ts';
import { inBox, onGlobe } from './movement.ts';
import type { Box } from './movement.ts';
import type { Palette } from './palette.ts';
import { sightOf } from './sight.ts';

export const CLUSTERS = 'clusters';
const NAMES = 'names';
const SOURCE = 'marks';
/** Names from this zoom on. */
const NAME_ZOOM = 12;
/** No names for more vehicles than this in sight: they could not be read and would cost most of a frame. */
const MOST_NAMED = 1500;

type Properties = { i: string; c: number; t: string };

/** 'cluster:0-6-6-0-0': how many parts of the ring each state has; its share, but never none where there is one. */
const pictureOf = ({ count, states }: Cluster): string => {
  const parts = ringStates.map((state) =>
    states[state] === 0 ? 0 : Math.max(1, Math.round((RING_PARTS * states[state]) / count)),
  );
  return `cluster:${parts.join('-')}`;
};
/** The parts of such a name; undefined for any other. */
const partsOf = (name: string): number[] | undefined =>
  name.startsWith('cluster:') ? name.slice('cluster:'.length).split('-').map(Number) : undefined;

/** 999, 1.2k, 12k. */
const numberText = (count: number): string => {
  if (count < 1000) return String(count);
  return count < 10_000 ? `${Math.round(count / 100) / 10}k` : `${Math.round(count / 1000)}k`;
};

const feature = (lng: number, lat: number, properties: Properties): Feature<Point, Properties> => ({
  type: 'Feature',
  properties,
  geometry: { type: 'Point', coordinates: [lng, lat] },
});

/** One cluster as the map takes it. */
export const clusterFeature = (cluster: Cluster): Feature<Point, Properties> =>
  feature(cluster.lng, cluster.lat, { i: pictureOf(cluster), c: cluster.count, t: numberText(cluster.count) });
const nameFeature = ({ marker, drawn }: DrawnMarker): Feature<Point, Properties> =>
  feature(drawn.lng, drawn.lat, { i: '', c: 0, t: marker.label });

/** Half a view more on each side, so that what comes into sight is there already. */
const widened = ({ west, south, east, north }: Box): Box => {
  const [x, y] = [(east - west) / 2, (north - south) / 2];
  return { west: west - x, south: south - y, east: east + x, north: north + y };
};

const holds = (outer: Box, inner: Box): boolean =>
  outer.west <= inner.west && outer.east >= inner.east && outer.south <= inner.south && outer.north >= inner.north;

const textPaint = ({ ink }: Palette, halo: string, width: number): NonNullable<SymbolLayerSpecification['paint']> => ({
  'text-color': ink,
  'text-halo-color': halo,
  'text-halo-width': width,
});
const isCluster: ExpressionSpecification = ['>', ['get', 'c'], 0];
const isName: ExpressionSpecification = ['==', ['get', 'c'], 0];

const namesLayer = (palette: Palette): LayerSpecification => ({
  id: NAMES,
  type: 'symbol',
  source: SOURCE,
  minzoom: NAME_ZOOM,
  filter: isName,
  layout: {
    'text-field': ['get', 't'],
    'text-font': mapFont,
    'text-size': 12,
    'text-anchor': 'top',
    'text-offset': [0, 1.1],
    'text-padding': 2,
  },
  paint: textPaint(palette, palette.halo, 1.6),
});

const clustersLayer = (palette: Palette): LayerSpecification => ({
  id: CLUSTERS,
  type: 'symbol',
  source: SOURCE,
  filter: isCluster,
  layout: {
    'icon-image': ['get', 'i'],
    'icon-size': ['step', ['get', 'c'], 0.86, 10, 1, 100, 1.16, 1000, 1.34],
    'icon-allow-overlap': true,
    'icon-ignore-placement': true,
    'text-field': ['get', 't'],
    'text-font': mapFont,
    'text-size': ['step', ['get', 'c'], 13, 100, 14],
    'text-allow-overlap': true,
    'text-ignore-placement': true,
  },
  paint: textPaint(palette, palette.marker, 0.8),
});

/** Lives as long as its map. */
export class MarksLayer {
  readonly #map: MapLibreMap;
  readonly #pictures = new Set<string>();
  #palette: Palette;
  #arrangement: Arrangement = { singles: [], clusters: [] };
  /** What the source was filled for. */
  #filled: { box: Box; named: boolean; empty: boolean } | undefined;
  #busy = false;
  #again = false;

  constructor(map: MapLibreMap, palette: Palette) {
    this.#map = map;
    this.#palette = palette;
    map.addSource(SOURCE, { type: 'geojson', data: { type: 'FeatureCollection', features: [] } });
    map.addLayer(namesLayer(palette));
    map.addLayer(clustersLayer(palette));
    map.on('move', () => this.#follow());
  }

  /** Draws the picture of a cluster that the map asks for. */
  addPicture(name: string): void {
    const parts = partsOf(name);
    if (parts === undefined || this.#map.hasImage(name)) return;
    this.#pictures.add(name);
    this.#map.addImage(name, clusterPicture(parts, this.#palette), { pixelRatio: PIXEL_RATIO });
  }

  /** Resolves when the map has taken it over; while one is on its way only the newest one waits. */
  async show(arrangement: Arrangement): Promise<void> {
    this.#arrangement = arrangement;
    await this.#fill();
  }

  /** Vehicles glide: their names with them. */
  moved(ids: ReadonlySet<string>): void {
    if (this.#filled?.named !== true) return;
    const box = onGlobe(this.#filled.box);
    if (this.#arrangement.singles.some(({ marker, drawn }) => ids.has(marker.id) && inBox(box, drawn)))
      void this.#fill();
  }

  setPalette(palette: Palette): void {
    this.#palette = palette;
    for (const name of this.#pictures) this.#map.updateImage(name, clusterPicture(partsOf(name) ?? [], palette));
    for (const [layer, halo] of [
      [NAMES, palette.halo],
      [CLUSTERS, palette.marker],
    ] as const) {
      this.#map.setPaintProperty(layer, 'text-color', palette.ink);
      this.#map.setPaintProperty(layer, 'text-halo-color', halo);
    }
  }

  #follow(): void {
    if (this.#filled === undefined) return;
    const named = this.#map.getZoom() >= NAME_ZOOM;
    if (named !== this.#filled.named || !holds(this.#filled.box, sightOf(this.#map))) void this.#fill();
  }

  async #fill(): Promise<void> {
    if (this.#busy) {
      this.#again = true;
      return;
    }
    const box = widened(sightOf(this.#map));
    const named = this.#map.getZoom() >= NAME_ZOOM;
    const features = this.#features(box, named);
    const empty = features.length === 0;
    const unchanged = empty && this.#filled?.empty === true;
    this.#filled = { box, named, empty };
    if (unchanged) return;
    this.#busy = true;
    try {
      await this.#map.getSource<GeoJSONSource>(SOURCE)?.setData({ type: 'FeatureCollection', features });
    } finally {
      this.#busy = false;
    }
    if (!this.#again) return;
    this.#again = false;
    await this.#fill();
  }

  #features(sight: Box, named: boolean): Feature<Point, Properties>[] {
    const box = onGlobe(sight);
    const { singles, clusters } = this.#arrangement;
    const features = clusters.filter((cluster) => inBox(box, cluster)).map(clusterFeature);
    if (!named) return features;
    const near = singles.filter(({ drawn }) => inBox(box, drawn));
    return near.length > MOST_NAMED ? features : [...features, ...near.map(nameFeature)];
  }
}
