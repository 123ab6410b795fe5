// The trail of the selected vehicle as component state; the recording itself is trail-recorder.ts.
import { postGps } from '@outrider/contract';
import { useEffect, useState } from 'react';
import { send } from '../../lib/send.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { devices, positions } from '../../live/index.ts';
import type { TrailPoint } from '../../map/trail.ts';
import { placeOf } from '../../parts/device-place.ts';
import { TRAIL_SPAN_MS, TrailRecorder } from './trail-recorder.ts';

/** A minute more than now: what is known of the server's clock is a little old. */
const AHEAD_MS = 60_000;

const stored = async (deviceid: string): Promise<readonly TrailPoint[]> => {
  const nowMs = serverNow();
  const reply = await send(postGps, { deviceid, start: nowMs - TRAIL_SPAN_MS, end: nowMs + AHEAD_MS });
  if (!Array.isArray(reply)) return [];
  return reply.map(({ lat, lng, speed, time }) => ({ lat, lng, speedKmh: speed, timeMs: time }));
};

/** A place that someone entered is no track. */
const newest = (id: string): TrailPoint | undefined => {
  const device = devices.get(id);
  const position = positions.get(id);
  if (device === undefined || position === undefined || placeOf(device)?.manual === true) return undefined;
  return { lat: position.lat, lng: position.lng, speedKmh: position.speedKmh, timeMs: position.timeMs };
};

type Kept = { id: string; trail: readonly TrailPoint[] };
const none: readonly TrailPoint[] = [];

/** The trail of a device, oldest place first; empty without one. */
export const useTrail = (id: string | undefined): readonly TrailPoint[] => {
  const [kept, setKept] = useState<Kept>();
  useEffect(() => {
    if (id === undefined) return undefined;
    const recorder = new TrailRecorder({
      load: () => stored(id),
      now: () => newest(id),
      subscribe: (tell) =>
        positions.subscribe((changed) => (changed === 'all' || changed.has(id) ? tell() : undefined)),
      onChange: (trail) => setKept({ id, trail }),
    });
    return () => recorder.close();
  }, [id]);
  return kept?.id === id ? (kept?.trail ?? none) : none;
};
