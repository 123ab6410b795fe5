// Active-safety items inside 0x0200: 0x64 ADAS, 0x65 driver, 0x66 tyres, 0x67 blind spot, 0x70 harsh driving. Recognised by
// length, never by id alone: trackers use the same ids for values of their own (active safety, section 4).
import { ByteReader, ByteWriter } from '../bytes.ts';
import { readList, readTime, writeTime } from '../fields.ts';
import type { WireTime } from '../fields.ts';
import { decodeAlarmSign } from './alarm-sign.ts';
import type { AlarmSign } from './alarm-sign.ts';

/** What every item begins with. `flag`: 0 not applicable, 1 start, 2 end. `alarmId` runs from 0 over all kinds. */
type Head = { readonly alarmId: number; readonly flag: number };

/**
 * The moment of the alarm, which may differ from the base location. Speed in km/h, altitude in m. Degrees are unsigned: there
 * are no hemisphere bits here, take the signs from the status bits of the base location.
 */
type Moment = WireTime & {
  readonly speedKmh: number;
  readonly altitude: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly vehicleStatus: number;
  readonly alarmSign: AlarmSign;
};

/** Item 0x64, section 4.2. Front speed in km/h, distance in 100 ms. */
export type AdasAlarm = Head &
  Moment & {
    readonly type: number;
    readonly level: number;
    readonly frontSpeedKmh: number;
    readonly distance100ms: number;
    readonly deviation: number;
    readonly signType: number;
    readonly signValue: number;
  };

/** Item 0x65, section 4.3. `fatigue` 1-10, higher is worse. */
export type DriverAlarm = Head &
  Moment & {
    readonly type: number;
    readonly level: number;
    readonly fatigue: number;
    readonly reserved: Uint8Array;
  };

/** One tyre of item 0x66: pressure in kPa, temperature in °C, battery in %. */
export type TireEntry = {
  readonly position: number;
  readonly alarmBits: number;
  readonly pressureKpa: number;
  readonly temperatureC: number;
  readonly batteryPct: number;
};

/** Item 0x66, section 4.4. */
export type TireAlarm = Head & Moment & { readonly tires: readonly TireEntry[] };

/** Item 0x67, section 4.5: 1 rear, 2 left rear, 3 right rear. */
export type BlindSpotAlarm = Head & Moment & { readonly type: number };

/** Item 0x70, section 4.6. */
export type HarshDrivingAlarm = Head &
  Moment & {
    readonly type: number;
    readonly timeThresholdS: number;
    readonly threshold1: number;
    readonly threshold2: number;
  };

export type ActiveSafetyValue = AdasAlarm | DriverAlarm | TireAlarm | BlindSpotAlarm | HarshDrivingAlarm;

const MOMENT_LENGTH = 19;

const readHead = (reader: ByteReader): Head => ({ alarmId: reader.u32(), flag: reader.u8() });

const readMoment = (reader: ByteReader, signLength: number): Moment => ({
  speedKmh: reader.u8(),
  altitude: reader.u16(),
  latitude: reader.u32() / 1e6,
  longitude: reader.u32() / 1e6,
  ...readTime(reader),
  vehicleStatus: reader.u16(),
  alarmSign: decodeAlarmSign(reader.take(signLength)),
});

const writeMoment = (writer: ByteWriter, value: Moment): void => {
  writer.u8(value.speedKmh).u16(value.altitude);
  writer.u32(Math.round(value.latitude * 1e6)).u32(Math.round(value.longitude * 1e6));
  writeTime(writer, value).u16(value.vehicleStatus).raw(value.alarmSign.raw);
};

/** Sign length by item length, for the items without a list. */
const SIGN_LENGTHS: ReadonlyMap<number, ReadonlyMap<number, number>> = new Map([
  [
    0x64,
    new Map([
      [47, 16],
      [71, 40],
      [70, 39],
    ]),
  ],
  [
    0x65,
    new Map([
      [47, 16],
      [71, 40],
      [70, 39],
    ]),
  ],
  [
    0x67,
    new Map([
      [41, 16],
      [65, 40],
    ]),
  ],
  [0x70, new Map([[47, 16]])],
]);

const readAdas = (reader: ByteReader, signLength: number): AdasAlarm => ({
  ...readHead(reader),
  type: reader.u8(),
  level: reader.u8(),
  frontSpeedKmh: reader.u8(),
  distance100ms: reader.u8(),
  deviation: reader.u8(),
  signType: reader.u8(),
  signValue: reader.u8(),
  ...readMoment(reader, signLength),
});

