// 0x1300: a tracker's answer in UTF-16 to a command sent as 0x8300 (vendor). Section 15.1.
import { ByteReader, ByteWriter } from '../bytes.ts';
import { message } from '../message.ts';

export type TextReply = { readonly replySerial: number; readonly text: string };

/** Big-endian code units; an odd last byte is dropped, trailing zeros too. */
const readUtf16 = (reader: ByteReader): string => {
  let text = '';
  while (reader.remaining >= 2) text += String.fromCharCode(reader.u16());
  return text.replace(/\0+$/, '').toWellFormed();
};

export const t1300TextReply = message<TextReply>({
  id: 0x1300,
  name: 'text-reply',
  direction: 'up',
  decode: (body) => {
    const reader = new ByteReader(body);
    return { replySerial: reader.u16(), text: readUtf16(reader) };
  },
  encode: ({ replySerial, text }) => {
    const writer = new ByteWriter(2 + 2 * text.length).u16(replySerial);
    for (let i = 0; i < text.length; i += 1) writer.u16(text.charCodeAt(i));
    return writer.finish();
  },
});
