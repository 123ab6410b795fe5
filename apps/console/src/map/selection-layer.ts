// What the selected vehicle has more than the others: a halo, its label at every zoom, and the trail in speed colours.
import type { ExpressionSpecification, GeoJSONSource, Map as MapLibreMap } from 'maplibre-gl';
import { mapFont } from './basemap.ts';
import type { DrawnMarker } from './arrangement.ts';
import { markerFeature } from './device-layer.ts';
import type { Palette } from './palette.ts';
import type { FeatureCollection } from './geojson.ts';
import { trailLines } from './trail.ts';
import type { TrailPoint } from './trail.ts';

const nothing: FeatureCollection<never, never> = { type: 'FeatureCollection', features: [] };

const speedColour = ({ speed }: Palette): ExpressionSpecification => [
  'match',
  ['get', 'c'],
  1,
  speed[1] ?? '',
  2,
  speed[2] ?? '',
  3,
  speed[3] ?? '',
  4,
  speed[4] ?? '',
  speed[0] ?? '',
];

/** Adds the trail's source and its two lines: a casing that lifts it off the roads, and the colours. */
export const addTrail = (map: MapLibreMap, palette: Palette): void => {
  map.addSource('trail', { type: 'geojson', data: nothing });
  const layout = { 'line-cap': 'round', 'line-join': 'round' } as const;
  map.addLayer({
    id: 'trail-casing',
    type: 'line',
    source: 'trail',
    layout,
    paint: { 'line-color': palette.marker, 'line-width': 7.5, 'line-opacity': 0.85 },
  });
  map.addLayer({
    id: 'trail',
    type: 'line',
    source: 'trail',
    layout,
    paint: { 'line-color': speedColour(palette), 'line-width': 4 },
  });
};

/** The trail under another palette. */
export const paintTrail = (map: MapLibreMap, palette: Palette): void => {
  map.setPaintProperty('trail-casing', 'line-color', palette.marker);
  map.setPaintProperty('trail', 'line-color', speedColour(palette));
};

/** Draws the trail, ending where the marker is drawn so that the line never runs ahead of it. */
export const drawTrail = (map: MapLibreMap, trail: readonly TrailPoint[], shown: DrawnMarker | undefined): void => {
  const source = map.getSource<GeoJSONSource>('trail');
  const last = trail.at(-1);
  if (shown === undefined || last === undefined) {
    void source?.setData(trailLines(trail));
    return;
  }
  const { lat, lng } = shown.drawn;
  const atTruth = last.lat === lat && last.lng === lng;
  void source?.setData(trailLines(atTruth ? trail : [...trail.slice(0, -1), { ...last, lat, lng }]));
};

/** Halo and marker of the selected vehicle, above everything else. */
export class SelectionLayer {
  readonly #map: MapLibreMap;

  constructor(map: MapLibreMap, palette: Palette) {
    this.#map = map;
    map.addSource('selected', { type: 'geojson', data: nothing });
    map.addLayer({
      id: 'selected-halo',
      type: 'circle',
      source: 'selected',
      paint: {
        'circle-radius': 19,
        'circle-color': palette.select,
        'circle-opacity': 0.2,
        'circle-stroke-color': palette.select,
        'circle-stroke-width': 2.5,
      },
    });
    map.addLayer({
      id: 'selected',
      type: 'symbol',
      source: 'selected',
      layout: {
        'icon-image': ['get', 'i'],
        'icon-rotate': ['get', 'h'],
        'icon-rotation-alignment': 'map',
        'icon-size': 1.12,
        'icon-allow-overlap': true,
        'icon-ignore-placement': true,
        'text-field': ['get', 'l'],
        'text-font': mapFont,
        'text-size': 13,
        'text-anchor': 'top',
        'text-offset': [0, 1.5],
        'text-allow-overlap': true,
      },
      paint: { 'text-color': palette.ink, 'text-halo-color': palette.halo, 'text-halo-width': 2 },
    });
  }

  draw(shown: DrawnMarker | undefined): void {
    const data = shown === undefined ? nothing : markerFeature(shown);
    void this.#map.getSource<GeoJSONSource>('selected')?.setData(data);
  }

  setPalette(palette: Palette): void {
    this.#map.setPaintProperty('selected-halo', 'circle-color', palette.select);
    this.#map.setPaintProperty('selected-halo', 'circle-stroke-color', palette.select);
    this.#map.setPaintProperty('selected', 'text-color', palette.ink);
    this.#map.setPaintProperty('selected', 'text-halo-color', palette.halo);
  }
}
