// 0x8304: a piece of information of a kind the driver ordered. Section 15.2.
import { ByteReader, ByteWriter } from '../bytes.ts';
import { readByFit, readText16, writeText16 } from '../fields.ts';
import { encodeGbk } from '../gbk.ts';
import { message } from '../message.ts';
import type { Edition } from '../message.ts';

export type News = { readonly type: number; readonly text: string };

const readBody = (reader: ByteReader, edition: Edition): News => {
  const type = reader.u8();
  if (edition === '2011') reader.skip(2); // length over all packets, before the length in this one
  return { type, text: readText16(reader) };
};

export const p8304News = message<News>({
  id: 0x8304,
  name: 'news',
  direction: 'down',
  decode: (body, edition) => readByFit(edition, ['2013', '2011'], () => new ByteReader(body), readBody),
  encode: ({ type, text }, edition) => {
    const writer = new ByteWriter().u8(type);
    if (edition === '2011') writer.u16(encodeGbk(text).length);
    return writeText16(writer, text).finish();
  },
});
