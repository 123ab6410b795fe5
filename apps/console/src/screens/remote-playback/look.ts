// What is looked at, as the URL keeps it: day, moment, channels, stream, minutes. Pure.
import { MAX_PLAYBACK_CHANNELS } from '@outrider/contract';
import { dayDate, dayText } from '../../lib/local-moment.ts';
import { playMinutes } from './logic.ts';
import type { PlayMinutes } from './logic.ts';

export type Look = {
  /** 'YYYY-MM-DD', a local day, never one to come. */
  readonly day: string;
  readonly multi: boolean;
  /** As the URL names them; which of them the device has is not known here. */
  readonly channels: readonly number[];
  readonly stream: 'main' | 'sub';
  readonly minutes: PlayMinutes;
  /** The map among the players; undefined: where there is room. */
  readonly map: boolean | undefined;
  /** Where to begin, UTC ms. */
  readonly atMs: number | undefined;
};

const channelsOf = (text: string): readonly number[] =>
  [...new Set(text.split(',').map(Number))]
    .filter((n) => Number.isInteger(n) && n >= 1 && n <= 64)
    .slice(0, MAX_PLAYBACK_CHANNELS);

/** Seconds beyond no calendar's end. */
const LAST_S = 32_503_680_000;

const momentOf = (text: string): number | undefined => {
  const seconds = Number(text);
  return seconds > 0 && seconds <= LAST_S ? seconds * 1000 : undefined;
};

/** Reads the URL; what makes no sense counts as left out. `nowMs`: days after today are none. */
export const readLook = (query: URLSearchParams, nowMs: number): Look => {
  const today = dayText(new Date(nowMs));
  const atMs = momentOf(query.get('at') ?? '');
  const named = dayDate(query.get('day') ?? '');
  const asked = named === undefined ? (atMs === undefined ? today : dayText(new Date(atMs))) : dayText(named);
  const minutes = playMinutes.find((count) => String(count) === query.get('minutes')) ?? 1;
  return {
    day: asked > today ? today : asked,
    multi: query.get('multi') === '1',
    channels: channelsOf(query.get('ch') ?? ''),
    stream: query.get('stream') === 'sub' ? 'sub' : 'main',
    minutes,
    map: query.has('map') ? query.get('map') !== '0' : undefined,
    atMs,
  };
};

/** The URL of what is looked at; what is as it is without being said is left out. */
export const writeLook = ({ day, multi, channels, stream, minutes, map, atMs }: Look): URLSearchParams => {
  const query = new URLSearchParams({ day });
  if (multi) query.set('multi', '1');
  if (channels.length > 0) query.set('ch', channels.join(','));
  if (stream === 'sub') query.set('stream', stream);
  if (minutes !== 1) query.set('minutes', String(minutes));
  if (map !== undefined) query.set('map', map ? '1' : '0');
  if (atMs !== undefined) query.set('at', String(Math.floor(atMs / 1000)));
  return query;
};
