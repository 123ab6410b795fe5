// A month of data of devices as rows of a table: in, out and both, a value for each day and their sum. Months to choose from. Pure.
import type { NetflowRow } from '@outrider/contract';

export const flowKinds = ['in', 'out', 'total'] as const;
export type FlowKind = (typeof flowKinds)[number];

export type FlowRow = {
  readonly id: string;
  readonly deviceid: string;
  readonly kind: FlowKind;
  /** Bytes by the day of the month, the first at 0. */
  readonly days: readonly number[];
  readonly sum: number;
};

const MONTHS = 4;

const two = (n: number): string => String(n).padStart(2, '0');
const monthText = (date: Date): string => `${date.getFullYear()}-${two(date.getMonth() + 1)}`;

/** The month of a moment (UTC ms) in the browser's zone and those before it, the newest first. */
export const monthsUntil = (ms: number): string[] => {
  const now = new Date(ms);
  return Array.from({ length: MONTHS }, (_, i) => monthText(new Date(now.getFullYear(), now.getMonth() - i, 1)));
};

const firstOf = (month: string, later = 0): Date => {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(year, number - 1 + later, 1);
};

/** Its first and its last second in the browser's zone, UTC ms. */
export const boundsOf = (month: string): { starttime: number; endtime: number } => ({
  starttime: firstOf(month).getTime(),
  endtime: firstOf(month, 1).getTime() - 1000,
});

export const daysOf = (month: string): number => new Date(firstOf(month, 1).getTime() - 1).getDate();

const sumOf = (days: readonly number[]): number => days.reduce((sum, bytes) => sum + bytes, 0);

/** Three rows for each device that has any, by device. Days of other months, as a server in another zone may have, are left out. */
export const flowRows = (records: readonly NetflowRow[], month: string): FlowRow[] => {
  const count = daysOf(month);
  const byDevice = new Map<string, { in: number[]; out: number[] }>();
  for (const { deviceid, date, flowin, flowout } of records) {
    if (!date.startsWith(`${month}-`)) continue;
    const flows = byDevice.get(deviceid) ?? { in: Array<number>(count).fill(0), out: Array<number>(count).fill(0) };
    byDevice.set(deviceid, flows);
    const day = Number(date.slice(-2)) - 1;
    flows.in[day] = flowin;
    flows.out[day] = flowout;
  }
  const names = [...byDevice.keys()].toSorted((a, b) => a.localeCompare(b, undefined, { numeric: true }));
  return names.flatMap((deviceid) => {
    const { in: came = [], out: went = [] } = byDevice.get(deviceid) ?? {};
    const days = { in: came, out: went, total: came.map((bytes, day) => bytes + (went[day] ?? 0)) };
    return flowKinds.map((kind) => ({
      id: `${deviceid} ${kind}`,
      deviceid,
      kind,
      days: days[kind],
      sum: sumOf(days[kind]),
    }));
  });
};
