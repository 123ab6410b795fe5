// The dashboard's rules: what a column sorts by, the order of the rows, the words of a value. Pure.
import type { Device } from '@outrider/contract';
import { ringOf, speedOf, stateOf } from '../../live/device-state.ts';
import { factColumns, lateFactColumns } from './column-choice.ts';

export const columnIds = ['state', 'id', ...factColumns, ...lateFactColumns] as const;
export type ColumnId = (typeof columnIds)[number];

/** Columns whose order changes by itself while the fleet moves. */
export const liveColumns: ReadonlySet<string> = new Set([
  'state',
  'speed',
  'signal',
  'acc',
  'voltage',
  'health',
  'temperature',
  'satellites',
  'loop',
  'sd',
  'recording',
  'report',
]);

const stateOrder = ['alarm', 'driving', 'idle', 'unregistered', 'offline'] as const;

/** When the device last told of itself, UTC ms; 0 never. */
export const reportedMs = (device: Device): number => device.gps_info.time ?? device.status_time;

const coldest = ({ loop }: Device): number | null => {
  const known = loop.filter((celsius) => celsius !== null);
  return known.length === 0 ? null : Math.min(...known);
};

export type BadgeTone = 'dark' | 'info' | 'bad' | 'good';

/**
 * What the SD badge shows: the lower of the two values as they are, -2 (no such card) and -1 (not told) included. Undefined when the
 * device told neither.
 */
export const sdOf = ({ smart1, smart2 }: Device): { value: number; tone: BadgeTone } | undefined => {
  const known = [smart1, smart2].filter((life) => life !== null);
  if (known.length === 0) return undefined;
  const value = Math.min(...known);
  if (value === -2) return { value, tone: 'dark' };
  if (value === -1) return { value, tone: 'info' };
  return { value, tone: value < 10 ? 'bad' : 'good' };
};

/** What the recording status shows: a fault outranks recording, and nobody knows it of an offline device. */
export const recordingOf = (device: Device): 'recording' | 'fault' | 'not' | undefined => {
  if (device.status === 0) return undefined;
  if (device.recording_error) return 'fault';
  return device.recording ? 'recording' : 'not';
};

/** What a column sorts by; null when the device has no such value. */
const sortValue = (device: Device, column: ColumnId): string | number | null => {
  switch (column) {
    case 'state':
      return stateOrder.indexOf(stateOf(device)) + (ringOf(device) === 'fault' ? -0.5 : 0);
    case 'id':
      return device.deviceid;
    case 'driver':
      return device.drivername || null;
    case 'memo':
      return device.vehicleid || null;
    case 'plate':
      return device.plate || null;
    case 'speed':
      return device.gps_info.data === null ? null : speedOf(device);
    case 'channels':
      return device.chn_count;
    case 'signal':
      return device.signal;
    case 'acc':
      return device.acc_on === null ? null : Number(device.acc_on);
    case 'voltage':
      return device.voltage;
    case 'health':
      return device.health;
    case 'temperature':
      return device.temperature;
    case 'satellites':
      return device.satellites;
    case 'loop':
      return coldest(device);
    case 'timezone':
      return device.timezone;
    case 'sd':
      return sdOf(device)?.value ?? null;
    case 'recording':
      return Number(device.recording) + (device.recording_error ? 2 : 0);
    case 'extraMemo':
      return device.extid || null;
    case 'licence':
      return device.driverlicense || null;
    case 'report':
      return reportedMs(device) || null;
    default:
      return column satisfies never;
  }
};

const byText = new Intl.Collator(undefined, { numeric: true });
const compare = (a: string | number, b: string | number): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : byText.compare(String(a), String(b));

const byId = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/**
 * The ids in the order of a column. Devices without a value stand last either way; equal ones keep the order of ids. The nearer the
 * ids are to that order already, the less there is to do.
 */
export const sortIds = (
  ids: readonly string[],
  column: ColumnId,
  down: boolean,
  deviceOf: (id: string) => Device | undefined,
): readonly string[] => {
  const keyed = ids.map((id) => {
    const device = deviceOf(id);
    return { id, key: device === undefined ? null : sortValue(device, column) };
  });
  const sign = down ? -1 : 1;
  keyed.sort((a, b) => {
    if (a.key === null || b.key === null) return Number(a.key === null) - Number(b.key === null) || byId(a.id, b.id);
    return sign * compare(a.key, b.key) || byId(a.id, b.id);
  });
  return keyed.map(({ id }) => id);
};
