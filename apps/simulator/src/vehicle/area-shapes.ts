// Areas and routes as a vehicle understands them: read from the bytes that it keeps, measured in metres around where it is now. Whether
// something was entered or left is area-watch.ts.
import {
  AREA_SOUTH,
  AREA_SPEED_LIMIT,
  AREA_TIMED,
  AREA_WEST,
  encodeTime,
  p8600SetCircles,
  p8602SetRectangles,
  p8604SetPolygon,
  p8606SetRoute,
  SEGMENT_SOUTH,
  SEGMENT_SPEED_LIMIT,
  SEGMENT_TIMED,
  SEGMENT_WEST,
} from '@outrider/jt808';
import type { AreaSpan, Edition, SpeedLimit } from '@outrider/jt808';
import { METRES_PER_DEGREE } from '../drive/road-network.ts';

/** Kinds as 0x8608 and the items 0x11 and 0x12 number them. */
export const AREA_KIND = { circle: 1, rectangle: 2, polygon: 3, route: 4 } as const;

export type Degrees = { readonly lat: number; readonly lng: number };
/** Metres east and north of the vehicle. */
type Around = { readonly x: number; readonly y: number };
type Around0 = (point: Degrees) => Around;

export type Segment = {
  readonly id: number;
  readonly from: Degrees;
  readonly to: Degrees;
  readonly widthM: number;
  readonly limit: SpeedLimit;
  readonly maxSeconds: number | null;
  readonly minSeconds: number | null;
};
export type Area = {
  readonly kind: number;
  readonly id: number;
  readonly attr: number;
  readonly name: string;
  readonly span: AreaSpan;
  readonly limit: SpeedLimit;
  /** Whether a place is in it; a route has segments instead. */
  readonly holds: ((at: Degrees) => boolean) | null;
  readonly segments: readonly Segment[];
};

/** The bytes of 0x8600 and 0x8602 are kept without action and count. */
const LIST_HEAD = Uint8Array.of(1, 1);

const degrees = (latRaw: number, lonRaw: number, south: boolean, west: boolean): Degrees => ({
  lat: (latRaw / 1e6) * (south ? -1 : 1),
  lng: (lonRaw / 1e6) * (west ? -1 : 1),
});

const aroundOf =
  (at: Degrees): Around0 =>
  ({ lat, lng }) => ({
    x: (lng - at.lng) * METRES_PER_DEGREE * Math.cos((at.lat * Math.PI) / 180),
    y: (lat - at.lat) * METRES_PER_DEGREE,
  });

const isIn = (corners: readonly Degrees[], at: Degrees): boolean => {
  let inside = false;
  for (const [i, to] of corners.entries()) {
    const from = corners[i === 0 ? corners.length - 1 : i - 1] ?? to;
    if (from.lat > at.lat === to.lat > at.lat) continue;
    const crossing = from.lng + ((at.lat - from.lat) / (to.lat - from.lat)) * (to.lng - from.lng);
    if (at.lng < crossing) inside = !inside;
  }
  return inside;
};

/** How far a place is from a segment, metres, and how far along it: 0 at its beginning, 1 at its end, not cut off. */
export const offSegment = ({ from, to }: Segment, at: Degrees): { distanceM: number; along: number } => {
  const around = aroundOf(at);
  const [a, b] = [around(from), around(to)];
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const square = dx * dx + dy * dy;
  const along = square === 0 ? 0 : -(a.x * dx + a.y * dy) / square;
  const cut = Math.min(1, Math.max(0, along));
  return { distanceM: Math.hypot(a.x + cut * dx, a.y + cut * dy), along };
};

type Placed = { readonly id: number; readonly attr: number; readonly name?: string } & AreaSpan & SpeedLimit;
const areaOf = (kind: number, area: Placed, holds: Area['holds'], segments: readonly Segment[] = []): Area => {
  const { id, attr, name = '' } = area;
  return { kind, id, attr, name, holds, segments, span: area, limit: kind === AREA_KIND.route ? {} : area };
};

const circle = (bytes: Uint8Array, edition: Edition): Area[] =>
  p8600SetCircles.decode(Uint8Array.from([...LIST_HEAD, ...bytes]), edition).areas.map((area) => {
    const { attr, latRaw, lonRaw, radiusM } = area;
    const centre = degrees(latRaw, lonRaw, (attr & AREA_SOUTH) !== 0, (attr & AREA_WEST) !== 0);
    return areaOf(AREA_KIND.circle, area, (at) => {
      const { x, y } = aroundOf(at)(centre);
      return Math.hypot(x, y) <= radiusM;
    });
  });

