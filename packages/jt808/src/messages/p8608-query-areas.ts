// 0x8608: asks which areas or routes the terminal holds; answered by 0x0608. 2019 only. Section 17.2.
import { ByteReader, ByteWriter } from '../bytes.ts';
import { readList } from '../fields.ts';
import { message } from '../message.ts';

/** `type`: 1 circles, 2 rectangles, 3 polygons, 4 routes. No ids: all of that kind. */
export type AreaQuery = { readonly type: number; readonly ids: readonly number[] };

export const p8608QueryAreas = message<AreaQuery>({
  id: 0x8608,
  name: 'query-areas',
  direction: 'down',
  decode: (body) => {
    const reader = new ByteReader(body);
    return { type: reader.u8(), ids: readList(reader.u32(), () => reader.u32()) };
  },
  encode: ({ type, ids }) => {
    const writer = new ByteWriter(5 + 4 * ids.length).u8(type).u32(ids.length);
    for (const id of ids) writer.u32(id);
    return writer.finish();
  },
});
