// 0x8300: a text for the driver, and on trackers configuration commands. Section 15.1.
import { ByteReader, ByteWriter } from '../bytes.ts';
import { readText } from '../fields.ts';
import { encodeGbk } from '../gbk.ts';
import { message } from '../message.ts';

/**
 * `flags` 2013: bit 0 urgent, 2 display, 3 read aloud, 4 advertising screen, 5 CAN fault code instead of navigation.
 * `flags` 2019: bits 0-1 are 1 service, 2 urgent, 3 notice; 2, 3 and 5 as before. `textType` 1 notice, 2 service, 2019 only.
 * At most 1024 bytes of GBK.
 */
export type TextMessage = { readonly flags: number; readonly textType?: number; readonly text: string };

const NOTICE = 1;

export const p8300Text = message<TextMessage>({
  id: 0x8300,
  name: 'text',
  direction: 'down',
  decode: (body, edition) => {
    const reader = new ByteReader(body);
    const flags = reader.u8();
    if (edition !== '2019') return { flags, text: readText(reader, reader.remaining) };
    return { flags, textType: reader.u8(), text: readText(reader, reader.remaining) };
  },
  encode: ({ flags, textType, text }, edition) => {
    const writer = new ByteWriter().u8(flags);
    if (edition === '2019') writer.u8(textType ?? NOTICE);
    return writer.raw(encodeGbk(text)).finish();
  },
});
