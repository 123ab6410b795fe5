// 0x8601: removes circles from the terminal. Section 17.2.
import { ByteReader } from '../bytes.ts';
import { encodeIds8, readIds8 } from '../fields.ts';
import type { IdList } from '../fields.ts';
import { message } from '../message.ts';

/** No ids: all circles. At most 125. */
export const p8601DeleteCircles = message<IdList>({
  id: 0x8601,
  name: 'delete-circles',
  direction: 'down',
  decode: (body) => ({ ids: readIds8(new ByteReader(body)) }),
  encode: ({ ids }) => encodeIds8(ids),
});
