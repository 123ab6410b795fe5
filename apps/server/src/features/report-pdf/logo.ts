// The logo of a report: whether its bytes are a picture that may be drawn. What draws it trusts lengths and sizes as they stand there.
import { errorText } from '../../kernel/error-text.ts';
import { assertPng } from '../../kernel/png.ts';

/** Far more than shows on the paper: a small file can hold a picture of gigabytes. */
const MAX_PIXELS = 4_000_000;
const START_OF_SCAN = 0xda;
/** Markers of the same row that are no frame: tables and reserved ones. */
const NO_FRAME = new Set([0xc4, 0xc8, 0xcc]);

const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && !NO_FRAME.has(marker);

/** By the header of its frame: a JPEG goes into the file as it is, nothing here decodes it. */
const assertJpeg = (bytes: Buffer): void => {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) throw new Error('it is neither PNG nor JPEG');
  for (let at = 2; at + 9 <= bytes.length;) {
    const marker = bytes.readUInt8(at + 1);
    if (bytes.readUInt8(at) !== 0xff || marker === START_OF_SCAN) break;
    if (isFrame(marker)) {
      const pixels = bytes.readUInt16BE(at + 5) * bytes.readUInt16BE(at + 7);
      if (pixels === 0 || pixels > MAX_PIXELS) throw new Error('its size');
      return;
    }
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2);
  }
  throw new Error('cut off');
};

/** Of a data URL. Throws an Error that says what is wrong. */
export const logoOf = (url: string): Buffer => {
  const bytes = Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
  try {
    if (bytes[0] === 0x89) assertPng(bytes, MAX_PIXELS);
    else assertJpeg(bytes);
  } catch (error) {
    throw new Error(`the logo is no picture that can be drawn (${errorText(error)})`, { cause: error });
  }
  return bytes;
};
