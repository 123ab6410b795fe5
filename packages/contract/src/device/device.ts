// A device as the console sees it: list replies Q03, Q04, Q05, unregistered ones P07, extra info Q11 and Q12, register D01, remove D02.
import { z } from 'zod';
import { MAX_COLUMN_ROWS, numberColumn, textColumn } from '../speak/columns.ts';
import { call, command, push } from '../speak/speak.ts';
import {
  bodyCredentials,
  channelNumber,
  channelString,
  deviceId,
  outcome,
  wireFlag,
  wireKnots,
  wireSeconds,
  wireTenths,
} from '../speak/wire.ts';
import { MAX_DRIVER_NAME } from './driver.ts';
import { MAX_TRACK_DAYS, MAX_TRACK_POINTS } from '../track/track.ts';

/** Position inside a device: degrees WGS84, km/h, heading 0-359 clockwise from north. Absent before the first usable fix. */
export const devicePosition = z.object({
  lat: z.number(),
  lng: z.number(),
  trackingAngle: z.number(),
  speedInKmh: wireKnots, // the wire carries knots under this name
});

/** The daily sums: metres, counts and seconds as the wire has them. */
export const dailyStats = z.object({
  distance: z.number(),
  oscount: z.number(),
  parkcount: z.number(),
  parktime: z.number(),
  totalDrivingtime: z.number(),
  driverDrivingtime: z.number(),
});

export const device = z.object({
  deviceid: z.string(),
  drivername: z.string(),
  vehicleid: z.string(),
  plate: z.string(),
  extid: z.string(),
  chmask: channelString,
  chn_count: z.number().int(),
  status: z.number().int(), // 0 offline, above 0 online
  status_time: wireSeconds,
  voltage: z.number().nullable(), // volts
  voltage_percent: z.number().nullable(),
  temperature: wireTenths.nullable(),
  health: z.number().nullable(), // disk usage, percent
  acc_on: wireFlag.nullable(),
  loop: z.array(wireTenths.nullable()), // further temperature sensors in their order; null for one that is not there
  smart1: z.number().nullable(), // life left in per cent; -1 not told, -2 no such disk or card
  smart2: z.number().nullable(),
  registered: wireFlag,
  recording: wireFlag,
  recording_error: wireFlag,
  recording_error_count: z.number().int(),
  timezone: z.number().nullable(), // hours east of UTC as its clock is set, or of its place with gpstzenable
  gps_info: z.object({ data: devicePosition.nullable(), time: wireSeconds.nullable() }),
  maplocation: z.object({ lat: z.number(), lng: z.number() }).nullable(),
  signal: z.number().nullable(), // per cent of a full mobile signal
  satellites: z.number().nullable(),
  icon: z.number().int(),
  driverlicense: z.string(),
  alarm: z.number().int(), // the JT/T 808 alarm word of the newest report, 0 = none
  daily: dailyStats.nullable(),
});
/** The form inside both programs: channels as numbers, km/h, °C, UTC ms, booleans. */
export type Device = z.output<typeof device>;
export type DeviceWire = z.input<typeof device>;

const exampleDevice: DeviceWire = {
  deviceid: '13800000101',
  drivername: 'A. Driver',
  vehicleid: 'TRK-101',
  plate: 'ABC-1234',
  extid: '',
  chmask: '1111',
  chn_count: 4,
  status: 1,
  status_time: 1_790_000_000,
  voltage: 24.6,
  voltage_percent: 92,
  temperature: 305,
  health: 61,
  acc_on: 1,
  loop: [251, -30],
  smart1: null,
  smart2: null,
  registered: 1,
  recording: 0,
  recording_error: 0,
  recording_error_count: 0,
  timezone: 8,
  gps_info: { data: { lat: 24.078605, lng: 120.528535, trackingAngle: 90, speedInKmh: 27 }, time: 1_790_000_000 },
  maplocation: null,
  signal: 90,
  satellites: 11,
  icon: 0,
  driverlicense: '',
  alarm: 0,
  daily: null,
};

