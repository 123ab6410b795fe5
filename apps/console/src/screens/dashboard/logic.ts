// The dashboard's rules: what a column sorts by, the order of the rows, the words of a value. Pure.
import type { Device } from '@outrider/contract';
import { ringOf, speedOf, stateOf } from '../../live/device-state.ts';

export const columnIds = [
  'state',
  'id',
  'driver',
  'memo',
  'plate',
  'speed',
  'channels',
  'signal',
  'acc',
  'voltage',
  'health',
  'temperature',
  'satellites',
  'report',
] as const;
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
  'report',
]);

const stateOrder = ['alarm', 'driving', 'idle', 'unregistered', 'offline'] as const;

/** When the device last told of itself, UTC ms; 0 never. */
export const reportedMs = (device: Device): number => device.gps_info.time ?? device.status_time;

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
    case 'report':
      return reportedMs(device) || null;
    default:
      return column satisfies never;
  }
};

const byText = new Intl.Collator(undefined, { numeric: true });
const compare = (a: string | number, b: string | number): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : byText.compare(String(a), String(b));

/** The ids in the order of a column. Devices without a value stand last either way; equal ones keep the order of ids. */
export const sortIds = (
  ids: readonly string[],
  column: ColumnId,
  down: boolean,
  deviceOf: (id: string) => Device | undefined,
): readonly string[] => {
  if (column === 'id' && !down) return ids; // the store gives them in this order
  const keyed = ids.map((id, at) => {
    const device = deviceOf(id);
    return { id, at, key: device === undefined ? null : sortValue(device, column) };
  });
  const sign = down ? -1 : 1;
  keyed.sort((a, b) => {
    if (a.key === null || b.key === null) return Number(a.key === null) - Number(b.key === null) || a.at - b.at;
    return sign * compare(a.key, b.key) || a.at - b.at;
  });
  return keyed.map(({ id }) => id);
};
