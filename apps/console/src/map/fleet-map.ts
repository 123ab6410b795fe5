// The fleet on the map: markers that glide, clusters, the selected vehicle with its trail and info window. An object outside React
// with close(); a component hands it what to show and hears what was clicked. How near the map goes to a vehicle or a place stands here.
import { Marker as MapPin, Popup } from 'maplibre-gl';
import type { MapMouseEvent, PaddingOptions } from 'maplibre-gl';
import { t } from '../lib/i18n.ts';
import { onNextFrame } from '../lib/time.ts';
import type { Clock, Stop } from '../lib/time.ts';
import { BaseMap } from './base-map.ts';
import type { BaseMapKit } from './base-map.ts';
import type { Cluster, DrawnMarker } from './arrangement.ts';
import { DeviceLayer } from './device-layer.ts';
import { answerReports, fleetReport } from './map-answers.ts';
import type { Marker } from './marker.ts';
import { Movement, onGlobe } from './movement.ts';
import type { Box } from './movement.ts';
import { addTrail, drawTrail, paintTrail, SelectionLayer } from './selection-layer.ts';
import { sightOf } from './sight.ts';
import type { TrailPoint } from './trail.ts';

/** Gliders are drawn at most this often; a map that is slower than that sets the pace itself. */
const STEP_MS = 60;
/** Camera movements: the house allows 200 ms. MapLibre jumps by itself where motion is to be reduced. */
const CAMERA_MS = 190;
const NEAR_ZOOM = 15;
/** A town with what lies around it. */
const PLACE_ZOOM = 12;
const PIN_COLOUR = '#c2185b';
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
/** A point somebody asked for, in degrees. */
export type MapPlace = { readonly lat: number; readonly lng: number };
export type Closeness = 'largest' | 'near' | 'stay';

export class FleetMap {
  readonly #kit: FleetMapKit;
  readonly #base: BaseMap;
  readonly #movement = new Movement();
  readonly #info: Popup;
  #layer: DeviceLayer | undefined;
  #selection: SelectionLayer | undefined;
  #pin: MapPin | undefined;
  #selected: string | undefined;
  #following = false;
  #trail: readonly TrailPoint[] = [];
  #clusters: boolean;
  #stopFrame: Stop | undefined;
  #stopHover: Stop | undefined;
  #stopAnswers: Stop | undefined;
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
    if (import.meta.env.MODE === 'tests')
      this.#stopAnswers = answerReports(kit.container, () =>
        fleetReport(map, {
          shown: this.#layer?.shown,
          selected: this.#selected === undefined ? undefined : this.#movement.get(this.#selected),
          sight: this.#sight(),
          loads: this.#layer?.loads ?? 0,
        }),
      );
  }

  /** All markers, in the place of those before. */
  setMarkers(markers: readonly Marker[]): void {
    this.#movement.replaceAll(markers, this.#kit.clock.now());
    this.#layer?.rearrange();
    this.#drawSelected();
    this.#run();
  }

  /** The few that changed, and those that are gone. */
  moveMarkers(markers: readonly Marker[], gone: readonly string[]): void {
    const nowMs = this.#kit.clock.now();
    for (const id of gone) this.#movement.remove(id);
    const changed = markers.filter((marker) => this.#movement.set(marker, nowMs)).map(({ id }) => id);
    if (markers.length > 0 || gone.length > 0) this.#layer?.rearrange();
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

  /** Goes to a place and marks it; undefined takes the mark away. */
  showPlace(place: MapPlace | undefined): void {
    this.#pin?.remove();
    this.#pin = undefined;
    if (place === undefined) return;
    const { map } = this.#base;
    this.#pin = new MapPin({ color: PIN_COLOUR }).setLngLat([place.lng, place.lat]).addTo(map);
    this.#pin.getElement().ariaLabel = t('Place on the map');
    map.jumpTo({ center: [place.lng, place.lat], zoom: Math.min(map.getMaxZoom(), PLACE_ZOOM) });
  }

  zoomBy(levels: number): void {
    const { map } = this.#base;
    map.easeTo({ zoom: map.getZoom() + levels, duration: CAMERA_MS });
  }

  retryGround(): void {
    this.#base.retryGround();
  }

  close(): void {
    this.#closed = true;
    this.#stopFrame?.();
    this.#stopHover?.();
    this.#stopAnswers?.();
    this.#info.remove();
    this.#base.close();
  }

  #ready({ map, palette }: BaseMap): void {
    addTrail(map, palette);
    this.#layer = new DeviceLayer({
      map,
      palette,
      clusters: this.#clusters,
      all: () => this.#movement.all(),
    });
    this.#selection = new SelectionLayer(map, palette);
    this.#layer.hide(this.#selected);
    this.#layer.rearrange();
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

  /** A hand over what can be clicked. */
  #hovered({ point, target }: MapMouseEvent): void {
    if (this.#stopHover !== undefined) return;
    this.#stopHover = onNextFrame(() => {
      this.#stopHover = undefined;
      target.getCanvas().style.cursor = this.#layer?.at(point) === undefined || target.isMoving() ? '' : 'pointer';
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
    if (layer === undefined || nowMs - this.#lastStepMs < STEP_MS) return;
    this.#lastStepMs = nowMs;
    const moved = this.#movement.advance(nowMs, this.#sight(), this.#pixelM() / 2);
    if (moved.length === 0) return;
    layer.moved(new Set(moved));
    if (this.#selected === undefined || !moved.includes(this.#selected)) return;
    this.#drawSelected();
    this.#drawTrail();
  }

  #sight(): Box {
    return onGlobe(sightOf(this.#base.map));
  }

  /** Metres one pixel covers in the middle of the map. */
  #pixelM(): number {
    const { map } = this.#base;
    return (EARTH_M * Math.cos((map.getCenter().lat * Math.PI) / 180)) / (TILE_PX * 2 ** map.getZoom());
  }

  #clicked({ point }: MapMouseEvent): void {
    const hit = this.#layer?.at(point);
    if (hit?.kind === 'vehicle') this.#kit.onSelect(hit.id);
    if (hit?.kind === 'cluster') this.#open(hit.cluster);
  }

  #open({ lat, lng, opensAt }: Cluster): void {
    this.#unfollow();
    this.#base.map.easeTo({ center: [lng, lat], zoom: opensAt() + 0.3, duration: CAMERA_MS });
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
