// 0x0302: the driver's choice among the answers of 0x8302. Section 15.2.
import { ByteReader, ByteWriter } from '../bytes.ts';
import { message } from '../message.ts';

export type Answer = { readonly replySerial: number; readonly answerId: number };

export const t0302Answer = message<Answer>({
  id: 0x0302,
  name: 'answer',
  direction: 'up',
  decode: (body) => {
    const reader = new ByteReader(body);
    return { replySerial: reader.u16(), answerId: reader.u8() };
  },
  encode: ({ replySerial, answerId }) => new ByteWriter().u16(replySerial).u8(answerId).finish(),
});
