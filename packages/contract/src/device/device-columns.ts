// Rows of Q03 as columns and back, without loss: a fifth of the text of rows, and a third of it or less compressed. How one column is
// written is speak/columns.ts; its schema stands with Q03 in device.ts.
import { readNumberColumn, readRowCount, readTextColumn, toNumberColumn, toTextColumn } from '../speak/columns.ts';
import type { DeviceColumns, DeviceWire } from './device.ts';

const texts = ['deviceid', 'drivername', 'vehicleid', 'plate', 'extid', 'chmask', 'driverlicense'] as const;

/** `perUnit`: of the whole units that differences are counted in. `empty`: what a column that is left out says. */
type NumberRow = {
  readonly perUnit: number;
  readonly empty: 0 | null;
  readonly of: (device: DeviceWire) => number | null;
};
const count = (of: NumberRow['of']): NumberRow => ({ perUnit: 1, empty: 0, of });
const maybe = (of: NumberRow['of'], perUnit = 1): NumberRow => ({ perUnit, empty: null, of });
const MILLIONTHS = 1e6;

/** Columns of numbers; those of a position, of the place and of the day are all null where there is none. */
const numbers = {
  chn_count: count((d) => d.chn_count),
  status: count((d) => d.status),
  status_time: count((d) => d.status_time),
  voltage: maybe((d) => d.voltage, 100),
  voltage_percent: maybe((d) => d.voltage_percent),
  temperature: maybe((d) => d.temperature),
  health: maybe((d) => d.health),
  acc_on: maybe((d) => d.acc_on),
  smart1: maybe((d) => d.smart1),
  smart2: maybe((d) => d.smart2),
  registered: count((d) => d.registered),
  recording: count((d) => d.recording),
  recording_error: count((d) => d.recording_error),
  recording_error_count: count((d) => d.recording_error_count),
  timezone: maybe((d) => d.timezone, 4),
  lat: maybe((d) => d.gps_info.data?.lat ?? null, MILLIONTHS),
  lng: maybe((d) => d.gps_info.data?.lng ?? null, MILLIONTHS),
  trackingAngle: maybe((d) => d.gps_info.data?.trackingAngle ?? null),
  speedInKmh: maybe((d) => d.gps_info.data?.speedInKmh ?? null, 1000),
  time: maybe((d) => d.gps_info.time),
  maplat: maybe((d) => d.maplocation?.lat ?? null, MILLIONTHS),
  maplng: maybe((d) => d.maplocation?.lng ?? null, MILLIONTHS),
  signal: maybe((d) => d.signal),
  satellites: maybe((d) => d.satellites),
  icon: count((d) => d.icon),
  alarm: count((d) => d.alarm),
  distance: maybe((d) => d.daily?.distance ?? null),
  oscount: maybe((d) => d.daily?.oscount ?? null),
  parkcount: maybe((d) => d.daily?.parkcount ?? null),
  parktime: maybe((d) => d.daily?.parktime ?? null),
  totalDrivingtime: maybe((d) => d.daily?.totalDrivingtime ?? null),
  driverDrivingtime: maybe((d) => d.daily?.driverDrivingtime ?? null),
} satisfies Partial<Record<keyof DeviceColumns, NumberRow>>;
type NumberName = keyof typeof numbers;
type TextName = (typeof texts)[number];

const numberRows: readonly (readonly [string, NumberRow])[] = Object.entries(numbers);

/** At most MAX_COLUMN_ROWS devices in the order given. */
export const toDeviceColumns = (devices: readonly DeviceWire[]): DeviceColumns => {
  const columns: Record<string, unknown> = {};
  for (const name of texts) columns[name] = toTextColumn(devices.map((device) => device[name]));
  for (const [name, { of, perUnit, empty }] of numberRows)
    columns[name] = toNumberColumn(devices.map(of), perUnit, empty);
  if (devices.some(({ loop }) => loop.length > 0)) columns['loop'] = devices.map(({ loop }) => loop);
  return { n: devices.length, ...columns };
};

/** An object from the wire whose columns have not been looked at. */
type Loose = { readonly [name: string]: unknown };
const isLoose = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isTenths = (value: unknown): value is number | null =>
  value === null || (typeof value === 'number' && Number.isFinite(value));

