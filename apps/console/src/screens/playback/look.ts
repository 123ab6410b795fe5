// What is looked at on the playback screen, as the address keeps it: a moment, or day and hour before there is one. Pure.
import { downloadSeconds } from '@outrider/contract';
import { dayText, momentOf } from '../../lib/local-moment.ts';
import { numberIn, readPlaybackLook, writePlaybackLook } from '../../parts/playback/look.ts';
import type { PlaybackLook } from '../../parts/playback/look.ts';

export type Look = PlaybackLook & {
  readonly day: string;
  /** Chosen before a minute is. */
  readonly hour: number | undefined;
  readonly multi: boolean;
  readonly map: boolean;
  /** How much is offered to be saved; undefined: the usual. */
  readonly seconds: number | undefined;
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
    seconds: downloadSeconds.mp4.find((each) => String(each) === query.get('length')),
  };
};

/** The address of a look. */
export const writeLook = ({ day, hour, seconds, ...look }: Look): URLSearchParams => {
  const chosen = look.atMs !== undefined;
  const query = writePlaybackLook({ ...look, day: chosen ? undefined : day });
  if (hour !== undefined && !chosen) query.set('h', String(hour));
  if (seconds !== undefined) query.set('length', String(seconds));
  return query;
};
