// The track of what is played back, for components: where the vehicle is at the playing time.
import { postGps } from '@outrider/contract';
import { useEffect, useMemo, useReducer, useRef } from 'react';
import { send } from '../../lib/send.ts';
import { systemClock } from '../../lib/time.ts';
import type { TrailPoint } from '../../map/trail.ts';
import type { PlaybackGroup } from '../../player/recorded/playback-group.ts';
import { usePlayback } from '../../player/recorded/use-playback.ts';
import { TrackFeed } from './track-feed.ts';
import type { HeadedPoint, TrackMoment } from './track-feed.ts';

const positionsOf =
  (deviceId: string) =>
  async (fromMs: number, toMs: number): Promise<readonly HeadedPoint[]> => {
    const reply = await send(postGps, { deviceid: deviceId, start: fromMs, end: toMs });
    if (!Array.isArray(reply)) return [];
    return reply.map(({ lat, lng, speed, dir, time }) => ({ lat, lng, speedKmh: speed, heading: dir, timeMs: time }));
  };

export type Place = { readonly point: HeadedPoint; readonly trail: readonly TrailPoint[] };

/** Where the vehicle was, undefined when nobody knows; and whether that is still being asked. */
export type PlaceSought = { readonly place: Place | undefined; readonly asking: boolean };

/** Follows the playing time twice a second. */
export const useTrack = (deviceId: string, group: PlaybackGroup | undefined): PlaceSought => {
  const [, changed] = useReducer((count: number) => count + 1, 0);
  const halfSeconds = usePlayback(group, ({ timeMs }) => Math.floor(timeMs / 500));
  const last = useRef(0);
  const feed = useMemo(() => {
    if (group === undefined) return undefined;
    const moment = (): TrackMoment => {
      const { timeMs, speed } = group.state.getState();
      return { timeMs, speed };
    };
    return new TrackFeed({ clock: systemClock, ask: positionsOf(deviceId), moment, changed });
  }, [deviceId, group]);
  useEffect(() => feed?.start(), [feed]);
  const timeMs = halfSeconds * 500;
  useEffect(() => {
    // A seek does not wait for the next poll.
    if (Math.abs(timeMs - last.current) > 60_000 && last.current !== 0) feed?.poll();
    last.current = timeMs;
  }, [feed, timeMs]);
  return { place: feed?.at(timeMs), asking: feed?.isAsking ?? true };
};
