// Where a moment is played: from the server where it is recorded there, else from the recorder. Pure; asking is play-moment.ts.
import type { RecordingSpan } from '@outrider/contract';
import { DEFAULT_DOWNLOAD_SECONDS, downloadSeconds } from '@outrider/contract';
import { dayText } from '../../lib/local-moment.ts';
import { writePlaybackLook } from './look.ts';

/** What happened is seen coming. */
export const BEFORE_MS = 10_000;

/** Remote playback plays so many at once. */
const MOST_MINUTES = 5;

const secondOf = (ms: number): number => Math.floor(ms / 1000) * 1000;

/** What somebody asks to see: a second, or all from there to another one. UTC ms. */
export type FootageRequest = {
  readonly deviceId: string;
  readonly fromMs: number;
  readonly toMs: number | undefined;
  /** Undefined: those that have something. */
  readonly channel: number | undefined;
};

/** The page that plays what the server has of a device. `seconds`: how much of it is offered to be saved. */
export const serverAddress = (
  deviceId: string,
  atMs: number,
  channels: readonly number[],
  seconds?: number,
): string => {
  const query = writePlaybackLook({
    day: undefined,
    atMs: secondOf(atMs),
    channels: channels.length > 0 ? channels : undefined,
    multi: channels.length > 1 ? true : undefined,
    map: undefined,
  });
  if (seconds !== undefined) query.set('length', String(seconds));
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

/** How much is saved of a request: the whole range in a length that files have, a minute of a second. */
export const savedSeconds = ({ fromMs, toMs }: Pick<FootageRequest, 'fromMs' | 'toMs'>): number => {
  if (toMs === undefined) return DEFAULT_DOWNLOAD_SECONDS;
  const lengths = downloadSeconds.mp4;
  return lengths.find((each) => each * 1000 >= toMs - fromMs) ?? lengths.at(-1) ?? DEFAULT_DOWNLOAD_SECONDS;
};

/** The page that plays a request from the recorder, as soon as that has told what it has; `save`: and saves it. */
export const recorderRequest = (request: FootageRequest, save: boolean): string => {
  const { deviceId, fromMs, toMs, channel } = request;
  const address = recorderAddress(deviceId, fromMs, channel === undefined ? [] : [channel], true);
  const minutes = toMs === undefined ? 1 : Math.min(MOST_MINUTES, Math.ceil((toMs - fromMs) / 60_000));
  return `${address}${minutes > 1 ? `&minutes=${minutes}` : ''}${save ? '&save=1' : ''}`;
};

type Recorded = Pick<RecordingSpan, 'channel' | 'start' | 'end'>;

/** What is being recorded is on the disk, and so in the answer, some seconds later. */
const OPEN_MS = 15_000;

/** What ended just before the server was asked, at `askedMs`, is being recorded: it reaches beyond. */
export const goingOn = <Span extends Recorded>(spans: readonly Span[], askedMs: number): readonly Span[] =>
  spans.map((span) => (span.end >= askedMs - OPEN_MS ? { ...span, end: askedMs + OPEN_MS } : span));

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

/** Where the server begins a request: at its second, or at the first that it has of the range. Undefined: it has nothing of it. */
export const firstOnServer = (
  spans: readonly Recorded[],
  { fromMs, toMs = fromMs, channel }: Pick<FootageRequest, 'fromMs' | 'toMs' | 'channel'>,
): { atMs: number; channels: readonly number[] } | undefined => {
  const second = secondOf(fromMs);
  const own = spans.filter(({ channel: of, start, end }) => {
    const asked = channel === undefined || of === channel;
    return asked && end > second && start <= Math.max(second, toMs - 1);
  });
  if (own.length === 0) return undefined;
  const atMs = Math.max(second, Math.min(...own.map(({ start }) => start)));
  const channels = own.filter(({ start, end }) => start <= atMs && atMs < end).map((span) => span.channel);
  return { atMs, channels: [...new Set(channels)].toSorted((a, b) => a - b) };
};
