// Where a vehicle stood for a while, read from its track for the map's parking marks. Sums of driving and parking are the server's. Pure.
import { STOP_FROM_S } from '@outrider/contract';
import { lngNear } from '../../map/mercator.ts';
import { countOf, GAP_MS } from './track.ts';
import type { Track } from './track.ts';

/** Up to this speed a vehicle stands, km/h. */
const MOVING_KMH = 5;
/** A shorter stop is traffic. */
const PARKED_MS = STOP_FROM_S * 1000;
/** No receiver wanders farther: who reports from there stands somewhere else. */
const WANDER_DEGREES = 500 / 111_195;

export type Stop = {
  /** The first position of the stop. */
  readonly index: number;
  readonly startMs: number;
  readonly endMs: number;
  readonly lat: number;
  readonly lng: number;
};

const isApart = ({ lat, lng }: Track, a: number, b: number): boolean => {
  const [latA = 0, latB = 0] = [lat[a], lat[b]];
  const east = (lngNear(lng[b] ?? 0, lng[a] ?? 0) - (lng[a] ?? 0)) * Math.cos((latA * Math.PI) / 180);
  return Math.hypot(east, latB - latA) > WANDER_DEGREES;
};

/**
 * In order. A stop lasts until the vehicle is seen moving; the one at the end of the track, up to the last position. A vehicle that is
 * elsewhere after a silence stood until the silence.
 */
export const stopsOf = (track: Track): readonly Stop[] => {
  const stops: Stop[] = [];
  let from = -1;
  const end = (to: number): void => {
    const [startMs, endMs] = [track.timeMs[from] ?? 0, track.timeMs[to] ?? 0];
    if (from >= 0 && endMs - startMs >= PARKED_MS)
      stops.push({ index: from, startMs, endMs, lat: track.lat[from] ?? 0, lng: track.lng[from] ?? 0 });
    from = -1;
  };
  const count = countOf(track);
  for (let i = 0; i < count; i += 1) {
    const stands = (track.speedKmh[i] ?? 0) <= MOVING_KMH;
    const silent = (track.timeMs[i] ?? 0) - (track.timeMs[i - 1] ?? 0) > GAP_MS;
    if (from >= 0 && (stands || silent) && isApart(track, from, i)) end(i - 1);
    if (stands && from < 0) from = i;
    if (!stands) end(i);
  }
  end(count - 1);
  return stops;
};
