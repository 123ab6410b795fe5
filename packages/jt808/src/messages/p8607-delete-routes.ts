// 0x8607: removes routes from the terminal. Section 17.2.
import { ByteReader } from '../bytes.ts';
import { encodeIds8, readIds8 } from '../fields.ts';
import type { IdList } from '../fields.ts';
import { message } from '../message.ts';

/** No ids: all routes. At most 125. */
export const p8607DeleteRoutes = message<IdList>({
  id: 0x8607,
  name: 'delete-routes',
  direction: 'down',
  decode: (body) => ({ ids: readIds8(new ByteReader(body)) }),
  encode: ({ ids }) => encodeIds8(ids),
});
