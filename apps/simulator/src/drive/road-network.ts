// The invented roads as a graph of lanes a vehicle can drive along. Knows geometry and speeds allowed by it, no vehicle.
import { readFileSync } from 'node:fs';

/** Centre of the demo's roads, degrees. */
const ROAD_CENTRE = { lat: 24.078605, lng: 120.528535 } as const;

/** Where roads.geojson lies; the console shows the same file as a layer. */
export const ROADS_FILE = new URL('../../roads/roads.geojson', import.meta.url);

export const METRES_PER_DEGREE = 111_320;
/** Sideways acceleration a calm driver accepts in a bend, m/s². */
const SIDE_MS2 = 1.8;
/** Braking that the speeds along a lane already take into account, m/s². */
export const CALM_BRAKING_MS2 = 1.4;

/** Metres east and north of ROAD_CENTRE. */
export type Place = { readonly x: number; readonly y: number };

/** One direction of one road between two crossings. Speeds in m/s, lengths in m, headings in degrees clockwise from north. */
export type Lane = {
  readonly index: number;
  readonly name: string;
  readonly roadClass: string;
  readonly limitMs: number;
  readonly from: number;
  readonly to: number;
  readonly line: readonly Place[];
  /** Distance from the start of the lane to each point. */
  readonly along: readonly number[];
  /** Speed allowed at each point by bends ahead. */
  readonly allowedMs: readonly number[];
  readonly lengthM: number;
  readonly startHeading: number;
  readonly endHeading: number;
  /** Index of the lane of the same road the other way. */
  readonly opposite: number;
};

export type RoadNetwork = {
  readonly lanes: readonly Lane[];
  /** Indexes of the lanes that leave a crossing. */
  readonly leaving: readonly (readonly number[])[];
};

type RoadFeature = {
  readonly properties: { readonly name: string; readonly class: string; readonly limitKmh: number };
  readonly geometry: { readonly coordinates: readonly (readonly [number, number])[] };
};

/** Reads the committed network. Throws when the file is missing or no GeoJSON of lines. */
export const loadRoadNetwork = (): RoadNetwork => {
  // Our own file, made by tools/make-roads.ts and checked by road-network.test.ts.
  const collection: { features: readonly RoadFeature[] } = JSON.parse(readFileSync(ROADS_FILE, 'utf8'));
  return buildRoadNetwork(collection.features);
};

/** Lines whose ends have the same coordinates meet in a crossing there. */
const buildRoadNetwork = (features: readonly RoadFeature[]): RoadNetwork => {
  const crossings = new Map<string, number>();
  const lanes: Lane[] = [];
  const leaving: number[][] = [];
  const crossingAt = (point: readonly [number, number] | undefined): number => {
    const key = String(point);
    const known = crossings.get(key) ?? crossings.size;
    crossings.set(key, known);
    leaving[known] ??= [];
    return known;
  };
  for (const { properties, geometry } of features) {
    const from = crossingAt(geometry.coordinates[0]);
    const to = crossingAt(geometry.coordinates.at(-1));
    const line = geometry.coordinates.map(([lng, lat]) => toPlace(lat, lng));
    const first = lanes.length;
    const road = { name: properties.name, roadClass: properties.class, limitMs: properties.limitKmh / 3.6 };
    lanes.push(laneOf({ ...road, index: first, opposite: first + 1, from, to, line }));
    lanes.push(laneOf({ ...road, index: first + 1, opposite: first, from: to, to: from, line: line.toReversed() }));
    leaving[from]?.push(first);
    leaving[to]?.push(first + 1);
  }
  return { lanes, leaving };
};

export const toPlace = (lat: number, lng: number): Place => ({
  x: (lng - ROAD_CENTRE.lng) * METRES_PER_DEGREE * Math.cos((ROAD_CENTRE.lat * Math.PI) / 180),
  y: (lat - ROAD_CENTRE.lat) * METRES_PER_DEGREE,
});

export const toDegrees = ({ x, y }: Place): { readonly lat: number; readonly lng: number } => ({
  lat: ROAD_CENTRE.lat + y / METRES_PER_DEGREE,
  lng: ROAD_CENTRE.lng + x / (METRES_PER_DEGREE * Math.cos((ROAD_CENTRE.lat * Math.PI) / 180)),
});

type Road = Pick<Lane, 'name' | 'roadClass' | 'limitMs' | 'index' | 'opposite' | 'from' | 'to' | 'line'>;

const laneOf = (road: Road): Lane => {
  const along = [0];
  for (let i = 1; i < road.line.length; i += 1) {
    along.push((along[i - 1] ?? 0) + gap(road.line[i - 1], road.line[i]));
  }
  return {
    ...road,
    along,
    allowedMs: allowedSpeeds(road.line, along, road.limitMs),
    lengthM: along.at(-1) ?? 0,
    startHeading: headingOf(road.line[0], road.line[1]),
    endHeading: headingOf(road.line.at(-2), road.line.at(-1)),
  };
};

/** Bend speeds, then backwards so that each point leaves room to brake for the next. */
const allowedSpeeds = (line: readonly Place[], along: readonly number[], limitMs: number): number[] => {
  const speeds = line.map((_, i) => {
    if (i === 0 || i === line.length - 1) return limitMs;
    const turn = Math.abs(turnBetween(headingOf(line[i - 1], line[i]), headingOf(line[i], line[i + 1])));
    const length = ((along[i + 1] ?? 0) - (along[i - 1] ?? 0)) / 2;
    const radius = turn < 0.5 ? Infinity : length / ((turn * Math.PI) / 180);
    return Math.max(4, Math.min(limitMs, Math.sqrt(SIDE_MS2 * radius)));
  });
  for (let i = speeds.length - 2; i >= 0; i -= 1) {
    const room = (along[i + 1] ?? 0) - (along[i] ?? 0);
    speeds[i] = Math.min(speeds[i] ?? 0, Math.sqrt((speeds[i + 1] ?? 0) ** 2 + 2 * CALM_BRAKING_MS2 * room));
  }
  return speeds;
};

const gap = (a: Place | undefined, b: Place | undefined): number =>
  a === undefined || b === undefined ? 0 : Math.hypot(b.x - a.x, b.y - a.y);

const headingOf = (a: Place | undefined, b: Place | undefined): number => {
  if (a === undefined || b === undefined) return 0;
  return (Math.atan2(b.x - a.x, b.y - a.y) * 180) / Math.PI;
};

/** Degrees to turn from one heading to another, -180 to 180, positive to the right. */
export const turnBetween = (from: number, to: number): number => ((((to - from) % 360) + 540) % 360) - 180;

/** Place, heading and allowed speed `metres` along a lane. */
export const laneAt = (lane: Lane, metres: number): { place: Place; heading: number; allowedMs: number } => {
  const at = Math.min(Math.max(metres, 0), lane.lengthM);
  let i = 0;
  while (i + 2 < lane.along.length && (lane.along[i + 1] ?? 0) <= at) i += 1;
  const from = lane.line[i] ?? { x: 0, y: 0 };
  const to = lane.line[i + 1] ?? from;
  const start = lane.along[i] ?? 0;
  const end = lane.along[i + 1] ?? start;
  const share = end > start ? (at - start) / (end - start) : 0;
  const allowedNext = lane.allowedMs[i + 1] ?? lane.limitMs;
  return {
    place: { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share },
    heading: headingOf(from, to),
    allowedMs: Math.min(lane.limitMs, Math.sqrt(allowedNext ** 2 + 2 * CALM_BRAKING_MS2 * (end - at))),
  };
};
