// 0x8401: the phone book of the terminal. Section 15.3.
import { ByteReader, ByteWriter } from '../bytes.ts';
import { readByFit, readList, readText8, writeText8 } from '../fields.ts';
import { message } from '../message.ts';
import type { Edition } from '../message.ts';

/** `flags`: 1 may call in, 2 may be called, 3 both. */
export type Contact = { readonly flags: number; readonly phone: string; readonly name: string };

/** `action`: 0 delete all (then nothing follows), 1 replace, 2 append, 3 modify. */
export type PhoneBook = { readonly action: number; readonly contacts: readonly Contact[] };

const DELETE_ALL = 0;

const readBody = (reader: ByteReader, edition: Edition): PhoneBook => {
  const action = reader.u8();
  if (action === DELETE_ALL && reader.remaining === 0) return { action, contacts: [] };
  if (edition === '2011') reader.skip(1); // total over all packets, before the count of this one
  const contacts = readList(reader.u8(), () => ({
    flags: reader.u8(),
    phone: readText8(reader),
    name: readText8(reader),
  }));
  return { action, contacts };
};

export const p8401PhoneBook = message<PhoneBook>({
  id: 0x8401,
  name: 'phone-book',
  direction: 'down',
  decode: (body, edition) => readByFit(edition, ['2013', '2011'], () => new ByteReader(body), readBody),
  encode: ({ action, contacts }, edition) => {
    const writer = new ByteWriter().u8(action);
    if (action === DELETE_ALL) return writer.finish();
    if (edition === '2011') writer.u8(contacts.length);
    writer.u8(contacts.length);
    for (const { flags, phone, name } of contacts) {
      writeText8(writer.u8(flags), phone);
      writeText8(writer, name);
    }
    return writer.finish();
  },
});
