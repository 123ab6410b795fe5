// What is looked at on the playback screen, as the address keeps it: day, moment, channels, multi mode, map. Pure.
import { dayDate, dayText, momentOf } from '../../lib/local-moment.ts';

export type Look = {
  /** 'YYYY-MM-DD'. */
  readonly day: string;
  /** Chosen before a minute is. */
  readonly hour: number | undefined;
  /** Where playing began or was led to, UTC ms; undefined while no time is set. */
  readonly atMs: number | undefined;
  /** Undefined: the first ones of the device. */
  readonly channels: readonly number[] | undefined;
  readonly multi: boolean;
  readonly map: boolean;
};

const MAX_CHANNEL = 64;
const LATEST_S = 32_503_680_000;

const numberIn = (text: string | null, least: number, most: number): number | undefined => {
  const value = text === null || text === '' ? Number.NaN : Number(text);
  return value >= least && value <= most ? value : undefined;
};

/** Whatever stands in an address: what makes no sense is left out. `large`: there is room for several tiles and a map. */
export const readLook = (params: URLSearchParams, todayMs: number, large: boolean): Look => {
  const atS = numberIn(params.get('at'), 1, LATEST_S);
  const atMs = atS === undefined ? undefined : Math.round(atS * 1000);
  const typed = params.get('day') ?? '';
  const day = atMs === undefined ? (dayDate(typed) === undefined ? undefined : typed) : momentOf(atMs).day;
  const hour = atMs === undefined ? numberIn(params.get('h'), 0, 23) : momentOf(atMs).hour;
  const channels = (params.get('ch') ?? '')
    .split('.')
    .flatMap((text) => numberIn(text, 1, MAX_CHANNEL) ?? [])
    .filter(Number.isInteger);
  return {
    day: day ?? dayText(new Date(todayMs)),
    hour: hour === undefined ? undefined : Math.floor(hour),
    atMs,
    channels: params.has('ch') ? [...new Set(channels)] : undefined,
    multi: params.has('multi') ? params.get('multi') === '1' : large,
    map: params.has('map') ? params.get('map') !== '0' : large,
  };
};

/** The address of a look. */
export const writeLook = ({ day, hour, atMs, channels, multi, map }: Look): URLSearchParams => {
  const params = new URLSearchParams();
  if (atMs !== undefined) params.set('at', String(atMs / 1000));
  else {
    params.set('day', day);
    if (hour !== undefined) params.set('h', String(hour));
  }
  if (channels !== undefined) params.set('ch', channels.join('.'));
  params.set('multi', multi ? '1' : '0');
  params.set('map', map ? '1' : '0');
  return params;
};
