// Additional-information items of a location (section 14). A list, never a map: ids repeat, and vendors reuse them.
import { ByteReader, ByteWriter } from './bytes.ts';
import { decodeActiveSafetyItem, encodeActiveSafetyItem } from './active-safety/items.ts';
import type { ActiveSafetyValue } from './active-safety/items.ts';

/** Values of the standard items by id; units as in section 14.1. */
export type StandardItemValues = {
  0x01: { readonly mileageKm: number };
  0x02: { readonly fuelL: number };
  0x03: { readonly recorderSpeedKmh: number };
  0x04: { readonly manualAlarmEventId: number };
  0x05: { readonly tirePressureRaw: Uint8Array };
  0x06: { readonly temperatureC: number };
  0x11: { readonly positionType: number; readonly areaId: number | null };
  0x12: { readonly positionType: number; readonly areaId: number; readonly direction: number };
  0x13: { readonly segmentId: number; readonly seconds: number; readonly result: number };
  0x14: { readonly videoAlarm: number };
  0x15: { readonly videoLoss: number };
  0x16: { readonly videoCover: number };
  0x17: { readonly storageFault: number };
  0x18: { readonly abnormalDriving: number; readonly fatiguePct?: number };
  0x25: { readonly signals: number };
  0x2a: { readonly io: number };
  0x2b: { readonly ad0: number; readonly ad1: number };
  0x30: { readonly signalStrength: number };
  0x31: { readonly satellites: number };
};

export type StandardItemId = keyof StandardItemValues;
export type ItemValue = StandardItemValues[StandardItemId] | ActiveSafetyValue;

/** One item. `raw` is its content and what is sent; `value` is its reading, there only if id and length are known. */
export type LocationItem = { readonly id: number; readonly raw: Uint8Array; readonly value?: ItemValue };

/** Where reading items stopped, from the first item, and the bytes that were left. The items before it are good. */
export type ItemsError = { readonly offset: number; readonly leftover: Uint8Array };

export type LocationItems = { readonly items: readonly LocationItem[]; readonly itemsError?: ItemsError };

type ItemCodec<T> = {
  readonly lengths: readonly number[];
  readonly read: (reader: ByteReader) => T;
  readonly write: (writer: ByteWriter, value: T) => ByteWriter;
};

/** An item that is one number: how to make its value and how to take the number out again, in steps of 1 / `perUnit`. */
const number =
  (size: 1 | 2 | 4) =>
  <T>(make: (value: number) => T, take: (value: T) => number, perUnit = 1): ItemCodec<T> => ({
    lengths: [size],
    read: (reader) => make((size === 4 ? reader.u32() : size === 2 ? reader.u16() : reader.u8()) / perUnit),
    write: (writer, value) => {
      const steps = Math.round(take(value) * perUnit);
      return size === 4 ? writer.u32(steps) : size === 2 ? writer.u16(steps) : writer.u8(steps);
    },
  });

const byte = number(1);
const word = number(2);
const dword = number(4);

/** Cabin temperature is sign and magnitude, not two's complement. */
const temperature: ItemCodec<StandardItemValues[0x06]> = {
  lengths: [2],
  read: (reader) => {
    const raw = reader.u16();
    return { temperatureC: raw > 0x7fff ? -(raw & 0x7fff) : raw };
  },
  write: (writer, { temperatureC }) => writer.u16(temperatureC < 0 ? 0x8000 | -temperatureC : temperatureC),
};

const overspeed: ItemCodec<StandardItemValues[0x11]> = {
  lengths: [1, 5],
  read: (reader) => ({ positionType: reader.u8(), areaId: reader.remaining === 0 ? null : reader.u32() }),
  write: (writer, { positionType, areaId }) => {
    writer.u8(positionType);
    return areaId === null ? writer : writer.u32(areaId);
  },
};

const abnormalDriving: ItemCodec<StandardItemValues[0x18]> = {
  lengths: [2, 3],
  read: (reader) => {
    const bits = reader.u16();
    return reader.remaining === 0 ? { abnormalDriving: bits } : { abnormalDriving: bits, fatiguePct: reader.u8() };
  },
  write: (writer, value) => {
    writer.u16(value.abnormalDriving);
    return value.fatiguePct === undefined ? writer : writer.u8(value.fatiguePct);
  },
};

