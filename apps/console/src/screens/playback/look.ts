// What is looked at on the playback screen, as the address keeps it: a moment, or day and hour before there is one. Pure.
import { dayText, momentOf } from '../../lib/local-moment.ts';
import { numberIn, readPlaybackLook, writePlaybackLook } from '../../parts/playback/look.ts';
import type { PlaybackLook } from '../../parts/playback/look.ts';

export type Look = PlaybackLook & {
  readonly day: string;
  /** Chosen before a minute is. */
  readonly hour: number | undefined;
  readonly multi: boolean;
  readonly map: boolean;
};

/** `large`: there is room for several tiles and a map. */
export const readLook = (query: URLSearchParams, todayMs: number, large: boolean): Look => {
  const look = readPlaybackLook(query);
  const moment = look.atMs === undefined ? undefined : momentOf(look.atMs);
  const hour = moment?.hour ?? numberIn(query.get('h'), 0, 23);
  return {
    ...look,
    day: moment?.day ?? look.day ?? dayText(new Date(todayMs)),
    hour: hour === undefined ? undefined : Math.floor(hour),
    multi: look.multi ?? large,
    map: look.map ?? large,
  };
};

/** The address of a look. */
export const writeLook = ({ day, hour, ...look }: Look): URLSearchParams => {
  if (look.atMs !== undefined) return writePlaybackLook({ ...look, day: undefined });
  const query = writePlaybackLook({ ...look, day });
  if (hour !== undefined) query.set('h', String(hour));
  return query;
};
