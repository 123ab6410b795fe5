// 0x8605: removes polygons from the terminal. Section 17.2.
import { ByteReader } from '../bytes.ts';
import { encodeIds8, readIds8 } from '../fields.ts';
import type { IdList } from '../fields.ts';
import { message } from '../message.ts';

/** No ids: all polygons. At most 125. */
export const p8605DeletePolygons = message<IdList>({
  id: 0x8605,
  name: 'delete-polygons',
  direction: 'down',
  decode: (body) => ({ ids: readIds8(new ByteReader(body)) }),
  encode: ({ ids }) => encodeIds8(ids),
});
