// Circles, rectangles, polygons and routes as terminals store them, shared by 0x8600-0x8606 and 0x0608. Section 17.
import { ByteWriter } from './bytes.ts';
import type { ByteReader } from './bytes.ts';
import { readList, readText16, writeText16 } from './fields.ts';
import type { Edition } from './message.ts';

/** Bits of `attr` that say which fields are there; the others are in section 17.1. The hemisphere bits are 6 and 7. */
export const AREA_TIMED = 1 << 0;
export const AREA_SPEED_LIMIT = 1 << 1;
export const AREA_SOUTH = 1 << 6;
export const AREA_WEST = 1 << 7;

/** Bits of a route point's `attr`: driving time and speed limit present, hemispheres. */
export const SEGMENT_TIMED = 1 << 0;
export const SEGMENT_SPEED_LIMIT = 1 << 1;
export const SEGMENT_SOUTH = 1 << 2;
export const SEGMENT_WEST = 1 << 3;

/** 12 digits YYMMDDhhmmss each; leading zero fields mean "every": 000000hhmmss is daily. There if bit 0 of `attr` is set. */
export type AreaSpan = { readonly start?: string; readonly end?: string };

/** There if bit 1 of `attr` is set; the night's limit in 2019 only, written as the day's when absent. */
export type SpeedLimit = {
  readonly maxSpeedKmh?: number;
  readonly overspeedS?: number;
  readonly nightMaxSpeedKmh?: number;
};

/** A corner in unsigned degrees x 10^6; the hemisphere is in the attributes. */
export type AreaPoint = { readonly latRaw: number; readonly lonRaw: number };

/** `id` 1 to FFFFFFFF. `name` in 2019 only. */
type AreaBase = AreaSpan & SpeedLimit & { readonly id: number; readonly attr: number; readonly name?: string };

export type Circle = AreaBase & AreaPoint & { readonly radiusM: number };

export type Rectangle = AreaBase & {
  readonly latTopLeftRaw: number;
  readonly lonTopLeftRaw: number;
  readonly latBottomRightRaw: number;
  readonly lonBottomRightRaw: number;
};

export type Polygon = AreaBase & { readonly points: readonly AreaPoint[] };

/**
 * The segment from this point to the next, `widthM` in metres. Times are how long it may take at most and must take at least;
 * 2011 has one time, read as `maxSeconds`, and no `pointId`.
 */
export type RoutePoint = AreaPoint &
  SpeedLimit & {
    readonly pointId?: number;
    readonly segmentId: number;
    readonly widthM: number;
    readonly attr: number;
    readonly maxSeconds?: number;
    readonly minSeconds?: number;
  };

export type Route = AreaSpan & {
  readonly id: number;
  readonly attr: number;
  readonly points: readonly RoutePoint[];
  readonly name?: string;
};

const given = (value: number | undefined, field: string): number => {
  if (value === undefined) throw new RangeError(`attributes promise ${field}, which is not there`);
  return value;
};

const readSpan = (reader: ByteReader, attr: number): AreaSpan =>
  (attr & AREA_TIMED) === 0 ? {} : { start: reader.digits(6), end: reader.digits(6) };

const writeSpan = (writer: ByteWriter, attr: number, { start, end }: AreaSpan): void => {
  if ((attr & AREA_TIMED) === 0) return;
  if (start?.length !== 12 || end?.length !== 12) throw new RangeError('attributes promise start and end of 12 digits');
  writer.digits(start).digits(end);
};

const readSpeed = (reader: ByteReader, attr: number): SpeedLimit =>
  (attr & AREA_SPEED_LIMIT) === 0 ? {} : { maxSpeedKmh: reader.u16(), overspeedS: reader.u8() };

const writeSpeed = (writer: ByteWriter, attr: number, limit: SpeedLimit): void => {
  if ((attr & AREA_SPEED_LIMIT) === 0) return;
  writer.u16(given(limit.maxSpeedKmh, 'maxSpeedKmh')).u8(given(limit.overspeedS, 'overspeedS'));
};

