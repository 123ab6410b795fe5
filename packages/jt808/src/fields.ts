// Fields that come back in many bodies: counted strings, padded text, times with their raw digits, lists of ids.
import { type ByteReader, ByteWriter } from './bytes.ts';
import { DecodeError } from './errors.ts';
import { decodeGbk, encodeGbk } from './gbk.ts';
import type { Edition } from './message.ts';
import { decodeTime, encodeTime } from './time.ts';

/** A TIME field read at +08:00: UTC ms, or null with the twelve digits the device sent when they are no date. */
export type WireTime = { readonly time: number | null; readonly timeBcd?: string };

/** Six BCD bytes as a WireTime. */
export const readTime = (reader: ByteReader): WireTime => {
  const digits = reader.digits(6);
  const time = decodeTime(digits);
  return time === null ? { time, timeBcd: digits } : { time };
};

/** The inverse of `readTime`; a null without digits is written as zeros. */
export const writeTime = (writer: ByteWriter, value: WireTime): ByteWriter =>
  writer.digits(value.time === null ? (value.timeBcd ?? '000000000000') : encodeTime(value.time));

/** Text of `length` bytes, GBK. */
export const readText = (reader: ByteReader, length: number): string => decodeGbk(reader.take(length));

/** Text with a BYTE count in front. */
export const readText8 = (reader: ByteReader): string => readText(reader, reader.u8());

/** Text with a WORD count in front. */
export const readText16 = (reader: ByteReader): string => readText(reader, reader.u16());

/** The inverse of `readText8`; text of more than 255 bytes throws RangeError. */
export const writeText8 = (writer: ByteWriter, text: string): ByteWriter => {
  const bytes = encodeGbk(text);
  return writer.u8(bytes.length).raw(bytes);
};

/** The inverse of `readText16`. */
export const writeText16 = (writer: ByteWriter, text: string): ByteWriter => {
  const bytes = encodeGbk(text);
  return writer.u16(bytes.length).raw(bytes);
};

/** `count` items one after the other; running past the end throws DecodeError. */
export const readList = <T>(count: number, readItem: () => T): T[] => {
  const items: T[] = [];
  for (let i = 0; i < count; i += 1) items.push(readItem());
  return items;
};

/** Items until the body ends. */
export const readToEnd = <T>(reader: ByteReader, readItem: () => T): T[] => {
  const items: T[] = [];
  while (reader.remaining > 0) items.push(readItem());
  return items;
};

/** A body that is nothing but a list of ids. */
export type IdList = { readonly ids: readonly number[] };

/** DWORD ids behind a BYTE count. */
export const readIds8 = (reader: ByteReader): number[] => readList(reader.u8(), () => reader.u32());

/** A body of a BYTE count and DWORD ids. */
export const encodeIds8 = (ids: readonly number[]): Uint8Array => {
  const writer = new ByteWriter(1 + 4 * ids.length).u8(ids.length);
  for (const id of ids) writer.u32(id);
  return writer.finish();
};

/**
 * Reads `body` by the edition its header promised; when that does not end exactly at the end of the body and another of
 * `editions` does, takes that one (section 5). When none fits, the promised edition stands, extra bytes or DecodeError included.
 */
export const readByFit = <T>(
  edition: Edition,
  editions: readonly Edition[],
  open: () => ByteReader,
  read: (reader: ByteReader, edition: Edition) => T,
): T => {
  const attempt = (candidate: Edition): { value: T; exact: boolean } => {
    const reader = open();
    const value = read(reader, candidate);
    return { value, exact: reader.remaining === 0 };
  };
  const tryAttempt = (candidate: Edition): { value: T; exact: boolean } | DecodeError => {
    try {
      return attempt(candidate);
    } catch (error) {
      if (error instanceof DecodeError) return error;
      throw error;
    }
  };
  const promised = tryAttempt(edition);
  if (!(promised instanceof DecodeError) && promised.exact) return promised.value;
  for (const candidate of editions) {
    if (candidate === edition) continue;
    const other = tryAttempt(candidate);
    if (!(other instanceof DecodeError) && other.exact) return other.value;
  }
  if (promised instanceof DecodeError) throw promised;
  return promised.value;
};
