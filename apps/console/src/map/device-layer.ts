// The fleet on the map: arranges the markers for the zoom, hands those alone to the swarm and the rest to the marks, and knows what is
// under a pointer. Where a marker is at this moment is movement.ts.
import type { Map as MapLibreMap } from 'maplibre-gl';
import type { StateKind } from '../ui/state-glyph.tsx';
import { arrange, levelOf } from './arrangement.ts';
import type { Arrangement, Cluster, DrawnMarker } from './arrangement.ts';
import type { Feature, Point } from './geojson.ts';
import { markerPicture, PIXEL_RATIO } from './marker-images.ts';
import { CLUSTERS, MarksLayer } from './marks-layer.ts';
import { mercatorX, mercatorY, worldPx } from './mercator.ts';
import type { Palette } from './palette.ts';
import { SWARM, SwarmLayer } from './swarm-layer.ts';

/** Pixels around a pointer in which a marker is meant, and those of a cluster's disc. */
const REACH_PX = 12;
const CLUSTER_REACH_PX = 20;

const states: readonly StateKind[] = ['driving', 'idle', 'offline', 'alarm', 'unregistered'];

/** The name of a marker's picture in the map, for the layers that the map draws itself. */
export const pictureName = (state: StateKind, fault: boolean): string => (fault ? `${state}!` : state);

/** One marker as the map's own layers take it. */
export const markerFeature = ({ marker, drawn }: DrawnMarker): Feature<Point, { i: string; h: number; l: string }> => ({
  type: 'Feature',
  id: 0,
  properties: {
    i: pictureName(marker.state, marker.fault),
    h: marker.state === 'driving' ? Math.round(drawn.heading) : 0,
    l: marker.label,
  },
  geometry: { type: 'Point', coordinates: [drawn.lng, drawn.lat] },
});

export type DeviceLayerKit = {
  map: MapLibreMap;
  palette: Palette;
  clusters: boolean;
  /** The markers there are. */
  all: () => Iterable<DrawnMarker>;
};

/** What a pointer is over. */
export type Hit = { kind: 'vehicle'; id: string } | { kind: 'cluster'; cluster: Cluster };
type Pixel = { x: number; y: number };

/** Lives as long as its map. */
export class DeviceLayer {
  readonly #kit: DeviceLayerKit;
  readonly #swarm: SwarmLayer;
  readonly #marks: MarksLayer;
  #clustered: boolean;
  #hidden: string | undefined;
  #level: number;
  #shown: Arrangement = { singles: [], clusters: [] };
  #arranging = 0;
  /** How often markers were arranged or moved. */
  loads = 0;

  constructor(kit: DeviceLayerKit) {
    const { map, palette } = kit;
    this.#kit = kit;
    this.#clustered = kit.clusters;
    this.#level = levelOf(map.getZoom());
    this.#addPictures();
    this.#marks = new MarksLayer(map, palette);
    this.#swarm = new SwarmLayer(map, palette);
    map.addLayer(this.#swarm, CLUSTERS);
    // A lost WebGL context takes away layers with a drawing of their own.
    map.on('style.load', () => map.getLayer(SWARM) === undefined && map.addLayer(this.#swarm, CLUSTERS));
    map.on('zoom', () => levelOf(map.getZoom()) !== this.#level && this.rearrange());
  }

  get shown(): Arrangement {
    return this.#shown;
  }

  /** Markers came, went, or have new fixes. */
  rearrange(): void {
    this.loads += 1;
    this.#level = levelOf(this.#kit.map.getZoom());
    const markers = [...this.#kit.all()].filter(({ marker }) => marker.id !== this.#hidden);
    void this.#show(arrange(markers, this.#level, this.#clustered));
  }

  /** These glide: they stand alone or not as before. */
  moved(ids: ReadonlySet<string>): void {
    this.loads += 1;
    this.#swarm.redraw();
    this.#marks.moved(ids);
  }

  setClusters(on: boolean): void {
    if (on === this.#clustered) return;
    this.#clustered = on;
    this.rearrange();
  }

  /** Leaves one marker out: the selected one, which has a layer of its own. */
  hide(id: string | undefined): void {
    if (id === this.#hidden) return;
    this.#hidden = id;
    this.rearrange();
  }

  setPalette(palette: Palette): void {
    const { map } = this.#kit;
    for (const state of states)
      for (const fault of [false, true])
        map.updateImage(pictureName(state, fault), markerPicture(state, fault, palette));
    this.#swarm.setPalette(palette);
    this.#marks.setPalette(palette);
  }

  /** The nearest vehicle or cluster at a pixel of the map. */
  at(pixel: Pixel): Hit | undefined {
    const { map } = this.#kit;
    const { lng, lat } = map.unproject([pixel.x, pixel.y]);
    const [x, y, scale] = [mercatorX(lng), mercatorY(lat), worldPx(map.getZoom())];
    const away = (place: { lat: number; lng: number }): number => {
      const east = mercatorX(place.lng) - x;
      return Math.hypot(east - Math.round(east), mercatorY(place.lat) - y) * scale;
    };
    let best: { px: number; hit: Hit } | undefined;
    const offer = (px: number, reach: number, hit: () => Hit): void => {
      if (px <= reach && px < (best?.px ?? Infinity)) best = { px, hit: hit() };
    };
    for (const { marker, drawn } of this.#shown.singles)
      offer(away(drawn), REACH_PX, () => ({ kind: 'vehicle', id: marker.id }));
    for (const cluster of this.#shown.clusters)
      offer(away(cluster), CLUSTER_REACH_PX, () => ({ kind: 'cluster', cluster }));
    return best?.hit;
  }

  /** The swarm changes when the marks have, so that no marker is drawn beside the cluster that holds it. */
  async #show(arrangement: Arrangement): Promise<void> {
    this.#arranging += 1;
    const turn = this.#arranging;
    await this.#marks.show(arrangement);
    if (turn !== this.#arranging) return;
    this.#shown = arrangement;
    this.#swarm.show(arrangement.singles);
  }

  #addPictures(): void {
    const { map, palette } = this.#kit;
    for (const state of states)
      for (const fault of [false, true])
        map.addImage(pictureName(state, fault), markerPicture(state, fault, palette), { pixelRatio: PIXEL_RATIO });
    map.setMissingStyleImageResolver((name) => this.#marks.addPicture(name));
  }
}
