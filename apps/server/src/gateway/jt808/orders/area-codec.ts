// Areas and routes between the words of the contract and those of the standard (section 17): hemispheres, flags, times in digits. The bytes
// are packages/jt808/src/area.ts.
import type { AreaKind, DeviceArea, RoutePoint } from '@outrider/contract';
import {
  AREA_SOUTH,
  AREA_SPEED_LIMIT,
  AREA_TIMED,
  AREA_WEST,
  type AreaReply,
  type AreaSpan,
  type Circle,
  DecodeError,
  decodeStoredAreas,
  type Polygon,
  type Rectangle,
  type Route,
  type RoutePoint as WirePoint,
  SEGMENT_SOUTH,
  SEGMENT_SPEED_LIMIT,
  SEGMENT_TIMED,
  SEGMENT_WEST,
  type SpeedLimit,
  type StoredAreas,
} from '@outrider/jt808';
import { AppError } from '../../../kernel/errors.ts';
import type { AreaOf } from '../../orders.ts';

/** As 0x8608 and 0x0608 number them. */
export const KIND_NUMBER: Readonly<Record<AreaKind, number>> = { circle: 1, rectangle: 2, polygon: 3, route: 4 };

const CROSSING = { driverenter: 1 << 2, enter: 1 << 3, driverleave: 1 << 4, leave: 1 << 5 } as const;
type Crossings = { readonly [K in keyof typeof CROSSING]?: boolean | undefined };
const crossingKeys = ['driverenter', 'enter', 'driverleave', 'leave'] as const;
/** A section may be told from those of other routes; routes have at most 100. */
const SECTIONS = 128;
const LONGEST_S = 65_535;

const raw = (degrees: number): number => Math.round(Math.abs(degrees) * 1e6);
const south = (...lats: number[]): boolean => lats.some((lat) => lat < 0);

const DAILY = '000000';
/** '2030-12-31 08:30:00' or, for every day, '08:30:00' as 12 digits. */
const digits = (moment: string): string => moment.replaceAll(/\D/g, '').slice(-12).padStart(12, '0');
const moment = (bcd: string): string => {
  const pairs = bcd.match(/../g) ?? [];
  const [year, month, day, ...time] = pairs;
  return bcd.startsWith(DAILY) ? time.join(':') : `20${year}-${month}-${day} ${time.join(':')}`;
};
const isMoment = (bcd: string | undefined): bcd is string => bcd !== undefined && /^\d{12}$/.test(bcd);

type Timed = { start?: string | undefined; end?: string | undefined };
const spanBody = ({ start, end }: Timed): AreaSpan =>
  start === undefined || end === undefined ? {} : { start: digits(start), end: digits(end) };
const spanOf = ({ start, end }: AreaSpan): Timed =>
  isMoment(start) && isMoment(end) ? { start: moment(start), end: moment(end) } : {};

type Limited = { maxkmh?: number | undefined; overspeeds?: number | undefined; nightkmh?: number | undefined };
const limitBody = ({ maxkmh, overspeeds = 0, nightkmh }: Limited): SpeedLimit =>
  maxkmh === undefined
    ? {}
    : { maxSpeedKmh: maxkmh, overspeedS: overspeeds, ...(nightkmh !== undefined && { nightMaxSpeedKmh: nightkmh }) };
const limitOf = ({ maxSpeedKmh, overspeedS, nightMaxSpeedKmh }: SpeedLimit): Limited =>
  maxSpeedKmh === undefined
    ? {}
    : {
        maxkmh: maxSpeedKmh,
        ...(overspeedS !== undefined && { overspeeds: overspeedS }),
        ...(nightMaxSpeedKmh !== undefined && nightMaxSpeedKmh !== maxSpeedKmh && { nightkmh: nightMaxSpeedKmh }),
      };

const flags = (area: Crossings & Timed & Limited, isSouth: boolean, isWest: boolean): number =>
  crossingKeys.reduce((sum, key) => (area[key] === true ? sum | CROSSING[key] : sum), 0) |
  (area.start === undefined ? 0 : AREA_TIMED) |
  (area.maxkmh === undefined ? 0 : AREA_SPEED_LIMIT) |
  (isSouth ? AREA_SOUTH : 0) |
  (isWest ? AREA_WEST : 0);
const crossingsOf = (attr: number): Crossings =>
  Object.fromEntries(crossingKeys.filter((key) => (attr & CROSSING[key]) !== 0).map((key) => [key, true]));

type Named = { id: number; name?: string | undefined };
const named = ({ id, name }: Named): { id: number; name?: string } => ({ id, ...(name !== undefined && { name }) });
const nameOf = (name: string | undefined): { name?: string } => (name === undefined || name === '' ? {} : { name });

export const circleBody = (area: AreaOf<'circle'>): Circle => ({
  ...named(area),
  attr: flags(area, south(area.lat), south(area.lng)),
  latRaw: raw(area.lat),
  lonRaw: raw(area.lng),
  radiusM: area.radiusm,
  ...spanBody(area),
  ...limitBody(area),
});

