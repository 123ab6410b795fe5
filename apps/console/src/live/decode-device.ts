// Reads devices and live updates off the main channel by hand: ten thousand of them come at once, and zod would hold the page.
// The contract's schema stays the authority: decode-device.test.ts compares the two. Strict checking is the server's business.
import { fromDeviceColumns, kmhOfKnots } from '@outrider/contract';
import type { Device, ExtraInfo, LiveUpdate } from '@outrider/contract';

/** An object from the wire whose fields have not been looked at. */
type Loose = { readonly [key: string]: unknown };

const isLoose = (value: unknown): value is Loose => typeof value === 'object' && value !== null;
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const number = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? value : 0);
const maybe = (value: unknown): number | null => (typeof value === 'number' && Number.isFinite(value) ? value : null);
const seconds = (value: unknown): number | null => {
  const s = maybe(value);
  return s === null ? null : s * 1000;
};
const tenths = (value: unknown): number | null => {
  const n = maybe(value);
  return n === null ? null : n / 10;
};

/** Channel numbers (from 1) of a mask of one character a channel. */
export const channelsOf = (mask: string): number[] => {
  const channels: number[] = [];
  for (let i = 0; i < mask.length; i += 1) if (mask[i] === '1') channels.push(i + 1);
  return channels;
};

const position = (value: unknown): Device['gps_info']['data'] => {
  if (!isLoose(value)) return null;
  const lat = maybe(value.lat);
  const lng = maybe(value.lng);
  if (lat === null || lng === null) return null;
  return {
    lat,
    lng,
    trackingAngle: number(value.trackingAngle),
    speedInKmh: kmhOfKnots(number(value.speedInKmh)), // the wire carries knots under this name
  };
};

const place = (value: unknown): Device['maplocation'] =>
  isLoose(value) ? { lat: number(value.lat), lng: number(value.lng) } : null;

const daily = (value: unknown): Device['daily'] =>
  isLoose(value)
    ? {
        distance: number(value.distance),
        oscount: number(value.oscount),
        parkcount: number(value.parkcount),
        parktime: number(value.parktime),
        totalDrivingtime: number(value.totalDrivingtime),
        driverDrivingtime: number(value.driverDrivingtime),
      }
    : null;

/** One device of a list reply, or undefined when it is not even that. Missing fields read empty, zero or unknown. */
export const decodeDevice = (value: unknown): Device | undefined => {
  if (!isLoose(value) || text(value.deviceid) === '') return undefined;
  const gps = isLoose(value.gps_info) ? value.gps_info : {};
  return {
    deviceid: text(value.deviceid),
    drivername: text(value.drivername),
    vehicleid: text(value.vehicleid),
    plate: text(value.plate),
    extid: text(value.extid),
    chmask: channelsOf(text(value.chmask)),
    chn_count: text(value.chmask).length || number(value.chn_count),
    status: number(value.status),
    status_time: number(value.status_time) * 1000,
    voltage: maybe(value.voltage),
    voltage_percent: maybe(value.voltage_percent),
    temperature: tenths(value.temperature),
    health: maybe(value.health),
    acc_on: value.acc_on === 1 || value.acc_on === 0 ? value.acc_on === 1 : null,
    loop: Array.isArray(value.loop) ? value.loop.map(tenths) : [],
    smart1: maybe(value.smart1),
    smart2: maybe(value.smart2),
    registered: value.registered === 1,
    recording: value.recording === 1,
    recording_error: value.recording_error === 1,
    recording_error_count: number(value.recording_error_count),
    timezone: maybe(value.timezone),
    gps_info: { data: position(gps.data), time: seconds(gps.time) },
    maplocation: place(value.maplocation),
    signal: maybe(value.signal),
    satellites: maybe(value.satellites),
    icon: number(value.icon),
    driverlicense: text(value.driverlicense),
    alarm: number(value.alarm),
    daily: daily(value.daily),
  };
};

/** One live update of P02, or undefined when it names no device. */
export const decodeUpdate = (value: unknown): LiveUpdate | undefined => {
  if (!isLoose(value) || text(value.i) === '') return undefined;
  const update: LiveUpdate = { i: text(value.i), s: number(value.s), a: number(value.a) };
  for (const key of ['la', 'ln', 'v', 'd', 't'] as const) {
    const n = maybe(value[key]);
    if (n !== null) update[key] = n;
  }
  return update;
};

const columnsOf = (value: unknown): Readonly<Record<string, readonly unknown[]>> => {
  const columns: Record<string, readonly unknown[]> = {};
  if (isLoose(value))
    for (const [name, column] of Object.entries(value)) if (Array.isArray(column)) columns[name] = column;
  return columns;
};

/** The updates of P06; those that name no device are left out. */
export const decodeColumns = (message: Loose): LiveUpdate[] => {
  const base = number(message.T);
  const columns = columnsOf(message.Z);
  const steps = (name: string, at: number, perUnit: number, from = 0): number | undefined => {
    const n = maybe(columns[name]?.[at]);
    return n === null ? undefined : (from + n) / perUnit;
  };
  return (columns['i'] ?? []).flatMap((id, at) => {
    if (text(id) === '') return [];
    const update: LiveUpdate = { i: text(id), s: number(columns['s']?.[at]), a: number(columns['a']?.[at]) };
    const values = {
      la: steps('la', at, 1e6),
      ln: steps('ln', at, 1e6),
      v: steps('v', at, 10),
      d: steps('d', at, 1),
      t: steps('t', at, 0.001, base),
    };
    for (const key of ['la', 'ln', 'v', 'd', 't'] as const) {
      const n = values[key];
      if (n !== undefined) update[key] = n;
    }
    return [update];
  });
};

/** One extra info row of Q11, or undefined when it names no device. */
export const decodeExtra = (value: unknown): ExtraInfo | undefined => {
  if (!isLoose(value) || text(value.deviceid) === '') return undefined;
  return {
    deviceid: text(value.deviceid),
    icon: number(value.icon),
    chsort: Array.isArray(value.chsort) ? value.chsort.map(number) : [],
    chnames: Array.isArray(value.chnames) ? value.chnames.map(text) : [],
    plate: text(value.plate),
    talkchannel: maybe(value.talkchannel) ?? 1,
    extid: text(value.extid),
    dsmchannel: maybe(value.dsmchannel) ?? 2,
    simnumber: text(value.simnumber),
  };
};

/** Every row of an array that the reader accepts; rows it cannot read are left out. */
export const decodeRows = <T>(rows: unknown, read: (row: unknown) => T | undefined): T[] => {
  const accepted: T[] = [];
  if (!Array.isArray(rows)) return accepted;
  for (const row of rows) {
    const value = read(row);
    if (value !== undefined) accepted.push(value);
  }
  return accepted;
};

/** The devices of one answer of a list: rows, or columns where the server has them. Throws for columns that cannot be read. */
export const decodeDevices = (batch: unknown): Device[] =>
  decodeRows(Array.isArray(batch) ? batch : fromDeviceColumns(batch), decodeDevice);
