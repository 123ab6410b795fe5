// In which order and in which portions the reports of a row of the alarm journal are made into events. Pure.
import type { AlarmReport } from '../position/index.ts';

/** About as many events at most in one transaction, so that the main thread is free again soon. */
const WEIGHT_A_SLICE = 96;

/**
 * What a device kept back is put into the order of its own clock; live reports and those of other devices stay where they are. The
 * same for the same row, always: the cursor counts in this order.
 */
export const inDeviceOrder = (reports: readonly AlarmReport[]): AlarmReport[] => {
  const kept = new Map<number, AlarmReport[]>();
  for (const report of reports) {
    if (report.story === 'live') continue;
    const own = kept.get(report.deviceKey);
    if (own === undefined) kept.set(report.deviceKey, [report]);
    else own.push(report);
  }
  const sorted = new Map([...kept].map(([key, own]) => [key, own.toSorted((a, b) => a.orderMs - b.orderMs).values()]));
  return reports.map((report) =>
    report.story === 'live' ? report : (sorted.get(report.deviceKey)?.next().value ?? report),
  );
};

const bitCount = (word: number): number => {
  let count = 0;
  for (let rest = word >>> 0; rest !== 0; rest = (rest & (rest - 1)) >>> 0) count += 1;
  return count;
};

/** The most events a report may make, and itself. */
const weightOf = ({ alarm, videoAlarm = 0, safety = [] }: AlarmReport): number =>
  1 + bitCount(alarm) + bitCount(videoAlarm) + safety.length;

/** The reports from number `done` on in portions; `end` is the number behind the last. At least one portion, so that a row ends. */
export const slicesOf = (reports: readonly AlarmReport[], done: number): { reports: AlarmReport[]; end: number }[] => {
  const slices: { reports: AlarmReport[]; end: number }[] = [];
  let from = done;
  let weight = 0;
  for (let at = done; at < reports.length; at += 1) {
    const report = reports[at];
    const more = report === undefined ? 0 : weightOf(report);
    if (at > from && weight + more > WEIGHT_A_SLICE) {
      slices.push({ reports: reports.slice(from, at), end: at });
      from = at;
      weight = 0;
    }
    weight += more;
  }
  slices.push({ reports: reports.slice(from), end: reports.length });
  return slices;
};
