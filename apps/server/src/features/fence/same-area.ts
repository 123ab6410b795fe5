// Whether an area that a recorder watches by itself is a fence or a planned route of the server: then what it says of it is no second event,
// since the server judges the same positions. Pure.
import type { DeviceArea, RoutePlace } from '@outrider/contract';
import type { AlarmReport } from '../position/index.ts';

export type ServerFence = { lat: number; lng: number; radiusM: number; triggerIn: boolean; triggerOut: boolean };
export type ServerZones = { fences: readonly ServerFence[]; routes: readonly (readonly RoutePlace[])[] };

const METRES_PER_DEGREE = 111_195;
const NEAR_M = 30;
const SAME_PART = 0.1;

const metresBetween = (a: RoutePlace, b: RoutePlace): number =>
  METRES_PER_DEGREE * Math.hypot(a.lat - b.lat, (a.lng - b.lng) * Math.cos((a.lat * Math.PI) / 180));

const isSameCircle = (area: DeviceArea, fence: ServerFence): boolean =>
  area.kind === 'circle' &&
  metresBetween(area, fence) <= NEAR_M &&
  Math.abs(area.radiusm - fence.radiusM) <= Math.max(NEAR_M, fence.radiusM * SAME_PART);

/** Its ends are there, and each of its points is near a point of the other. */
const isSameRoute = (area: DeviceArea, places: readonly RoutePlace[]): boolean => {
  if (area.kind !== 'route') return false;
  const [start, end] = [places[0], places.at(-1)];
  const [first, last] = [area.points[0], area.points.at(-1)];
  if (start === undefined || end === undefined || first === undefined || last === undefined) return false;
  const isNear = (place: RoutePlace): boolean => places.some((each) => metresBetween(place, each) <= NEAR_M);
  return metresBetween(start, first) <= NEAR_M && metresBetween(end, last) <= NEAR_M && area.points.every(isNear);
};

const ENTERED_OR_LEFT_BIT = 20;
const OFF_ROUTE_BIT = 23;
const CIRCLE_TYPE = 1;
const isOn = (word: number, bit: number): boolean => ((word >>> bit) & 1) === 1;

/** Whether the report may be about an area of the server. */
export const mayBeOurs = ({ alarm }: Pick<AlarmReport, 'alarm'>): boolean =>
  isOn(alarm, ENTERED_OR_LEFT_BIT) || isOn(alarm, OFF_ROUTE_BIT);

/** The origins (as alarm-state.ts of features/event names them) of what the server makes events of by itself. */
export const madeHere = (
  { alarm, area }: Pick<AlarmReport, 'alarm' | 'area'>,
  held: readonly DeviceArea[],
  zones: ServerZones,
): ReadonlySet<string> => {
  const origins = new Set<string>();
  const isWatched = (each: DeviceArea): boolean =>
    each.kind === 'circle' &&
    each.id === area?.id &&
    zones.fences.some((fence) => isSameCircle(each, fence) && (area.out ? fence.triggerOut : fence.triggerIn));
  if (isOn(alarm, ENTERED_OR_LEFT_BIT) && area?.type === CIRCLE_TYPE && held.some(isWatched))
    origins.add(`a${ENTERED_OR_LEFT_BIT}`);
  const isPlanned = (each: DeviceArea): boolean => zones.routes.some((places) => isSameRoute(each, places));
  const routes = held.filter(({ kind }) => kind === 'route');
  // The alarm does not say which route was left: all that it has must be planned here.
  if (isOn(alarm, OFF_ROUTE_BIT) && routes.length > 0 && routes.every(isPlanned)) origins.add(`a${OFF_ROUTE_BIT}`);
  return origins;
};
