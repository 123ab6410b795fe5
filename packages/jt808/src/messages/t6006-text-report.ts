// 0x6006: a tracker's answer in text to a command sent as 0x8300 (vendor). Section 15.1.
import { ByteReader, ByteWriter } from '../bytes.ts';
import { readText } from '../fields.ts';
import { encodeGbk } from '../gbk.ts';
import { message } from '../message.ts';

export type TextReport = { readonly encoding: number; readonly text: string };

export const t6006TextReport = message<TextReport>({
  id: 0x6006,
  name: 'text-report',
  direction: 'up',
  decode: (body) => {
    const reader = new ByteReader(body);
    return { encoding: reader.u8(), text: readText(reader, reader.remaining) };
  },
  encode: ({ encoding, text }) => new ByteWriter().u8(encoding).raw(encodeGbk(text)).finish(),
});
