// The sums and trips of one device over a span, exact to the second: day by day, with the silences between the days. Not: kept days, which
// are mileage.ts.
import type { Trip } from '@outrider/contract';
import type { Nearest, NearestWanted, TrackSample, TrackSamples } from '../position/index.ts';
import { clipStep, type Step } from './cleaning.ts';
import { AFTER_S, BEFORE_S, stepsOfDay } from './day-steps.ts';
import { type Edges, openEnds, silencesBetween } from './edges.ts';
import { addSums, DAY_S, noSums, type Sums, sumSilence, sumSteps } from './sums.ts';
import { tripsOf } from './trips.ts';

/** What is stored of one device. */
export interface Track {
  /** Both ends included. Rejects when they cannot be read. */
  samples(from: number, to: number): Promise<TrackSamples>;
  nearest(wanted: NearestWanted): Promise<Nearest>;
}

/** Days whose reports nobody believes are gone over so often. */
const MAX_TRIES = 3;

const dayOf = async (track: Track, day: number) =>
  stepsOfDay(await track.samples(day * DAY_S - BEFORE_S, (day + 1) * DAY_S + AFTER_S), day);

/**
 * The first believed report of the days from a midnight on, where a silence ends with it. Reads no more of its day than it needs: all of
 * it only where the first report is not believed.
 */
export const nextFrom = async (track: Track, midnight: number): Promise<TrackSample | undefined> => {
  let from = midnight;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    // oxlint-disable-next-line no-await-in-loop -- a second try is rare
    const { after } = await track.nearest({ before: null, after: from });
    if (after === null) return undefined;
    const day = Math.floor(after / DAY_S);
    // oxlint-disable-next-line no-await-in-loop
    const begun = stepsOfDay(await track.samples(day * DAY_S - BEFORE_S, after + AFTER_S), day);
    // oxlint-disable-next-line no-await-in-loop
    const { edges } = begun.edges === undefined ? await dayOf(track, day) : begun;
    if (edges !== undefined) return edges.follows ? undefined : edges.first;
    from = (day + 1) * DAY_S;
  }
  return undefined;
};

/** The edges of the last day before a midnight that has a believed report. */
const edgesBefore = async (track: Track, midnight: number): Promise<Edges | undefined> => {
  const { before } = await track.nearest({ before: midnight, after: null });
  if (before === null) return undefined;
  const day = Math.floor(before / DAY_S);
  // What is not believed of a day's first reports disagrees with some of the evening before.
  return (await dayOf(track, day)).edges ?? (await dayOf(track, day - 1)).edges;
};

/** Where nothing is known behind the span, a device without reports in it costs two looks into an index. */
const silencesAround = async (
  track: Track,
  days: readonly Edges[],
  { from, to, midnights: [begin, end] }: { from: number; to: number; midnights: readonly [number, number] },
): Promise<Step[]> => {
  const open = openEnds(days, from, to);
  const next = open.after ? await nextFrom(track, end) : undefined;
  if (days.length === 0 && next === undefined) return [];
  const before = open.before ? await edgesBefore(track, begin) : undefined;
  return silencesBetween(before === undefined ? days : [before, ...days], next);
};

export type Span = { from: number; to: number; limitKmh: number; withTrips: boolean };

/** Day by day, so that a month is never in memory at once. */
export const sumsOfSpan = async (
  track: Track,
  { from, to, limitKmh, withTrips }: Span,
): Promise<{ sums: Sums; trips: Trip[] }> => {
  const sums = noSums();
  const steps: Step[] = [];
  const days: Edges[] = [];
  const [first, end] = [Math.floor(from / DAY_S), Math.ceil(to / DAY_S)];
  for (let day = first; day < end; day += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one day after the other: what is asked for in between gets its turn
    const found = await dayOf(track, day);
    const [begins, ends] = [Math.max(from, day * DAY_S), Math.min(to, (day + 1) * DAY_S)];
    addSums(sums, sumSteps(found.steps, begins, ends, limitKmh));
    if (withTrips) steps.push(...found.steps.flatMap((step) => clipStep(step, begins, ends) ?? []));
    if (found.edges !== undefined) days.push(found.edges);
  }
  const silences = await silencesAround(track, days, { from, to, midnights: [first * DAY_S, end * DAY_S] });
  for (const silence of silences) addSums(sums, sumSilence(silence, from, to, limitKmh));
  if (!withTrips) return { sums, trips: [] };
  // The report at the end of a silence begins its day as a step without time, which is no part of a trip.
  const all = [...steps, ...silences].filter((step) => step.from < step.to).toSorted((a, b) => a.from - b.from);
  return { sums, trips: tripsOf(all, from, to, limitKmh) };
};
