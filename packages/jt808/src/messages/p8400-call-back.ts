// 0x8400: the terminal is to call a phone number. Section 15.3.
import { ByteReader, ByteWriter } from '../bytes.ts';
import { readText } from '../fields.ts';
import { encodeGbk } from '../gbk.ts';
import { message } from '../message.ts';

/** `mode`: 0 call, 1 listen silently. At most 20 characters of phone number. */
export type CallBack = { readonly mode: number; readonly phone: string };

export const p8400CallBack = message<CallBack>({
  id: 0x8400,
  name: 'call-back',
  direction: 'down',
  decode: (body) => {
    const reader = new ByteReader(body);
    return { mode: reader.u8(), phone: readText(reader, reader.remaining) };
  },
  encode: ({ mode, phone }) => new ByteWriter().u8(mode).raw(encodeGbk(phone)).finish(),
});
