// 0x8100 answer to 0x0100 (section 10.2).
import { ByteReader, ByteWriter } from '../bytes.ts';
import { decodeGbk, encodeGbk } from '../gbk.ts';
import { message } from '../message.ts';

/**
 * `result`: 0 ok, 1 vehicle already registered, 2 no such vehicle, 3 terminal already registered, 4 no such terminal.
 * `authCode` goes with 0 only; keep it ASCII and at most 32 characters.
 */
export type RegisterReply = { readonly replySerial: number; readonly result: number; readonly authCode?: string };

export const p8100RegisterReply = message<RegisterReply>({
  id: 0x8100,
  name: 'register-reply',
  direction: 'down',
  decode: (body) => {
    const reader = new ByteReader(body);
    const reply = { replySerial: reader.u16(), result: reader.u8() };
    return reply.result === 0 ? { ...reply, authCode: decodeGbk(reader.rest()) } : reply;
  },
  encode: ({ replySerial, result, authCode }) => {
    const writer = new ByteWriter().u16(replySerial).u8(result);
    return (result === 0 ? writer.raw(encodeGbk(authCode ?? '')) : writer).finish();
  },
});
