// The columns that say whose a row is, and how units and times are written.
import { zoneText } from './periods.ts';
import type { SheetColumn } from './sheet.ts';
import type { Asked, ReportDevice } from './sources.ts';

const KM_OF_MILE = 1.609344;
const tenths = (value: number): number => Math.round(value * 10) / 10;

export const unitsOf = ({ imperial, zoneSeconds }: Pick<Asked, 'imperial' | 'zoneSeconds'>) => {
  const scale = imperial ? 1 / KM_OF_MILE : 1;
  return {
    speedUnit: imperial ? 'mph' : 'km/h',
    distanceUnit: imperial ? 'mi' : 'km',
    /** Of km/h, in tenths. */
    speed: (kmh: number): number => tenths(kmh * scale),
    /** Of millimetres, in hundredths. */
    distance: (mm: number): number => Math.round((mm / 1_000_000) * scale * 100) / 100,
    time: (ms: number): string => zoneText(ms, zoneSeconds),
  };
};

export const deviceColumns = <Row>(deviceOf: (row: Row) => ReportDevice): SheetColumn<Row>[] => [
  { title: 'Device ID', value: (row) => deviceOf(row).id, weight: 1.3 },
  { title: 'Driver', value: (row) => deviceOf(row).driver },
  { title: 'Device Memo', value: (row) => deviceOf(row).vehicleId },
  { title: 'Plate', value: (row) => deviceOf(row).plate, weight: 0.9 },
];

const two = (n: number): string => String(n).padStart(2, '0');
/** 2:05:09 */
export const lastingText = (seconds: number): string =>
  `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