/**
 * Devices as columns: `n` of them, and of each what its row says under the same name; lat to time are those of gps_info (time also
 * where it has no data), maplat and maplng of maplocation, distance to driverDrivingtime of daily, all null where it has none. Whole
 * units of the differences: lat, lng, maplat and maplng degrees x 10^6, speedInKmh thousandths of a knot, voltage hundredths of a
 * volt, timezone quarters of an hour, everything else as in the row. loop is left out where no device has any.
 */
export const deviceColumns = z.object({
  n: z.number().int().min(0).max(MAX_COLUMN_ROWS),
  deviceid: textColumn,
  drivername: textColumn,
  vehicleid: textColumn,
  plate: textColumn,
  extid: textColumn,
  chmask: textColumn,
  chn_count: numberColumn,
  status: numberColumn,
  status_time: numberColumn,
  voltage: numberColumn,
  voltage_percent: numberColumn,
  temperature: numberColumn,
  health: numberColumn,
  acc_on: numberColumn,
  loop: z.array(z.array(z.number().nullable())).optional(),
  smart1: numberColumn,
  smart2: numberColumn,
  registered: numberColumn,
  recording: numberColumn,
  recording_error: numberColumn,
  recording_error_count: numberColumn,
  timezone: numberColumn,
  lat: numberColumn,
  lng: numberColumn,
  trackingAngle: numberColumn,
  speedInKmh: numberColumn,
  time: numberColumn,
  maplat: numberColumn,
  maplng: numberColumn,
  signal: numberColumn,
  satellites: numberColumn,
  icon: numberColumn,
  driverlicense: textColumn,
  alarm: numberColumn,
  distance: numberColumn,
  oscount: numberColumn,
  parkcount: numberColumn,
  parktime: numberColumn,
  totalDrivingtime: numberColumn,
  driverDrivingtime: numberColumn,
});
export type DeviceColumns = z.output<typeof deviceColumns>;

/** Z is an array of devices, with D 1 their columns, or 'fin' in the last answer, which carries T (list token) and C (change cursor). */
const listBatch = z.union([
  z.object({ Z: z.array(device) }),
  z.object({ Z: deviceColumns }),
  z.object({ Z: z.literal('fin'), T: z.string(), C: z.number().int() }),
]);
/** L in fin: what is no longer shown to the user. */
const changesBatch = z.union([
  z.object({ Z: z.array(device) }),
  z.object({ Z: z.literal('fin'), T: z.string(), C: z.number().int(), L: z.array(z.string()).optional() }),
]);