export const rectangleBody = (area: AreaOf<'rectangle'>): Rectangle => ({
  ...named(area),
  attr: flags(area, south(area.north, area.south), south(area.west, area.east)),
  latTopLeftRaw: raw(area.north),
  lonTopLeftRaw: raw(area.west),
  latBottomRightRaw: raw(area.south),
  lonBottomRightRaw: raw(area.east),
  ...spanBody(area),
  ...limitBody(area),
});

export const polygonBody = (area: AreaOf<'polygon'>): Polygon => ({
  ...named(area),
  attr: flags(area, south(...area.points.map((p) => p.lat)), south(...area.points.map((p) => p.lng))),
  points: area.points.map((point) => ({ latRaw: raw(point.lat), lonRaw: raw(point.lng) })),
  ...spanBody(area),
  ...limitBody(area),
});

const pointBody = (routeId: number, point: RoutePoint, at: number): WirePoint => {
  const isTimed = point.maxs !== undefined || point.mins !== undefined;
  return {
    pointId: at + 1,
    segmentId: ((routeId * SECTIONS + at + 1) & 0x7fffffff) >>> 0,
    latRaw: raw(point.lat),
    lonRaw: raw(point.lng),
    widthM: point.widthm,
    attr:
      (isTimed ? SEGMENT_TIMED : 0) |
      (point.maxkmh === undefined ? 0 : SEGMENT_SPEED_LIMIT) |
      (point.lat < 0 ? SEGMENT_SOUTH : 0) |
      (point.lng < 0 ? SEGMENT_WEST : 0),
    ...(isTimed && { maxSeconds: point.maxs ?? LONGEST_S, minSeconds: point.mins ?? 0 }),
    ...limitBody(point),
  };
};

export const routeBody = (area: AreaOf<'route'>): Route => ({
  ...named(area),
  attr: flags(area, false, false),
  points: area.points.map((point, at) => pointBody(area.id, point, at)),
  ...spanBody(area),
});

type Common = AreaSpan & SpeedLimit & { readonly id: number; readonly attr: number; readonly name?: string };
const commonOf = (area: Common): Named & Crossings & Timed & Limited => ({
  id: area.id,
  ...nameOf(area.name),
  ...crossingsOf(area.attr),
  ...spanOf(area),
  ...limitOf(area),
});
const placeOf = (latRaw: number, lonRaw: number, isSouth: boolean, isWest: boolean): { lat: number; lng: number } => ({
  lat: (latRaw / 1e6) * (isSouth ? -1 : 1),
  lng: (lonRaw / 1e6) * (isWest ? -1 : 1),
});
const areaPlace = (attr: number, latRaw: number, lonRaw: number): { lat: number; lng: number } =>
  placeOf(latRaw, lonRaw, (attr & AREA_SOUTH) !== 0, (attr & AREA_WEST) !== 0);

const pointOf = (point: WirePoint): RoutePoint => ({
  ...placeOf(point.latRaw, point.lonRaw, (point.attr & SEGMENT_SOUTH) !== 0, (point.attr & SEGMENT_WEST) !== 0),
  widthm: point.widthM,
  ...limitOf(point),
  ...(point.maxSeconds !== undefined && point.maxSeconds !== LONGEST_S && { maxs: point.maxSeconds }),
  ...(point.minSeconds !== undefined && point.minSeconds !== 0 && { mins: point.minSeconds }),
});

const areasOf = (stored: StoredAreas): DeviceArea[] => {
  switch (stored.kind) {
    case 'circles':
      return stored.areas.map((area) => {
        const place = areaPlace(area.attr, area.latRaw, area.lonRaw);
        return { kind: 'circle', ...commonOf(area), ...place, radiusm: area.radiusM };
      });
    case 'rectangles':
      return stored.areas.map((area) => {
        const top = areaPlace(area.attr, area.latTopLeftRaw, area.lonTopLeftRaw);
        const bottom = areaPlace(area.attr, area.latBottomRightRaw, area.lonBottomRightRaw);
        return {
          kind: 'rectangle',
          ...commonOf(area),
          north: top.lat,
          west: top.lng,
          south: bottom.lat,
          east: bottom.lng,
        };
      });
    case 'polygons':
      return stored.areas.map((area) => {
        const points = area.points.map(({ latRaw, lonRaw }) => areaPlace(area.attr, latRaw, lonRaw));
        return { kind: 'polygon', ...commonOf(area), points };
      });
    case 'routes':
      return stored.areas.map((area) => ({ kind: 'route', ...commonOf(area), points: area.points.map(pointOf) }));
  }
};

/** What a 0x0608 tells. Rejects, by throwing, with `device_refused` where it cannot be read. */
export const heldAreas = (said: AreaReply): readonly DeviceArea[] => {
  try {
    const stored = decodeStoredAreas(said);
    return stored === undefined ? [] : areasOf(stored);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw new AppError('device_refused', 'The answer of the device cannot be read');
  }
};

/** 0x0608 carries no serial: it is the answer where it is of the kind that was asked for. */
export const isAreaAnswer = (asked: { readonly type: number }, said: unknown): boolean =>
  typeof said === 'object' && said !== null && 'type' in said && said.type === asked.type;
