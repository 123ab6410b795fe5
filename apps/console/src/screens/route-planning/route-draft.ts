// A planned route while it is edited: its points in order, how long it is, and what is sent. Pure.
import { corridorOf, MAX_ROUTE_M, type PlaceColour, type PlannedRoute, routeLengthM } from '@outrider/contract';
import type { AreaShape, Place } from '../../map/area-shape.ts';

export type RouteDraft = {
  enabled: boolean;
  title: string;
  colour: PlaceColour;
  points: readonly Place[];
  devices: readonly string[];
};

export const blankRoute: RouteDraft = { enabled: true, title: '', colour: '', points: [], devices: [] };

export const draftOf = ({ enable, title, colour, latlngs, devices }: PlannedRoute): RouteDraft => ({
  enabled: enable,
  title,
  colour,
  points: latlngs,
  devices,
});

const NOWHERE = { lat: 0, lng: 0, width: 0, height: 0, accuracy: 0, data: new Uint8Array(0) };

/** With the corridor of its points; without points a slot that is cleared. */
export const routeOf = ({ enabled, title, colour, points, devices }: RouteDraft) => ({
  enable: enabled,
  title,
  colour,
  latlngs: points.map(({ lat, lng }) => ({ lat, lng })),
  devices: [...devices],
  ...(corridorOf(points) ?? NOWHERE),
});

export const noRoute = { ...routeOf(blankRoute), enable: false };

/** Longer than may be, or so far north that its corridor has too many cells. */
export const isTooLarge = (points: readonly Place[]): boolean =>
  routeLengthM(points) > MAX_ROUTE_M || (points.length > 1 && corridorOf(points) === undefined);

/** About what the corridor is wide, as it is drawn: 5 cells of 0.0001 degrees. */
const WIDTH_M = 55;
export const shapeOf = ({ points }: RouteDraft): AreaShape => ({ kind: 'route', points, widthM: WIDTH_M });

/** With the point at `from` where the one at `to` is. */
export const movedPoint = (points: readonly Place[], from: number, to: number): readonly Place[] => {
  const point = points[from];
  return point === undefined || to < 0 || to >= points.length
    ? points
    : points.toSpliced(from, 1).toSpliced(to, 0, point);
};
