// The fleet on the map: markers that glide, clusters, the selected vehicle with its trail and info window. An object outside React
// with close(); a component hands it what to show and hears what was clicked.
import { Popup } from 'maplibre-gl';
import type { MapMouseEvent, PaddingOptions } from 'maplibre-gl';
import { onNextFrame } from '../lib/time.ts';
import type { Clock, Stop } from '../lib/time.ts';
import { BaseMap } from './base-map.ts';
import type { BaseMapKit } from './base-map.ts';
import { CLUSTERS, DeviceLayer, VEHICLES } from './device-layer.ts';
import type { DrawnMarker } from './device-layer.ts';
import type { MapReport } from './map-report.ts';
import type { Marker } from './marker.ts';
import { Movement } from './movement.ts';
import type { Box } from './movement.ts';
import { addTrail, drawTrail, paintTrail, SelectionLayer } from './selection-layer.ts';
import type { TrailPoint } from './trail.ts';

/** Gliders are drawn at most this often; a map that is slower than that sets the pace itself. */
const STEP_MS = 60;
/** Camera movements: the house allows 200 ms. MapLibre jumps by itself where motion is to be reduced. */
const CAMERA_MS = 190;
/** Pixels around a click in which a marker is meant. */
const REACH_PX = 10;
const NEAR_ZOOM = 15;
const EARTH_M = 40_075_016;
const TILE_PX = 512;

export type FleetMapKit = Omit<BaseMapKit, 'interactive'> & {
  clock: Clock;
  clusters: boolean;
  /** Motion is to be reduced: markers step. */
  still: boolean;
  /** Takes the info window's content; a component draws into it. */
  infoElement: HTMLElement;
  onSelect: (id: string) => void;
  /** The operator moved the map away from the vehicle it followed. */
  onUnfollow: () => void;
};

/** How close the camera goes to a selected vehicle: to the largest zoom, near enough to see streets, or not at all. */
export type Closeness = 'largest' | 'near' | 'stay';

export class FleetMap {
  readonly #kit: FleetMapKit;
  readonly #base: BaseMap;
  readonly #movement = new Movement();
  readonly #info: Popup;
  #layer: DeviceLayer | undefined;
  #selection: SelectionLayer | undefined;
  #selected: string | undefined;
  #following = false;
  #trail: readonly TrailPoint[] = [];
  #clusters: boolean;
  #stopFrame: Stop | undefined;
  #stopHover: Stop | undefined;
  #lastStepMs = 0;
  #closed = false;

