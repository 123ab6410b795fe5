// What a recorder of this kind knows as parameters (sections 11.2 of JT/T 808, 4.3 of JT/T 1078, 10 of active safety): what it leaves the
// factory with, and which bytes it takes. What it does with them is where they are read.
import { encodeActiveSafetyParameter, makeParameter, parameterRow } from '@outrider/jt808';
import type { Parameter } from '@outrider/jt808';
import { audioVideoSettings } from '@outrider/jt1078';
import type { EncodeSettings } from '@outrider/jt1078';
import type { ResolvedOptions } from './options.ts';

/** Ids the vehicle itself obeys. */
export const PARAMETER = {
  heartbeatS: 0x0001,
  answerTimeoutS: 0x0002,
  retries: 0x0003,
  mainServer: 0x0013,
  backupServer: 0x0017,
  tcpPort: 0x0018,
  udpPort: 0x0019,
  reportStrategy: 0x0020,
  intervalAsleepS: 0x0027,
  intervalEmergencyS: 0x0028,
  intervalS: 0x0029,
  distanceM: 0x002c,
  distanceAsleepM: 0x002e,
  distanceEmergencyM: 0x002f,
  alarmMask: 0x0050,
  topSpeedKmh: 0x0055,
  overspeedS: 0x0056,
  continuousDrivingS: 0x0057,
  drivingPerDayS: 0x0058,
  longestParkingS: 0x005a,
  overspeedWarningTenthsKmh: 0x005b,
  fatigueWarningS: 0x005c,
  brightness: 0x0071,
  contrast: 0x0072,
  saturation: 0x0073,
  audioVideo: 0x0075,
  channelTable: 0x0076,
  channelSettings: 0x0077,
  videoAlarmMask: 0x007a,
  odometerTenthsKm: 0x0080,
  plate: 0x0083,
  plateColor: 0x0084,
  adas: 0xf364,
  driver: 0xf365,
  tires: 0xf366,
  blindSpot: 0xf367,
} as const;

/** What 0x0075 says from the factory: the sizes, rates and key-frame distance of the committed clips (clips/index.json). */
const FACTORY_LIVE: EncodeSettings = {
  rateMode: 0,
  resolution: 1,
  keyFrameDistance: 15,
  framesPerSecond: 15,
  bitRateKbps: 150,
};
const FACTORY_STORED: EncodeSettings = { ...FACTORY_LIVE, resolution: 3, bitRateKbps: 430 };
const PLATE_AND_CHANNEL = 0b111;

/** What a recorder of this kind leaves the factory with. */
export const factoryParameters = (options: ResolvedOptions): Parameter[] => {
  const { edition, host, port, transport } = options;
  const rows: readonly (readonly [number, number | string])[] = [
    [PARAMETER.heartbeatS, Math.max(1, Math.round(options.heartbeatMs / 1000))],
    [PARAMETER.answerTimeoutS, Math.max(1, Math.round(options.answerTimeoutMs / 1000))],
    [PARAMETER.retries, 3],
    [0x0010, 'internet'],
    [0x0011, ''],
    [0x0012, ''],
    [PARAMETER.mainServer, edition === '2019' ? `${host}:${port}` : host],
    [0x0014, ''],
    [PARAMETER.backupServer, ''],
    [PARAMETER.tcpPort, transport === 'tcp' ? port : 0],
    [PARAMETER.udpPort, transport === 'udp' ? port : 0],
    [PARAMETER.reportStrategy, 0],
    [0x0021, 0],
    [PARAMETER.intervalAsleepS, Math.max(1, Math.round((options.intervalMs * 6) / 1000))],
    [PARAMETER.intervalEmergencyS, 5],
    [PARAMETER.intervalS, Math.max(1, Math.round(options.intervalMs / 1000))],
    [PARAMETER.distanceM, 500],
    [PARAMETER.distanceAsleepM, 500],
    [PARAMETER.distanceEmergencyM, 100],
    [0x0030, 30],
    [0x0031, 300],
    [0x0040, '0000'],
    [PARAMETER.alarmMask, 0],
    [PARAMETER.topSpeedKmh, options.faults.speedLimitKmh ?? 85],
    [PARAMETER.overspeedS, 10],
    [PARAMETER.continuousDrivingS, 4 * 3600],
    [PARAMETER.drivingPerDayS, 24 * 3600],
    [0x0059, 20 * 60],
    [PARAMETER.longestParkingS, 30 * 24 * 3600],
    [PARAMETER.overspeedWarningTenthsKmh, 0],
    [PARAMETER.fatigueWarningS, 0],
    [0x0070, 3],
    [PARAMETER.brightness, 128],
    [PARAMETER.contrast, 64],
    [PARAMETER.saturation, 64],
    [0x0074, 128],
    [PARAMETER.odometerTenthsKm, 0],
    [0x0081, 0],
    [0x0082, 0],
    [PARAMETER.plate, options.plate],
    [PARAMETER.plateColor, 2],
    [0x0090, 3],
  ];
  return [
    ...rows.map(([id, value]) => makeParameter(id, value)),
    ...videoParameters(options.channels),
    ...safetyParameters(),
  ];
};

/** 0x0076 is written by hand, so that a mistake in its codec does not agree with itself. */
const videoParameters = (channels: number): Parameter[] => {
  const list = [channels, 0, 0];
  for (let channel = 1; channel <= channels; channel += 1) list.push(channel, channel, 0, channel === 2 ? 1 : 0);
  const both = { live: FACTORY_LIVE, stored: FACTORY_STORED, overlayBits: PLATE_AND_CHANNEL, audioOutput: 1 };
  return [
    { id: PARAMETER.audioVideo, raw: audioVideoSettings.encode(both) },
    { id: PARAMETER.channelTable, raw: Uint8Array.from(list) },
    { id: PARAMETER.channelSettings, raw: Uint8Array.of(0) },
    { id: 0x0079, raw: Uint8Array.of(20, 5, 1) },
    { id: PARAMETER.videoAlarmMask, raw: Uint8Array.of(0, 0, 0, 0) },
  ];
};