export const q03DeviceList = command({
  code: 'Q03',
  right: 'signed-in',
  audit: 'reads',
  input: z.object({ D: wireFlag.optional() }),
  reply: listBatch,
  batched: true,
  about:
    'Every device the user may see, at most 200 in one answer, ended by fin. T names the list, C the point in its history. D 1: as columns, at most 500 in one answer, which compressed are a third of the size or less. A column that is left out says 0, an empty text or null of every device; one that is no array says this of every device. An array of numbers holds differences from the last device before that has one (null: it has none), the first from 0, in whole units: lat, lng, maplat and maplng degrees x 10^6, speedInKmh x 1000, voltage x 100, timezone x 4, the others as in a row. An array of texts holds, in the first character, how many characters are those of the device before (0 none, then by character code up to Z, 42), and then the rest. An object has the values themselves in p. lat, lng, trackingAngle, speedInKmh and time are of gps_info, maplat and maplng of maplocation, distance to driverDrivingtime of daily.',
  example: { input: {}, reply: { Z: [exampleDevice] } },
});
export const q04ChangedDevices = command({
  code: 'Q04',
  right: 'signed-in',
  audit: 'reads',
  input: z.object({ T: z.string(), C: z.number().int() }),
  reply: changesBatch,
  batched: true,
  about:
    'Devices changed since C. Another T in fin than the one sent: with L other devices are shown to the user, those that came are among the answers and those that went are in L, and the list goes on under the new T; without L the list was made again, ask Q03. One with registered 0 and status 0 has left the list. After P01 with A all and D 1: without those of which P06 carried everything; sums of a day and readings then come later in a large fleet.',
  example: { input: { T: 'l1', C: 41 }, reply: { Z: 'fin', T: 'l1', C: 42 } },
});
/** The row of one that left has status 0 and registered 0: it is no longer in a list. */
export const p07Strangers = push({
  code: 'P07',
  payload: z.object({ Z: z.array(device) }),
  about:
    'Devices that nobody registered, as they come and go (status 0: gone), at most one message a second, to who subscribed with P01. The list keeps its token.',
  example: { Z: [{ ...exampleDevice, registered: 0 }] },
});
export const q05Device = command({
  code: 'Q05',
  right: 'signed-in',
  audit: 'reads',
  input: z.object({ I: deviceId }),
  reply: z.object({ I: z.string(), Z: device }),
  batched: false,
  about: 'One device.',
  example: { input: { I: '13800000101' }, reply: { I: '13800000101', Z: exampleDevice } },
});

/** The newest fix in full. `valid` 0: no fix, or impossible (kept as evidence, not drawn). `speed` km/h, `signal` per cent, times unix seconds. */
export const gpsInfo = z.object({
  lat: z.number(),
  lng: z.number(),
  altitude: z.number(),
  speed: z.number(),
  dir: z.number(),
  time: wireSeconds,
  received: wireSeconds,
  valid: wireFlag,
  alarm: z.number().int(),
  status: z.number().int(),
  mileage: z.number().nullable(),
  satellites: z.number().nullable(),
  signal: z.number().nullable(),
});
export type GpsInfo = z.output<typeof gpsInfo>;
export const q07GpsInfo = command({
  code: 'Q07',
  right: 'F_gps',
  audit: 'reads',
  input: z.object({ I: deviceId }),
  reply: z.object({ I: z.string(), Z: gpsInfo.nullable() }),
  batched: false,
  about: 'GPS info of one device; Z null before the first report.',
  example: {
    input: { I: '13800000101' },
    reply: {
      I: '13800000101',
      Z: {
        lat: 24.07,
        lng: 120.52,
        altitude: 20,
        speed: 50,
        dir: 90,
        time: 1_790_000_000,
        received: 1_790_000_001,
        valid: 1,
        alarm: 0,
        status: 3,
        mileage: 1234.5,
        satellites: 11,
        signal: 90,
      },
    },
  },
});

/** What the list leaves out. Channel names are in channel order; an empty name reads 'ch'+number. */
export const extraInfo = z.object({
  deviceid: z.string(),
  icon: z.number().int(),
  chsort: z.array(channelNumber),
  chnames: z.array(z.string()),
  plate: z.string(),
  talkchannel: channelNumber,
  extid: z.string(),
  dsmchannel: channelNumber,
  simnumber: z.string(),
});
export type ExtraInfo = z.output<typeof extraInfo>;
const exampleExtra: z.input<typeof extraInfo> = {
  deviceid: '13800000101',
  icon: 0,
  chsort: [1, 2, 3, 4],
  chnames: ['Driver', 'Front', '', ''],
  plate: 'ABC-1234',
  talkchannel: 1,
  extid: '',
  dsmchannel: 2,
  simnumber: '13800000101',
};
export const q11ExtraInfoList = command({
  code: 'Q11',
  right: 'signed-in',
  audit: 'reads',
  input: z.object({}),
  batched: true,
  reply: z.union([z.object({ Z: z.array(extraInfo) }), z.object({ Z: z.literal('fin') })]),
  about: 'Extra info of every device the user may see, ended by fin.',
  example: { input: {}, reply: { Z: [exampleExtra] } },
});
export const q12ExtraInfo = command({
  code: 'Q12',
  right: 'signed-in',
  audit: 'reads',
  input: z.object({ I: deviceId }),
  reply: z.object({ I: z.string(), Z: extraInfo }),
  batched: false,
  about: 'Extra info of one device.',
  example: { input: { I: '13800000101' }, reply: { I: '13800000101', Z: exampleExtra } },
});

