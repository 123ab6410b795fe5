// The markers on the map: one GeoJSON source with numeric ids, one symbol layer of arrows and dots, and the clusters of what would
// overlap. Draws what it is given; where a marker is at this moment is movement.ts.
import type {
  ExpressionFilterSpecification,
  ExpressionSpecification,
  GeoJSONSource,
  Map as MapLibreMap,
} from 'maplibre-gl';
import type { StateKind } from '../ui/state-glyph.tsx';
import { mapFont } from './basemap.ts';
import type { Feature, Point } from './geojson.ts';
import type { Drawn, Marker } from './marker.ts';
import { clusterPicture, markerPicture, PIXEL_RATIO, RING_PARTS, ringStates } from './marker-images.ts';
import type { Palette } from './palette.ts';
import { UpdateQueue } from './update-queue.ts';

const SOURCE = 'vehicles';
/** Layers that answer clicks. */
export const VEHICLES = 'vehicles';
export const CLUSTERS = 'clusters';
/** Pixels within which markers count as overlapping, and the zoom from which on they never do. */
const CLUSTER_RADIUS = 34;
const CLUSTER_MAX_ZOOM = 15;
/** Names from this zoom on. */
const LABEL_ZOOM = 12;
/** No names above so many markers: at this zoom they would not be readable and cost most of a frame. */
const MOST_LABELLED = 4000;

const states: readonly StateKind[] = ['driving', 'idle', 'offline', 'alarm', 'unregistered'];
/** What is drawn above what. */
const rank: Record<StateKind, number> = { offline: 0, unregistered: 1, idle: 2, driving: 3, alarm: 4 };

/** The name of a marker's picture in the map. */
export const pictureName = (state: StateKind, fault: boolean): string => (fault ? `${state}!` : state);

export type DrawnMarker = { readonly marker: Marker; readonly drawn: Drawn };
type Properties = { i: string; s: StateKind; h: number; l: string; z: number };

const propertiesOf = ({ marker, drawn }: DrawnMarker): Properties => ({
  i: pictureName(marker.state, marker.fault),
  s: marker.state,
  h: marker.state === 'driving' ? Math.round(drawn.heading) : 0,
  l: marker.label,
  z: rank[marker.state],
});

const pointOf = ({ drawn }: DrawnMarker): Point => ({ type: 'Point', coordinates: [drawn.lng, drawn.lat] });

/** One marker as the map takes it. */
export const markerFeature = (shown: DrawnMarker, id: number): Feature<Point, Properties> => ({
  type: 'Feature',
  id,
  properties: propertiesOf(shown),
  geometry: pointOf(shown),
});

/** How many ring parts a state has in a cluster: its share, but never none where there is one. */
const partsOf = (state: StateKind): ExpressionSpecification => [
  'case',
  ['==', ['get', state], 0],
  0,
  ['max', 1, ['round', ['/', ['*', RING_PARTS, ['get', state]], ['get', 'point_count']]]],
];
const joined = ringStates.flatMap((state, i) => (i === 0 ? [partsOf(state)] : ['-', partsOf(state)]));
const clusterPictureName: ExpressionSpecification = ['concat', 'cluster:', ...joined];
/** 'cluster:0-6-6-0-0' into its numbers; undefined for any other name. */
export const clusterParts = (name: string): number[] | undefined =>
  name.startsWith('cluster:') ? name.slice('cluster:'.length).split('-').map(Number) : undefined;

const clusterCounts = Object.fromEntries(
  ringStates.map((state) => [state, ['+', ['case', ['==', ['get', 's'], state], 1, 0]]]),
);

export type DeviceLayerKit = {
  map: MapLibreMap;
  palette: Palette;
  clusters: boolean;
  /** The markers there are, and one of them. */
  all: () => Iterable<DrawnMarker>;
  get: (id: string) => DrawnMarker | undefined;
  size: () => number;
};

/** Lives as long as its map. */
export class DeviceLayer {
  readonly queue: UpdateQueue;
  readonly #kit: DeviceLayerKit;
  readonly #numbers = new Map<string, number>();
  readonly #ids: string[] = [];
  #known = new Set<string>();
  readonly #clusterPictures = new Set<string>();
  #palette: Palette;
  #labelled = true;

