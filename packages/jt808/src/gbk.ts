// GBK text of JT/T 808 fields, both ways. Decoding is the platform's; encoding is a table built from it, since there is none.

const decoder = new TextDecoder('gb18030');
const FIRST_LEAD = 0x81;
const FIRST_TRAIL = 0x40;
const LAST = 0xfe;
const REPLACEMENT = 0xfffd;
const QUESTION_MARK = 0x3f;

/**
 * Text of a STR or B[n] field. Bytes that are no GBK become U+FFFD. 00 and spaces are trimmed on both sides: devices end strings
 * with 00, pad fields with spaces, and some of 2019 pad in front (section 1 of the protocol reference).
 */
export const decodeGbk = (bytes: Uint8Array): string => {
  let start = 0;
  let end = bytes.length;
  while (end > start && isPadding(bytes[end - 1])) end -= 1;
  while (start < end && isPadding(bytes[start])) start += 1;
  if (start === end) return '';
  return decoder.decode(bytes.subarray(start, end));
};

/** GBK bytes of a text, without a terminator. A character GBK does not have becomes '?'. */
export const encodeGbk = (text: string): Uint8Array => {
  const out = new Uint8Array(text.length * 2);
  let length = 0;
  for (const character of text) {
    const point = character.codePointAt(0) ?? QUESTION_MARK;
    const code = point < 0x80 ? point : (gbkCodes().get(point) ?? QUESTION_MARK);
    if (code > 0xff) {
      out[length] = code >> 8;
      length += 1;
    }
    out[length] = code & 0xff;
    length += 1;
  }
  return out.slice(0, length);
};

const isPadding = (byte: number | undefined): boolean => byte === 0x00 || byte === 0x20;

let table: Map<number, number> | null = null;

/** Code point -> two-byte code, built at the first use (24,000 characters, some milliseconds). */
const gbkCodes = (): Map<number, number> => {
  table ??= buildTable();
  return table;
};

const buildTable = (): Map<number, number> => {
  const codes = new Map<number, number>();
  for (let lead = FIRST_LEAD; lead <= LAST; lead += 1) {
    for (let trail = FIRST_TRAIL; trail <= LAST; trail += 1) {
      const point = trail === 0x7f ? REPLACEMENT : pointOf(lead, trail);
      if (point !== REPLACEMENT && !isPrivate(point) && !codes.has(point)) codes.set(point, (lead << 8) | trail);
    }
  }
  return codes;
};

/** The one character two bytes stand for; U+FFFD when they are not one character. */
const pointOf = (lead: number, trail: number): number => {
  const text = decoder.decode(Uint8Array.of(lead, trail));
  const point = text.codePointAt(0) ?? REPLACEMENT;
  return text.length === (point > 0xffff ? 2 : 1) ? point : REPLACEMENT;
};

const isPrivate = (point: number): boolean => point >= 0xe000 && point <= 0xf8ff;