const STANDARD: { readonly [K in StandardItemId]: ItemCodec<StandardItemValues[K]> } = {
  0x01: dword(
    (mileageKm) => ({ mileageKm }),
    (value) => value.mileageKm,
    10,
  ),
  0x02: word(
    (fuelL) => ({ fuelL }),
    (value) => value.fuelL,
    10,
  ),
  0x03: word(
    (recorderSpeedKmh) => ({ recorderSpeedKmh }),
    (value) => value.recorderSpeedKmh,
    10,
  ),
  0x04: word(
    (manualAlarmEventId) => ({ manualAlarmEventId }),
    (value) => value.manualAlarmEventId,
  ),
  0x05: {
    lengths: [30],
    read: (reader) => ({ tirePressureRaw: reader.rest() }),
    write: (writer, value) => writer.padded(value.tirePressureRaw, 30, 0xff),
  },
  0x06: temperature,
  0x11: overspeed,
  0x12: {
    lengths: [6],
    read: (reader) => ({ positionType: reader.u8(), areaId: reader.u32(), direction: reader.u8() }),
    write: (writer, value) => writer.u8(value.positionType).u32(value.areaId).u8(value.direction),
  },
  0x13: {
    lengths: [7],
    read: (reader) => ({ segmentId: reader.u32(), seconds: reader.u16(), result: reader.u8() }),
    write: (writer, value) => writer.u32(value.segmentId).u16(value.seconds).u8(value.result),
  },
  0x14: dword(
    (videoAlarm) => ({ videoAlarm }),
    (value) => value.videoAlarm,
  ),
  0x15: dword(
    (videoLoss) => ({ videoLoss }),
    (value) => value.videoLoss,
  ),
  0x16: dword(
    (videoCover) => ({ videoCover }),
    (value) => value.videoCover,
  ),
  0x17: word(
    (storageFault) => ({ storageFault }),
    (value) => value.storageFault,
  ),
  0x18: abnormalDriving,
  0x25: dword(
    (signals) => ({ signals }),
    (value) => value.signals,
  ),
  0x2a: word(
    (io) => ({ io }),
    (value) => value.io,
  ),
  0x2b: {
    // Section 22, row 11: AD0 is the low word.
    lengths: [4],
    read: (reader) => {
      const ad1 = reader.u16();
      return { ad0: reader.u16(), ad1 };
    },
    write: (writer, { ad0, ad1 }) => writer.u16(ad1).u16(ad0),
  },
  0x30: byte(
    (signalStrength) => ({ signalStrength }),
    (value) => value.signalStrength,
  ),
  0x31: byte(
    (satellites) => ({ satellites }),
    (value) => value.satellites,
  ),
};

const isStandard = (id: number): id is StandardItemId => Object.hasOwn(STANDARD, id);

const readStandard = <K extends StandardItemId>(id: K, raw: Uint8Array): StandardItemValues[K] | undefined => {
  const codec = STANDARD[id];
  return codec.lengths.includes(raw.length) ? codec.read(new ByteReader(raw)) : undefined;
};

/** The reading of one item, undefined when its id or its length is not one the tables know. */
export const decodeItem = (id: number, raw: Uint8Array): ItemValue | undefined =>
  isStandard(id) ? readStandard(id, raw) : decodeActiveSafetyItem(id, raw);

/** A standard item to send. Throws RangeError for a value that does not fit. */
export const standardItem = <K extends StandardItemId>(id: K, value: StandardItemValues[K]): LocationItem => {
  const raw = STANDARD[id].write(new ByteWriter(), value).finish();
  return { id, raw, value };
};

/** An active-safety item to send (0x64 to 0x67, 0x70). */
export const activeSafetyItem = (id: number, value: ActiveSafetyValue): LocationItem => ({
  id,
  raw: encodeActiveSafetyItem(id, value),
  value,
});

/** The value of the first readable item of a standard id. */
export const itemValue = <K extends StandardItemId>(
  items: readonly LocationItem[],
  id: K,
): StandardItemValues[K] | undefined => {
  for (const item of items) {
    const value = item.id === id ? readStandard(id, item.raw) : undefined;
    if (value !== undefined) return value;
  }
  return undefined;
};

/** Items to the end of the bytes. A bad tail ends the list and is told in `itemsError`; nothing throws (section 21.3). */
export const decodeItems = (bytes: Uint8Array): LocationItems => {
  const items: LocationItem[] = [];
  let at = 0;
  while (at < bytes.length) {
    const end = at + 2 + (bytes[at + 1] ?? 0);
    if (at + 2 > bytes.length || end > bytes.length) {
      return { items, itemsError: { offset: at, leftover: bytes.subarray(at) } };
    }
    const id = bytes[at] ?? 0;
    const raw = bytes.subarray(at + 2, end);
    const value = decodeItem(id, raw);
    items.push(value === undefined ? { id, raw } : { id, raw, value });
    at = end;
  }
  return { items };
};

/** Appends items, and behind them the leftover of a report that was read with an error, so that it is written as it came. */
export const writeItems = (writer: ByteWriter, { items, itemsError }: LocationItems): ByteWriter => {
  for (const { id, raw } of items) writer.u8(id).u8(raw.length).raw(raw);
  return itemsError === undefined ? writer : writer.raw(itemsError.leftover);
};
