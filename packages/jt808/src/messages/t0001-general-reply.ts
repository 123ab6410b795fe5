// 0x0001 general answer of the terminal (section 6), and the body it shares with 0x8001.
import { ByteReader, ByteWriter } from '../bytes.ts';
import { message } from '../message.ts';

/** `result`: 0 done, 1 failed, 2 message malformed, 3 not supported, and of 0x8001 only 4 alarm handled. */
export type GeneralReply = { readonly replySerial: number; readonly replyId: number; readonly result: number };

export const decodeGeneralReply = (body: Uint8Array): GeneralReply => {
  const reader = new ByteReader(body);
  return { replySerial: reader.u16(), replyId: reader.u16(), result: reader.u8() };
};

export const encodeGeneralReply = ({ replySerial, replyId, result }: GeneralReply): Uint8Array =>
  new ByteWriter().u16(replySerial).u16(replyId).u8(result).finish();

export const t0001GeneralReply = message<GeneralReply>({
  id: 0x0001,
  name: 'general-reply',
  direction: 'up',
  decode: decodeGeneralReply,
  encode: encodeGeneralReply,
});
