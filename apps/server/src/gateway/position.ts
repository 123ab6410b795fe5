// A JT/T 808 location in neutral words and units. The only place where wire units of positions are known on the server.
import {
  altitudeM,
  decodeLocation,
  hasFix,
  itemValue,
  LOCATION_BASE_LENGTH,
  STANDARD_OFFSET_MINUTES,
  type LocationReport,
} from '@outrider/jt808';
import type { Position } from '../kernel/topics.ts';

const ACC_ON = 1;

/** FNV-1a over the 28 fixed bytes of a 0x0200 body. */
export const coreHash = (body: Uint8Array): number => {
  let hash = 0x811c9dc5;
  for (let i = 0; i < LOCATION_BASE_LENGTH; i += 1) hash = Math.imul(hash ^ (body[i] ?? 0), 0x01000193);
  return hash >>> 0;
};

/**
 * Decodes a 0x0200 body (section 13). `utcOffsetMinutes` is the zone the device's clock is set to; the package reads BCD times
 * at GMT+8. Throws DecodeError below 28 bytes.
 */
export const readPosition = (
  body: Uint8Array,
  utcOffsetMinutes: number,
  receivedMs: number,
  replayed: boolean,
): Position => {
  const report = decodeLocation(body);
  const shiftMs = (STANDARD_OFFSET_MINUTES - utcOffsetMinutes) * 60_000;
  const position: Position = {
    timeMs: report.time === null ? null : report.time + shiftMs,
    receivedMs,
    latitude: report.latitude,
    longitude: report.longitude,
    altitudeM: altitudeM(report.altitude),
    speedKmh: report.speedKmh,
    headingDeg: report.direction % 360,
    alarm: report.alarm,
    status: report.status,
    fixed: hasFix(report),
    accOn: (report.status & ACC_ON) !== 0,
    replayed,
    coreHash: coreHash(body),
    items: body.slice(LOCATION_BASE_LENGTH),
  };
  addItems(position, report);
  return position;
};

const addItems = (position: Position, { items }: LocationReport): void => {
  const mileage = itemValue(items, 0x01);
  if (mileage !== undefined) position.mileageKm = mileage.mileageKm;
  const fuel = itemValue(items, 0x02);
  if (fuel !== undefined) position.fuelL = fuel.fuelL;
  const temperature = itemValue(items, 0x06);
  if (temperature !== undefined) position.temperatureC = temperature.temperatureC;
  const video = itemValue(items, 0x14);
  if (video !== undefined) position.videoAlarm = video.videoAlarm;
  const loss = itemValue(items, 0x15);
  if (loss !== undefined) position.videoLoss = loss.videoLoss;
  const storage = itemValue(items, 0x17);
  if (storage !== undefined) position.storageFault = storage.storageFault;
  const signal = itemValue(items, 0x30);
  if (signal !== undefined) position.signal = signal.signalStrength;
  const satellites = itemValue(items, 0x31);
  if (satellites !== undefined) position.satellites = satellites.satellites;
};
