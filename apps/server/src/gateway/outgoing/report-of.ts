// A stored position as the body of a 0x0200 again, for another platform. The other direction is ../position.ts.
import { encodeLocation, type LocationItem } from '@outrider/jt808';
import type { Position } from '../../kernel/topics.ts';

const number = (id: number, size: 1 | 2 | 4, value: number | undefined, perUnit = 1): LocationItem[] => {
  if (value === undefined) return [];
  const raw = Buffer.alloc(size);
  const most = 2 ** (8 * size) - 1;
  raw.writeUIntBE(Math.min(most, Math.max(0, Math.round(value * perUnit))), 0, size);
  return [{ id, raw }];
};

/** What the six digits of a time can say at +08:00: from 2000 to the end of 2099. */
const FIRST_MS = Date.UTC(1999, 11, 31, 16);
const END_MS = Date.UTC(2099, 11, 31, 16);
const canBeSaid = (timeMs: number | null): boolean => timeMs !== null && timeMs >= FIRST_MS && timeMs < END_MS;

/** What of a position is passed on. */
export type Reportable = Pick<
  Position,
  | 'timeMs'
  | 'receivedMs'
  | 'latitude'
  | 'longitude'
  | 'altitudeM'
  | 'speedKmh'
  | 'headingDeg'
  | 'alarm'
  | 'status'
  | 'mileageKm'
  | 'fuelL'
  | 'recorderSpeedKmh'
  | 'signal'
  | 'satellites'
  | 'items'
>;

/**
 * Of a device without a date, or with one that cannot be said (its clock was lost in a zone east of +08:00), the moment at which its report
 * came. Time is written at +08:00, as the standard has it.
 */
export const reportOf = (position: Reportable): Uint8Array => {
  const body = encodeLocation({
    alarm: position.alarm,
    status: position.status,
    latitude: position.latitude,
    longitude: position.longitude,
    altitude: Math.round(position.altitudeM) & 0xffff,
    speedKmh: position.speedKmh,
    direction: position.headingDeg,
    time: [position.timeMs, position.receivedMs].find(canBeSaid) ?? null,
    items: [
      ...number(0x01, 4, position.mileageKm, 10),
      ...number(0x02, 2, position.fuelL, 10),
      ...number(0x03, 2, position.recorderSpeedKmh, 10),
      ...number(0x30, 1, position.signal),
      ...number(0x31, 1, position.satellites),
    ],
  });
  return position.items.length === 0 ? body : Uint8Array.from(Buffer.concat([body, position.items]));
};
