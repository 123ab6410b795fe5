// 0x0303: the driver orders or cancels a kind of information from the menu of 0x8303. Section 15.2.
import { ByteReader, ByteWriter } from '../bytes.ts';
import { message } from '../message.ts';

/** `action`: 0 cancel, 1 order. */
export type NewsOrder = { readonly type: number; readonly action: number };

export const t0303NewsOrder = message<NewsOrder>({
  id: 0x0303,
  name: 'news-order',
  direction: 'up',
  decode: (body) => {
    const reader = new ByteReader(body);
    return { type: reader.u8(), action: reader.u8() };
  },
  encode: ({ type, action }) => new ByteWriter().u8(type).u8(action).finish(),
});
