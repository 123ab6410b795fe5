// Device parameters of the active-safety extension: 0xF364 ADAS, 0xF365 driver, 0xF366 tyres, 0xF367 blind spot, 0xF370 version.
// All bits set in a field means "leave unchanged"; ranges and defaults are in section 10 of the extension.
import { ByteReader, ByteWriter } from '../bytes.ts';
import { readText } from '../fields.ts';
import { encodeGbk } from '../gbk.ts';

/** `B`, `W`, `D`: one number. `B[n]`: n raw bytes. `TEXT12`: padded text. `REST`: all raw bytes behind. */
type Kind = 'B' | 'W' | 'D' | 'B[1]' | 'B[3]' | 'B[6]' | 'TEXT12' | 'REST';
type Row = readonly [name: string, kind: Kind];
type ValueOf<K extends Kind> = K extends 'TEXT12' ? string : K extends 'B' | 'W' | 'D' ? number : Uint8Array;
type ValuesOf<Rows extends readonly Row[]> = { readonly [R in Rows[number] as R[0]]: ValueOf<R[1]> };

/** Offsets 0-18, the same in 0xF364 and 0xF365 (10.1). */
const CAMERA_HEAD = [
  ['alarmSpeedThresholdKmh', 'B'],
  ['volume', 'B'],
  ['photoStrategy', 'B'],
  ['photoIntervalS', 'W'],
  ['photoDistanceM', 'W'],
  ['photoCount', 'B'],
  ['photoSpacing100ms', 'B'],
  ['photoResolution', 'B'],
  ['videoResolution', 'B'],
  ['alarmEnable', 'D'],
  ['eventEnable', 'D'],
] as const;

const ADAS_ROWS = [
  ...CAMERA_HEAD,
  ['reserved19', 'B[1]'],
  ['obstacleDistance100ms', 'B'],
  ['obstacleLevelSpeed', 'B'],
  ['obstacleVideoS', 'B'],
  ['obstaclePhotos', 'B'],
  ['obstaclePhotoSpacing', 'B'],
  ['laneChangeWindowS', 'B'],
  ['laneChangeCount', 'B'],
  ['laneChangeLevelSpeed', 'B'],
  ['laneChangeVideoS', 'B'],
  ['laneChangePhotos', 'B'],
  ['laneChangePhotoSpacing', 'B'],
  ['laneDepartLevelSpeed', 'B'],
  ['laneDepartVideoS', 'B'],
  ['laneDepartPhotos', 'B'],
  ['laneDepartPhotoSpacing', 'B'],
  ['fcwTime100ms', 'B'],
  ['fcwLevelSpeed', 'B'],
  ['fcwVideoS', 'B'],
  ['fcwPhotos', 'B'],
  ['fcwPhotoSpacing', 'B'],
  ['pedestrianTime100ms', 'B'],
  ['pedestrianEnableSpeed', 'B'],
  ['pedestrianVideoS', 'B'],
  ['pedestrianPhotos', 'B'],
  ['pedestrianPhotoSpacing', 'B'],
  ['headwayDistance100ms', 'B'],
  ['headwayLevelSpeed', 'B'],
  ['headwayVideoS', 'B'],
  ['headwayPhotos', 'B'],
  ['headwayPhotoSpacing', 'B'],
  ['signPhotos', 'B'],
  ['signPhotoSpacing', 'B'],
  ['tail', 'REST'],
] as const;

const DRIVER_ROWS = [
  ...CAMERA_HEAD,
  ['smokingIntervalS', 'W'],
  ['phoneIntervalS', 'W'],
  ['reserved23', 'B[3]'],
  ['fatigueLevelSpeed', 'B'],
  ['fatigueVideoS', 'B'],
  ['fatiguePhotos', 'B'],
  ['fatiguePhotoSpacing', 'B'],
  ['phoneLevelSpeed', 'B'],
  ['phoneVideoS', 'B'],
  ['phonePhotos', 'B'],
  ['phonePhotoSpacing', 'B'],
  ['smokingLevelSpeed', 'B'],
  ['smokingVideoS', 'B'],
  ['smokingPhotos', 'B'],
  ['smokingPhotoSpacing', 'B'],
  ['distractionLevelSpeed', 'B'],
  ['distractionVideoS', 'B'],
  ['distractionPhotos', 'B'],
  ['distractionPhotoSpacing', 'B'],
  ['abnormalLevelSpeed', 'B'],
  ['abnormalVideoS', 'B'],
  ['abnormalPhotos', 'B'],
  ['abnormalPhotoSpacing', 'B'],
  ['driverIdTrigger', 'B'],
  ['tail', 'REST'],
] as const;

