// The ground of the map as a MapLibre style: land, borders, names, the road layer, online tiles when chosen. No vehicles here.
// No glyph or sprite files: text is drawn with the page's own fonts.
import type { LayerSpecification, SourceSpecification, StyleSpecification } from 'maplibre-gl';
import type { Palette } from './palette.ts';

/** Where pictures come from; a part of the contract's map sources. Addresses may begin with '/'. */
export type GroundSources = {
  readonly mode: 'offline' | 'online';
  readonly tilesUrl: string;
  readonly attribution: string;
  readonly maxZoom: number;
  /** GeoJSON of roads, '' for none. */
  readonly roadsUrl: string;
};

/** The offline tiles; they lie under online ones as well, so that a failing provider leaves a map. */
const OFFLINE_TILES = '/map/tiles/{z}/{x}/{y}.pbf';
const OFFLINE_MAX_ZOOM = 5;
const OFFLINE_ATTRIBUTION = 'Natural Earth, GeoNames (CC BY 4.0)';

/** Fonts by their CSS names: Latin first, then what a machine has for Chinese. */
export const mapFont = ['Noto Sans', 'Noto Sans TC', 'Noto Sans SC', 'sans-serif'];

/** The largest zoom the map lets an operator reach: the provider's with online tiles, streets' with offline ones. */
export const largestZoom = ({ mode, maxZoom }: GroundSources): number =>
  mode === 'online' ? Math.min(22, Math.max(maxZoom, 12)) : 17;

/** Tiles are asked for by a worker, which has no page to complete an address from. */
const absolute = (path: string, origin: string): string => (path.startsWith('/') ? origin + path : path);

const layersOf = (colours: Palette, sources: GroundSources): LayerSpecification[] => {
  const online = sources.mode === 'online';
  const ground: LayerSpecification[] = [
    { id: 'water', type: 'background', paint: { 'background-color': colours.water } },
    {
      id: 'land',
      type: 'fill',
      source: 'ground',
      'source-layer': 'land',
      paint: { 'fill-color': colours.land, 'fill-antialias': true },
    },
    {
      id: 'borders',
      type: 'line',
      source: 'ground',
      'source-layer': 'borders',
      layout: { 'line-join': 'round' },
      paint: {
        'line-color': colours.border,
        'line-width': ['interpolate', ['linear'], ['zoom'], 1, 0.5, 6, 1, 12, 1.6],
        'line-dasharray': [3, 2],
      },
    },
  ];
  if (online) ground.push(onlineLayer(colours));
  if (sources.roadsUrl !== '') ground.push(...roadLayers(colours));
  if (!online) ground.push(...nameLayers(colours));
  return ground;
};

/** Street tiles are made for daylight: quieter under any theme, turned down under a dark one. */
const onlineLayer = ({ dark }: Palette): LayerSpecification => ({
  id: 'online',
  type: 'raster',
  source: 'online',
  paint: dark
    ? {
        'raster-brightness-min': 0.75,
        'raster-brightness-max': 0.08,
        'raster-hue-rotate': 180,
        'raster-saturation': -0.55,
      }
    : { 'raster-saturation': -0.35, 'raster-contrast': -0.06 },
});

const roadWidth = (main: number, other: number): LayerSpecification & { type: 'line' } => ({
  id: '',
  type: 'line',
  source: 'roads',
  layout: { 'line-cap': 'round', 'line-join': 'round' },
  paint: {
    'line-width': [
      'interpolate',
      ['exponential', 1.5],
      ['zoom'],
      9,
      ['match', ['get', 'class'], ['main', 'ring'], main * 0.5, other * 0.3],
      13,
      ['match', ['get', 'class'], ['main', 'ring'], main * 1.8, other * 1.4],
      17,
      ['match', ['get', 'class'], ['main', 'ring'], main * 7, other * 6],
    ],
  },
});

