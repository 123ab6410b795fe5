// The message header of JT/T 808, both layouts, and the terminal's identity. Flags, escapes and checksums live in frame.ts.
import { ByteWriter, fromHex, toHex } from './bytes.ts';
import { DecodeError } from './errors.ts';

/** Layout of a header: '2013' is the short one of 2011 and 2013 (12 bytes), '2019' the long one (17). */
export type HeaderLayout = '2013' | '2019';

/** One decoded header. */
export type Header = {
  readonly layout: HeaderLayout;
  readonly messageId: number;
  /** As declared; of a sub-package, the length of that part. */
  readonly bodyLength: number;
  /** Bits 10 to 12 as a number; 0 is none, 1 is RSA. A body with anything but 0 must not be parsed. */
  readonly encryption: number;
  readonly subpackaged: boolean;
  readonly versionFlag: boolean;
  /** Null in the short layout. */
  readonly protocolVersion: number | null;
  /** The id bytes as hex digits, exactly as on the wire: 12 digits in the short layout, 20 in the long one. */
  readonly phone: string;
  readonly serial: number;
  /** Only with `subpackaged`. */
  readonly packageTotal?: number;
  /** From 1. Only with `subpackaged`. */
  readonly packageIndex?: number;
};

/** What was odd about a frame and yet accepted (sections 3 and 5). */
export type Tolerance = 'headerLayoutMismatch' | 'extraBytes' | 'bareEscape';

/** A header with its body. `fits` false: fewer body bytes than declared, the frame must be rejected as `length`. */
export type HeaderReading = {
  readonly header: Header;
  readonly body: Uint8Array;
  readonly tolerated: readonly Tolerance[];
  readonly fits: boolean;
};

/** Longest body one frame can declare. */
export const MAX_BODY_LENGTH = 1023;

const VERSION_FLAG = 0x4000;
const SUBPACKAGED = 0x2000;
const NOTHING: readonly Tolerance[] = [];
const MISMATCH: readonly Tolerance[] = ['headerLayoutMismatch'];
const EXTRA: readonly Tolerance[] = ['extraBytes'];

/**
 * Reads header and body from `content`, the unescaped bytes without flags and checksum, and decides the layout as section 5
 * says: the one bit 14 names if its length fits, else the other one if that fits. Null when there is no room for a header.
 */
export const readHeader = (content: Uint8Array): HeaderReading | null => {
  if (content.length < 12) return null;
  const properties = word(content, 2);
  const flagged = (properties & VERSION_FLAG) !== 0;
  const surplus = content.length - headerLength(properties, flagged) - (properties & 0x3ff);
  if (surplus === 0) return reading(content, properties, flagged, NOTHING, true);
  const otherSurplus = content.length - headerLength(properties, !flagged) - (properties & 0x3ff);
  // A short header whose flag says nothing is taken for a long one only when the version byte agrees.
  if (otherSurplus === 0 && (flagged || content[4] === 1)) {
    return reading(content, properties, !flagged, MISMATCH, true);
  }
  if (content.length < headerLength(properties, flagged)) return null;
  return reading(content, properties, flagged, surplus > 0 ? EXTRA : NOTHING, surplus > 0);
};

/** As readHeader, but throws DecodeError for what does not hold a header and its whole body. */
export const decodeHeader = (content: Uint8Array): HeaderReading => {
  const result = readHeader(content);
  if (result === null) throw new DecodeError(content.length, 'no room for a header');
  if (!result.fits) throw new DecodeError(content.length, `body shorter than the ${result.header.bodyLength} declared`);
  return result;
};

const headerLength = (properties: number, long: boolean): number =>
  (long ? 17 : 12) + ((properties & SUBPACKAGED) === 0 ? 0 : 4);

const reading = (
  content: Uint8Array,
  properties: number,
  long: boolean,
  tolerated: readonly Tolerance[],
  fits: boolean,
): HeaderReading => {
  const idAt = long ? 5 : 4;
  const serialAt = long ? 15 : 10;
  const bodyLength = properties & 0x3ff;
  const subpackaged = (properties & SUBPACKAGED) !== 0;
  const base = {
    layout: long ? '2019' : '2013',
    messageId: word(content, 0),
    bodyLength,
    encryption: (properties >> 10) & 7,
    subpackaged,
    versionFlag: (properties & VERSION_FLAG) !== 0,
    protocolVersion: long ? (content[4] ?? 0) : null,
    phone: toHex(content.subarray(idAt, serialAt)),
    serial: word(content, serialAt),
  } as const;
  const bodyAt = serialAt + (subpackaged ? 6 : 2);
  const header: Header = subpackaged
    ? { ...base, packageTotal: word(content, serialAt + 2), packageIndex: word(content, serialAt + 4) }
    : base;
  return { header, body: content.subarray(bodyAt, bodyAt + bodyLength), tolerated, fits };
};

const word = (bytes: Uint8Array, at: number): number => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);

/** What a header is built from; the body length comes from the body. */
export type HeaderFields = Omit<Header, 'bodyLength' | 'subpackaged' | 'encryption'> & { readonly encryption?: number };

/**
 * Header and body as unescaped bytes, without flags and checksum (frame.ts adds those). Sub-packaged when `packageTotal` and
 * `packageIndex` are there. Throws RangeError for a body over 1023 bytes, an id of the wrong length or a number out of range.
 */
export const encodeHeader = (fields: HeaderFields, body: Uint8Array): Uint8Array => {
  if (body.length > MAX_BODY_LENGTH) throw new RangeError(`${body.length} bytes do not fit one frame`);
  const long = fields.layout === '2019';
  if (fields.phone.length !== (long ? 20 : 12)) throw new RangeError(`id ${fields.phone} does not fit the header`);
  const { packageTotal, packageIndex } = fields;
  const subpackaged = packageTotal !== undefined && packageIndex !== undefined;
  const flags = (fields.versionFlag ? VERSION_FLAG : 0) | (subpackaged ? SUBPACKAGED : 0);
  const writer = new ByteWriter(21 + body.length)
    .u16(fields.messageId)
    .u16(flags | ((fields.encryption ?? 0) << 10) | body.length);
  if (long) writer.u8(fields.protocolVersion ?? 1);
  writer.raw(fromHex(fields.phone)).u16(fields.serial);
  if (subpackaged) writer.u16(packageTotal).u16(packageIndex);
  return writer.raw(body).finish();
};

const PACKED_IMEI_BYTES = 6;

/**
 * Normal form of a terminal's id, for looking up the device: leading zeros stripped, so the short and the long layout of one
 * number agree. Six bytes that are no BCD are a 48-bit number holding the first 14 digits of an IMEI (section 5): then the
 * 15-digit IMEI with its check digit. Anything else that is no BCD stays hex. All zeros give '0'.
 */
export const terminalIdOf = (phone: string): string => {
  const digits = phone.replace(/^0+(?=.)/, '');
  if (!/[^0-9]/.test(digits)) return digits;
  if (digits.length > PACKED_IMEI_BYTES * 2) return digits;
  const decimal = String(Number.parseInt(digits, 16)).padStart(14, '0');
  return decimal.length === 14 ? decimal + luhnDigit(decimal) : digits;
};

/** Luhn check digit of a number without one. */
const luhnDigit = (digits: string): string => {
  let sum = 0;
  for (let i = 0; i < digits.length; i += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - i) - 48;
    const doubled = i % 2 === 0 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return String((10 - (sum % 10)) % 10);
};
