// Fields that come back in the bodies of JT/T 1078: counted text and BCD times.
import { type ByteReader, type ByteWriter, decodeGbk, encodeGbk } from '@outrider/jt808';

/** The digits of a BCD[6] field that says "no limit" or is unused. */
export const NO_TIME = '000000000000';

/**
 * The 12 digits YYMMDDhhmmss of a BCD[6] time. They stay digits here because their zone is a setting of each device (the standard says
 * GMT+8, many devices use their own): the handler turns them into UTC with `decodeTime(digits, offsetMinutes)`.
 */
export const readTimeDigits = (reader: ByteReader): string => reader.digits(6);

/** The inverse of `readTimeDigits`; throws RangeError unless there are 12 digits. */
export const writeTimeDigits = (writer: ByteWriter, digits: string): ByteWriter => {
  if (digits.length !== 12) throw new RangeError(`a time has 12 digits, not ${digits.length}`);
  return writer.digits(digits);
};

/** Text behind a BYTE with its length. */
export const readText = (reader: ByteReader): string => decodeGbk(reader.take(reader.u8()));

/** The inverse of `readText`; text of more than 255 bytes throws RangeError. */
export const writeText = (writer: ByteWriter, text: string): ByteWriter => {
  const bytes = encodeGbk(text);
  return writer.u8(bytes.length).raw(bytes);
};
