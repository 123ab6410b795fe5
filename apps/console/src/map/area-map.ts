// A small map on which one area is drawn: a press sets its middle, corners or points, handles are dragged. Others are shown beside it. What a
// press makes of it is area-shape.ts.
import { Marker as MapMarker } from 'maplibre-gl';
import type { ExpressionSpecification, GeoJSONSource, Map as MapLibreMap } from 'maplibre-gl';
import type { Stop } from '../lib/time.ts';
import {
  type AreaShape,
  boundsOf,
  type Handle,
  handlesOf,
  type OtherShape,
  outlineOf,
  withHandleAt,
  withPress,
} from './area-shape.ts';
import { BaseMap } from './base-map.ts';
import type { BaseMapKit } from './base-map.ts';
import type { FeatureCollection, LineString, Polygon } from './geojson.ts';
import { answerReports, areaReport } from './map-answers.ts';
import { worldPx } from './mercator.ts';
import type { Palette } from './palette.ts';

const USUAL_ZOOM = 14;
const FIT_PADDING = 36;
const EARTH_M = 40_075_017;
const LINE_PX = 2.5;

export type AreaMapKit = Pick<BaseMapKit, 'container' | 'sources' | 'name' | 'center' | 'unit'> & {
  /** `step` is the same for everything that one drag, press or key changes. */
  onShape: (shape: AreaShape, step: number) => void;
  /** 14 by default. */
  zoom?: number | undefined;
  /** Handles that are called something take the focus and are moved by arrow keys; without it the map is for the pointer alone. */
  nameOf?: ((what: Handle['what'], index: number) => string) | undefined;
};

type Drawn = FeatureCollection<Polygon | LineString, { colour: string }>;

const collection = (shapes: readonly OtherShape[]): Drawn => ({
  type: 'FeatureCollection',
  features: shapes.flatMap((shape) => {
    const geometry = outlineOf(shape);
    return geometry === undefined ? [] : [{ type: 'Feature', properties: { colour: shape.colour ?? '' }, geometry }];
  }),
});

/** Pixels of an arrow key, and of one with Shift. */
const KEY_PX = 10;
const FINE_PX = 1;
const arrows: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** So many metres as wide as they are on the ground, at every zoom. */
const widthOf = (metres: number, lat: number): ExpressionSpecification => {
  const pixels = (zoom: number): number => (metres * worldPx(zoom)) / (EARTH_M * Math.cos((lat * Math.PI) / 180));
  return ['interpolate', ['exponential', 2], ['zoom'], 0, pixels(0), 22, pixels(22)];
};

const handleElement = (what: string): HTMLElement => {
  const element = document.createElement('div');
  element.className = `area-handle area-handle-${what}`;
  element.ariaHidden = 'true'; // the numbers beside the map say the same, by keyboard too
  return element;
};

export class AreaMap {
  readonly #base: BaseMap;
  readonly #kit: AreaMapKit;
  readonly #stopAnswers: Stop | undefined;
  #ready = false;
  #shape: AreaShape | undefined;
  #others: readonly OtherShape[] = [];
  #colour = '';
  #step = 0;
  #handles: MapMarker[] = [];
  /** The handle that is under the finger stays there. */
  #dragged: number | undefined;
  #fitted = false;

