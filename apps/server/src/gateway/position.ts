// A JT/T 808 location in neutral words and units. The only place where wire units of positions are known on the server.
import {
  altitudeM,
  decodeLocation,
  decodeLocationCore,
  hasFix,
  itemValue,
  LOCATION_BASE_LENGTH,
  vendorReadings,
  type LocationItem,
} from '@outrider/jt808';
import type { Position } from '../kernel/topics.ts';
import { safetyAlarms } from './safety-alarms.ts';

const ACC_ON = 1;
const NO_ITEMS = new Uint8Array(0);

/** FNV-1a over the first bytes of a 0x0200 body: the fixed ones by default. */
const hashOf = (body: Uint8Array, length = LOCATION_BASE_LENGTH): number => {
  let hash = 0x811c9dc5;
  for (let i = 0; i < length; i += 1) hash = Math.imul(hash ^ (body[i] ?? 0), 0x01000193);
  return hash >>> 0;
};

/**
 * Decodes a 0x0200 body (section 13). `utcOffsetMinutes` is the zone the device's clock is set to. Nearly every report takes the
 * lean path; one with alarms in its items is read whole. Throws DecodeError below 28 bytes.
 */
export const readPosition = (
  body: Uint8Array,
  utcOffsetMinutes: number,
  receivedMs: number,
  replayed: boolean,
): Position => {
  const core = decodeLocationCore(body, utcOffsetMinutes);
  const position: Position = {
    timeMs: core.time,
    receivedMs,
    latitude: core.latitude,
    longitude: core.longitude,
    altitudeM: altitudeM(core.altitude),
    speedKmh: core.speedKmh,
    headingDeg: core.direction % 360,
    alarm: core.alarm,
    status: core.status,
    fixed: hasFix(core),
    accOn: (core.status & ACC_ON) !== 0,
    replayed,
    coreHash: hashOf(body),
    items: NO_ITEMS,
  };
  if (core.mileageKm !== null) position.mileageKm = core.mileageKm;
  if (core.fuelL !== null) position.fuelL = core.fuelL;
  if (core.recorderSpeedKmh !== null) position.recorderSpeedKmh = core.recorderSpeedKmh;
  if (core.signalStrength !== null) position.signal = core.signalStrength;
  if (core.satellites !== null) position.satellites = core.satellites;
  if (core.noVideoAlarm) position.videoAlarm = 0;
  if (core.hasOtherItems) addOtherItems(position, body);
  return position;
};

/** Items whose whole content is in a field of Position already. */
const covered = new Map([
  [0x01, 4],
  [0x02, 2],
  [0x03, 2],
  [0x30, 1],
  [0x31, 1],
]);
const isCovered = ({ id, raw }: LocationItem): boolean => covered.get(id) === raw.length;

const addOtherItems = (position: Position, body: Uint8Array): void => {
  const { items, itemsError } = decodeLocation(body);
  const temperature = itemValue(items, 0x06);
  if (temperature !== undefined) position.temperatureC = temperature.temperatureC;
  const video = itemValue(items, 0x14);
  if (video !== undefined) position.videoAlarm = video.videoAlarm;
  const loss = itemValue(items, 0x15);
  if (loss !== undefined) position.videoLoss = loss.videoLoss;
  const storage = itemValue(items, 0x17);
  if (storage !== undefined) position.storageFault = storage.storageFault;
  const { supplyV, batteryPercent, temperaturesC, storage: storageState } = vendorReadings(items);
  if (supplyV !== undefined) position.voltageV = supplyV;
  if (batteryPercent !== undefined) position.batteryPercent = batteryPercent;
  if (temperaturesC !== undefined) position.sensorsC = temperaturesC;
  if (storageState !== undefined) position.storage = storageState;
  const safety = safetyAlarms(items);
  if (safety.length > 0) position.safety = safety;
  // An alarm whose second and place are those of a plain report before it: its bits are in no fixed byte, and it is no repeat.
  if (safety.length > 0 || video !== undefined) position.coreHash = hashOf(body, body.length);
  const kept: Uint8Array[] = items
    .filter((item) => !isCovered(item))
    .map(({ id, raw }) => Uint8Array.of(id, raw.length, ...raw));
  if (itemsError !== undefined) kept.push(itemsError.leftover);
  position.items = Uint8Array.from(Buffer.concat(kept));
};
