// The alarm identification of the active-safety extension: made by the terminal, repeated by the platform unchanged.
import { ByteReader, ByteWriter, toHex } from '../bytes.ts';
import { DecodeError } from '../errors.ts';
import { readText, readTime, writeTime } from '../fields.ts';
import type { WireTime } from '../fields.ts';
import { encodeGbk } from '../gbk.ts';

/**
 * `raw` is the truth: it is copied into 0x9208 and compared with the one in 0x1210. The other fields are a view of it, since
 * the terminal id inside is not always printable.
 */
export type AlarmSign = WireTime & {
  readonly terminalId: string;
  /** Number among the alarms of that second, from 0. */
  readonly sequence: number;
  /** Number of files the terminal keeps for this alarm; 0 means nothing to ask for. */
  readonly attachments: number;
  readonly reserved: Uint8Array;
  readonly raw: Uint8Array;
};

/** Sign length to the length of the terminal id in front; the rest after date, number and count is reserved. */
const ID_LENGTHS: ReadonlyMap<number, number> = new Map([
  [16, 7], // Jiangsu ("Su-biao")
  [32, 7], // Hunan
  [38, 30], // Heilongjiang
  [39, 30], // Sichuan
  [40, 30], // Guangdong
]);

const TAIL_LENGTH = 8; // time, sequence, attachments

/** Reads a sign of 16, 32, 38, 39 or 40 bytes; another length throws DecodeError. Active safety, section 3. */
export const decodeAlarmSign = (raw: Uint8Array): AlarmSign => {
  const idLength = ID_LENGTHS.get(raw.length);
  if (idLength === undefined) throw new DecodeError(0, `no alarm sign has ${raw.length} bytes`);
  const reader = new ByteReader(raw);
  return {
    terminalId: readText(reader, idLength),
    ...readTime(reader),
    sequence: reader.u8(),
    attachments: reader.u8(),
    reserved: reader.rest(),
    raw,
  };
};

/**
 * Makes a sign of `length` bytes, as a terminal does. RangeError for a length that does not exist or an id too long for it;
 * missing reserved bytes are zero.
 */
export const makeAlarmSign = (fields: Omit<AlarmSign, 'raw' | 'reserved'>, length: number): AlarmSign => {
  const idLength = ID_LENGTHS.get(length);
  if (idLength === undefined) throw new RangeError(`no alarm sign has ${length} bytes`);
  const writer = new ByteWriter(length).padded(encodeGbk(fields.terminalId), idLength);
  writeTime(writer, fields).u8(fields.sequence).u8(fields.attachments);
  const reserved = new Uint8Array(length - idLength - TAIL_LENGTH);
  return { ...fields, reserved, raw: writer.raw(reserved).finish() };
};

/**
 * Equal for two signs of the same alarm: terminal id, time and number. Leaves out the reserved bytes and the attachment count,
 * which devices do not always repeat the same.
 */
export const alarmSignKey = (sign: AlarmSign): string =>
  toHex(sign.raw.subarray(0, sign.raw.length - sign.reserved.length - 1));
