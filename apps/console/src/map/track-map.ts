// The map of a track: the whole way, the part behind the vehicle, its start, end, stops and events, and the vehicle itself. What is
// drawn is given; which corners a view needs is asked for.
import { Marker as MapMarker, Popup } from 'maplibre-gl';
import type { GeoJSONSource, Map as MapLibreMap } from 'maplibre-gl';
import type { Stop } from '../lib/time.ts';
import { BaseMap } from './base-map.ts';
import type { BaseMapKit } from './base-map.ts';
import { distinctMarks } from './distinct-marks.ts';
import type { FeatureCollection, LineString, Point } from './geojson.ts';
import { answerReports, trackReport } from './map-answers.ts';
import { PIXEL_RATIO } from './marker-images.ts';
import { latOf, lngOf } from './mercator.ts';
import type { Palette } from './palette.ts';
import { sightOf } from './sight.ts';
import type { Box } from './movement.ts';
import { addTrackLayers, paintTrackLayers } from './track-layers.ts';
import { trackPicture, trackPictures, vehicleArrow } from './track-pictures.ts';
import type { TrackMarkKind } from './track-pictures.ts';

/** As the specification has it, before there is a track. */
const TRACK_ZOOM = 16;
/** Round a whole track, px; above it the gauges need room. */
const FIT_PADDING = { top: 112, bottom: 56, left: 56, right: 56 };
const CAMERA_MS = 300;
/** So near to the edge the vehicle is about to leave the view, px. */
const EDGE_PX = 28;
/** How near to a mark or the path a press must be, px. */
const REACH_PX = 14;

/** Something on the track that can be pressed. `id` is the caller's. */
export type TrackMark = {
  readonly id: string;
  readonly kind: TrackMarkKind;
  readonly lat: number;
  readonly lng: number;
};

/** Corners on the map's plane, as track/simplify.ts of the screen makes them. */
export type TrackLines = { readonly corners: Float64Array; readonly starts: Uint32Array };
export type TrackColours = { readonly full: string; readonly current: string };
export type TrackView = Box & { readonly zoom: number };

export type TrackMapKit = Pick<BaseMapKit, 'container' | 'sources' | 'name' | 'center' | 'unit'> & {
  colours: TrackColours;
  /** The view changed: other lines are wanted. */
  onView: (view: TrackView) => void;
  /** A mark was pressed, or any other place: degrees, and how many degrees of longitude the reach of a finger is there. */
  onPick: (picked: { mark: string } | { lat: number; lng: number; reach: number }) => void;
  /** Stands beside the picked place. */
  info: HTMLElement;
};

const nothing: FeatureCollection<never, never> = { type: 'FeatureCollection', features: [] };

const linesOf = ({ corners, starts }: TrackLines): FeatureCollection<LineString, object> => ({
  type: 'FeatureCollection',
  features: Array.from(starts, (start, i) => {
    const end = starts[i + 1] ?? corners.length / 2;
    const coordinates: [number, number][] = [];
    for (let at = start; at < end; at += 1)
      coordinates.push([lngOf(corners[at * 2] ?? 0), latOf(corners[at * 2 + 1] ?? 0)]);
    return { type: 'Feature', properties: {}, geometry: { type: 'LineString', coordinates } };
  }),
});

const marksOf = (marks: readonly TrackMark[]): FeatureCollection<Point, { id: string; kind: TrackMarkKind }> => ({
  type: 'FeatureCollection',
  features: marks.map(({ id, kind, lat, lng }) => ({
    type: 'Feature',
    properties: { id, kind },
    geometry: { type: 'Point', coordinates: [lng, lat] },
  })),
});

export class TrackMap {
  readonly #base: BaseMap;
  readonly #kit: TrackMapKit;
  readonly #vehicle: MapMarker;
  readonly #arrow: HTMLElement;
  readonly #popup: Popup;
  readonly #stopAnswers: Stop | undefined;
  #ready = false;
  #colours: TrackColours;
  #lines: TrackLines = { corners: new Float64Array(), starts: new Uint32Array() };
  #current: readonly [number, number][] = [];
  #marks: readonly TrackMark[] = [];
  /** Whole zooms: the marks that can be told apart there are on the map. */
  #marksZoom = 0;
  #at: { lat: number; lng: number; heading: number } | undefined;