const ADAS_BYTES = 56;
const DRIVER_BYTES = 49;
/** No least speed, volume 6, no photos by themselves, 60 s, 200 m, 3 photos 200 ms apart, sizes; all alarms and events enabled. */
const ADAS_HEAD = [0, 6, 0, 0, 60, 0, 200, 3, 2, 1, 1, 0, 1, 0x0f, 0xff, 0, 0, 0, 3];
const DRIVER_HEAD = [0, 6, 0, 0x0e, 0x10, 0, 200, 3, 2, 1, 1, 0, 0, 1, 0xff, 0, 0, 0, 3];
const LEVEL_KMH = 50;
const ANY_KMH = 220;

const block = (bytes: number, head: readonly number[], levelsAt: readonly number[]): Uint8Array => {
  const raw = new Uint8Array(bytes);
  raw.set(head);
  for (const at of levelsAt) raw[at] = LEVEL_KMH;
  return raw;
};

/** Defaults of section 10 of active safety, but for the least speeds and the pauses between alarms, which are 0. */
const safetyParameters = (): Parameter[] => {
  const adas = block(ADAS_BYTES, ADAS_HEAD, [21, 27, 31, 36, 46]);
  adas[41] = ANY_KMH; // pedestrians: active below this speed
  const tires = {
    tireSpec: '900R20',
    pressureUnit: 3,
    normalPressure: 140,
    imbalancePct: 20,
    slowLeakPct: 5,
    lowPressure: 110,
    highPressure: 189,
    highTempC: 80,
    lowBatteryPct: 10,
    reportIntervalS: 60,
    reserved30: new Uint8Array(6),
  };
  return [
    { id: PARAMETER.adas, raw: adas },
    { id: PARAMETER.driver, raw: block(DRIVER_BYTES, DRIVER_HEAD, [26, 30, 34, 38, 42]) },
    { id: PARAMETER.tires, raw: encodeActiveSafetyParameter(PARAMETER.tires, tires) },
    { id: PARAMETER.blindSpot, raw: Uint8Array.of(3, 3) },
  ];
};

/** Why a value is not taken; null when it is. */
export type Refusal = 'length' | 'range' | null;

const FIXED = { D: 4, W: 2, B: 1, PERIOD: 4, B8: 8 } as const;
const ENCODE_BYTES = 21;
const CHANNEL_BYTES = 4;

/** Lengths that a parameter beside the standard's table may have. */
const OTHER_LENGTHS: ReadonlyMap<number, (bytes: number) => boolean> = new Map([
  [PARAMETER.audioVideo, (bytes) => bytes === ENCODE_BYTES],
  [PARAMETER.channelTable, (bytes) => bytes >= 3 && (bytes - 3) % CHANNEL_BYTES === 0],
  [PARAMETER.channelSettings, (bytes) => bytes >= 1 && (bytes - 1) % ENCODE_BYTES === 0],
  [0x0079, (bytes) => bytes === 3],
  [PARAMETER.adas, (bytes) => bytes >= 52],
  [PARAMETER.driver, (bytes) => bytes >= 49],
  [PARAMETER.tires, (bytes) => bytes === 36],
  [PARAMETER.blindSpot, (bytes) => bytes === 2],
]);

/** Numbers out of these bounds are refused; those without a row take any. */
const BOUNDS: ReadonlyMap<number, readonly [low: number, high: number]> = new Map([
  [PARAMETER.heartbeatS, [1, 3600]],
  [PARAMETER.answerTimeoutS, [1, 600]],
  [PARAMETER.retries, [0, 10]],
  [PARAMETER.tcpPort, [0, 65_535]],
  [PARAMETER.udpPort, [0, 65_535]],
  [PARAMETER.reportStrategy, [0, 2]],
  [PARAMETER.intervalAsleepS, [1, 86_400]],
  [PARAMETER.intervalEmergencyS, [1, 86_400]],
  [PARAMETER.intervalS, [1, 86_400]],
  [PARAMETER.distanceM, [1, 1_000_000]],
  [PARAMETER.distanceAsleepM, [1, 1_000_000]],
  [PARAMETER.distanceEmergencyM, [1, 1_000_000]],
  [PARAMETER.topSpeedKmh, [1, 400]],
  [PARAMETER.overspeedS, [0, 3600]],
  [PARAMETER.continuousDrivingS, [1, 604_800]],
  [PARAMETER.brightness, [0, 255]],
  [PARAMETER.contrast, [0, 127]],
  [PARAMETER.saturation, [0, 127]],
]);

/** Whether these bytes can be the value of a parameter that the recorder has. */
export const refusalOf = (id: number, raw: Uint8Array): Refusal => {
  const type = parameterRow(id)?.type;
  const other = OTHER_LENGTHS.get(id);
  if (other !== undefined) return other(raw.length) ? null : 'length';
  if (type === undefined || type === 'STR') return null;
  if (raw.length !== FIXED[type]) return 'length';
  const bounds = BOUNDS.get(id);
  const value = numberOf(raw);
  return bounds === undefined || (value >= bounds[0] && value <= bounds[1]) ? null : 'range';
};

/** An unsigned big-endian number. */
export const numberOf = (raw: Uint8Array): number => raw.reduce((value, byte) => value * 256 + byte, 0);