const rectangle = (bytes: Uint8Array, edition: Edition): Area[] =>
  p8602SetRectangles.decode(Uint8Array.from([...LIST_HEAD, ...bytes]), edition).areas.map((area) => {
    const [south, west] = [(area.attr & AREA_SOUTH) !== 0, (area.attr & AREA_WEST) !== 0];
    const top = degrees(area.latTopLeftRaw, area.lonTopLeftRaw, south, west);
    const bottom = degrees(area.latBottomRightRaw, area.lonBottomRightRaw, south, west);
    return areaOf(
      AREA_KIND.rectangle,
      area,
      ({ lat, lng }) => lat <= top.lat && lat >= bottom.lat && lng >= top.lng && lng <= bottom.lng,
    );
  });

const polygon = (bytes: Uint8Array, edition: Edition): Area[] => {
  const area = p8604SetPolygon.decode(bytes, edition);
  const [south, west] = [(area.attr & AREA_SOUTH) !== 0, (area.attr & AREA_WEST) !== 0];
  const corners = area.points.map(({ latRaw, lonRaw }) => degrees(latRaw, lonRaw, south, west));
  return [areaOf(AREA_KIND.polygon, area, (at) => isIn(corners, at))];
};

const route = (bytes: Uint8Array, edition: Edition): Area[] => {
  const told = p8606SetRoute.decode(bytes, edition);
  const places = told.points.map(({ latRaw, lonRaw, attr }) =>
    degrees(latRaw, lonRaw, (attr & SEGMENT_SOUTH) !== 0, (attr & SEGMENT_WEST) !== 0),
  );
  const segments = told.points.flatMap((point, i): Segment[] => {
    const [from, to] = [places[i], places[i + 1]];
    if (from === undefined || to === undefined) return [];
    const timed = (point.attr & SEGMENT_TIMED) !== 0;
    return [
      {
        id: point.segmentId,
        from,
        to,
        widthM: point.widthM,
        limit: (point.attr & SEGMENT_SPEED_LIMIT) === 0 ? {} : point,
        maxSeconds: timed ? (point.maxSeconds ?? null) : null,
        minSeconds: timed ? (point.minSeconds ?? null) : null,
      },
    ];
  });
  return [areaOf(AREA_KIND.route, told, null, segments)];
};

const readers: Readonly<Record<number, (bytes: Uint8Array, edition: Edition) => Area[]>> = {
  [AREA_KIND.circle]: circle,
  [AREA_KIND.rectangle]: rectangle,
  [AREA_KIND.polygon]: polygon,
  [AREA_KIND.route]: route,
};

/** What a vehicle keeps under a kind; nothing where there is no such kind. */
export const readArea = (kind: number, bytes: Uint8Array, edition: Edition): Area | undefined =>
  readers[kind]?.(bytes, edition)[0];

/** Whether it counts now: leading pairs of zeros mean 'every', so 000000hhmmss is daily (section 17). The standard's zone. */
export const isValidAt = ({ attr, span: { start = '', end = '' } }: Area, nowMs: number): boolean => {
  if ((attr & AREA_TIMED) === 0) return true;
  const every = zeroPairs(start);
  const now = encodeTime(nowMs).slice(every);
  const [from, to] = [start.slice(every), end.slice(every)];
  return from <= to ? now >= from && now <= to : now >= from || now <= to;
};
/** Of the date only: midnight is a time. */
const zeroPairs = (digits: string): number => {
  const pairs = [0, 2, 4].map((at) => digits.slice(at, at + 2));
  const first = pairs.findIndex((pair) => pair !== '00');
  return 2 * (first === -1 ? pairs.length : first);
};

const NIGHT_FROM = '22';
const NIGHT_TO = '06';
/** The limit in force, km/h; null where there is none. The night of devices of 2019 is from 22 to 6 o'clock. */
export const limitAt = (limit: SpeedLimit, edition: Edition, nowMs: number): number | null => {
  const { maxSpeedKmh, nightMaxSpeedKmh } = limit;
  const hour = encodeTime(nowMs).slice(6, 8);
  const isNight = hour >= NIGHT_FROM || hour < NIGHT_TO;
  return (edition === '2019' && isNight ? nightMaxSpeedKmh : undefined) ?? maxSpeedKmh ?? null;
};
export const limitOf = (area: Area): SpeedLimit => ((area.attr & AREA_SPEED_LIMIT) === 0 ? {} : area.limit);
