// What a file is by its first bytes, and its name by that: devices announce pictures that are none. Only types of this list are shown
// inside a page. Pure.
import { givenFileName } from '@outrider/contract';

export const UNKNOWN_TYPE = 'application/octet-stream';

const startsWith = (head: Uint8Array, at: number, bytes: readonly number[]): boolean =>
  bytes.every((byte, i) => head[at + i] === byte);
const ascii = (text: string): number[] => Array.from(text, (c) => c.charCodeAt(0));

const RIFF = ascii('RIFF');
const FTYP = ascii('ftyp');
/** Brands of ISO files that hold sound alone. */
const SOUND_BRANDS = ['M4A ', 'M4B '].map(ascii);

/** How many of the first bytes are looked at. */
export const HEAD_LENGTH = 64;

/** The media type, or `application/octet-stream` for what a browser should not be shown. */
export const typeOf = (head: Uint8Array): string => {
  if (startsWith(head, 0, [0xff, 0xd8, 0xff])) return 'image/jpeg';
  if (startsWith(head, 0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png';
  if (startsWith(head, 4, FTYP))
    return SOUND_BRANDS.some((brand) => startsWith(head, 8, brand)) ? 'audio/mp4' : 'video/mp4';
  if (startsWith(head, 0, RIFF) && startsWith(head, 8, ascii('WAVE'))) return 'audio/wav';
  if (startsWith(head, 0, ascii('ID3')) || (head[0] === 0xff && ((head[1] ?? 0) & 0xf6) === 0xf2)) return 'audio/mpeg';
  return UNKNOWN_TYPE;
};

/** What a name ends with for each type; none for an unknown one, whose own ending is kept. */
const endings: Readonly<Record<string, string>> = {
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'video/mp4': '.mp4',
  'audio/mp4': '.m4a',
  'audio/wav': '.wav',
  'audio/mpeg': '.mp3',
};

/** The device's name for the file, with the ending of what it really is; `fallback` where nothing of it can be a name. */
export const nameFor = (wanted: string, type: string, fallback: string): string => {
  const ending = endings[type] ?? '';
  const own = ending === '' ? /$/ : new RegExp(`\\${ending}$`, 'i');
  return givenFileName(wanted, ending, own) || `${fallback}${ending}`;
};
