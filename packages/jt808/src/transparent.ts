// Content of 0x8900 and 0x0900 by its type: carried through untouched, except the peripheral types F7 and F8. Section 20.
import { ByteReader, ByteWriter } from './bytes.ts';
import type { Edition } from './message.ts';

/**
 * Carried through. Types: 00 detailed GNSS, 0B transport card, 41 and 42 serial ports 1 and 2, F0 and up user defined (F0 often
 * plain text).
 */
export type TransparentContent = { readonly type: number; readonly content: Uint8Array };

/** Active-safety peripherals: state (F7) and descriptions (F8). */
export const PERIPHERAL_STATE = 0xf7;
export const PERIPHERAL_DESCRIPTION = 0xf8;

const HEAD_LENGTH_2011 = 7;

/** Type and content. In 2011 total length and packet length stand between; a body where they do not fit is read without. */
export const readTransparent = (body: Uint8Array, edition: Edition): TransparentContent => {
  const reader = new ByteReader(body);
  const type = reader.u8();
  const counted = edition === '2011' && body.length >= HEAD_LENGTH_2011;
  if (counted && new ByteReader(body, HEAD_LENGTH_2011 - 2).u16() === body.length - HEAD_LENGTH_2011) {
    reader.skip(HEAD_LENGTH_2011 - 1);
  }
  return { type, content: reader.rest() };
};

/** The inverse of readTransparent. */
export const encodeTransparent = ({ type, content }: TransparentContent, edition: Edition): Uint8Array => {
  const writer = new ByteWriter(HEAD_LENGTH_2011 + content.length).u8(type);
  if (edition === '2011') writer.u32(content.length).u16(content.length);
  return writer.raw(content).finish();
};
