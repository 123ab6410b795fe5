// What is looked at on a playback screen, as its address keeps it: moment, day, channels, multi mode, map. Pure; what only one of the
// screens keeps there is its own look.ts.
import { dayDate, dayText } from '../../lib/local-moment.ts';

export type PlaybackLook = {
  /** 'YYYY-MM-DD', a local day; undefined while none is said. */
  readonly day: string | undefined;
  /** UTC ms. */
  readonly atMs: number | undefined;
  /** As the address names them, each once; which of them the device has is not known here. Undefined: the first ones. */
  readonly channels: readonly number[] | undefined;
  /** Undefined: where there is room. */
  readonly multi: boolean | undefined;
  readonly map: boolean | undefined;
};

const MAX_CHANNEL = 64;
/** Seconds beyond no calendar's end. */
const LATEST_S = 32_503_680_000;

/** The number a parameter says, where it says one within the limits. */
export const numberIn = (text: string | null, least: number, most: number): number | undefined => {
  const value = text === null || text === '' ? Number.NaN : Number(text);
  return value >= least && value <= most ? value : undefined;
};

const channelsIn = (text: string): readonly number[] => [
  ...new Set(
    text
      .split(/[.,]/)
      .flatMap((each) => numberIn(each, 1, MAX_CHANNEL) ?? [])
      .filter(Number.isInteger),
  ),
];

const flagIn = (text: string | null): boolean | undefined => (text === null ? undefined : text === '1');

/** Whatever stands in an address: what makes no sense counts as left out. */
export const readPlaybackLook = (query: URLSearchParams): PlaybackLook => {
  const atS = numberIn(query.get('at'), 1, LATEST_S);
  const day = dayDate(query.get('day') ?? '');
  const channels = query.get('ch');
  return {
    day: day === undefined ? undefined : dayText(day),
    atMs: atS === undefined ? undefined : Math.round(atS * 1000),
    channels: channels === null ? undefined : channelsIn(channels),
    multi: flagIn(query.get('multi')),
    map: query.has('map') ? query.get('map') !== '0' : undefined,
  };
};

/** The address of a look. What is undefined is left out. */
export const writePlaybackLook = ({ day, atMs, channels, multi, map }: PlaybackLook): URLSearchParams => {
  const query = new URLSearchParams();
  if (atMs !== undefined) query.set('at', String(atMs / 1000));
  if (day !== undefined) query.set('day', day);
  if (channels !== undefined) query.set('ch', channels.join('.'));
  if (multi !== undefined) query.set('multi', multi ? '1' : '0');
  if (map !== undefined) query.set('map', map ? '1' : '0');
  return query;
};