const readNight = (reader: ByteReader, attr: number, edition: Edition): SpeedLimit =>
  edition === '2019' && (attr & AREA_SPEED_LIMIT) !== 0 ? { nightMaxSpeedKmh: reader.u16() } : {};

const writeNight = (writer: ByteWriter, attr: number, limit: SpeedLimit, edition: Edition): void => {
  if (edition !== '2019' || (attr & AREA_SPEED_LIMIT) === 0) return;
  writer.u16(limit.nightMaxSpeedKmh ?? given(limit.maxSpeedKmh, 'maxSpeedKmh'));
};

const readName = (reader: ByteReader, edition: Edition): { readonly name?: string } =>
  edition === '2019' ? { name: readText16(reader) } : {};

const writeName = (writer: ByteWriter, name: string | undefined, edition: Edition): void => {
  if (edition === '2019') writeText16(writer, name ?? '');
};

const readPoint = (reader: ByteReader): AreaPoint => ({ latRaw: reader.u32(), lonRaw: reader.u32() });

const readLimits = (reader: ByteReader, attr: number, edition: Edition): AreaSpan & SpeedLimit => ({
  ...readSpan(reader, attr),
  ...readSpeed(reader, attr),
  ...readNight(reader, attr, edition),
});

const writeLimits = (writer: ByteWriter, area: AreaBase, edition: Edition): void => {
  writeSpan(writer, area.attr, area);
  writeSpeed(writer, area.attr, area);
  writeNight(writer, area.attr, area, edition);
  writeName(writer, area.name, edition);
};

export const readCircle = (reader: ByteReader, edition: Edition): Circle => {
  const base = { id: reader.u32(), attr: reader.u16(), ...readPoint(reader), radiusM: reader.u32() };
  return { ...base, ...readLimits(reader, base.attr, edition), ...readName(reader, edition) };
};

export const writeCircle = (writer: ByteWriter, circle: Circle, edition: Edition): void => {
  writer.u32(circle.id).u16(circle.attr).u32(circle.latRaw).u32(circle.lonRaw).u32(circle.radiusM);
  writeLimits(writer, circle, edition);
};

export const readRectangle = (reader: ByteReader, edition: Edition): Rectangle => {
  const base = {
    id: reader.u32(),
    attr: reader.u16(),
    latTopLeftRaw: reader.u32(),
    lonTopLeftRaw: reader.u32(),
    latBottomRightRaw: reader.u32(),
    lonBottomRightRaw: reader.u32(),
  };
  return { ...base, ...readLimits(reader, base.attr, edition), ...readName(reader, edition) };
};

export const writeRectangle = (writer: ByteWriter, area: Rectangle, edition: Edition): void => {
  writer.u32(area.id).u16(area.attr).u32(area.latTopLeftRaw).u32(area.lonTopLeftRaw);
  writer.u32(area.latBottomRightRaw).u32(area.lonBottomRightRaw);
  writeLimits(writer, area, edition);
};

/** Number of points; 2011 has the number in this packet behind it. */
const readPointCount = (reader: ByteReader, edition: Edition): number => {
  const total = reader.u16();
  return edition === '2011' ? reader.u16() : total;
};

const writePointCount = (writer: ByteWriter, count: number, edition: Edition): void => {
  writer.u16(count);
  if (edition === '2011') writer.u16(count);
};

export const readPolygon = (reader: ByteReader, edition: Edition): Polygon => {
  const base = { id: reader.u32(), attr: reader.u16() };
  const limits = { ...readSpan(reader, base.attr), ...readSpeed(reader, base.attr) };
  const points = readList(readPointCount(reader, edition), () => readPoint(reader));
  return { ...base, ...limits, points, ...readNight(reader, base.attr, edition), ...readName(reader, edition) };
};