const roadLayers = (colours: Palette): LayerSpecification[] => {
  const edge = roadWidth(2.8, 2.4);
  const road = roadWidth(2, 1.7);
  return [
    { ...edge, id: 'road-edge', minzoom: 9, paint: { ...edge.paint, 'line-color': colours.roadEdge } },
    {
      ...road,
      id: 'road',
      minzoom: 9,
      paint: {
        ...road.paint,
        'line-color': ['match', ['get', 'class'], ['main', 'ring'], colours.roadMain, colours.road],
      },
    },
    {
      id: 'road-name',
      type: 'symbol',
      source: 'roads',
      minzoom: 13,
      layout: {
        'symbol-placement': 'line',
        'text-field': ['get', 'name'],
        'text-font': mapFont,
        'text-size': 11,
        'symbol-spacing': 360,
      },
      paint: { 'text-color': colours.inkSoft, 'text-halo-color': colours.halo, 'text-halo-width': 1.4 },
    },
  ];
};

const nameLayers = (colours: Palette): LayerSpecification[] => [
  {
    id: 'places',
    type: 'symbol',
    source: 'ground',
    'source-layer': 'places',
    minzoom: 2,
    filter: ['<=', ['get', 'zoom'], ['zoom']],
    layout: {
      'text-field': ['get', 'name'],
      'text-font': mapFont,
      'text-size': [
        'interpolate',
        ['linear'],
        ['zoom'],
        3,
        ['case', ['get', 'capital'], 11.5, 10.5],
        12,
        ['case', ['<=', ['get', 'zoom'], 7], 15, 12.5],
      ],
      'text-padding': 6,
      'text-max-width': 8,
      'symbol-sort-key': ['get', 'zoom'],
    },
    paint: { 'text-color': colours.inkSoft, 'text-halo-color': colours.halo, 'text-halo-width': 1.4 },
  },
  {
    id: 'countries',
    type: 'symbol',
    source: 'ground',
    'source-layer': 'countries',
    maxzoom: 7,
    filter: ['>=', ['+', ['get', 'size'], ['*', 0.8, ['zoom']]], 5],
    layout: {
      'text-field': ['get', 'name'],
      'text-font': mapFont,
      'text-size': ['interpolate', ['linear'], ['zoom'], 1, 10.5, 6, 15],
      'text-letter-spacing': 0.08,
      'text-max-width': 7,
      'text-padding': 4,
      'symbol-sort-key': ['-', 0, ['get', 'size']],
    },
    paint: { 'text-color': colours.ink, 'text-halo-color': colours.halo, 'text-halo-width': 1.6 },
  },
];

const sourcesOf = (sources: GroundSources, origin: string): Record<string, SourceSpecification> => {
  const all: Record<string, SourceSpecification> = {
    ground: {
      type: 'vector',
      tiles: [absolute(OFFLINE_TILES, origin)],
      maxzoom: OFFLINE_MAX_ZOOM,
      attribution: OFFLINE_ATTRIBUTION,
    },
  };
  if (sources.mode === 'online') {
    all.online = {
      type: 'raster',
      tiles: [absolute(sources.tilesUrl, origin)],
      tileSize: 256,
      maxzoom: sources.maxZoom,
      attribution: sources.attribution,
    };
  }
  if (sources.roadsUrl !== '') all.roads = { type: 'geojson', data: absolute(sources.roadsUrl, origin) };
  return all;
};

/** The whole ground under one palette. `origin` completes addresses that begin with '/'. */
export const groundStyle = (colours: Palette, sources: GroundSources, origin: string): StyleSpecification => ({
  version: 8,
  sources: sourcesOf(sources, origin),
  layers: layersOf(colours, sources),
});

/** The paint of every ground layer under another palette, to be set on a map that has the layers already. */
export const groundPaint = (
  colours: Palette,
  sources: GroundSources,
): readonly (readonly [string, string, unknown])[] =>
  layersOf(colours, sources).flatMap(({ id, paint }) =>
    Object.entries(paint ?? {}).map(([name, value]) => [id, name, value] as const),
  );
