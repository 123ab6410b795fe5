// The obfuscated segment of /live: texts in, one segment of letters, digits, - and _ out, and back. It keeps an account from being read
// over a shoulder or found by searching a history for the name. It is NO secret: the key is in this file for everyone to read.
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';

const KEY = utf8ToBytes('outrider viewer segment 1');
const VERSION = 1;
const CHECK_BYTES = 4;
const BLOCK_BYTES = 32;

/** As many bytes as asked for, always the same ones: SHA-256 of the key and a counter, block after block. */
const keyStream = (length: number): Uint8Array => {
  const blocks = Array.from({ length: Math.ceil(length / BLOCK_BYTES) }, (_, i) =>
    sha256(concatBytes(KEY, Uint8Array.of(i >> 8, i & 0xff))),
  );
  return concatBytes(...blocks).subarray(0, length);
};

const mixed = (bytes: Uint8Array): Uint8Array => {
  const stream = keyStream(bytes.length);
  return bytes.map((byte, i) => byte ^ (stream[i] ?? 0));
};

const toUrlText = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

const fromUrlText = (text: string): Uint8Array | undefined => {
  if (!/^[\w-]+$/.test(text)) return undefined;
  try {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
  } catch {
    return undefined; // a length that Base64 never has
  }
};

/** One segment for these texts. Version, first four bytes of the SHA-256, then the texts as JSON, mixed with the key stream. */
export const sealSegment = (texts: readonly string[]): string => {
  const plain = utf8ToBytes(JSON.stringify(texts));
  const mixing = mixed(concatBytes(sha256(plain).subarray(0, CHECK_BYTES), plain));
  return toUrlText(concatBytes(Uint8Array.of(VERSION), mixing));
};

const textsOf = (json: string): readonly string[] => {
  try {
    const read: unknown = JSON.parse(json);
    return Array.isArray(read) ? read.map(String) : [];
  } catch {
    return []; // the check was met by chance
  }
};

/** The texts of a segment; none for one that was not made by `sealSegment` or was changed since. */
export const openSegment = (segment: string): readonly string[] => {
  const bytes = fromUrlText(segment);
  if (bytes === undefined || bytes[0] !== VERSION || bytes.length <= 1 + CHECK_BYTES) return [];
  const opened = mixed(bytes.subarray(1));
  const plain = opened.subarray(CHECK_BYTES);
  const check = sha256(plain);
  if (!opened.subarray(0, CHECK_BYTES).every((byte, i) => byte === check[i])) return [];
  return textsOf(new TextDecoder().decode(plain));
};
