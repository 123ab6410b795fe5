// The alarm number: 32 bytes the platform gives in 0x9208 and the terminal repeats in 0x1210, not always as text.
import type { ByteReader, ByteWriter } from '../bytes.ts';
import { encodeGbk } from '../gbk.ts';

const LENGTH = 32;

/** `alarmNumber` is null, and `alarmNumberRaw` there, when the bytes are no printable ASCII: match such an alarm by its sign. */
export type AlarmNumber = { readonly alarmNumber: string | null; readonly alarmNumberRaw?: Uint8Array };

/** 32 bytes, padded with 00 behind. */
export const readAlarmNumber = (reader: ByteReader): AlarmNumber => {
  const raw = reader.take(LENGTH);
  let end = raw.length;
  while (end > 0 && raw[end - 1] === 0) end -= 1;
  const text = raw.subarray(0, end);
  if (text.some((byte) => byte < 0x20 || byte > 0x7e)) return { alarmNumber: null, alarmNumberRaw: raw };
  return { alarmNumber: String.fromCharCode(...text) };
};

/** The inverse; more than 32 bytes throw RangeError. */
export const writeAlarmNumber = (writer: ByteWriter, value: AlarmNumber): ByteWriter => {
  const bytes = value.alarmNumber === null ? (value.alarmNumberRaw ?? new Uint8Array(0)) : encodeGbk(value.alarmNumber);
  return writer.padded(bytes, LENGTH);
};
