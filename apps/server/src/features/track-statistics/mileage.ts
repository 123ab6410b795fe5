// The mileage of many devices: takes what is kept, has the days worked out that are not, and adds up, some devices at a time, so that
// neither memory nor the main thread's time depend on how many there are.
import type { MileageRow } from '@outrider/contract';
import type { Clock } from '../../kernel/clock.ts';
import type { PositionFeature } from '../position/index.ts';
import type { Marks } from './marks.ts';
import type { KeptDay, TrackDayStore } from './store.ts';
import { DAY_S, QUARTER_S, type Sums, addQuarters, noSums, statisticsOf } from './sums.ts';
import type { StatisticsThread } from './thread.ts';
import type { ZoneDay } from './zone-days.ts';

export type MileageKit = {
  clock: Clock;
  store: TrackDayStore;
  marks: Marks;
  thread: Pick<StatisticsThread, 'days'>;
  positions: Pick<PositionFeature, 'packed'>;
};

export type MileageDevice = { key: number; id: string };
export type MileageQuestion = {
  devices: readonly MileageDevice[];
  /** Unix seconds. */
  from: number;
  to: number;
  /** A row for each of these and device, where it has reports; null: a row for each device. */
  days: readonly ZoneDay[] | null;
};

/** Devices that are read, worked out and added up together: some hundred rows, a few milliseconds. */
const AT_ONCE = 16;
/** Days of one device in one question to the thread: tracks that others ask for get their turn in between. */
const DAYS_AT_ONCE = 3;
const ASKED_AT_ONCE = 2;

/** Quarters of an hour are the smallest piece that is kept: the end 23:59:59 means midnight. */
export const toQuarter = (time: number): number => Math.round(time / QUARTER_S) * QUARTER_S;

/** Days that follow each other, in lists of at most `most`. */
const runsOf = (days: readonly number[], most: number): number[][] => {
  const runs: number[][] = [];
  for (const day of days) {
    const run = runs.at(-1);
    if (run !== undefined && run.length < most && run.at(-1) === day - 1) run.push(day);
    else runs.push([day]);
  }
  return runs;
};

/** `today`: a UTC day; it and the one before still grow. */
type Round = { days: readonly [first: number, last: number]; round: number; journal: boolean; today: number };

/** The days of one device that are missing or stale, made. */
const makeDays = async (
  { thread, marks }: MileageKit,
  key: number,
  missing: readonly number[],
  { round, journal, today }: Round,
): Promise<(KeptDay & { stale: boolean })[]> => {
  const made: (KeptDay & { stale: boolean })[] = [];
  for (const run of runsOf(missing, DAYS_AT_ONCE)) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other, see DAYS_AT_ONCE
    const found = await thread.days({
      deviceKey: key,
      days: run,
      journal,
      since: marks.since(key),
      growing: (run.at(-1) ?? 0) >= today - 1,
    });
    marks.worked(key, round);
    for (const [i, day] of run.entries()) {
      marks.made(key, day, round);
      made.push({ deviceKey: key, day, quarters: found[i] ?? new Uint8Array(0), stale: marks.has(key, day) });
    }
  }
  return made;
};

/** All days of some devices, made where they are missing or stale, and kept. */
const freshDays = async (kit: MileageKit, keys: readonly number[], round: Round): Promise<Map<number, KeptDay[]>> => {
  const [first, last] = round.days;
  const byDevice = new Map<number, Map<number, KeptDay>>(keys.map((key) => [key, new Map()]));
  for (const row of await kit.store.read(keys, round.days))
    if (!row.stale && !kit.marks.has(row.deviceKey, row.day)) byDevice.get(row.deviceKey)?.set(row.day, row);
  const asked = [...byDevice].map(([key, days]) => ({
    key,
    missing: Array.from({ length: last - first + 1 }, (_, i) => first + i).filter((day) => !days.has(day)),
  }));
  for (let at = 0; at < asked.length; at += ASKED_AT_ONCE) {
    const some = asked.slice(at, at + ASKED_AT_ONCE).filter(({ missing }) => missing.length > 0);
    // oxlint-disable-next-line no-await-in-loop -- a few at a time
    const made = await Promise.all(some.map(({ key, missing }) => makeDays(kit, key, missing, round)));
    // oxlint-disable-next-line no-await-in-loop -- kept at once: what was worked out is not lost when the asker goes away
    if (made.length > 0) await kit.store.keep(made.flat());
    for (const day of made.flat()) byDevice.get(day.deviceKey)?.set(day.day, day);
  }
  return new Map([...byDevice].map(([key, days]) => [key, [...days.values()].toSorted((a, b) => a.day - b.day)]));
};

const sumDays = (days: readonly KeptDay[], from: number, to: number): Sums => {
  const sums = noSums();
  for (const { day, quarters } of days)
    if ((day + 1) * DAY_S > from && day * DAY_S < to) addQuarters(sums, quarters, day, [from, to]);
  return sums;
};

const rowsOf = (id: string, kept: readonly KeptDay[], { from, to, days }: MileageQuestion): MileageRow[] => {
  if (days === null) return [{ deviceid: id, ...statisticsOf(sumDays(kept, from, to)) }];
  return days.flatMap((day) => {
    const sums = sumDays(kept, day.from, day.to);
    return sums.reports === 0 ? [] : [{ deviceid: id, date: day.date, ...statisticsOf(sums) }];
  });
};

/**
 * Rows of some devices after the other. Gives after each how many device-days are done. Everything accepted when it began is in them.
 */
export const mileageRows = async function* (
  kit: MileageKit,
  question: MileageQuestion,
): AsyncGenerator<{ rows: MileageRow[]; done: number }> {
  const today = Math.floor(kit.clock.now() / 1000 / DAY_S);
  const first = Math.floor(question.from / DAY_S);
  const last = Math.min(today + 1, Math.floor((question.to - 1) / DAY_S));
  const alone = question.devices.length === 1;
  const round: Round = { days: [first, last], round: kit.marks.nextRound(), journal: alone, today };
  if (!alone) await kit.positions.packed();
  for (let at = 0; at < question.devices.length; at += AT_ONCE) {
    const devices = question.devices.slice(at, at + AT_ONCE);
    const kept =
      last < first
        ? new Map<number, KeptDay[]>()
        : await freshDays(
            kit,
            devices.map(({ key }) => key),
            round,
          );
    yield {
      rows: devices.flatMap(({ key, id }) => rowsOf(id, kept.get(key) ?? [], question)),
      done: devices.length * Math.max(0, last - first + 1),
    };
  }
};

/** Makes the days that are over and stale, one device after the other: anyone who asks for a month finds it worked out. */
export const refreshDays = async (kit: MileageKit, day: number, stopped: () => boolean): Promise<void> => {
  const round: Round = { days: [day, day], round: kit.marks.nextRound(), journal: false, today: Infinity };
  await kit.positions.packed();
  const marked = [...kit.marks.devices()];
  for (const key of marked) {
    if (stopped()) return;
    // oxlint-disable-next-line no-await-in-loop -- one after the other: nobody waits for it
    if (kit.marks.has(key, day)) await freshDays(kit, [key], round);
  }
};
