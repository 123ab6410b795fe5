// How far a drag over a live picture goes back, and where what was led to lies: on the server, else at the recorder. Pure.
import type { RecordingSpan } from '@outrider/contract';

/** A press that moves less is a click. */
const BEGIN_PX = 24;
/** The first minute is led to finely; then a second a pixel, so that one sweep reaches what recorders have closed. */
const PX_A_SECOND = 4;
const FINE_PX = 240;
/** In steps, so that not each pixel seeks. */
const STEP_S = 5;
const LEAST_S = 10;
/** What is being recorded is known only so far. */
const OPEN_MS = 30_000;
/** So much of what the recorder has is asked for on each side, so that jumps stay within. */
const AROUND_MS = 300_000;

/** Pixels to the right are time back, in steps of five seconds, at least ten. Undefined: not yet a drag. `begun`: it was one already. */
export const backMs = (px: number, begun: boolean): number | undefined => {
  if (!begun && px < BEGIN_PX) return undefined;
  const fine = Math.min(px, FINE_PX) / PX_A_SECOND;
  const seconds = Math.round((fine + Math.max(0, px - FINE_PX)) / STEP_S) * STEP_S;
  return Math.max(LEAST_S, seconds) * 1000;
};

type Recorded = Pick<RecordingSpan, 'channel' | 'start' | 'end'>;

/** Whether the server has a moment of one of the channels; it was asked at `askedMs`, and what it records goes on since. */
export const serverHas = (
  spans: readonly Recorded[],
  channels: readonly number[],
  ms: number,
  askedMs: number,
): boolean =>
  spans.some(
    ({ channel, start, end }) =>
      channels.includes(channel) && start <= ms && (ms < end || (end >= askedMs - OPEN_MS && ms < askedMs + AROUND_MS)),
  );

/** What the recorder is asked for around a moment, and whether another moment is within. UTC ms. */
export const recorderWindow = (ms: number, nowMs: number): { startMs: number; endMs: number } => ({
  startMs: ms - AROUND_MS,
  endMs: Math.min(ms + AROUND_MS, Math.max(nowMs, ms + 1000)),
});
