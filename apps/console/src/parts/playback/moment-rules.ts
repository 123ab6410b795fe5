// Where a moment is played: from the server where it is recorded there, else from the recorder. Pure; asking is play-moment.ts.
import type { RecordingSpan } from '@outrider/contract';
import { dayText } from '../../lib/local-moment.ts';
import { writePlaybackLook } from './look.ts';

/** What happened is seen coming. */
export const BEFORE_MS = 10_000;

const secondOf = (ms: number): number => Math.floor(ms / 1000) * 1000;

/** The page that plays what the server has of a device. */
export const serverAddress = (deviceId: string, atMs: number, channels: readonly number[]): string => {
  const query = writePlaybackLook({
    day: undefined,
    atMs: secondOf(atMs),
    channels: channels.length > 0 ? channels : undefined,
    multi: channels.length > 1 ? true : undefined,
    map: undefined,
  });
  return `/splayback/${encodeURIComponent(deviceId)}?${query}`;
};

/** The page that plays what the recorder has; `begin`: it plays as soon as the recorder has told what it has. */
export const recorderAddress = (deviceId: string, atMs: number, channels: readonly number[], begin = false): string => {
  const query = writePlaybackLook({
    day: dayText(new Date(atMs)),
    atMs: secondOf(atMs),
    channels: channels.length > 0 ? channels : undefined,
    multi: channels.length > 1 ? true : undefined,
    map: undefined,
  });
  if (begin) query.set('play', '1');
  return `/remoteplayback/${encodeURIComponent(deviceId)}?${query}`;
};

type Recorded = Pick<RecordingSpan, 'channel' | 'start' | 'end'>;

/**
 * From when on and of which channels the server plays what happened at `ms`: ten seconds before it, or where its recording begins in
 * between. Undefined: the server has nothing of it.
 */
export const onServer = (
  spans: readonly Recorded[],
  ms: number,
): { atMs: number; channels: readonly number[] } | undefined => {
  const second = secondOf(ms);
  const holding = spans.filter(({ start, end }) => start <= second && second < end);
  if (holding.length === 0) return undefined;
  const begun = Math.min(...holding.map(({ start }) => start));
  const reaches = spans.filter(({ start, end }) => start < second && end > second - BEFORE_MS);
  const first = Math.min(begun, ...reaches.map(({ start }) => start));
  return {
    atMs: Math.max(second - BEFORE_MS, first),
    channels: [...new Set(holding.map(({ channel }) => channel))].toSorted((a, b) => a - b),
  };
};
