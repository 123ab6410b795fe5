// A small map on which one area is drawn: a press sets its middle, corners or points, handles are dragged. Others are shown beside it. What a
// press makes of it is area-shape.ts.
import { Marker as MapMarker } from 'maplibre-gl';
import type { ExpressionSpecification, GeoJSONSource, Map as MapLibreMap } from 'maplibre-gl';
import type { Stop } from '../lib/time.ts';
import { type AreaShape, boundsOf, handlesOf, outlineOf, type Place, withHandleAt, withPress } from './area-shape.ts';
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
  onShape: (shape: AreaShape) => void;
};

type Drawn = FeatureCollection<Polygon | LineString, object>;

const collection = (shapes: readonly AreaShape[]): Drawn => ({
  type: 'FeatureCollection',
  features: shapes.flatMap((shape) => {
    const geometry = outlineOf(shape);
    return geometry === undefined ? [] : [{ type: 'Feature', properties: {}, geometry }];
  }),
});

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
  #others: readonly AreaShape[] = [];
  #handles: MapMarker[] = [];
  /** The handle that is under the finger stays there. */
  #dragged: number | undefined;
  #fitted = false;

  constructor(kit: AreaMapKit) {
    this.#kit = kit;
    this.#base = new BaseMap(
      { ...kit, zoom: USUAL_ZOOM, interactive: true },
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
  show(shape: AreaShape, others: readonly AreaShape[]): void {
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
    map.on('click', ({ lngLat }) => this.#change((shape) => withPress(shape, lngLat)));
    this.#ready = true;
    this.#draw();
  }

  #paint({ inkSoft, select, marker }: Palette): void {
    const { map } = this.#base;
    map.setPaintProperty('area-others', 'line-color', inkSoft);
    map.setPaintProperty('area-face', 'fill-color', select);
    map.setPaintProperty('area-face', 'fill-opacity', 0.18);
    map.setPaintProperty('area-road', 'line-color', select);
    map.setPaintProperty('area-road', 'line-opacity', 0.25);
    map.setPaintProperty('area-casing', 'line-color', marker);
    map.setPaintProperty('area-casing', 'line-width', LINE_PX * 2);
    map.setPaintProperty('area-line', 'line-color', select);
    map.setPaintProperty('area-line', 'line-width', LINE_PX);
  }

  #change(next: (shape: AreaShape) => AreaShape): void {
    if (this.#shape === undefined) return;
    this.#shape = next(this.#shape);
    this.#fitted = true; // it is where the hand is
    this.#draw();
    this.#kit.onShape(this.#shape);
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
  #drawHandles(places: readonly (Place & { what: string })[]): void {
    for (const handle of this.#handles.splice(places.length)) handle.remove();
    for (const [index, place] of places.entries()) {
      const handle = this.#handles[index] ?? this.#handleOf(index, place);
      if (index !== this.#dragged) handle.setLngLat([place.lng, place.lat]);
      handle.getElement().className = handle
        .getElement()
        .className.replace(/area-handle-\w+/, `area-handle-${place.what}`);
    }
  }

  #handleOf(index: number, { lat, lng, what }: Place & { what: string }): MapMarker {
    const handle = new MapMarker({ element: handleElement(what), draggable: true });
    handle.on('dragstart', () => (this.#dragged = index));
    handle.on('dragend', () => {
      this.#dragged = undefined;
      this.#draw();
    });
    handle.on('drag', () => this.#change((shape) => withHandleAt(shape, index, handle.getLngLat())));
    handle.getElement().addEventListener('click', (event) => event.stopPropagation()); // no press on the map below
    handle.setLngLat([lng, lat]).addTo(this.#base.map);
    this.#handles.push(handle);
    return handle;
  }
}
