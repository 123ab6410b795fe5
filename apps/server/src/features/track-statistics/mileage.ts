// The mileage of many devices: takes what is kept, has the days worked out that are not, and adds up, some devices at a time, so that
// neither memory nor the main thread's time depend on how many there are.
import { type MileageRow, OVER_SPEED_KMH } from '@outrider/contract';
import type { Clock } from '../../kernel/clock.ts';
import type { PositionFeature } from '../position/index.ts';
import { type AroundKit, silencesOf } from './around-days.ts';
import type { Step } from './cleaning.ts';
import { quartersIn } from './edges.ts';
import { freshDays, type Round } from './fresh-days.ts';
import type { Marks } from './marks.ts';
import type { KeptDay } from './store.ts';
import { DAY_S, QUARTER_S, type Sums, addQuarters, addSums, noSums, statisticsOf, sumSilence } from './sums.ts';
import type { ZoneDay } from './zone-days.ts';

export type MileageKit = AroundKit & {
  clock: Clock;
  marks: Pick<Marks, 'nextRound' | 'devices'>;
  positions: Pick<PositionFeature, 'packed'>;
};

export type MileageDevice = { key: number; id: string };
export type MileageQuestion = {
  devices: readonly MileageDevice[];
  /** Unix seconds. */
  from: number;
  to: number;
  /** A row for each of these and device, where anything is known of it; null: a row for each device. */
  days: readonly ZoneDay[] | null;
};

/** Devices that are read, worked out and added up together: some hundred rows, a few milliseconds. */
const AT_ONCE = 16;

/** Quarters of an hour are the smallest piece that is kept: the end 23:59:59 means midnight. */
export const toQuarter = (time: number): number => Math.round(time / QUARTER_S) * QUARTER_S;

/** What is known of a device: its days and the silences between them. */
type Known = { days: readonly KeptDay[]; silences: readonly Step[] };

const sumsOf = ({ days, silences }: Known, from: number, to: number): Sums => {
  const sums = noSums();
  for (const { day, quarters } of days)
    if ((day + 1) * DAY_S > from && day * DAY_S < to) addQuarters(sums, quartersIn(quarters), day, [from, to]);
  for (const silence of silences)
    if (silence.to >= from && silence.from < to) addSums(sums, sumSilence(silence, from, to, OVER_SPEED_KMH));
  return sums;
};

/** Does anything say what the device did? */
const isKnown = ({ reports, driving, idle, parked, silent }: Sums): boolean =>
  reports + driving + idle + parked + silent > 0;

const rowsOf = (id: string, known: Known, { from, to, days }: MileageQuestion): MileageRow[] => {
  if (days === null) return [{ deviceid: id, ...statisticsOf(sumsOf(known, from, to)) }];
  return days.flatMap((day) => {
    const sums = sumsOf(known, day.from, day.to);
    return isKnown(sums) ? [{ deviceid: id, date: day.date, ...statisticsOf(sums) }] : [];
  });
};

/** What is known of some devices in a round, for the span of a question. */
const knownOf = async (
  kit: MileageKit,
  keys: readonly number[],
  question: MileageQuestion,
  round: Round,
): Promise<Map<number, Known>> => {
  if (round.days[1] < round.days[0]) return new Map();
  const kept = await freshDays(kit, keys, round, 1);
  const silences = await silencesOf(kit, kept, question, round);
  return new Map([...kept].map(([key, days]) => [key, { days, silences: silences.get(key) ?? [] }]));
};

const nothing: Known = { days: [], silences: [] };

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
    const keys = devices.map(({ key }) => key);
    // oxlint-disable-next-line no-await-in-loop -- some at a time: see AT_ONCE
    const known = await knownOf(kit, keys, question, round);
    yield {
      rows: devices.flatMap(({ key, id }) => rowsOf(id, known.get(key) ?? nothing, question)),
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
