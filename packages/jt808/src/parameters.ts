// Device parameters of 0x8103 and 0x0104: the table of section 11.2 and how values are read. The parameters of JT/T 1078
// (0x0075 to 0x007C) are read by that package, from `raw`; only the mask 0x007A, a plain number, is here.
import { ByteReader, ByteWriter } from './bytes.ts';
import { decodeActiveSafetyParameter } from './active-safety/parameters.ts';
import type { ActiveSafetyParameter } from './active-safety/parameters.ts';
import { decodeGbk, encodeGbk } from './gbk.ts';
import type { Edition } from './message.ts';

/** D, W, B: numbers of 4, 2 and 1 bytes. STR: text. PERIOD: a ForbiddenPeriod. B8: eight raw bytes, without a reading. */
export type ParameterType = 'D' | 'W' | 'B' | 'STR' | 'PERIOD' | 'B8';

/** One row of the table. `name` carries the unit. */
export type ParameterRow = {
  readonly id: number;
  readonly name: string;
  readonly type: ParameterType;
  readonly editions: readonly Edition[];
};

/** Daily period in which driving is forbidden (0x0032); an end before the start is on the next day. */
export type ForbiddenPeriod = {
  readonly startHour: number;
  readonly startMinute: number;
  readonly endHour: number;
  readonly endMinute: number;
};

export type ParameterValue = number | string | ForbiddenPeriod | ActiveSafetyParameter;

/** One parameter. `raw` is what is sent; `value` is its reading, there only if the table knows id and length. */
export type Parameter = { readonly id: number; readonly raw: Uint8Array; readonly value?: ParameterValue };

const ALL: readonly Edition[] = ['2011', '2013', '2019'];
const FROM_2013: readonly Edition[] = ['2013', '2019'];
const UNTIL_2013: readonly Edition[] = ['2011', '2013'];
const ONLY_2019: readonly Edition[] = ['2019'];

const row = (id: number, type: ParameterType, name: string, editions = ALL): ParameterRow => ({
  id,
  name,
  type,
  editions,
});