export const writePolygon = (writer: ByteWriter, area: Polygon, edition: Edition): void => {
  writer.u32(area.id).u16(area.attr);
  writeSpan(writer, area.attr, area);
  writeSpeed(writer, area.attr, area);
  writePointCount(writer, area.points.length, edition);
  for (const { latRaw, lonRaw } of area.points) writer.u32(latRaw).u32(lonRaw);
  writeNight(writer, area.attr, area, edition);
  writeName(writer, area.name, edition);
};

const readSegmentTimes = (reader: ByteReader, attr: number, edition: Edition): Partial<RoutePoint> => {
  if ((attr & SEGMENT_TIMED) === 0) return {};
  const maxSeconds = reader.u16();
  return edition === '2011' ? { maxSeconds } : { maxSeconds, minSeconds: reader.u16() };
};

const readRoutePoint = (reader: ByteReader, edition: Edition): RoutePoint => {
  const ids = edition === '2011' ? {} : { pointId: reader.u32() };
  const base = { segmentId: reader.u32(), ...readPoint(reader), widthM: reader.u8(), attr: reader.u8() };
  const times = readSegmentTimes(reader, base.attr, edition);
  return { ...ids, ...base, ...times, ...readSpeed(reader, base.attr), ...readNight(reader, base.attr, edition) };
};

const writeRoutePoint = (writer: ByteWriter, point: RoutePoint, edition: Edition): void => {
  if (edition !== '2011') writer.u32(given(point.pointId, 'pointId'));
  writer.u32(point.segmentId).u32(point.latRaw).u32(point.lonRaw).u8(point.widthM).u8(point.attr);
  if ((point.attr & SEGMENT_TIMED) !== 0) {
    writer.u16(given(point.maxSeconds, 'maxSeconds'));
    if (edition !== '2011') writer.u16(given(point.minSeconds, 'minSeconds'));
  }
  // The bits for time and speed are the same in areas and segments.
  writeSpeed(writer, point.attr, point);
  writeNight(writer, point.attr, point, edition);
};

export const readRoute = (reader: ByteReader, edition: Edition): Route => {
  const base = { id: reader.u32(), attr: reader.u16() };
  const span = readSpan(reader, base.attr);
  const points = readList(readPointCount(reader, edition), () => readRoutePoint(reader, edition));
  return { ...base, ...span, points, ...readName(reader, edition) };
};

export const writeRoute = (writer: ByteWriter, route: Route, edition: Edition): void => {
  writer.u32(route.id).u16(route.attr);
  writeSpan(writer, route.attr, route);
  writePointCount(writer, route.points.length, edition);
  for (const point of route.points) writeRoutePoint(writer, point, edition);
  writeName(writer, route.name, edition);
};

/** What 0x8600 and 0x8602 set: `action` 0 replace all of the kind, 1 append, 2 modify. */
export type AreaList<T> = { readonly action: number; readonly areas: readonly T[] };

/** Body of 0x8600 and 0x8602: action, count, in 2011 the count in this packet, the areas. */
export const readAreaList = <T>(
  reader: ByteReader,
  edition: Edition,
  readArea: (reader: ByteReader, edition: Edition) => T,
): AreaList<T> => {
  const action = reader.u8();
  const total = reader.u8();
  const count = edition === '2011' ? reader.u8() : total;
  return { action, areas: readList(count, () => readArea(reader, edition)) };
};

/** The inverse of readAreaList. */
export const encodeAreaList = <T>(
  { action, areas }: AreaList<T>,
  edition: Edition,
  writeArea: (writer: ByteWriter, area: T, edition: Edition) => void,
): Uint8Array => {
  const writer = new ByteWriter().u8(action).u8(areas.length);
  if (edition === '2011') writer.u8(areas.length);
  for (const area of areas) writeArea(writer, area, edition);
  return writer.finish();
};

/** Tried in this order when the edition of the header does not fit exactly. */
export const AREA_EDITIONS: readonly Edition[] = ['2013', '2019', '2011'];
