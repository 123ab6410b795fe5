// The body of 0x0200 (section 13.1), which 0x0201, 0x0500, 0x0704 and 0x0801 carry inside. Bits are named in alarm-bits.ts.
import { ByteReader, ByteWriter } from './bytes.ts';
import { DecodeError } from './errors.ts';
import { readTime, writeTime } from './fields.ts';
import type { WireTime } from './fields.ts';
import { decodeItems, writeItems } from './items.ts';
import type { LocationItems } from './items.ts';

/** Bytes before the additional items. */
export const LOCATION_BASE_LENGTH = 28;

/**
 * The fixed part. `latitude` and `longitude` are signed degrees; the hemisphere bits 2 and 3 of `status` follow their sign when
 * written. `speedKmh` in steps of 0.1; `altitude` in metres as sent, above 32767 meaning negative (see altitudeM). `time` is
 * UTC ms read at +08:00, null with `timeBcd` when it is no date.
 */
export type LocationBase = WireTime & {
  readonly alarm: number;
  readonly status: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly altitude: number;
  readonly speedKmh: number;
  /** 0 to 359, 0 is north, clockwise. */
  readonly direction: number;
};

/** A whole location: the fixed part and its additional items. */
export type LocationReport = LocationBase & LocationItems;

const SOUTH = 1 << 2;
const WEST = 1 << 3;
const FIXED = 1 << 1;

/** The 28 bytes at the reader. Throws DecodeError when there are fewer. */
const readLocationBase = (reader: ByteReader): LocationBase => {
  const alarm = reader.u32();
  const status = reader.u32();
  return {
    alarm,
    status,
    latitude: signed(reader.u32(), (status & SOUTH) !== 0),
    longitude: signed(reader.u32(), (status & WEST) !== 0),
    altitude: reader.u16(),
    speedKmh: reader.u16() / 10,
    direction: reader.u16(),
    ...readTime(reader),
  };
};

/** The inverse of readLocationBase. */
export const writeLocationBase = (writer: ByteWriter, base: LocationBase): ByteWriter => {
  const status = hemisphere(hemisphere(base.status, SOUTH, base.latitude), WEST, base.longitude);
  writer.u32(base.alarm).u32(status);
  writer.u32(Math.round(Math.abs(base.latitude) * 1e6)).u32(Math.round(Math.abs(base.longitude) * 1e6));
  writer
    .u16(base.altitude)
    .u16(Math.round(base.speedKmh * 10))
    .u16(base.direction);
  return writeTime(writer, base);
};

/** A whole 0x0200 body. Throws DecodeError below 28 bytes; a bad tail behind them is told in `itemsError`. */
export const decodeLocation = (body: Uint8Array): LocationReport => {
  if (body.length < LOCATION_BASE_LENGTH) throw new DecodeError(body.length, 'location shorter than 28 bytes');
  return { ...readLocationBase(new ByteReader(body)), ...decodeItems(body.subarray(LOCATION_BASE_LENGTH)) };
};

/** The inverse of decodeLocation. */
export const encodeLocation = (report: LocationReport): Uint8Array =>
  writeItems(writeLocationBase(new ByteWriter(), report), report).finish();

/** Position usable: status bit 1 set and not 0/0, which devices without a fix send with the bit set all the same. */
export const hasFix = ({ status, latitude, longitude }: LocationBase): boolean =>
  (status & FIXED) !== 0 && (latitude !== 0 || longitude !== 0);

/** Altitude in metres for display: devices below sea level send two's complement in a field unsigned by the standard. */
export const altitudeM = (altitude: number): number => (altitude > 0x7fff ? altitude - 0x10000 : altitude);

const signed = (raw: number, negative: boolean): number => (negative && raw !== 0 ? -raw : raw) / 1e6;

/** `status` with the hemisphere bit as the sign of the degrees says; at zero it stays as it is. */
const hemisphere = (status: number, bit: number, degrees: number): number => {
  if (degrees === 0) return status;
  return (degrees < 0 ? status | bit : status & ~bit) >>> 0;
};
