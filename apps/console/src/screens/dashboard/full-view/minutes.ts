// The history of the fleet as rows of minutes, as lines of a chart, and as what each counter was at least and at most. Pure.
import type { FleetHistory } from '@outrider/contract';
import { t } from '../../../lib/i18n.ts';
import { formatDateTime } from '../../../lib/time.ts';
import { speedIn, speedUnit } from '../../../lib/units.ts';
import type { LengthUnit } from '../../../lib/units.ts';
import type { ChartData, ChartLine } from '../../../ui/line-drawing.ts';
import type { Column } from '../../../ui/column.ts';

/** Two minutes further apart than this have the server's absence between them. */
const GAP_SECONDS = 150;

type Counter = Exclude<keyof FleetHistory, 'time'>;
export type Minute = { readonly ms: number } & { readonly [C in Counter]: number | null };

type Line = { readonly id: Counter; readonly label: string; readonly token: ChartLine['token']; dashed?: boolean };

/** The counters that are drawn, in the order of the status line. */
export const stateLines = (): Line[] => [
  { id: 'all', label: t('All'), token: '--o-ink-soft', dashed: true },
  { id: 'online', label: t('Online'), token: '--o-accent' },
  { id: 'driving', label: t('Driving'), token: '--o-driving' },
  { id: 'idle', label: t('Idle'), token: '--o-idle' },
  { id: 'overSpeed', label: t('Over speed'), token: '--o-alarm' },
  { id: 'recording', label: t('Recording'), token: '--o-fault' },
  { id: 'offline', label: t('Offline'), token: '--o-offline' },
  { id: 'fresh', label: t('New devices'), token: '--o-unregistered', dashed: true },
];

export const speedLines = (unit: LengthUnit): Line[] => [
  { id: 'averageSpeed', label: `${t('Average speed')} (${speedUnit(unit)})`, token: '--o-driving' },
  { id: 'topSpeed', label: `${t('Top speed')} (${speedUnit(unit)})`, token: '--o-alarm' },
];

const speedOrNull = (kmh: number | null | undefined, unit: LengthUnit): number | null =>
  kmh === null || kmh === undefined ? null : speedIn(kmh, unit);

const registeredOnly = (online: number | undefined, fresh: number | undefined): number | null =>
  online === undefined ? null : online - (fresh ?? 0);

/** Speeds in the unit. */
export const minutesOf = (history: FleetHistory, unit: LengthUnit): Minute[] =>
  history.time.map((seconds, i) => ({
    ms: seconds * 1000,
    all: history.all[i] ?? null,
    // As the status line says it: those that are registered, and the new ones by themselves.
    online: registeredOnly(history.online[i], history.fresh[i]),
    offline: history.offline[i] ?? null,
    driving: history.driving[i] ?? null,
    idle: history.idle[i] ?? null,
    overSpeed: history.overSpeed[i] ?? null,
    recording: history.recording[i] ?? null,
    fresh: history.fresh[i] ?? null,
    averageSpeed: speedOrNull(history.averageSpeed[i], unit),
    topSpeed: speedOrNull(history.topSpeed[i], unit),
  }));

/** Where the server was off, the lines have a gap. */
export const chartOf = (minutes: readonly Minute[], lines: readonly Line[]): ChartData => {
  const moments = minutes.flatMap((minute, i): { seconds: number; minute?: Minute }[] => {
    const seconds = minute.ms / 1000;
    const before = minutes[i - 1];
    const isGap = before !== undefined && seconds - before.ms / 1000 > GAP_SECONDS;
    return isGap ? [{ seconds: before.ms / 1000 + 60 }, { seconds, minute }] : [{ seconds, minute }];
  });
  return {
    seconds: moments.map(({ seconds }) => seconds),
    lines: lines.map(({ id, ...line }) => ({ ...line, values: moments.map(({ minute }) => minute?.[id] ?? null) })),
  };
};

export type Range = { readonly id: Counter; readonly label: string } & {
  readonly [What in 'now' | 'least' | 'most']: number | null;
};

/** What each counter is now, and what it was at least and at most. */
export const rangesOf = (minutes: readonly Minute[], lines: readonly Line[]): Range[] =>
  lines.map(({ id, label }) => {
    const known = minutes.flatMap((minute) => minute[id] ?? []);
    const bound = (pick: (a: number, b: number) => number): number | null =>
      known.length === 0 ? null : known.reduce((a, b) => pick(a, b));
    return { id, label, now: minutes.at(-1)?.[id] ?? null, least: bound(Math.min), most: bound(Math.max) };
  });

/** For files. */
export const minuteColumns = (lines: readonly Line[]): Column<Minute>[] => [
  { id: 'time', header: t('Time'), width: '150px', value: ({ ms }) => ms, text: ({ ms }) => formatDateTime(ms) },
  ...lines.map(({ id, label }): Column<Minute> => ({
    id,
    header: label,
    width: '90px',
    value: (minute) => minute[id],
  })),
];
