// 0x8602: rectangles the terminal is to watch. Section 17.2.
import { AREA_EDITIONS, encodeAreaList, readAreaList, readRectangle, writeRectangle } from '../area.ts';
import type { AreaList, Rectangle } from '../area.ts';
import { ByteReader } from '../bytes.ts';
import { readByFit } from '../fields.ts';
import { message } from '../message.ts';

export const p8602SetRectangles = message<AreaList<Rectangle>>({
  id: 0x8602,
  name: 'set-rectangles',
  direction: 'down',
  decode: (body, edition) =>
    readByFit(
      edition,
      AREA_EDITIONS,
      () => new ByteReader(body),
      (reader, candidate) => readAreaList(reader, candidate, readRectangle),
    ),
  encode: (list, edition) => encodeAreaList(list, edition, writeRectangle),
});
