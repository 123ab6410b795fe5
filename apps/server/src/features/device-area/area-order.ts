// What is to change of the areas of one device, as an order that waits for it: by kind and number, what is said last counts. Pure but for
// sending.
import { AppError, type AreaKind, type DeviceArea, areaId, areaKinds, deviceArea } from '@outrider/contract';
import { z } from 'zod';
import type { DeviceLink } from '../../gateway/index.ts';

/** `area` null: it is to be removed; number 0 then stands for all of the kind. */
const change = z.object({
  kind: z.enum(areaKinds),
  id: z.union([areaId, z.literal(0)]),
  area: deviceArea.nullable(),
  by: z.string(),
});
export type AreaChange = z.output<typeof change>;
export const areaOrder = z.object({ changes: z.array(change) });
export type AreaOrder = z.output<typeof areaOrder>;

/** Of one device; beyond them a newer order stands for itself. */
const MOST_CHANGES = 400;
const ALL = 0;

export const setting = (areas: readonly DeviceArea[], by: string): AreaOrder => ({
  changes: areas.map((area) => ({ kind: area.kind, id: area.id, area, by })),
});
export const removing = (kind: AreaKind, ids: readonly number[], by: string): AreaOrder => ({
  changes: (ids.length === 0 ? [ALL] : ids).map((id) => ({ kind, id, area: null, by })),
});

const keyOf = ({ kind, id }: AreaChange): string => `${kind} ${id}`;

/** One order that says both: of the same number the newer word, and nothing older than the removal of its whole kind. */
export const together = (older: AreaOrder, newer: AreaOrder): AreaOrder | undefined => {
  const emptied = new Set(newer.changes.filter(({ id }) => id === ALL).map(({ kind }) => kind));
  const kept = older.changes.filter(({ kind }) => !emptied.has(kind));
  const changes = [...new Map([...kept, ...newer.changes].map((each) => [keyOf(each), each])).values()];
  return changes.length > MOST_CHANGES ? undefined : { changes };
};

/** 'circle 1, route 7; removed: circle 2, all polygons' */
export const detailOf = ({ changes }: AreaOrder): string => {
  const set = changes.filter(({ area }) => area !== null).map(keyOf);
  const removed = changes
    .filter(({ area }) => area === null)
    .map((each) => (each.id === ALL ? `all ${each.kind}s` : keyOf(each)));
  const parts = [set.join(', '), removed.length === 0 ? '' : `removed: ${removed.join(', ')}`];
  return parts.filter((part) => part !== '').join('; ');
};

const ofKind = <K extends AreaKind>(areas: readonly DeviceArea[], kind: K): Extract<DeviceArea, { kind: K }>[] =>
  areas.filter((area): area is Extract<DeviceArea, { kind: K }> => area.kind === kind);

export const removeAreas = (link: DeviceLink, kind: AreaKind, ids: readonly number[]): Promise<void> => {
  const names = {
    circle: 'removeCircles',
    rectangle: 'removeRectangles',
    polygon: 'removePolygons',
    route: 'removeRoutes',
  } as const;
  return link.order(names[kind], { ids });
};

const isRefusal = (error: unknown): boolean => error instanceof AppError && error.code === 'device_refused';

/**
 * Devices that are told to add what they have, or to change what they have not, may refuse: an answer of an earlier time was lost, or they were
 * set back. Then it is the other of the two; of several areas it may be this for one and that for another.
 */
const eitherWay = async (
  areas: readonly DeviceArea[],
  known: boolean,
  order: (areas: readonly DeviceArea[], known: boolean) => Promise<void>,
): Promise<void> => {
  try {
    await order(areas, known);
  } catch (refusal) {
    if (!isRefusal(refusal)) throw refusal;
    try {
      await order(areas, !known);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      if (areas.length === 1) throw refusal;
      // oxlint-disable-next-line no-await-in-loop -- one after the other: a device is told one thing at a time
      for (const area of areas) await eitherWay([area], known, order);
    }
  }
};

/** `known`: whether the device has one of this number, as far as it was heard of it. */
export const setAreas = async (
  link: DeviceLink,
  kind: AreaKind,
  areas: readonly DeviceArea[],
  known: boolean,
): Promise<void> => {
  if (areas.length === 0) return;
  if (kind === 'circle')
    await eitherWay(areas, known, (some, have) =>
      link.order('setCircles', { areas: ofKind(some, 'circle'), known: have }),
    );
  else if (kind === 'rectangle')
    await eitherWay(areas, known, (some, have) =>
      link.order('setRectangles', { areas: ofKind(some, 'rectangle'), known: have }),
    );
  else if (kind === 'polygon') await link.order('setPolygons', { areas: ofKind(areas, 'polygon') });
  else await link.order('setRoutes', { areas: ofKind(areas, 'route') });
};
