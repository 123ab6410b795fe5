// Kept days that lack nothing: taken from the table where they are fresh, else worked out and kept. A few devices at a time.
import type { Marks } from './marks.ts';
import type { KeptDay, TrackDayStore } from './store.ts';
import type { StatisticsThread } from './thread.ts';

export type DaysKit = {
  store: Pick<TrackDayStore, 'read' | 'keep'>;
  marks: Pick<Marks, 'has' | 'hasSince' | 'since' | 'worked' | 'made' | 'inTurn'>;
  thread: Pick<StatisticsThread, 'days'>;
};

/** `today`: a UTC day; it and the one before still grow. Infinity: none of them is gone on with later. */
export type Round = { days: readonly [first: number, last: number]; round: number; journal: boolean; today: number };

/** Days of one device in one question to the thread: tracks that others ask for get their turn in between. */
const DAYS_AT_ONCE = 3;
const ASKED_AT_ONCE = 2;

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

/** The days of one device that are missing or stale, made. */
const makeDays = async (
  { thread, marks }: DaysKit,
  key: number,
  missing: readonly number[],
  { round, journal, today }: Round,
): Promise<KeptDay[]> => {
  const made: KeptDay[] = [];
  for (const run of runsOf(missing, DAYS_AT_ONCE)) {
    const growing = (run.at(-1) ?? 0) >= today - 1;
    // oxlint-disable-next-line no-await-in-loop -- one after the other, see DAYS_AT_ONCE
    const found = await thread.days({ deviceKey: key, days: run, journal, since: marks.since(key), growing });
    if (growing) marks.worked(key, round);
    for (const [i, day] of run.entries()) made.push({ deviceKey: key, day, quarters: found[i] ?? new Uint8Array(0) });
  }
  return made;
};

/**
 * A report that came since a day was made is not in it: neither may its mark be lost, whichever of both is written first. The older marks
 * stay until the table has the day: who asks meanwhile must not take the older day for a fresh one. A later round that was quicker has
 * taken up such a report and its mark: then its day is fresh in the table, and stays.
 */
const keepDays = ({ store, marks }: DaysKit, made: readonly KeptDay[], round: number): Promise<void> =>
  marks.inTurn(async () => {
    await store.keep(made.map((row) => ({ ...row, stale: marks.hasSince(row.deviceKey, row.day, round) })));
    for (const { deviceKey, day } of made) marks.made(deviceKey, day, round);
  });

/** The days that are marked now: what the table says of them may be older than the mark, even if it is gone when the table has answered. */
const markedDays = (marks: Pick<Marks, 'has'>, keys: readonly number[], first: number, last: number) =>
  new Map(
    keys.map((key) => {
      const days = new Set<number>();
      for (let day = first; day <= last; day += 1) if (marks.has(key, day)) days.add(day);
      return [key, days];
    }),
  );

/**
 * All days of some devices in their order, made where they are missing or stale, and kept. `spare`: so many days on both sides are given
 * as well, where they are known and fresh.
 */
export const freshDays = async (
  kit: DaysKit,
  keys: readonly number[],
  round: Round,
  spare = 0,
): Promise<Map<number, KeptDay[]>> => {
  const [first, last] = round.days;
  const byDevice = new Map<number, Map<number, KeptDay>>(keys.map((key) => [key, new Map()]));
  const marked = markedDays(kit.marks, keys, first - spare, last + spare);
  for (const row of await kit.store.read(keys, [first - spare, last + spare])) {
    const isMarked = marked.get(row.deviceKey)?.has(row.day) === true || kit.marks.has(row.deviceKey, row.day);
    if (!row.stale && !isMarked) byDevice.get(row.deviceKey)?.set(row.day, row);
  }
  const asked = [...byDevice].map(([key, days]) => ({
    key,
    missing: Array.from({ length: last - first + 1 }, (_, i) => first + i).filter((day) => !days.has(day)),
  }));
  for (let at = 0; at < asked.length; at += ASKED_AT_ONCE) {
    const some = asked.slice(at, at + ASKED_AT_ONCE).filter(({ missing }) => missing.length > 0);
    // oxlint-disable-next-line no-await-in-loop -- a few at a time
    const made = (await Promise.all(some.map(({ key, missing }) => makeDays(kit, key, missing, round)))).flat();
    // oxlint-disable-next-line no-await-in-loop -- kept at once: what was worked out is not lost when the asker goes away
    if (made.length > 0) await keepDays(kit, made, round.round);
    for (const day of made) byDevice.get(day.deviceKey)?.set(day.day, day);
  }
  return new Map([...byDevice].map(([key, days]) => [key, [...days.values()].toSorted((a, b) => a.day - b.day)]));
};
