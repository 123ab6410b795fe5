// 0x8606: one route the terminal is to watch. Section 17.2.
import { AREA_EDITIONS, readRoute, writeRoute } from '../area.ts';
import type { Route } from '../area.ts';
import { ByteReader, ByteWriter } from '../bytes.ts';
import { readByFit } from '../fields.ts';
import { message } from '../message.ts';

export const p8606SetRoute = message<Route>({
  id: 0x8606,
  name: 'set-route',
  direction: 'down',
  decode: (body, edition) => readByFit(edition, AREA_EDITIONS, () => new ByteReader(body), readRoute),
  encode: (route, edition) => {
    const writer = new ByteWriter();
    writeRoute(writer, route, edition);
    return writer.finish();
  },
});
