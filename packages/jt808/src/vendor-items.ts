// Additional-information items of vendors that tell of the recorder itself: supply, battery, temperatures, storage (section 14.4).
// Not: the standard items (items.ts). An id counts only with a length of this table, since vendors reuse ids.
import { ByteReader, ByteWriter } from './bytes.ts';
import type { LocationItem } from './items.ts';

/**
 * A recorder's storage, our own item. `usedPercent` null: not known. Each of the two `lifeLeft` is the life a disk or card has left
 * in per cent; -1 it does not tell, -2 none is there. `recordingErrors` counts since the recorder started.
 */
export type StorageState = {
  readonly usedPercent: number | null;
  readonly lifeLeft: readonly [number, number];
  readonly recordingErrors: number;
};

/** What the vendor items of one report say; a field is absent when no item tells it. */
export type VendorReadings = {
  supplyV?: number;
  batteryPercent?: number;
  /** Sensor by sensor, °C; null for one that is not there. */
  temperaturesC?: readonly (number | null)[];
  storage?: StorageState;
};

const SUPPLY = 0x61;
const POWER = 0xe3;
const TEMPERATURES = 0x51;
const STORAGE = 0xee;

const MAX_SENSORS = 8;
const NO_SENSOR = 0xffff;
/** Sign and magnitude, as in item 06. */
const NEGATIVE = 0x8000;
/** Our item begins with 'O' and its layout's number: other vendors may use the id as well. */
const STORAGE_MARK = 0x4f01;
const STORAGE_LENGTH = 7;
const UNKNOWN = 0xff;

const signed = (byte: number): number => (byte > 0x7f ? byte - 0x100 : byte);

const readTemperature = (raw: number): number | null => {
  if (raw === NO_SENSOR) return null;
  return (raw >= NEGATIVE ? -(raw - NEGATIVE) : raw) / 10;
};

const readStorage = (raw: Uint8Array): StorageState | undefined => {
  const reader = new ByteReader(raw);
  if (reader.u16() !== STORAGE_MARK) return undefined;
  const used = reader.u8();
  const lifeLeft = [signed(reader.u8()), signed(reader.u8())] as const;
  return { usedPercent: used === UNKNOWN ? null : Math.min(100, used), lifeLeft, recordingErrors: reader.u16() };
};

const readItem = ({ id, raw }: LocationItem): VendorReadings | undefined => {
  // Nearly every item of nearly every report is another one.
  if (id !== SUPPLY && id !== POWER && id !== TEMPERATURES && id !== STORAGE) return undefined;
  const reader = new ByteReader(raw);
  if (id === SUPPLY && raw.length === 2) return { supplyV: reader.u16() / 100 };
  if (id === POWER && raw.length === 4) {
    reader.u8(); // spare
    return { batteryPercent: Math.min(100, reader.u8()), supplyV: reader.u16() / 100 };
  }
  if (id === TEMPERATURES && raw.length > 0 && raw.length <= 2 * MAX_SENSORS && raw.length % 2 === 0)
    return { temperaturesC: Array.from({ length: raw.length / 2 }, () => readTemperature(reader.u16())) };
  const storage = id === STORAGE && raw.length === STORAGE_LENGTH ? readStorage(raw) : undefined;
  return storage && { storage };
};

/** Reads what it knows; of repeated readings the first counts. Never throws. */
export const vendorReadings = (items: readonly LocationItem[]): VendorReadings => {
  let found: VendorReadings = {};
  for (const item of items) {
    const read = readItem(item);
    if (read !== undefined) found = { ...read, ...found };
  }
  return found;
};

/** Item E3: supply in steps of 0.01 V and battery in per cent. Throws RangeError for what does not fit. */
export const powerItem = (supplyV: number, batteryPercent: number): LocationItem => ({
  id: POWER,
  raw: new ByteWriter()
    .u8(0)
    .u8(batteryPercent)
    .u16(Math.round(supplyV * 100))
    .finish(),
});

/** Item 51: at most eight sensors in steps of 0.1 °C. */
export const temperaturesItem = (temperaturesC: readonly (number | null)[]): LocationItem => {
  const writer = new ByteWriter(2 * MAX_SENSORS);
  for (const celsius of temperaturesC.slice(0, MAX_SENSORS)) {
    const steps = celsius === null ? NO_SENSOR : Math.round(Math.abs(celsius) * 10);
    writer.u16(celsius !== null && celsius < 0 ? NEGATIVE | steps : steps);
  }
  return { id: TEMPERATURES, raw: writer.finish() };
};

/** Item EE, our own. */
export const storageItem = ({ usedPercent, lifeLeft, recordingErrors }: StorageState): LocationItem => ({
  id: STORAGE,
  raw: new ByteWriter(STORAGE_LENGTH)
    .u16(STORAGE_MARK)
    .u8(usedPercent ?? UNKNOWN)
    .u8(lifeLeft[0] & 0xff)
    .u8(lifeLeft[1] & 0xff)
    .u16(recordingErrors)
    .finish(),
});
