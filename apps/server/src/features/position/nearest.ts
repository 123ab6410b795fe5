// The usable reports of a device that are nearest to a span: where a silence begins and ends. Looks into the index of packed hours, not
// through the days in between.
import { decodeSamples } from './hour-codec.ts';
import { hourOf } from './pack.ts';
import type { TracksFile } from './store/tracks-file.ts';
import { isDrawable, type StoredPosition } from './stored-position.ts';

/** Unix seconds, null where it is not wanted. `before`: the newest report before it; `after`: the oldest from it on. */
export type NearestWanted = { before: number | null; after: number | null };
/** Unix seconds of each; null where it was not wanted or there is none. */
export type Nearest = { before: number | null; after: number | null };

/**
 * Hours with reports but without a place, as from a garage: so many are looked through for each question, and no more when they hold this
 * many reports, which take some two milliseconds.
 */
const MAX_BLIND_HOURS = 96;
const MAX_BLIND_REPORTS = 10_000;
/** What is farther away is of another life of the recorder, or of a clock that was wrong. */
const MAX_HOURS = 366 * 24;

type Fresh = readonly Pick<StoredPosition, 'time' | 'flags'>[];
type Hours = Pick<TracksFile, 'hoursNear'>;

const find = (
  hours: Iterable<Uint8Array>,
  fresh: Fresh,
  { isWanted, nearer }: { isWanted: (time: number) => boolean; nearer: (a: number, b: number) => number },
): number | null => {
  let found: number | null = null;
  const take = (time: number, flags: number): boolean => {
    if (!isWanted(time) || !isDrawable(flags)) return false;
    found = found === null ? time : nearer(found, time);
    return true;
  };
  for (const { time, flags } of fresh) take(time, flags);
  let reports = 0;
  for (const blob of hours) {
    const { time, flags } = decodeSamples(blob);
    reports += time.length;
    if (time.filter((at, i) => take(at, flags[i] ?? 0)).length > 0 || reports >= MAX_BLIND_REPORTS) break;
  }
  return found;
};

/** `fresh`: what is not packed yet, read before the hours are. */
export const nearestOf = (file: Hours, deviceKey: number, { before, after }: NearestWanted, fresh: Fresh): Nearest => {
  const near = (from: number, hours: number): Iterable<Uint8Array> =>
    file.hoursNear(deviceKey, [from, from + hours], MAX_BLIND_HOURS + 1);
  return {
    before:
      before === null
        ? null
        : find(near(hourOf(before - 1), -MAX_HOURS), fresh, { isWanted: (time) => time < before, nearer: Math.max }),
    after:
      after === null
        ? null
        : find(near(hourOf(after), MAX_HOURS), fresh, { isWanted: (time) => time >= after, nearer: Math.min }),
  };
};
