// 0x8004 the server's time (2019, section 10.5). UTC by the text of the standard.
import { ByteReader, ByteWriter } from '../bytes.ts';
import { message } from '../message.ts';
import { decodeTime, encodeTime } from '../time.ts';

/**
 * `timeUtc` in UTC ms; null when the digits are no date. For a device that wants its local time (the standard's own example
 * shows one), add its offset before encoding.
 */
export type TimeReply = { readonly timeUtc: number | null };

export const p8004TimeReply = message<TimeReply>({
  id: 0x8004,
  name: 'time-reply',
  direction: 'down',
  decode: (body) => ({ timeUtc: decodeTime(new ByteReader(body).digits(6), 0) }),
  encode: ({ timeUtc }) => new ByteWriter().digits(timeUtc === null ? '000000000000' : encodeTime(timeUtc, 0)).finish(),
});