/** What may be told about a device while registering it. Names at most 31 characters. */
export const deviceDetails = z.object({
  drivername: z.string().max(MAX_DRIVER_NAME).optional(),
  vehicleid: z.string().max(31).optional(),
  plate: z.string().max(31).optional(),
  extid: z.string().max(31).optional(),
  /** Which picture stands for the vehicle. */
  icon: z.number().int().min(0).max(255).optional(),
  chnames: z.array(z.string().max(31)).max(64).optional(),
  /** The terminal's number, where the device is to have another id than it. */
  simnumber: z
    .string()
    .regex(/^\d{1,20}$/, 'A terminal number has 1 to 20 digits.')
    .optional(),
  /** Where the map shows it while it has no fix. Degrees WGS84. */
  maplocation: z
    .object({ lat: z.number().min(-90).max(90), lng: z.number().min(-180).max(180) })
    .nullable()
    .optional(),
});
export const d01Register = command({
  code: 'D01',
  right: 'admin',
  audit: { action: 'Register device', secret: {}, device: 'I' },
  input: z.object({ I: deviceId, C: z.number().int().min(1).max(64), Z: deviceDetails.optional() }),
  reply: z.object({ I: z.string() }),
  batched: false,
  about: 'Registers device I with C channels. One that is registered already answers R 409.',
  example: { input: { I: '13800000101', C: 4 }, reply: { I: '13800000101' } },
});
export const d02Remove = command({
  code: 'D02',
  right: 'admin',
  audit: { action: 'Remove device', secret: {}, device: 'I' },
  input: z.object({ I: deviceId }),
  reply: z.object({ I: z.string() }),
  batched: false,
  about: 'Unregisters device I. Its data stays until its retention ends and returns with the id.',
  example: { input: { I: '13800000101' }, reply: { I: '13800000101' } },
});

export const postDevice = call({
  method: 'POST',
  path: '/gkdevice/device',
  right: 'signed-in',
  audit: 'reads',
  input: z.object({ ...bodyCredentials, deviceid: deviceId }),
  reply: z.union([outcome, device.extend({ channel: z.number().int() })]),
  about: 'One device, its count of channels as channel too, or hasError and message.',
  example: { input: { deviceid: '13800000101' }, reply: { ...exampleDevice, channel: exampleDevice.chn_count } },
});

/** One point of a track: degrees, km/h, degrees, unix seconds. */
export const trackPoint = z.object({
  lat: z.number(),
  lng: z.number(),
  speed: z.number(),
  dir: z.number(),
  time: wireSeconds,
});
export type TrackPoint = z.output<typeof trackPoint>;
export const postGps = call({
  method: 'POST',
  path: '/api/gps',
  right: 'F_gps or P_gppb',
  audit: 'reads',
  input: z.object({ ...bodyCredentials, deviceid: deviceId, start: wireSeconds, end: wireSeconds }),
  reply: z.union([outcome, z.array(trackPoint)]),
  about: `The drawn positions of one device in a span of at most ${MAX_TRACK_DAYS} days, by device time. More than ${MAX_TRACK_POINTS} are refused: ask for a part.`,
  example: {
    input: { deviceid: '13800000101', start: 1_790_000_000, end: 1_790_003_600 },
    reply: [{ lat: 24.07, lng: 120.52, speed: 50, dir: 90, time: 1_790_000_000 }],
  },
});
