// The demo fleet: ids by the simulator's numbering, and invented names.
import type { FirstTile } from '@outrider/contract';

export type DemoVehicle = {
  /** The terminal's number 0138000001xx without its leading zero. */
  id: string;
  name: string;
  plate: string;
  driver: string;
};

/** The number of the first simulated terminal, as it is told to the simulator. */
const FIRST_PHONE = '013800000101';
export const DEMO_CHANNELS = 4;
/** What the simulator's clips of channels 1 to 4 show. */
export const CHANNEL_NAMES = ['Driver', 'Road', 'Door', 'Cabin'];
const FIRST_NUMBER = 101;
const DRIVERS = ['A. Lin', 'M. Okafor', 'J. Rivera', 'S. Novak', 'T. Huang', 'E. Larsen', 'R. Iyer', 'C. Duarte'];

/** From so many on the fleet is large enough for some to be other than well. */
const MIXED_FROM = 8;

/** What is to be seen of a fleet besides vehicles that drive. Numbers are those of the simulator, from 1. */
export type Cast = {
  /** In the order of their ids: all that are simulated but the one that waits, and one that never comes. */
  readonly registered: readonly DemoVehicle[];
  /** Faults of single vehicles, as the simulator's command line says them. */
  readonly faults: readonly string[];
};

/** A small fleet is all well. In a larger one one has a camera of 720 lines, one sends H.265, one has no GPS, one sends no picture, one drives above 100 km/h, the last one waits to be added. */
export const demoCast = (count: number): Cast => {
  if (count < MIXED_FROM) return { registered: demoVehicles(count), faults: [] };
  return {
    registered: demoVehicles(count + 1).filter((_, i) => i !== count - 1),
    faults: ['hd@3', 'h265@4', 'no-gps@5', 'never-video=no-data@6', 'speeding=115@7'],
  };
};

/** Files of an alarm are some 110 kB: all vehicles together bring in some 26 MB a day, where those of all their alarms would be 600. */
const ALARMS_WITH_FILES = 240;

/** How many vehicles bring yesterday's track with them. */
const WITH_YESTERDAY = 4;
/** Footage on the disks of the recorders: from yesterday morning on, whatever time it is now. */
const DISK_HOURS = 48;

/** What the simulator's command line is told of the fleet. */
export const fleetOptions = (vehicles: number) => ({
  vehicles,
  channels: DEMO_CHANNELS,
  phone: FIRST_PHONE,
  yesterday: Math.min(WITH_YESTERDAY, vehicles),
  'disk-hours': DISK_HOURS,
  'alarm-files': Math.max(1, Math.floor(ALARMS_WITH_FILES / vehicles)),
});

/** The account of the demo's first group. */
export const DEMO_USER = 'dispatcher';

/** Two halves, by the order of their ids. */
export const demoGroups = (deviceIds: readonly string[]): { name: string; deviceIds: readonly string[] }[] => {
  const half = Math.ceil(deviceIds.length / 2);
  return [
    { name: 'North', deviceIds: deviceIds.slice(0, half) },
    { name: 'South', deviceIds: deviceIds.slice(half) },
  ];
};

export const FIRST_LAYOUT = 'Two vehicles';

/** What the tree view begins with: driver and road of the first two vehicles, and where they are. */
export const firstTiles = (deviceIds: readonly string[]): FirstTile[] =>
  deviceIds.slice(0, 2).flatMap((deviceid) => [1, 2, 0].map((channel) => ({ deviceid, channel })));

export const demoVehicles = (count: number): DemoVehicle[] =>
  Array.from({ length: count }, (_, i) => ({
    id: String(Number(FIRST_PHONE) + i),
    name: `TRK-${FIRST_NUMBER + i}`,
    plate: `ODR-${FIRST_NUMBER + i}`,
    driver: DRIVERS[i % DRIVERS.length] ?? '',
  }));
