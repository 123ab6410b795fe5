// 0x8604: one polygon the terminal is to watch. Section 17.2.
import { AREA_EDITIONS, readPolygon, writePolygon } from '../area.ts';
import type { Polygon } from '../area.ts';
import { ByteReader, ByteWriter } from '../bytes.ts';
import { readByFit } from '../fields.ts';
import { message } from '../message.ts';

export const p8604SetPolygon = message<Polygon>({
  id: 0x8604,
  name: 'set-polygon',
  direction: 'down',
  decode: (body, edition) => readByFit(edition, AREA_EDITIONS, () => new ByteReader(body), readPolygon),
  encode: (polygon, edition) => {
    const writer = new ByteWriter();
    writePolygon(writer, polygon, edition);
    return writer.finish();
  },
});