  constructor(kit: FleetMapKit) {
    this.#kit = kit;
    this.#clusters = kit.clusters;
    this.#movement.smooth = !kit.still;
    this.#info = new Popup({
      closeButton: false,
      closeOnClick: false,
      focusAfterOpen: false,
      offset: 20,
      maxWidth: 'none',
    });
    this.#info.setDOMContent(kit.infoElement);
    this.#base = new BaseMap(
      { ...kit, interactive: true },
      (base) => this.#ready(base),
      () => this.#repaint(),
    );
    const { map } = this.#base;
    map.on('click', (event) => this.#clicked(event));
    map.on('dragstart', () => this.#unfollow());
    map.on('mousemove', (event) => this.#hovered(event));
    kit.container.addEventListener('map-report', this.#answer);
  }

  /** All markers, in the place of those before. */
  setMarkers(markers: readonly Marker[]): void {
    this.#movement.replaceAll(markers, this.#kit.clock.now());
    this.#layer?.queue.add('all');
    this.#drawSelected();
    this.#run();
  }

  /** The few that changed, and those that are gone. */
  moveMarkers(markers: readonly Marker[], gone: readonly string[]): void {
    const nowMs = this.#kit.clock.now();
    for (const id of gone) this.#movement.remove(id);
    const changed = markers.filter((marker) => this.#movement.set(marker, nowMs)).map(({ id }) => id);
    this.#layer?.queue.add([...gone, ...changed]);
    if (this.#selected !== undefined && (gone.includes(this.#selected) || changed.includes(this.#selected)))
      this.#drawSelected();
    this.#run();
  }

  /** Shows one vehicle as selected and goes there; undefined for none. The map follows it until the operator drags. */
  select(id: string | undefined, closeness: Closeness): void {
    this.#selected = id;
    this.#layer?.hide(id);
    this.#following = id !== undefined && closeness !== 'stay';
    if (id === undefined) this.#info.remove();
    this.#drawSelected();
    const shown = id === undefined ? undefined : this.#movement.get(id);
    if (shown !== undefined && closeness !== 'stay') this.#approach(shown, closeness);
  }

  follow(on: boolean): void {
    this.#following = on;
    if (on) this.#centre();
  }

  setTrail(trail: readonly TrailPoint[]): void {
    this.#trail = trail;
    this.#drawTrail();
  }

  setClusters(on: boolean): void {
    this.#clusters = on;
    this.#layer?.setClusters(on);
  }

  setUnit(unit: 'metric' | 'imperial'): void {
    this.#base.setUnit(unit);
  }

  /** Room that lists and panels take; the map's centre is the middle of the rest. */
  setPadding(padding: PaddingOptions): void {
    this.#base.map.setPadding(padding);
  }

  /** Shows the whole fleet; nothing to show leaves the map where it is. */
  fit(animate = true): void {
    const box = boxOf(this.#movement.all());
    if (box === undefined) return;
    this.#unfollow();
    this.#base.map.fitBounds([box.west, box.south, box.east, box.north], {
      padding: 48,
      maxZoom: NEAR_ZOOM,
      duration: animate ? CAMERA_MS : 0,
    });
  }

  zoomBy(levels: number): void {
    const { map } = this.#base;
    map.easeTo({ zoom: map.getZoom() + levels, duration: CAMERA_MS });
  }

  retryGround(): void {
    this.#base.retryGround();
  }

  /** How often the map was handed markers. */
  get loads(): number {
    return this.#layer?.queue.counts.loads ?? 0;
  }

  /** What is on the map now. */
  report(): MapReport {
    const { map } = this.#base;
    const { lng, lat } = map.getCenter();
    const vehicles: MapReport['vehicles'] = [];
    const clusters: MapReport['clusters'] = [];
    for (const { geometry, id, properties } of this.#layer === undefined
      ? []
      : map.queryRenderedFeatures({ layers: [VEHICLES, CLUSTERS] })) {
      if (geometry.type !== 'Point') continue;
      const [x = 0, y = 0] = geometry.coordinates;
      const at = map.project([x, y]);
      if ('point_count' in properties) clusters.push({ count: Number(properties.point_count), x: at.x, y: at.y });
      else
        vehicles.push({
          id: this.#layer?.idOf(id) ?? '',
          x: at.x,
          y: at.y,
          lat: y,
          lng: x,
          label: String(properties.l),
        });
    }
    const selected = this.#selected === undefined ? undefined : this.#movement.get(this.#selected);
    if (selected !== undefined) {
      const at = map.project(selected.drawn);
      const { id, label } = selected.marker;
      vehicles.push({ id, label, x: at.x, y: at.y, lat: selected.drawn.lat, lng: selected.drawn.lng });
    }
    const trailLines =
      map.getLayer('trail') === undefined ? 0 : map.queryRenderedFeatures({ layers: ['trail'] }).length;
    return {
      zoom: map.getZoom(),
      largestZoom: map.getMaxZoom(),
      center: { lat, lng },
      vehicles,
      clusters,
      trailLines,
      loads: this.loads,
    };
  }

  close(): void {
    this.#closed = true;
    this.#stopFrame?.();
    this.#stopHover?.();
    this.#kit.container.removeEventListener('map-report', this.#answer);
    this.#info.remove();
    this.#layer?.close();
    this.#base.close();
  }

  /** Tests dispatch 'map-report' on the container and read the answer from the event's detail. */
  readonly #answer = (event: Event): void => {
    if (event instanceof CustomEvent && typeof event.detail === 'object') Object.assign(event.detail, this.report());
  };

  #ready({ map, palette }: BaseMap): void {
    addTrail(map, palette);
    this.#layer = new DeviceLayer({
      map,
      palette,
      clusters: this.#clusters,
      all: () => this.#movement.all(),
      get: (id) => this.#movement.get(id),
      size: () => this.#movement.size,
    });
    this.#selection = new SelectionLayer(map, palette);
    this.#layer.hide(this.#selected);
    this.#layer.queue.add('all');
    this.#drawSelected();
    this.#drawTrail();
    this.#run();
  }

  #repaint(): void {
    const { map, palette } = this.#base;
    paintTrail(map, palette);
    this.#layer?.setPalette(palette);
    this.#selection?.setPalette(palette);
  }

  /** A hand over what can be clicked. Not while the map moves: looking through all markers at each step would cost the frame. */
  #hovered({ point, target }: MapMouseEvent): void {
    if (this.#layer === undefined || target.isMoving() || this.#stopHover !== undefined) return;
    this.#stopHover = onNextFrame(() => {
      this.#stopHover = undefined;
      if (target.isMoving()) return;
      const hits = target.queryRenderedFeatures(point, { layers: [VEHICLES, CLUSTERS] });
      target.getCanvas().style.cursor = hits.length > 0 ? 'pointer' : '';
    });
  }

  #unfollow(): void {
    if (!this.#following) return;
    this.#following = false;
    this.#kit.onUnfollow();
  }

  #approach({ drawn }: DrawnMarker, closeness: 'largest' | 'near'): void {
    const { map } = this.#base;
    const zoom =
      closeness === 'largest' ? map.getMaxZoom() : Math.min(map.getMaxZoom(), Math.max(map.getZoom() + 1, NEAR_ZOOM));
    map.easeTo({ center: [drawn.lng, drawn.lat], zoom, duration: CAMERA_MS });
  }

  /** Keeps the followed vehicle in the middle, unless the camera is on its way or under the operator's hand. */
  #centre(): void {
    const shown = this.#selected === undefined ? undefined : this.#movement.get(this.#selected);
    const { map } = this.#base;
    if (!this.#following || shown === undefined || map.isMoving()) return;
    map.jumpTo({ center: [shown.drawn.lng, shown.drawn.lat] });
  }

  #drawSelected(): void {
    const shown = this.#selected === undefined ? undefined : this.#movement.get(this.#selected);
    this.#selection?.draw(shown);
    if (shown === undefined) {
      this.#info.remove();
      return;
    }
    this.#info.setLngLat([shown.drawn.lng, shown.drawn.lat]);
    if (!this.#info.isOpen()) this.#info.addTo(this.#base.map);
    this.#centre();
  }

  #drawTrail(): void {
    if (this.#layer === undefined) return;
    const shown = this.#selected === undefined ? undefined : this.#movement.get(this.#selected);
    drawTrail(this.#base.map, this.#trail, shown);
  }

  /** Steps while something glides; rests otherwise. */
  #run(): void {
    if (this.#stopFrame !== undefined || this.#closed || !this.#movement.moving) return;
    this.#stopFrame = onNextFrame(() => {
      this.#stopFrame = undefined;
      this.#step();
      this.#run();
    });
  }

  #step(): void {
    const nowMs = this.#kit.clock.now();
    const layer = this.#layer;
    if (layer === undefined || layer.queue.busy || nowMs - this.#lastStepMs < STEP_MS) return;
    this.#lastStepMs = nowMs;
    const moved = this.#movement.advance(nowMs, this.#sight(), this.#pixelM() / 2);
    if (moved.length === 0) return;
    layer.queue.add(moved);
    if (this.#selected === undefined || !moved.includes(this.#selected)) return;
    this.#drawSelected();
    this.#drawTrail();
  }

  #sight(): Box {
    const bounds = this.#base.map.getBounds();
    return { west: bounds.getWest(), south: bounds.getSouth(), east: bounds.getEast(), north: bounds.getNorth() };
  }

  /** Metres one pixel covers in the middle of the map. */
  #pixelM(): number {
    const { map } = this.#base;
    return (EARTH_M * Math.cos((map.getCenter().lat * Math.PI) / 180)) / (TILE_PX * 2 ** map.getZoom());
  }

  #clicked({ point, target }: MapMouseEvent): void {
    const layer = this.#layer;
    if (layer === undefined) return;
    const hits = target.queryRenderedFeatures(
      [
        [point.x - REACH_PX, point.y - REACH_PX],
        [point.x + REACH_PX, point.y + REACH_PX],
      ],
      { layers: [VEHICLES, CLUSTERS] },
    );
    const away = (coordinates: number[]): number => {
      const at = target.project([coordinates[0] ?? 0, coordinates[1] ?? 0]);
      return Math.hypot(at.x - point.x, at.y - point.y);
    };
    const [hit] = hits
      .flatMap(({ geometry, id, properties }) =>
        geometry.type === 'Point' ? [{ at: geometry.coordinates, id, cluster: properties.cluster_id as unknown }] : [],
      )
      .toSorted((a, b) => away(a.at) - away(b.at));
    if (hit === undefined) return;
    if (typeof hit.cluster === 'number') {
      void this.#open(hit.cluster, hit.at);
      return;
    }
    const id = layer.idOf(hit.id);
    if (id !== undefined) this.#kit.onSelect(id);
  }

  async #open(clusterId: number, [lng = 0, lat = 0]: number[]): Promise<void> {
    const zoom = await this.#layer?.expansionZoom(clusterId);
    if (zoom === undefined || this.#closed) return;
    this.#unfollow();
    this.#base.map.easeTo({ center: [lng, lat], zoom: zoom + 0.3, duration: CAMERA_MS });
  }
}

const boxOf = (all: Iterable<DrawnMarker>): Box | undefined => {
  let box: Box | undefined;
  for (const { drawn } of all) {
    const { lat, lng } = drawn;
    box =
      box === undefined
        ? { west: lng, south: lat, east: lng, north: lat }
        : {
            west: Math.min(box.west, lng),
            south: Math.min(box.south, lat),
            east: Math.max(box.east, lng),
            north: Math.max(box.north, lat),
          };
  }
  return box;
};
