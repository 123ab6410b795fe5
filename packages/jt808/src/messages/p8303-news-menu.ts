// 0x8303: the kinds of information a driver can order, such as news or weather. Section 15.2.
import { ByteReader, ByteWriter } from '../bytes.ts';
import { readByFit, readList, readText16, writeText16 } from '../fields.ts';
import { message } from '../message.ts';
import type { Edition } from '../message.ts';

export type NewsMenuEntry = { readonly type: number; readonly name: string };

/** `action`: 0 delete all (then nothing follows), 1 replace, 2 append, 3 modify. */
export type NewsMenu = { readonly action: number; readonly entries: readonly NewsMenuEntry[] };

const DELETE_ALL = 0;

const readBody = (reader: ByteReader, edition: Edition): NewsMenu => {
  const action = reader.u8();
  if (action === DELETE_ALL && reader.remaining === 0) return { action, entries: [] };
  if (edition === '2011') reader.skip(1); // total over all packets, before the count of this one
  return { action, entries: readList(reader.u8(), () => ({ type: reader.u8(), name: readText16(reader) })) };
};

export const p8303NewsMenu = message<NewsMenu>({
  id: 0x8303,
  name: 'news-menu',
  direction: 'down',
  decode: (body, edition) => readByFit(edition, ['2013', '2011'], () => new ByteReader(body), readBody),
  encode: ({ action, entries }, edition) => {
    const writer = new ByteWriter().u8(action);
    if (action === DELETE_ALL) return writer.finish();
    if (edition === '2011') writer.u8(entries.length);
    writer.u8(entries.length);
    for (const { type, name } of entries) writeText16(writer.u8(type), name);
    return writer.finish();
  },
});
