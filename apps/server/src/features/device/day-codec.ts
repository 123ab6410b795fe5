// Sums of days as bytes, to be kept over a start: 14 numbers a device, no names. Another layout gets another number.
import type { Day } from './daily.ts';

const LAYOUT = 1;
const FIELDS = 14;

export type DayOfDevice = readonly [deviceKey: number, day: Day];

export const encodeDays = (days: readonly DayOfDevice[]): Uint8Array<ArrayBuffer> => {
  const numbers = new Float64Array(1 + days.length * FIELDS);
  numbers[0] = LAYOUT;
  let at = 1;
  for (const [deviceKey, day] of days) {
    const { last } = day;
    numbers[at] = deviceKey;
    numbers[at + 1] = day.startMs;
    numbers[at + 2] = last.timeMs;
    numbers[at + 3] = last.lat;
    numbers[at + 4] = last.lng;
    numbers[at + 5] = last.speedKmh;
    numbers[at + 6] = day.distanceM;
    numbers[at + 7] = day.drivingMs;
    numbers[at + 8] = day.driverMs;
    numbers[at + 9] = day.overspeeds;
    numbers[at + 10] = day.parkings;
    numbers[at + 11] = day.parkedMs;
    numbers[at + 12] = day.standingSinceMs ?? Number.NaN;
    numbers[at + 13] = day.stale ? 1 : 0;
    at += FIELDS;
  }
  return new Uint8Array(numbers.buffer);
};

/** Null: they are of another layout, or cut short. */
export const decodeDays = (bytes: Uint8Array): DayOfDevice[] | null => {
  if (bytes.length % 8 !== 0) return null;
  const numbers = new Float64Array(bytes.slice().buffer);
  if (numbers[0] !== LAYOUT || (numbers.length - 1) % FIELDS !== 0) return null;
  const days: DayOfDevice[] = [];
  for (let at = 1; at < numbers.length; at += FIELDS) {
    const n = (field: number): number => numbers[at + field] ?? 0;
    const day: Day = {
      startMs: n(1),
      last: { timeMs: n(2), lat: n(3), lng: n(4), speedKmh: n(5) },
      distanceM: n(6),
      drivingMs: n(7),
      driverMs: n(8),
      overspeeds: n(9),
      parkings: n(10),
      parkedMs: n(11),
      standingSinceMs: Number.isNaN(n(12)) ? null : n(12),
      stale: n(13) === 1,
    };
    days.push([n(0), day]);
  }
  return days;
};
