// 0x8600: circles the terminal is to watch. Section 17.2.
import { AREA_EDITIONS, encodeAreaList, readAreaList, readCircle, writeCircle } from '../area.ts';
import type { AreaList, Circle } from '../area.ts';
import { ByteReader } from '../bytes.ts';
import { readByFit } from '../fields.ts';
import { message } from '../message.ts';

export const p8600SetCircles = message<AreaList<Circle>>({
  id: 0x8600,
  name: 'set-circles',
  direction: 'down',
  decode: (body, edition) =>
    readByFit(
      edition,
      AREA_EDITIONS,
      () => new ByteReader(body),
      (reader, candidate) => readAreaList(reader, candidate, readCircle),
    ),
  encode: (list, edition) => encodeAreaList(list, edition, writeCircle),
});
