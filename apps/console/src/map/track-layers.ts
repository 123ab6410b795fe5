// The layers of a track: a casing, the whole way with arrows of its direction, the part behind the vehicle, the marks.
import type { Map as MapLibreMap } from 'maplibre-gl';
import type { FeatureCollection } from './geojson.ts';
import type { Palette } from './palette.ts';

export const TRACK_LAYERS = { full: 'track-full', current: 'track-current' } as const;
const nothing: FeatureCollection<never, never> = { type: 'FeatureCollection', features: [] };
/** From this zoom on arrows say where the way leads. */
const ARROWS_FROM = 8;

type Colours = { readonly full: string; readonly current: string };

/** Adds sources and layers, empty. Pictures are asked for by their names. */
export const addTrackLayers = (map: MapLibreMap, colours: Colours, palette: Palette): void => {
  for (const source of ['track-full', 'track-current', 'track-marks'])
    // Corners are few already: the map simplifies nothing more.
    map.addSource(source, { type: 'geojson', data: nothing, tolerance: 0 });
  const round = { 'line-cap': 'round', 'line-join': 'round' } as const;
  const line = (
    id: string,
    source: string,
    colour: string,
    width: number,
    layout: Partial<typeof round> = round,
  ): void => {
    map.addLayer({ id, type: 'line', source, layout, paint: { 'line-color': colour, 'line-width': width } });
  };
  // Its corners show as a rim of 1.5 px: rounding them would cost more than the whole way above it.
  line('track-casing', 'track-full', palette.marker, 7, {});
  line(TRACK_LAYERS.full, 'track-full', colours.full, 4);
  line(TRACK_LAYERS.current, 'track-current', colours.current, 5);
  map.addLayer({
    id: 'track-arrows',
    type: 'symbol',
    source: 'track-full',
    minzoom: ARROWS_FROM,
    layout: {
      'symbol-placement': 'line',
      'symbol-spacing': 120,
      'icon-image': 'track-direction',
      'icon-rotation-alignment': 'map',
      'icon-padding': 8,
    },
  });
  map.addLayer({
    id: 'track-marks',
    type: 'symbol',
    source: 'track-marks',
    layout: {
      'icon-image': ['get', 'kind'],
      'icon-allow-overlap': true,
      'icon-ignore-placement': true,
      'symbol-sort-key': ['match', ['get', 'kind'], 'track-stop', 0, 'track-event', 1, 2],
    },
  });
};

/** Other colours or another theme. */
export const paintTrackLayers = (map: MapLibreMap, colours: Colours, palette: Palette): void => {
  map.setPaintProperty('track-casing', 'line-color', palette.marker);
  map.setPaintProperty(TRACK_LAYERS.full, 'line-color', colours.full);
  map.setPaintProperty(TRACK_LAYERS.current, 'line-color', colours.current);
};