const TIRE_ROWS = [
  ['tireSpec', 'TEXT12'],
  ['pressureUnit', 'W'],
  ['normalPressure', 'W'],
  ['imbalancePct', 'W'],
  ['slowLeakPct', 'W'],
  ['lowPressure', 'W'],
  ['highPressure', 'W'],
  ['highTempC', 'W'],
  ['lowBatteryPct', 'W'],
  ['reportIntervalS', 'W'],
  ['reserved30', 'B[6]'],
] as const;

const BLIND_SPOT_ROWS = [
  ['rearTimeS', 'B'],
  ['sideRearTimeS', 'B'],
] as const;

/** 0xF364. `tail` holds all bytes from 52 and is written back as read. */
export type AdasParameters = ValuesOf<typeof ADAS_ROWS>;
/** 0xF365. `tail` holds all bytes from 47. */
export type DriverParameters = ValuesOf<typeof DRIVER_ROWS>;
/** 0xF366. */
export type TireParameters = ValuesOf<typeof TIRE_ROWS>;
/** 0xF367. */
export type BlindSpotParameters = ValuesOf<typeof BLIND_SPOT_ROWS>;

/** The value of one parameter; 0xF370 is a plain number. */
export type ActiveSafetyParameter = AdasParameters | DriverParameters | TireParameters | BlindSpotParameters | number;

type Table = { readonly rows: readonly Row[]; readonly minLength: number; readonly maxLength: number };

/** Lengths outside the range stay raw: a library's 47-byte 0xF365 lacks two fields in the middle. */
const TABLES: ReadonlyMap<number, Table> = new Map([
  [0xf364, { rows: ADAS_ROWS, minLength: 52, maxLength: 255 }],
  [0xf365, { rows: DRIVER_ROWS, minLength: 49, maxLength: 255 }],
  [0xf366, { rows: TIRE_ROWS, minLength: 36, maxLength: 36 }],
  [0xf367, { rows: BLIND_SPOT_ROWS, minLength: 2, maxLength: 2 }],
]);

const VERSION_ID = 0xf370;

const readRow = (reader: ByteReader, kind: Kind): number | string | Uint8Array => {
  switch (kind) {
    case 'B':
      return reader.u8();
    case 'W':
      return reader.u16();
    case 'D':
      return reader.u32();
    case 'B[1]':
      return reader.take(1);
    case 'B[3]':
      return reader.take(3);
    case 'B[6]':
      return reader.take(6);
    case 'TEXT12':
      return readText(reader, 12);
    default:
      return reader.rest();
  }
};

/** Reads one parameter value. Undefined for other ids and for lengths outside the table: keep those raw. Never throws. */
export const decodeActiveSafetyParameter = (id: number, value: Uint8Array): ActiveSafetyParameter | undefined => {
  if (id === VERSION_ID) return value.length === 1 ? value[0] : undefined;
  const table = TABLES.get(id);
  if (!table || value.length < table.minLength || value.length > table.maxLength) return undefined;
  const reader = new ByteReader(value);
  const entries = table.rows.map(([name, kind]) => [name, readRow(reader, kind)] as const);
  // The rows give names and kinds of exactly one member of the union; the compiler does not follow them through a loop.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(entries) as ActiveSafetyParameter;
};

const writeNumber = (writer: ByteWriter, kind: Kind, field: number): void => {
  if (kind === 'B') writer.u8(field);
  else if (kind === 'W') writer.u16(field);
  else writer.u32(field);
};

const writeRow = (writer: ByteWriter, [name, kind]: Row, field: unknown): void => {
  if (kind === 'REST' && field instanceof Uint8Array) writer.raw(field);
  else if (kind === 'TEXT12' && typeof field === 'string') writer.padded(encodeGbk(field), 12);
  else if (kind === 'B[1]' && field instanceof Uint8Array) writer.padded(field, 1);
  else if (kind === 'B[3]' && field instanceof Uint8Array) writer.padded(field, 3);
  else if (kind === 'B[6]' && field instanceof Uint8Array) writer.padded(field, 6);
  else if ((kind === 'B' || kind === 'W' || kind === 'D') && typeof field === 'number')
    writeNumber(writer, kind, field);
  else throw new RangeError(`${name} is not a value for its field`);
};

/** The bytes of one parameter value. RangeError for another id, a missing field or one that does not fit. */
export const encodeActiveSafetyParameter = (id: number, value: ActiveSafetyParameter): Uint8Array => {
  const writer = new ByteWriter();
  if (typeof value === 'number') {
    if (id !== VERSION_ID) throw new RangeError(`parameter ${id} is no plain number`);
    return writer.u8(value).finish();
  }
  const table = TABLES.get(id);
  if (!table) throw new RangeError(`${id} is no active-safety parameter`);
  const fields = new Map<string, unknown>(Object.entries(value));
  for (const row of table.rows) writeRow(writer, row, fields.get(row[0]));
  return writer.finish();
};
