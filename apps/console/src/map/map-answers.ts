// How a map answers the browser tests: what it draws, filled into the detail of a 'map-report' event. Only in the build for tests: what
// ships has none of it, because anyone who calls this asks `import.meta.env.MODE` first (vite/test-hooks.ts refuses the rest).
import type { Map as MapLibreMap } from 'maplibre-gl';
import type { Stop } from '../lib/time.ts';
import type { Arrangement, DrawnMarker } from './arrangement.ts';
import type { AreaMapReport, MapReport, TrackMapReport, TrailMapReport } from './map-report.ts';
import { inBox } from './movement.ts';
import type { Box } from './movement.ts';
import { TRACK_LAYERS } from './track-layers.ts';

/** Until it is stopped. */
export const answerReports = (container: HTMLElement, report: () => object): Stop => {
  const answer = (event: Event): void => {
    if (event instanceof CustomEvent && typeof event.detail === 'object') Object.assign(event.detail, report());
  };
  container.addEventListener('map-report', answer);
  return () => container.removeEventListener('map-report', answer);
};

const pixelOf = (map: MapLibreMap, place: { lat: number; lng: number }): { x: number; y: number } => {
  const { x, y } = map.project(place);
  return { x, y };
};

const drawnIn = (map: MapLibreMap, layer: string) =>
  map.getLayer(layer) === undefined ? [] : map.queryRenderedFeatures({ layers: [layer] });

const viewOf = (map: MapLibreMap): Pick<MapReport, 'zoom' | 'center'> => {
  const { lng, lat } = map.getCenter();
  return { zoom: map.getZoom(), center: { lat, lng } };
};

type Fleet = { shown: Arrangement | undefined; selected: DrawnMarker | undefined; sight: Box; loads: number };

export const fleetReport = (map: MapLibreMap, { shown, selected, sight, loads }: Fleet): MapReport => ({
  ...viewOf(map),
  largestZoom: map.getMaxZoom(),
  vehicles: [...(shown?.singles ?? []), ...(selected === undefined ? [] : [selected])]
    .filter(({ drawn }) => inBox(sight, drawn))
    .map(({ marker: { id, label }, drawn }) => ({
      id,
      label,
      lat: drawn.lat,
      lng: drawn.lng,
      ...pixelOf(map, drawn),
    })),
  clusters: (shown?.clusters ?? [])
    .filter((cluster) => inBox(sight, cluster))
    .map((cluster) => ({ count: cluster.count, ...pixelOf(map, cluster) })),
  trailLines: drawnIn(map, 'trail').length,
  loads,
});

export const trailReport = (map: MapLibreMap): TrailMapReport => {
  const [vehicle] = drawnIn(map, 'selected');
  return {
    ...viewOf(map),
    trailLines: drawnIn(map, 'trail').length,
    heading: vehicle === undefined ? null : Number(vehicle.properties['h']),
  };
};

type Track = {
  corners: number;
  current: number;
  marks: readonly Omit<TrackMapReport['marks'][number], 'x' | 'y'>[];
  vehicle: TrackMapReport['vehicle'];
};

export const trackReport = (map: MapLibreMap, { marks, ...rest }: Track): TrackMapReport => {
  /** As JSON: a plain colour is a text, anything else would not be one. */
  const colourOf = (layer: string): string =>
    map.getLayer(layer) === undefined ? '' : JSON.stringify(map.getPaintProperty(layer, 'line-color'));
  return {
    ...viewOf(map),
    ...rest,
    colours: { full: colourOf(TRACK_LAYERS.full), current: colourOf(TRACK_LAYERS.current) },
    drawn: drawnIn(map, TRACK_LAYERS.full).length,
    drawnMarks: drawnIn(map, 'track-marks').length,
    marks: marks.map((mark) => {
      const { x, y } = map.project([mark.lng, mark.lat]);
      return { ...mark, x: Math.round(x), y: Math.round(y) };
    }),
  };
};

export const areaReport = (
  map: MapLibreMap,
  handles: readonly { what: string; lat: number; lng: number }[],
): AreaMapReport => ({
  ...viewOf(map),
  handles: handles.map((handle) => ({ ...handle, ...pixelOf(map, handle) })),
  drawn: drawnIn(map, 'area-line').length,
  others: drawnIn(map, 'area-others').length,
});
