// Answers about areas and routes (section 17): kept as definitions, listed when asked. The simulated driver ignores them.
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
import type { Device } from '../device.ts';
import { answer, RESULT } from './answer.ts';
import type { Answer } from './answer.ts';

/** Kinds as 0x8608 numbers them. */
const KIND = { circle: 1, rectangle: 2, polygon: 3, route: 4 } as const;
const REPLACE = 0;
/** Bytes of action and count before the definitions of 0x8600 and 0x8602. */
const LIST_HEAD = 2;

export const areaAnswers: readonly Answer[] = [
  answer(p8600SetCircles, (device, { action, areas }, { link }) => {
    if (action === REPLACE) areasOf(device, KIND.circle).clear();
    for (const area of areas) {
      const body = p8600SetCircles.encode({ action, areas: [area] }, link.codec.edition);
      areasOf(device, KIND.circle).set(area.id, body.subarray(LIST_HEAD));
    }
    return RESULT.done;
  }),
  answer(p8601DeleteCircles, (device, { ids }) => remove(device, KIND.circle, ids)),
  answer(p8602SetRectangles, (device, { action, areas }, { link }) => {
    if (action === REPLACE) areasOf(device, KIND.rectangle).clear();
    for (const area of areas) {
      const body = p8602SetRectangles.encode({ action, areas: [area] }, link.codec.edition);
      areasOf(device, KIND.rectangle).set(area.id, body.subarray(LIST_HEAD));
    }
    return RESULT.done;
  }),
  answer(p8603DeleteRectangles, (device, { ids }) => remove(device, KIND.rectangle, ids)),
  answer(p8604SetPolygon, (device, { id }, { received }) => {
    areasOf(device, KIND.polygon).set(id, received.body);
    return RESULT.done;
  }),
  answer(p8605DeletePolygons, (device, { ids }) => remove(device, KIND.polygon, ids)),
  answer(p8606SetRoute, (device, { id }, { received }) => {
    areasOf(device, KIND.route).set(id, received.body);
    return RESULT.done;
  }),
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

/** No ids: all of that kind. */
const remove = (device: Device, kind: number, ids: readonly number[]): number => {
  const stored = areasOf(device, kind);
  if (ids.length === 0) stored.clear();
  for (const id of ids) stored.delete(id);
  return RESULT.done;
};