const readDriver = (reader: ByteReader, signLength: number): DriverAlarm => ({
  ...readHead(reader),
  type: reader.u8(),
  level: reader.u8(),
  fatigue: reader.u8(),
  reserved: reader.take(4),
  ...readMoment(reader, signLength),
});

const readBlindSpot = (reader: ByteReader, signLength: number): BlindSpotAlarm => ({
  ...readHead(reader),
  type: reader.u8(),
  ...readMoment(reader, signLength),
});

const readHarshDriving = (reader: ByteReader, signLength: number): HarshDrivingAlarm => ({
  ...readHead(reader),
  type: reader.u8(),
  timeThresholdS: reader.u16(),
  threshold1: reader.u16(),
  threshold2: reader.u16(),
  ...readMoment(reader, signLength),
});

/** The two printed forms: with a sign of 16 the tyre position is a byte, with 40 a word. */
const TIRE_FORMS = [
  { signLength: 16, entryLength: 9 },
  { signLength: 40, entryLength: 10 },
] as const;

const HEAD_LENGTH = 5;

const decodeTires = (content: Uint8Array): TireAlarm | undefined => {
  for (const { signLength, entryLength } of TIRE_FORMS) {
    const countAt = HEAD_LENGTH + MOMENT_LENGTH + signLength;
    const count = content[countAt];
    if (count === undefined || content.length !== countAt + 1 + count * entryLength) continue;
    const reader = new ByteReader(content);
    const base = { ...readHead(reader), ...readMoment(reader, signLength) };
    reader.skip(1);
    const tires = readList(count, () => ({
      position: entryLength === 10 ? reader.u16() : reader.u8(),
      alarmBits: reader.u16(),
      pressureKpa: reader.u16(),
      temperatureC: reader.u16(),
      batteryPct: reader.u16(),
    }));
    return { ...base, tires };
  }
  return undefined;
};

/**
 * Reads the content of one additional item. Undefined for another id and for a length that is not active safety: the item
 * is then some vendor's own and stays raw. Never throws.
 */
export const decodeActiveSafetyItem = (id: number, content: Uint8Array): ActiveSafetyValue | undefined => {
  if (id === 0x66) return decodeTires(content);
  const signLength = SIGN_LENGTHS.get(id)?.get(content.length);
  if (signLength === undefined) return undefined;
  const reader = new ByteReader(content);
  switch (id) {
    case 0x64:
      return readAdas(reader, signLength);
    case 0x65:
      return readDriver(reader, signLength);
    case 0x67:
      return readBlindSpot(reader, signLength);
    default:
      return readHarshDriving(reader, signLength);
  }
};

/** Writes the fields between head and moment, and says what comes behind the sign. */
const writeKind = (writer: ByteWriter, id: number, value: ActiveSafetyValue): void => {
  if (id === 0x64 && 'frontSpeedKmh' in value) {
    writer.u8(value.type).u8(value.level).u8(value.frontSpeedKmh).u8(value.distance100ms);
    writer.u8(value.deviation).u8(value.signType).u8(value.signValue);
  } else if (id === 0x65 && 'fatigue' in value) {
    writer.u8(value.type).u8(value.level).u8(value.fatigue).padded(value.reserved, 4);
  } else if (id === 0x67 && 'type' in value && !('level' in value) && !('threshold1' in value)) {
    writer.u8(value.type);
  } else if (id === 0x70 && 'threshold1' in value) {
    writer.u8(value.type).u16(value.timeThresholdS).u16(value.threshold1).u16(value.threshold2);
  } else if (!(id === 0x66 && 'tires' in value)) {
    throw new RangeError(`the value is not one of item ${id}`);
  }
};

const writeTires = (writer: ByteWriter, tires: readonly TireEntry[], signLength: number): void => {
  writer.u8(tires.length);
  for (const tire of tires) {
    if (signLength === 16) writer.u8(tire.position);
    else writer.u16(tire.position);
    writer.u16(tire.alarmBits).u16(tire.pressureKpa).u16(tire.temperatureC).u16(tire.batteryPct);
  }
};

/** The content bytes of an item, in the form its alarm sign has. RangeError when the value is not one of that id. */
export const encodeActiveSafetyItem = (id: number, value: ActiveSafetyValue): Uint8Array => {
  const writer = new ByteWriter().u32(value.alarmId).u8(value.flag);
  writeKind(writer, id, value);
  writeMoment(writer, value);
  if ('tires' in value) writeTires(writer, value.tires, value.alarmSign.raw.length);
  return writer.finish();
};
