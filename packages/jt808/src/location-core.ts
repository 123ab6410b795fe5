// The lean reading of a location report for ingest: one flat object, no item list. The whole report is in location.ts.
import { DecodeError } from './errors.ts';
import { LOCATION_BASE_LENGTH } from './location.ts';
import { decodeTimeBytes } from './time.ts';

/**
 * The fixed part, and of the items only what every position keeps; null where the report has no such item or one of another
 * length. Units and signs as in LocationReport. When `hasOtherItems`, decodeLocation has more to say: alarms in areas, video
 * alarms, active safety, vendor items, or a tail that cannot be read. Video items of all zeros, which recorders put into every
 * report, are given by `noVideoAlarm` alone.
 */
export type LocationCore = {
  readonly alarm: number;
  readonly status: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly altitude: number;
  readonly speedKmh: number;
  readonly direction: number;
  /** UTC ms read in the given zone, null when it is no date. */
  readonly time: number | null;
  readonly mileageKm: number | null;
  readonly fuelL: number | null;
  readonly recorderSpeedKmh: number | null;
  readonly signalStrength: number | null;
  readonly satellites: number | null;
  /** Item 14 hex is there and all zeros: what was on is over. */
  readonly noVideoAlarm: boolean;
  readonly hasOtherItems: boolean;
};

/** Reads a 0x0200 body. Throws DecodeError below 28 bytes; a bad tail is no error, see `hasOtherItems`. */
export const decodeLocationCore = (body: Uint8Array, offsetMinutes?: number): LocationCore => {
  if (body.length < LOCATION_BASE_LENGTH) throw new DecodeError(body.length, 'location shorter than 28 bytes');
  const status = dword(body, 4);
  let [mileage, fuel, recorderSpeed, signalStrength, satellites] = [-1, -1, -1, -1, -1];
  let noVideoAlarm = false;
  let hasOtherItems = false;
  let at = LOCATION_BASE_LENGTH;
  while (at + 1 < body.length) {
    const length = body[at + 1] ?? 0;
    const key = ((body[at] ?? 0) << 8) | length;
    const content = at + 2;
    at = content + length;
    if (at > body.length) break;
    // Item id and its one known length; of repeated items the first counts, as for itemValue.
    if (key === 0x0104 && mileage < 0) mileage = dword(body, content);
    else if (key === 0x0202 && fuel < 0) fuel = word(body, content);
    else if (key === 0x0302 && recorderSpeed < 0) recorderSpeed = word(body, content);
    else if (key === 0x3001 && signalStrength < 0) signalStrength = body[content] ?? 0;
    else if (key === 0x3101 && satellites < 0) satellites = body[content] ?? 0;
    else if (!isQuietVideoItem(key >> 8, body, content, at)) hasOtherItems = true;
    else if (key === 0x1404) noVideoAlarm = true;
  }
  return {
    alarm: dword(body, 0),
    status,
    latitude: degrees(dword(body, 8), status & 4),
    longitude: degrees(dword(body, 12), status & 8),
    altitude: word(body, 16),
    speedKmh: word(body, 18) / 10,
    direction: word(body, 20),
    time: decodeTimeBytes(body, 22, offsetMinutes),
    mileageKm: mileage < 0 ? null : mileage / 10,
    fuelL: fuel < 0 ? null : fuel / 10,
    recorderSpeedKmh: recorderSpeed < 0 ? null : recorderSpeed / 10,
    signalStrength: signalStrength < 0 ? null : signalStrength,
    satellites: satellites < 0 ? null : satellites,
    noVideoAlarm,
    hasOtherItems: hasOtherItems || at !== body.length,
  };
};

/** Items 14 to 18 hex without a bit set. */
const isQuietVideoItem = (id: number, body: Uint8Array, from: number, to: number): boolean => {
  if (id < 0x14 || id > 0x18) return false;
  for (let at = from; at < to; at += 1) if (body[at] !== 0) return false;
  return true;
};

const word = (bytes: Uint8Array, at: number): number => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);

const dword = (bytes: Uint8Array, at: number): number => word(bytes, at) * 0x10000 + word(bytes, at + 2);

const degrees = (raw: number, negative: number): number => (negative !== 0 && raw !== 0 ? -raw : raw) / 1e6;
