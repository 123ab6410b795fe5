// The 4-byte header recorders on Hisilicon chips put before each audio frame: 00 01 LL 00, LL = rest of the body in 16-bit words.

const HEADER_BYTES = 4;
const MAX_BODY = 255 * 2;

/** Exactly the three fixed conditions and the length; nothing else is taken for a header. */
export const hasHisiliconHeader = (body: Uint8Array): boolean =>
  body.length >= HEADER_BYTES &&
  body[0] === 0 &&
  body[1] === 1 &&
  body[3] === 0 &&
  (body[2] ?? 0) * 2 === body.length - HEADER_BYTES;

/** The audio frame itself, as a view; the body as it is when there is no header. */
export const stripHisiliconHeader = (body: Uint8Array): Uint8Array =>
  hasHisiliconHeader(body) ? body.subarray(HEADER_BYTES) : body;

/** The frame with a header in front. RangeError on an odd length or more than 510 bytes, which the header cannot say. */
export const addHisiliconHeader = (frame: Uint8Array): Uint8Array => {
  if (frame.length % 2 !== 0 || frame.length > MAX_BODY) throw new RangeError(`audio frame of ${frame.length} bytes`);
  const body = new Uint8Array(HEADER_BYTES + frame.length);
  body[1] = 1;
  body[2] = frame.length / 2;
  body.set(frame, HEADER_BYTES);
  return body;
};