  constructor(kit: TrackMapKit) {
    this.#kit = kit;
    this.#colours = kit.colours;
    this.#arrow = vehicleArrow();
    this.#vehicle = new MapMarker({ element: this.#arrow, rotationAlignment: 'map' });
    this.#popup = new Popup({
      closeButton: false,
      closeOnClick: false,
      focusAfterOpen: false,
      offset: 16,
      maxWidth: 'none',
    });
    this.#popup.setDOMContent(kit.info);
    this.#base = new BaseMap(
      { ...kit, zoom: TRACK_ZOOM, interactive: true },
      ({ map, palette }) => this.#begin(map, palette),
      (palette) => this.#repaint(palette),
    );
    if (import.meta.env.MODE === 'tests')
      this.#stopAnswers = answerReports(kit.container, () =>
        trackReport(this.#base.map, {
          corners: this.#lines.corners.length / 2,
          current: this.#current.length,
          marks: this.#marks,
          vehicle: this.#at ?? null,
        }),
      );
  }

  setUnit(unit: 'metric' | 'imperial'): void {
    this.#base.setUnit(unit);
  }

  setLines(lines: TrackLines): void {
    this.#lines = lines;
    this.#set('track-full', () => linesOf(lines));
  }

  /** The part behind the vehicle: [longitude, latitude], oldest first. */
  setCurrent(current: readonly [number, number][]): void {
    this.#current = current;
    this.#set('track-current', () => this.#currentLine());
  }

  setMarks(marks: readonly TrackMark[]): void {
    this.#marks = marks;
    if (!this.#ready) return;
    this.#marksZoom = Math.ceil(this.#base.map.getZoom());
    this.#set('track-marks', () => marksOf(distinctMarks(marks, this.#marksZoom)));
  }

  /** The track grew: its lines are asked for again. */
  redraw(): void {
    if (this.#ready) this.#tellView();
  }

  setColours(colours: TrackColours): void {
    this.#colours = colours;
    if (this.#ready) paintTrackLayers(this.#base.map, colours, this.#base.palette);
  }

  /** Where the vehicle is; undefined takes it away. `follow` moves the view when it would leave it. */
  setVehicle(at: { lat: number; lng: number; heading: number } | undefined, follow: boolean): void {
    this.#at = at;
    if (at === undefined) {
      this.#vehicle.remove();
      return;
    }
    this.#vehicle.setLngLat([at.lng, at.lat]).setRotation(at.heading).addTo(this.#base.map);
    if (follow) this.#keepInSight(at.lat, at.lng);
  }

  /** Shows all of a track, no closer than the zoom of the specification. */
  fit({ west, south, east, north }: Box): void {
    this.#base.map.fitBounds(
      [
        [west, south],
        [east, north],
      ],
      { padding: FIT_PADDING, maxZoom: TRACK_ZOOM, duration: 0 },
    );
  }

  /** Opens the information beside a place; undefined closes it. */
  openInfo(at: { lat: number; lng: number } | undefined): void {
    if (at === undefined) this.#popup.remove();
    else this.#popup.setLngLat([at.lng, at.lat]).addTo(this.#base.map);
  }

  centre({ lat, lng }: { lat: number; lng: number }): void {
    this.#base.map.jumpTo({ center: [lng, lat] });
  }

  zoomBy(by: 1 | -1): void {
    this.#base.map.easeTo({ zoom: this.#base.map.getZoom() + by, duration: CAMERA_MS });
  }

  close(): void {
    this.#stopAnswers?.();
    this.#vehicle.remove();
    this.#popup.remove();
    this.#base.close();
  }

  #begin(map: MapLibreMap, palette: Palette): void {
    map.setMissingStyleImageResolver((name) => this.#addPicture(name));
    addTrackLayers(map, this.#colours, palette);
    this.#ready = true;
    this.setLines(this.#lines);
    this.setCurrent(this.#current);
    this.setMarks(this.#marks);
    map.on('moveend', () => {
      this.#tellView();
      if (Math.ceil(map.getZoom()) !== this.#marksZoom) this.setMarks(this.#marks);
    });
    map.on('click', ({ point, lngLat }) => {
      const box: [[number, number], [number, number]] = [
        [point.x - REACH_PX, point.y - REACH_PX],
        [point.x + REACH_PX, point.y + REACH_PX],
      ];
      const [mark] = map.queryRenderedFeatures(box, { layers: ['track-marks'] });
      const id: unknown = mark?.properties['id'];
      if (typeof id === 'string') this.#kit.onPick({ mark: id });
      else {
        const reach = map.unproject([point.x + REACH_PX, point.y]).lng - lngLat.lng;
        this.#kit.onPick({ lat: lngLat.lat, lng: lngLat.lng, reach });
      }
    });
    this.#tellView();
  }

  #tellView(): void {
    this.#kit.onView({ ...sightOf(this.#base.map), zoom: this.#base.map.getZoom() });
  }

  #set(source: string, data: () => Parameters<GeoJSONSource['setData']>[0]): void {
    if (this.#ready) void this.#base.map.getSource<GeoJSONSource>(source)?.setData(data());
  }

  #currentLine(): FeatureCollection<LineString, object> {
    if (this.#current.length < 2) return nothing;
    return {
      type: 'FeatureCollection',
      features: [
        { type: 'Feature', properties: {}, geometry: { type: 'LineString', coordinates: [...this.#current] } },
      ],
    };
  }

  /** A step at the edge of the view brings the vehicle back to its middle. */
  #keepInSight(lat: number, lng: number): void {
    const { map } = this.#base;
    const { x, y } = map.project([lng, lat]);
    const { clientWidth: width, clientHeight: height } = this.#kit.container;
    if (x < EDGE_PX || x > width - EDGE_PX || y < EDGE_PX || y > height - EDGE_PX) map.jumpTo({ center: [lng, lat] });
  }

  #addPicture(name: string): void {
    const kind = trackPictures.find((each) => each === name);
    const { map, palette } = this.#base;
    if (kind !== undefined && !map.hasImage(name))
      map.addImage(name, trackPicture(kind, palette, this.#colours.full), { pixelRatio: PIXEL_RATIO });
  }

  #repaint(palette: Palette): void {
    const { map } = this.#base;
    paintTrackLayers(map, this.#colours, palette);
    for (const name of map.listImages()) map.removeImage(name);
    this.setMarks(this.#marks);
  }
}
