// Answers about areas and routes (section 17): kept as definitions, listed when asked. What the vehicle raises of them is area-watch.ts.
import {
  p8600SetCircles,
  p8601DeleteCircles,
  p8602SetRectangles,
  p8603DeleteRectangles,
  p8604SetPolygon,
  p8605DeletePolygons,
  p8606SetRoute,
  p8607DeleteRoutes,
  p8608QueryAreas,
  t0608AreaReply,
} from '@outrider/jt808';
import { AREA_KIND as KIND } from '../area-shapes.ts';
import type { Device } from '../device.ts';
import { answer, RESULT } from './answer.ts';
import type { Answer } from './answer.ts';

const REPLACE = 0;
/** Bytes of action and count before the definitions of 0x8600 and 0x8602. */
const LIST_HEAD = 2;
/** Of each kind; recorders have room for 24 to 100. */
const MOST_KEPT = 100;

export const areaAnswers: readonly Answer[] = [
  answer(p8600SetCircles, (device, { action, areas }, { link }) => {
    const told = areas.map((area): Told => {
      const body = p8600SetCircles.encode({ action, areas: [area] }, link.codec.edition);
      return [area.id, body.subarray(LIST_HEAD)];
    });
    return keep(device, KIND.circle, told, action === REPLACE);
  }),
  answer(p8601DeleteCircles, (device, { ids }) => remove(device, KIND.circle, ids)),
  answer(p8602SetRectangles, (device, { action, areas }, { link }) => {
    const told = areas.map((area): Told => {
      const body = p8602SetRectangles.encode({ action, areas: [area] }, link.codec.edition);
      return [area.id, body.subarray(LIST_HEAD)];
    });
    return keep(device, KIND.rectangle, told, action === REPLACE);
  }),
  answer(p8603DeleteRectangles, (device, { ids }) => remove(device, KIND.rectangle, ids)),
  answer(p8604SetPolygon, (device, { id }, { received }) => keep(device, KIND.polygon, [[id, received.body]])),
  answer(p8605DeletePolygons, (device, { ids }) => remove(device, KIND.polygon, ids)),
  answer(p8606SetRoute, (device, { id }, { received }) => keep(device, KIND.route, [[id, received.body]])),
  answer(p8607DeleteRoutes, (device, { ids }) => remove(device, KIND.route, ids)),
  answer(p8608QueryAreas, (device, { type, ids }, { link }) => {
    const stored = areasOf(device, type);
    const wanted = ids.length === 0 ? [...stored.keys()] : ids.filter((id) => stored.has(id));
    const data = new Uint8Array(Buffer.concat(wanted.map((id) => stored.get(id) ?? new Uint8Array(0))));
    link.send(t0608AreaReply, { type, count: wanted.length, data });
    return null;
  }),
];

const areasOf = (device: Device, kind: number): Map<number, Uint8Array> => {
  const known = device.kept.areas.get(kind) ?? new Map<number, Uint8Array>();
  device.kept.areas.set(kind, known);
  return known;
};

type Told = readonly [id: number, body: Uint8Array];
const keep = (device: Device, kind: number, told: readonly Told[], replaces = false): number => {
  const known = areasOf(device, kind);
  const next = new Map([...(replaces ? [] : known), ...told]);
  if (next.size > MOST_KEPT) return RESULT.failed;
  device.kept.areas.set(kind, next);
  device.watchAreas();
  return RESULT.done;
};

/** No ids: all of that kind. */
const remove = (device: Device, kind: number, ids: readonly number[]): number => {
  const stored = areasOf(device, kind);
  if (ids.length === 0) stored.clear();
  for (const id of ids) stored.delete(id);
  device.watchAreas();
  return RESULT.done;
};
