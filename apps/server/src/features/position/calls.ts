// What is asked about tracks: the positions of a span, and the hours in which there are any.
import { MAX_TRACK_DAYS, MAX_TRACK_HOURS_DAYS, postGps, postTrackHours } from '@outrider/contract';
import type { Devices } from '../../kernel/access/access.ts';
import { notBefore, sinceOf } from '../../kernel/access/lookback.ts';
import { EncodedJson, handle, type CallHandler } from '../../kernel/web/http.ts';
import type { Tracks } from './tracks.ts';

const DAY_S = 86_400;

/** Whole seconds of a span, or what is wrong with it. */
const spanIn = (startMs: number, endMs: number, maxDays: number): { from: number; to: number } | string => {
  const [from, to] = [Math.floor(startMs / 1000), Math.floor(endMs / 1000)];
  if (to < from) return 'Start Time > End Time';
  // A month of 31 days has an hour more where clocks are set back, and a range may reach a minute past midnight.
  return to - from > maxDays * DAY_S + 3660 ? `At most ${maxDays} days at once` : { from, to };
};

export const positionCalls = (
  tracks: Pick<Tracks, 'track' | 'packedTrack' | 'hours'>,
  devices: Devices,
): CallHandler[] => [
  handle(postGps, async (caller, { deviceid, start, end }, { takesGzip = false }) => {
    const span = spanIn(notBefore(caller, start), Math.max(end, sinceOf(caller)), MAX_TRACK_DAYS);
    if (typeof span === 'string') return { hasError: 1 as const, message: span };
    const { deviceKey } = devices.seen(caller, deviceid);
    return takesGzip
      ? new EncodedJson(await tracks.packedTrack(deviceKey, span.from, span.to), 'gzip')
      : new EncodedJson(await tracks.track(deviceKey, span.from, span.to));
  }),
  handle(postTrackHours, async (caller, { deviceid, start, end }) => {
    const span = spanIn(notBefore(caller, start), Math.max(end, sinceOf(caller)), MAX_TRACK_HOURS_DAYS);
    if (typeof span === 'string') return { hasError: 1 as const, message: span };
    return new EncodedJson(await tracks.hours(devices.seen(caller, deviceid).deviceKey, span.from, span.to));
  }),
];