  constructor(kit: DeviceLayerKit) {
    this.#kit = kit;
    this.#palette = kit.palette;
    this.queue = new UpdateQueue({ all: () => this.#drawAll(), some: (ids) => this.#drawSome(ids) }, kit.size);
    this.#addPictures();
    this.#addLayers();
  }

  /** The device behind a feature of the layer. */
  idOf(number: unknown): string | undefined {
    return typeof number === 'number' ? this.#ids[number] : undefined;
  }

  setClusters(on: boolean): void {
    const source = this.#source();
    void source?.setClusterOptions({ cluster: on, clusterRadius: CLUSTER_RADIUS, clusterMaxZoom: CLUSTER_MAX_ZOOM });
  }

  /** Leaves one marker out: the selected one, which has a layer of its own. */
  hide(id: string | undefined): void {
    const single: ExpressionFilterSpecification = ['!', ['has', 'point_count']];
    const filter: ExpressionFilterSpecification =
      id === undefined ? single : ['all', single, ['!=', ['id'], this.#number(id)]];
    this.#kit.map.setFilter(VEHICLES, filter);
  }

  setPalette(palette: Palette): void {
    this.#palette = palette;
    const { map } = this.#kit;
    for (const state of states)
      for (const fault of [false, true])
        map.updateImage(pictureName(state, fault), markerPicture(state, fault, palette));
    for (const name of this.#clusterPictures) map.updateImage(name, clusterPicture(clusterParts(name) ?? [], palette));
    for (const layer of [VEHICLES, CLUSTERS]) {
      map.setPaintProperty(layer, 'text-color', palette.ink);
      map.setPaintProperty(layer, 'text-halo-color', layer === CLUSTERS ? palette.marker : palette.halo);
    }
  }

  /** The zoom at which a cluster comes apart. */
  async expansionZoom(clusterId: number): Promise<number> {
    const source = this.#source();
    return source === undefined ? CLUSTER_MAX_ZOOM + 1 : source.getClusterExpansionZoom(clusterId);
  }

  close(): void {
    this.queue.close();
  }

  #source(): GeoJSONSource | undefined {
    return this.#kit.map.getSource<GeoJSONSource>(SOURCE);
  }

  #number(id: string): number {
    const known = this.#numbers.get(id);
    if (known !== undefined) return known;
    const number = this.#ids.length;
    this.#ids.push(id);
    this.#numbers.set(id, number);
    return number;
  }

  async #drawAll(): Promise<void> {
    const features: Feature<Point, Properties>[] = [];
    this.#known = new Set();
    for (const shown of this.#kit.all()) {
      features.push(markerFeature(shown, this.#number(shown.marker.id)));
      this.#known.add(shown.marker.id);
    }
    this.#label(features.length <= MOST_LABELLED);
    await this.#source()?.setData({ type: 'FeatureCollection', features });
  }

  async #drawSome(ids: ReadonlySet<string>): Promise<void> {
    const add: Feature<Point, Properties>[] = [];
    const remove: number[] = [];
    const update = [];
    for (const id of ids) {
      const shown = this.#kit.get(id);
      const number = this.#number(id);
      if (shown === undefined) {
        if (this.#known.delete(id)) remove.push(number);
      } else if (this.#known.has(id)) {
        const properties = Object.entries(propertiesOf(shown)).map(([key, value]) => ({ key, value }));
        update.push({ id: number, newGeometry: pointOf(shown), addOrUpdateProperties: properties });
      } else {
        this.#known.add(id);
        add.push(markerFeature(shown, number));
      }
    }
    await this.#source()?.updateData({ add, remove, update });
  }

  #label(on: boolean): void {
    if (on === this.#labelled) return;
    this.#labelled = on;
    this.#kit.map.setLayoutProperty(VEHICLES, 'text-field', on ? labelText : '');
  }

  #addPictures(): void {
    const { map } = this.#kit;
    for (const state of states)
      for (const fault of [false, true])
        map.addImage(pictureName(state, fault), markerPicture(state, fault, this.#palette), {
          pixelRatio: PIXEL_RATIO,
        });
    map.setMissingStyleImageResolver((name) => {
      const parts = clusterParts(name);
      if (parts === undefined || map.hasImage(name)) return;
      this.#clusterPictures.add(name);
      map.addImage(name, clusterPicture(parts, this.#palette), { pixelRatio: PIXEL_RATIO });
    });
  }

  #addLayers(): void {
    const { map, clusters } = this.#kit;
    map.addSource(SOURCE, {
      type: 'geojson',
      data: { type: 'FeatureCollection', features: [] },
      cluster: clusters,
      clusterRadius: CLUSTER_RADIUS,
      clusterMaxZoom: CLUSTER_MAX_ZOOM,
      clusterProperties: clusterCounts,
    });
    this.#addVehicles();
    this.#addClusters();
  }

  #addVehicles(): void {
    this.#kit.map.addLayer({
      id: VEHICLES,
      type: 'symbol',
      source: SOURCE,
      filter: ['!', ['has', 'point_count']],
      layout: {
        'icon-image': ['get', 'i'],
        'icon-rotate': ['get', 'h'],
        'icon-rotation-alignment': 'map',
        'icon-allow-overlap': true,
        'icon-ignore-placement': true,
        'symbol-sort-key': ['get', 'z'],
        'text-field': labelText,
        'text-font': mapFont,
        'text-size': 12,
        'text-anchor': 'top',
        'text-offset': [0, 1.1],
        'text-optional': true,
        'text-padding': 2,
      },
      paint: {
        'text-color': this.#palette.ink,
        'text-halo-color': this.#palette.halo,
        'text-halo-width': 1.6,
      },
    });
  }

  #addClusters(): void {
    this.#kit.map.addLayer({
      id: CLUSTERS,
      type: 'symbol',
      source: SOURCE,
      filter: ['has', 'point_count'],
      layout: {
        'icon-image': clusterPictureName,
        'icon-size': ['step', ['get', 'point_count'], 0.86, 10, 1, 100, 1.16, 1000, 1.34],
        'icon-allow-overlap': true,
        'icon-ignore-placement': true,
        'text-field': ['get', 'point_count_abbreviated'],
        'text-font': mapFont,
        'text-size': ['step', ['get', 'point_count'], 13, 100, 14],
        'text-allow-overlap': true,
        'text-ignore-placement': true,
      },
      paint: {
        'text-color': this.#palette.ink,
        'text-halo-color': this.#palette.marker,
        'text-halo-width': 0.8,
      },
    });
  }
}

const labelText: ExpressionSpecification = ['step', ['zoom'], '', LABEL_ZOOM, ['get', 'l']];
