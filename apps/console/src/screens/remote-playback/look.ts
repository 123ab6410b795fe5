// What is looked at on the screen of remote playback, as the address keeps it: a day and a moment, stream and minutes. Pure.
import { MAX_PLAYBACK_CHANNELS } from '@outrider/contract';
import { dayText } from '../../lib/local-moment.ts';
import { readPlaybackLook, writePlaybackLook } from '../../parts/playback/look.ts';
import type { PlaybackLook } from '../../parts/playback/look.ts';

/** What is offered to be played at once, minutes. */
export const playMinutes = [1, 2, 3, 4, 5] as const;
export type PlayMinutes = (typeof playMinutes)[number];

export type Look = PlaybackLook & {
  /** Never one to come. */
  readonly day: string;
  readonly multi: boolean;
  readonly channels: readonly number[];
  readonly stream: 'main' | 'sub';
  readonly minutes: PlayMinutes;
  /** It plays as soon as it is known what the device has. */
  readonly play: boolean;
  /** And what plays then is saved. */
  readonly save: boolean;
};

/** `nowMs`: days after today are none. */
export const readLook = (query: URLSearchParams, nowMs: number): Look => {
  const look = readPlaybackLook(query);
  const today = dayText(new Date(nowMs));
  const asked = look.day ?? (look.atMs === undefined ? today : dayText(new Date(look.atMs)));
  return {
    ...look,
    day: asked > today ? today : asked,
    multi: look.multi ?? false,
    channels: (look.channels ?? []).slice(0, MAX_PLAYBACK_CHANNELS),
    stream: query.get('stream') === 'sub' ? 'sub' : 'main',
    minutes: playMinutes.find((count) => String(count) === query.get('minutes')) ?? 1,
    play: query.get('play') === '1',
    save: query.get('save') === '1',
  };
};

/** The address of a look; what is as it is without being said is left out. */
export const writeLook = ({ multi, channels, stream, minutes, atMs, play, save, ...look }: Look): URLSearchParams => {
  const query = writePlaybackLook({
    ...look,
    atMs: atMs === undefined ? undefined : Math.floor(atMs / 1000) * 1000,
    multi: multi ? true : undefined,
    channels: channels.length > 0 ? channels : undefined,
  });
  if (stream === 'sub') query.set('stream', stream);
  if (minutes !== 1) query.set('minutes', String(minutes));
  if (play) query.set('play', '1');
  if (save) query.set('save', '1');
  return query;
};