/** Section 11.2 in the order of the ids. 0x0110 to 0x01FF (single CAN ids, B8) and the vendor range are not rows. */
export const PARAMETERS: readonly ParameterRow[] = [
  row(0x0001, 'D', 'heartbeatIntervalS'),
  row(0x0002, 'D', 'tcpReplyTimeoutS'),
  row(0x0003, 'D', 'tcpRetries'),
  row(0x0004, 'D', 'udpReplyTimeoutS'),
  row(0x0005, 'D', 'udpRetries'),
  row(0x0006, 'D', 'smsReplyTimeoutS'),
  row(0x0007, 'D', 'smsRetries'),
  row(0x0010, 'STR', 'mainApn'),
  row(0x0011, 'STR', 'mainDialUser'),
  row(0x0012, 'STR', 'mainDialPassword'),
  row(0x0013, 'STR', 'mainServer'),
  row(0x0014, 'STR', 'backupApn'),
  row(0x0015, 'STR', 'backupDialUser'),
  row(0x0016, 'STR', 'backupDialPassword'),
  row(0x0017, 'STR', 'backupServer'),
  row(0x0018, 'D', 'serverTcpPort', UNTIL_2013),
  row(0x0019, 'D', 'serverUdpPort', UNTIL_2013),
  row(0x001a, 'STR', 'cardServer', FROM_2013),
  row(0x001b, 'D', 'cardServerTcpPort', FROM_2013),
  row(0x001c, 'D', 'cardServerUdpPort', FROM_2013),
  row(0x001d, 'STR', 'cardBackupServer', FROM_2013),
  row(0x0020, 'D', 'reportStrategy'),
  row(0x0021, 'D', 'reportPlan'),
  row(0x0022, 'D', 'intervalNoDriverS'),
  row(0x0023, 'STR', 'secondaryApn', ONLY_2019),
  row(0x0024, 'STR', 'secondaryDialUser', ONLY_2019),
  row(0x0025, 'STR', 'secondaryDialPassword', ONLY_2019),
  row(0x0026, 'STR', 'secondaryServer', ONLY_2019),
  row(0x0027, 'D', 'intervalAsleepS'),
  row(0x0028, 'D', 'intervalEmergencyS'),
  row(0x0029, 'D', 'intervalDefaultS'),
  row(0x002c, 'D', 'distanceDefaultM'),
  row(0x002d, 'D', 'distanceNoDriverM'),
  row(0x002e, 'D', 'distanceAsleepM'),
  row(0x002f, 'D', 'distanceEmergencyM'),
  row(0x0030, 'D', 'turningAngleDegrees'),
  row(0x0031, 'W', 'illegalMovementRadiusM', FROM_2013),
  row(0x0032, 'PERIOD', 'forbiddenPeriod', ONLY_2019),
  row(0x0040, 'STR', 'platformPhone'),
  row(0x0041, 'STR', 'resetPhone'),
  row(0x0042, 'STR', 'factoryResetPhone'),
  row(0x0043, 'STR', 'platformSmsNumber'),
  row(0x0044, 'STR', 'alarmSmsNumber'),
  row(0x0045, 'D', 'answeringMode'),
  row(0x0046, 'D', 'longestCallS'),
  row(0x0047, 'D', 'longestCallsPerMonthS'),
  row(0x0048, 'STR', 'listeningPhone'),
  row(0x0049, 'STR', 'privilegedSmsNumber'),
  row(0x0050, 'D', 'alarmMask'),
  row(0x0051, 'D', 'alarmSmsBits'),
  row(0x0052, 'D', 'alarmPhotoBits'),
  row(0x0053, 'D', 'alarmPhotoStoreBits'),
  row(0x0054, 'D', 'keyAlarmBits'),
  row(0x0055, 'D', 'topSpeedKmh'),
  row(0x0056, 'D', 'overspeedDurationS'),
  row(0x0057, 'D', 'continuousDrivingS'),
  row(0x0058, 'D', 'drivingPerDayS'),
  row(0x0059, 'D', 'minimumRestS'),
  row(0x005a, 'D', 'longestParkingS'),
  row(0x005b, 'W', 'overspeedWarningTenthsKmh', FROM_2013),
  row(0x005c, 'W', 'fatigueWarningS', FROM_2013),
  row(0x005d, 'W', 'collisionThresholds', FROM_2013),
  row(0x005e, 'W', 'rolloverAngleDegrees', FROM_2013),
  row(0x0064, 'D', 'timedPhotos', FROM_2013),
  row(0x0065, 'D', 'distancePhotos', FROM_2013),
  row(0x0070, 'D', 'pictureQuality'),
  row(0x0071, 'D', 'brightness'),
  row(0x0072, 'D', 'contrast'),
  row(0x0073, 'D', 'saturation'),
  row(0x0074, 'D', 'chroma'),
  row(0x007a, 'D', 'videoAlarmMask', FROM_2013),
  row(0x0080, 'D', 'odometerTenthsKm'),
  row(0x0081, 'W', 'province'),
  row(0x0082, 'W', 'city'),
  row(0x0083, 'STR', 'plate'),
  row(0x0084, 'B', 'plateColor'),
  row(0x0090, 'B', 'gnssSystems', FROM_2013),
  row(0x0091, 'B', 'gnssBaud', FROM_2013),
  row(0x0092, 'B', 'gnssOutputRate', FROM_2013),
  row(0x0093, 'D', 'gnssCollectionS', FROM_2013),
  row(0x0094, 'B', 'gnssUpload', FROM_2013),
  row(0x0095, 'D', 'gnssUploadSetting', FROM_2013),
  row(0x0100, 'D', 'can1CollectionMs', FROM_2013),
  row(0x0101, 'W', 'can1UploadS', FROM_2013),
  row(0x0102, 'D', 'can2CollectionMs', FROM_2013),
  row(0x0103, 'W', 'can2UploadS', FROM_2013),
];

const byId: ReadonlyMap<number, ParameterRow> = new Map(PARAMETERS.map((entry) => [entry.id, entry]));

/** Numbers that 2011 sends as a DWORD where later editions have less. */
const WIDE_IN_2011: ReadonlySet<number> = new Set([0x0081, 0x0082, 0x0084]);

