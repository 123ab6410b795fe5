// 0x0201 answers 0x8201 with the location (section 13.4), and the body it shares with 0x0500.
import { ByteReader, ByteWriter } from '../bytes.ts';
import { decodeLocation, encodeLocation, LOCATION_BASE_LENGTH } from '../location.ts';
import type { LocationReport } from '../location.ts';
import { message } from '../message.ts';

/** `replySerial` is null in the form of 2011, which has none. */
export type LocationReply = { readonly replySerial: number | null; readonly location: LocationReport };

const isPlausible = (location: LocationReport): boolean => location.time !== null && location.itemsError === undefined;

/**
 * Reads with the serial; a body that has no room for it, or that then has an impossible time or items and without it fits, is of
 * 2011. Throws DecodeError below 28 bytes.
 */
export const decodeLocationReply = (body: Uint8Array): LocationReply => {
  if (body.length < 2 + LOCATION_BASE_LENGTH) return { replySerial: null, location: decodeLocation(body) };
  const location = decodeLocation(body.subarray(2));
  if (!isPlausible(location)) {
    const alone = decodeLocation(body);
    if (isPlausible(alone)) return { replySerial: null, location: alone };
  }
  return { replySerial: new ByteReader(body).u16(), location };
};

export const encodeLocationReply = ({ replySerial, location }: LocationReply): Uint8Array => {
  const writer = new ByteWriter();
  if (replySerial !== null) writer.u16(replySerial);
  return writer.raw(encodeLocation(location)).finish();
};

export const t0201LocationReply = message<LocationReply>({
  id: 0x0201,
  name: 'location-reply',
  direction: 'up',
  decode: decodeLocationReply,
  encode: encodeLocationReply,
});
