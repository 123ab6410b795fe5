// The silences around kept days: a device that is silent when a span begins or ends is looked for before and behind it, however far away
// that is. Not: silences between the days themselves, which edges.ts has.
import type { Step } from './cleaning.ts';
import { type Edges, edgesIn, openEnds, silencesBetween } from './edges.ts';
import { type DaysKit, freshDays, type Round } from './fresh-days.ts';
import type { KeptDay } from './store.ts';
import { DAY_S } from './sums.ts';
import type { StatisticsThread } from './thread.ts';

export type AroundKit = DaysKit & { thread: Pick<StatisticsThread, 'days' | 'around'> };
export type Span = { from: number; to: number };

const edgesOf = (days: readonly KeptDay[]): Edges[] =>
  days.flatMap(({ quarters, day }) => edgesIn(quarters, day) ?? []);

/** The edges of the newest day with a believed report, of devices whose newest usable report is in this one. */
const edgesOfDay = async (kit: AroundKit, keys: readonly number[], day: number, round: Round) => {
  const found = new Map<number, Edges>();
  // What is not believed of a day's first reports disagrees with some of the evening before.
  for (const each of [day, day - 1]) {
    const left = keys.filter((key) => !found.has(key));
    if (left.length === 0) break;
    // oxlint-disable-next-line no-await-in-loop -- the second one is rare
    const days = await freshDays(kit, left, { ...round, days: [each, each], today: Infinity });
    for (const [key, rows] of days) for (const edges of edgesOf(rows)) found.set(key, edges);
  }
  return found;
};

/** By device, the edges before the span of those that need them; by day together, most are of the same. */
const edgesBefore = async (kit: AroundKit, wanted: ReadonlyMap<number, number>, round: Round) => {
  const found = new Map<number, Edges>();
  for (const day of new Set(wanted.values())) {
    const keys = [...wanted].filter(([, each]) => each === day).map(([key]) => key);
    // oxlint-disable-next-line no-await-in-loop -- one day after the other
    for (const [key, edges] of await edgesOfDay(kit, keys, day, round)) found.set(key, edges);
  }
  return found;
};

/** By device the silences over midnights that touch a span whose days these are, in their order. */
export const silencesOf = async (
  kit: AroundKit,
  kept: ReadonlyMap<number, readonly KeptDay[]>,
  { from, to }: Span,
  round: Round,
): Promise<Map<number, Step[]>> => {
  const [begin, end] = [round.days[0] * DAY_S, (round.days[1] + 1) * DAY_S];
  const devices = [...kept].map(([deviceKey, days]) => ({ deviceKey, edges: edgesOf(days) }));
  const asked = devices.flatMap(({ deviceKey, edges }) => {
    const open = openEnds(edges, from, to);
    if (!open.before && !open.after) return [];
    const isEmpty = edges.length === 0;
    return [{ deviceKey, isEmpty, before: open.before ? begin : null, after: open.after ? end : null }];
  });
  const answers = asked.length === 0 ? [] : await kit.thread.around({ asked, journal: round.journal });
  const found = new Map(asked.map(({ deviceKey }, i) => [deviceKey, answers[i]]));
  const wanted = new Map<number, number>();
  for (const { deviceKey, edges } of devices) {
    const { day = null, next } = found.get(deviceKey) ?? {};
    if (day !== null && (edges.length > 0 || next !== undefined)) wanted.set(deviceKey, day);
  }
  const before = await edgesBefore(kit, wanted, round);
  return new Map(
    devices.map(({ deviceKey, edges }) => {
      const newest = before.get(deviceKey);
      const next = found.get(deviceKey)?.next;
      return [deviceKey, silencesBetween(newest === undefined ? edges : [newest, ...edges], next)];
    }),
  );
};