/** The row of an id; single CAN ids share one. Undefined for what the table does not have. */
export const parameterRow = (id: number): ParameterRow | undefined =>
  id >= 0x0110 && id <= 0x01ff ? row(id, 'B8', 'singleCanId', FROM_2013) : byId.get(id);

/** Reading of a value, undefined when id or length is not one the table knows. */
export const decodeParameter = (id: number, raw: Uint8Array): ParameterValue | undefined => {
  const type = parameterRow(id)?.type;
  if (type === undefined) return decodeActiveSafetyParameter(id, raw);
  if (type === 'STR') return decodeGbk(raw);
  if (type === 'B8') return undefined;
  const reader = new ByteReader(raw);
  if (type === 'PERIOD') return raw.length === 4 ? readPeriod(reader) : undefined;
  const is2011 = raw.length === 4 && WIDE_IN_2011.has(id);
  if (raw.length !== (is2011 ? 4 : SIZES[type])) return undefined;
  if (raw.length === 4) return reader.u32();
  return type === 'W' ? reader.u16() : reader.u8();
};

const SIZES = { D: 4, W: 2, B: 1 } as const;

const readPeriod = (reader: ByteReader): ForbiddenPeriod => ({
  startHour: reader.u8(),
  startMinute: reader.u8(),
  endHour: reader.u8(),
  endMinute: reader.u8(),
});

/**
 * A parameter to send, of an id the table types as a number or text. Throws RangeError for another id, a value of the wrong
 * kind or one that does not fit (text: 255 bytes of GBK).
 */
export const makeParameter = (
  id: number,
  value: number | string | ForbiddenPeriod,
  edition: Edition = '2013',
): Parameter => ({ id, raw: encodeValue(id, value, edition), value });

const encodeValue = (id: number, value: number | string | ForbiddenPeriod, edition: Edition): Uint8Array => {
  const type = parameterRow(id)?.type;
  const writer = new ByteWriter();
  if (type === 'STR' && typeof value === 'string') {
    const text = encodeGbk(value);
    if (text.length > 0xff) throw new RangeError(`${text.length} bytes do not fit a parameter`);
    return text;
  }
  if (type === 'PERIOD' && typeof value === 'object') {
    return writer.u8(value.startHour).u8(value.startMinute).u8(value.endHour).u8(value.endMinute).finish();
  }
  if (typeof value === 'number') {
    if (type === 'D' || (edition === '2011' && WIDE_IN_2011.has(id))) return writer.u32(value).finish();
    if (type === 'W') return writer.u16(value).finish();
    if (type === 'B') return writer.u8(value).finish();
  }
  throw new RangeError(`parameter 0x${id.toString(16).padStart(4, '0')} takes no ${typeof value}`);
};

/** Where reading parameters stopped, from the first one, and what was left. */
type ParametersError = { readonly offset: number; readonly leftover: Uint8Array };

/** A parameter list; `paramsError` only when its end could not be read. */
export type ParameterList = { readonly params: readonly Parameter[]; readonly paramsError?: ParametersError };

/**
 * Parameters to the end of the bytes, whatever count was declared. A bad tail ends the list and is told in `paramsError`; id 0
 * ends it too, since real terminals pad with zeros behind.
 */
export const decodeParameters = (bytes: Uint8Array): ParameterList => {
  const params: Parameter[] = [];
  const reader = new ByteReader(bytes);
  while (reader.remaining > 0) {
    const offset = reader.offset;
    const id = reader.remaining < 5 ? 0 : reader.u32();
    const length = id === 0 ? 0 : reader.u8();
    if (id === 0 || length > reader.remaining) {
      return { params, paramsError: { offset, leftover: bytes.subarray(offset) } };
    }
    const raw = reader.take(length);
    const value = decodeParameter(id, raw);
    params.push(value === undefined ? { id, raw } : { id, raw, value });
  }
  return { params };
};

/** Appends the items of a list. Throws RangeError for a value of more than 255 bytes. */
export const writeParameters = (writer: ByteWriter, params: readonly Parameter[]): ByteWriter => {
  for (const { id, raw } of params) writer.u32(id).u8(raw.length).raw(raw);
  return writer;
};