const readLoops = (column: unknown, rows: number): (number | null)[][] => {
  if (column === undefined) return Array.from({ length: rows }, () => []);
  if (!Array.isArray(column) || column.length !== rows) throw new RangeError('the column loop cannot be read');
  return column.map((loop: unknown) => {
    if (!Array.isArray(loop) || !loop.every(isTenths)) throw new RangeError('the column loop cannot be read');
    return loop;
  });
};

type Read = {
  readonly text: (name: TextName, at: number) => string;
  readonly value: (name: NumberName, at: number) => number | null;
  readonly loop: (at: number) => (number | null)[];
};

const reader = (piece: Loose, rows: number): Read => {
  const textOf = new Map<string, string[]>(texts.map((name) => [name, readTextColumn(piece[name], { rows, name })]));
  const valueOf = new Map<string, (number | null)[]>(
    numberRows.map(([name, { perUnit, empty }]) => [
      name,
      readNumberColumn(piece[name], { rows, perUnit, empty, name }),
    ]),
  );
  const loops = readLoops(piece['loop'], rows);
  return {
    text: (name, at) => textOf.get(name)?.[at] ?? '',
    value: (name, at) => valueOf.get(name)?.[at] ?? null,
    loop: (at) => loops[at] ?? [],
  };
};

const flag = (value: number | null): 0 | 1 => (value === 1 ? 1 : 0);

const positionAt = ({ value }: Read, at: number): DeviceWire['gps_info']['data'] => {
  const [lat, lng] = [value('lat', at), value('lng', at)];
  if (lat === null || lng === null) return null;
  return {
    lat,
    lng,
    trackingAngle: value('trackingAngle', at) ?? 0,
    speedInKmh: value('speedInKmh', at) ?? 0,
  };
};

const placeAt = ({ value }: Read, at: number): DeviceWire['maplocation'] => {
  const [lat, lng] = [value('maplat', at), value('maplng', at)];
  return lat === null || lng === null ? null : { lat, lng };
};

const dayAt = ({ value }: Read, at: number): DeviceWire['daily'] => {
  const distance = value('distance', at);
  if (distance === null) return null;
  return {
    distance,
    oscount: value('oscount', at) ?? 0,
    parkcount: value('parkcount', at) ?? 0,
    parktime: value('parktime', at) ?? 0,
    totalDrivingtime: value('totalDrivingtime', at) ?? 0,
    driverDrivingtime: value('driverDrivingtime', at) ?? 0,
  };
};

const deviceAt = (read: Read, at: number): DeviceWire => {
  const { text, value } = read;
  const accOn = value('acc_on', at);
  return {
    deviceid: text('deviceid', at),
    drivername: text('drivername', at),
    vehicleid: text('vehicleid', at),
    plate: text('plate', at),
    extid: text('extid', at),
    chmask: text('chmask', at),
    chn_count: value('chn_count', at) ?? 0,
    status: value('status', at) ?? 0,
    status_time: value('status_time', at) ?? 0,
    voltage: value('voltage', at),
    voltage_percent: value('voltage_percent', at),
    temperature: value('temperature', at),
    health: value('health', at),
    acc_on: accOn === null ? null : flag(accOn),
    loop: read.loop(at),
    smart1: value('smart1', at),
    smart2: value('smart2', at),
    registered: flag(value('registered', at)),
    recording: flag(value('recording', at)),
    recording_error: flag(value('recording_error', at)),
    recording_error_count: value('recording_error_count', at) ?? 0,
    timezone: value('timezone', at),
    gps_info: { data: positionAt(read, at), time: value('time', at) },
    maplocation: placeAt(read, at),
    signal: value('signal', at),
    satellites: value('satellites', at),
    icon: value('icon', at) ?? 0,
    driverlicense: text('driverlicense', at),
    alarm: value('alarm', at) ?? 0,
    daily: dayAt(read, at),
  };
};

/** The rows of one piece. Columns of another version that are not known here are left alone. Throws RangeError for what is none. */
export const fromDeviceColumns = (piece: unknown): DeviceWire[] => {
  if (!isLoose(piece)) throw new RangeError('a piece of columns is an object');
  const rows = readRowCount(piece['n']);
  const read = reader(piece, rows);
  return Array.from({ length: rows }, (_, at) => deviceAt(read, at));
};