  constructor(kit: AreaMapKit) {
    this.#kit = kit;
    this.#base = new BaseMap(
      { ...kit, zoom: kit.zoom ?? USUAL_ZOOM, interactive: true },
      ({ map, palette }) => this.#begin(map, palette),
      (palette) => this.#paint(palette),
    );
    this.#base.map.doubleClickZoom.disable(); // two presses are two points
    if (import.meta.env.MODE === 'tests')
      this.#stopAnswers = answerReports(kit.container, () =>
        areaReport(this.#base.map, this.#shape === undefined ? [] : handlesOf(this.#shape)),
      );
  }

  /** The area as it is now, and others that are there. The first one is brought into sight. */
  show(shape: AreaShape, others: readonly OtherShape[]): void {
    const isOther = this.#shape?.kind !== shape.kind;
    this.#others = others;
    // What is dragged comes back from the fields in an order of theirs.
    if (this.#dragged === undefined) this.#shape = shape;
    this.#draw();
    if (isOther) this.#fitted = false;
    if (!this.#fitted) this.fit();
  }

  /** Brings the area into sight, without one the others. */
  fit(): void {
    const boxes = (this.#shape === undefined ? [] : [this.#shape]).flatMap((shape) => boundsOf(shape) ?? []);
    const all = boxes.length > 0 ? boxes : this.#others.flatMap((shape) => boundsOf(shape) ?? []);
    if (all.length === 0) return;
    this.#fitted = true;
    this.#base.map.fitBounds(
      [
        [Math.min(...all.map(({ west }) => west)), Math.min(...all.map(({ south }) => south))],
        [Math.max(...all.map(({ east }) => east)), Math.max(...all.map(({ north }) => north))],
      ],
      { padding: FIT_PADDING, maxZoom: USUAL_ZOOM + 2, duration: 0 },
    );
  }

  /** Of the area; '' is the usual one. */
  setColour(colour: string): void {
    this.#colour = colour;
    if (this.#ready) this.#paint(this.#base.palette);
  }

  setUnit(unit: 'metric' | 'imperial'): void {
    this.#base.setUnit(unit);
  }

  close(): void {
    this.#stopAnswers?.();
    for (const handle of this.#handles) handle.remove();
    this.#base.close();
  }

  #begin(map: MapLibreMap, palette: Palette): void {
    for (const source of ['area-others', 'area'])
      map.addSource(source, { type: 'geojson', data: collection([]), tolerance: 0 });
    const round = { 'line-cap': 'round', 'line-join': 'round' } as const;
    map.addLayer({ id: 'area-others', type: 'line', source: 'area-others', paint: { 'line-dasharray': [2, 2] } });
    map.addLayer({ id: 'area-face', type: 'fill', source: 'area', filter: ['==', ['geometry-type'], 'Polygon'] });
    map.addLayer({ id: 'area-road', type: 'line', source: 'area', layout: round });
    map.addLayer({ id: 'area-casing', type: 'line', source: 'area', layout: round });
    map.addLayer({ id: 'area-line', type: 'line', source: 'area', layout: round });
    this.#paint(palette);
    map.on('click', ({ lngLat }) => {
      this.#step += 1;
      this.#change((shape) => withPress(shape, lngLat));
    });
    this.#ready = true;
    this.#draw();
  }

  #paint({ inkSoft, select, marker }: Palette): void {
    const { map } = this.#base;
    const own = this.#colour === '' ? select : this.#colour;
    map.setPaintProperty('area-others', 'line-color', [
      'case',
      ['==', ['get', 'colour'], ''],
      inkSoft,
      ['to-color', ['get', 'colour']],
    ]);
    map.setPaintProperty('area-face', 'fill-color', own);
    map.setPaintProperty('area-face', 'fill-opacity', 0.18);
    map.setPaintProperty('area-road', 'line-color', own);
    map.setPaintProperty('area-road', 'line-opacity', 0.25);
    map.setPaintProperty('area-casing', 'line-color', marker);
    map.setPaintProperty('area-casing', 'line-width', LINE_PX * 2);
    map.setPaintProperty('area-line', 'line-color', own);
    map.setPaintProperty('area-line', 'line-width', LINE_PX);
  }

  #change(next: (shape: AreaShape) => AreaShape): void {
    if (this.#shape === undefined) return;
    this.#shape = next(this.#shape);
    this.#fitted = true; // it is where the hand is
    this.#draw();
    this.#kit.onShape(this.#shape, this.#step);
  }

  #draw(): void {
    const shape = this.#shape;
    if (!this.#ready || shape === undefined) return;
    const { map } = this.#base;
    void map.getSource<GeoJSONSource>('area-others')?.setData(collection(this.#others));
    void map.getSource<GeoJSONSource>('area')?.setData(collection([shape]));
    const [first] = handlesOf(shape);
    map.setPaintProperty(
      'area-road',
      'line-width',
      shape.kind === 'route' ? widthOf(shape.widthM, first?.lat ?? 0) : 0,
    );
    this.#drawHandles(handlesOf(shape));
  }

  /** As many as there are places; those that are there already only move. */
  #drawHandles(places: readonly Handle[]): void {
    for (const handle of this.#handles.splice(places.length)) handle.remove();
    for (const [index, place] of places.entries()) {
      const handle = this.#handles[index] ?? this.#handleOf(index, place);
      if (index !== this.#dragged) handle.setLngLat([place.lng, place.lat]);
      handle.getElement().className = handle
        .getElement()
        .className.replace(/area-handle-\w+/, `area-handle-${place.what}`);
    }
  }

  #handleOf(index: number, { lat, lng, what }: Handle): MapMarker {
    const handle = new MapMarker({ element: handleElement(what), draggable: true });
    handle.on('dragstart', () => {
      this.#dragged = index;
      this.#step += 1;
    });
    handle.on('dragend', () => {
      this.#dragged = undefined;
      this.#draw();
    });
    handle.on('drag', () => this.#change((shape) => withHandleAt(shape, index, handle.getLngLat())));
    handle.getElement().addEventListener('click', (event) => event.stopPropagation()); // no press on the map below
    handle.setLngLat([lng, lat]).addTo(this.#base.map);
    const name = this.#kit.nameOf?.(what, index);
    if (name !== undefined) this.#takeKeys(handle, index, name);
    this.#handles.push(handle);
    return handle;
  }

  #takeKeys(handle: MapMarker, index: number, name: string): void {
    const element = handle.getElement();
    element.ariaHidden = null;
    element.tabIndex = 0;
    element.role = 'button';
    element.ariaLabel = name;
    element.addEventListener('keydown', (event) => {
      const arrow = arrows[event.key];
      if (arrow === undefined) return;
      event.preventDefault();
      event.stopPropagation(); // the map would move
      const by = event.shiftKey ? FINE_PX : KEY_PX;
      const { x, y } = this.#base.map.project(handle.getLngLat());
      this.#step += 1;
      this.#change((shape) =>
        withHandleAt(shape, index, this.#base.map.unproject([x + arrow[0] * by, y + arrow[1] * by])),
      );
    });
  }
}
