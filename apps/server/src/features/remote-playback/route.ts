// What comes next on the way through recorded time: from what is kept, from the device, or nothing. Pure.
import type { DeviceRecord } from '../../gateway/index.ts';
import type { Leg } from './channel-step.ts';
import type { FootageSpan } from './footage.ts';

export type RouteInput = {
  fromMs: number;
  endMs: number;
  /** Of this channel and stream, oldest first. */
  kept: readonly FootageSpan[];
  /** What the device says it has, where it ended before it should; undefined: it was not asked. */
  records?: readonly DeviceRecord[] | undefined;
};

/** So little is not worth a request. */
const LEAST_MS = 1000;

/** The next leg. `ended`: the way is at its end. `none`: the device has nothing from the moment on. `unplayed`: it has, and does not play it. */
export const nextLeg = ({ fromMs, endMs, kept, records }: RouteInput): Exclude<Leg, { from: 'busy' }> => {
  if (fromMs >= endMs - LEAST_MS / 2) return { from: 'nothing', state: 'ended' };
  const here = kept.find(
    ({ startMs, endMs: keptTo }) => startMs <= fromMs + LEAST_MS / 2 && keptTo > fromMs + LEAST_MS,
  );
  if (here !== undefined) return { from: 'kept', startMs: fromMs, endMs: Math.min(here.endMs, endMs) };
  const nextKept = kept.find(({ startMs }) => startMs > fromMs && startMs < endMs);
  const untilMs = nextKept?.startMs ?? endMs;
  if (records === undefined) return { from: 'device', startMs: fromMs, endMs: untilMs };
  const record = records.find(({ startMs }) => startMs > fromMs + LEAST_MS / 2 && startMs < endMs);
  const onKept = nextKept !== undefined && nextKept.startMs <= (record?.startMs ?? Infinity);
  if (onKept) return { from: 'kept', startMs: nextKept.startMs, endMs: Math.min(nextKept.endMs, endMs) };
  if (record !== undefined) return { from: 'device', startMs: record.startMs, endMs: untilMs };
  const has = records.some(({ startMs, endMs: to }) => startMs <= fromMs && to > fromMs + LEAST_MS);
  return { from: 'nothing', state: has ? 'unplayed' : 'none' };
};
