// How long the main thread of a process of a benchmark is held up, and how much memory it takes at most, between two moments.
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** `p99Ms`, `longestMs`: beyond the millisecond in which it looks. */
export type Watched = { p99Ms: number; longestMs: number; peakRssBytes: number };

const RESOLUTION_MS = 1;
const SAMPLE_MS = 100;

/** Begins to look; gives what ends it and says what was seen. */
export const watchThread = (): (() => Watched) => {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  let peakRssBytes = process.memoryUsage.rss();
  const timer = setInterval(() => {
    peakRssBytes = Math.max(peakRssBytes, process.memoryUsage.rss());
  }, SAMPLE_MS);
  return () => {
    delay.disable();
    clearInterval(timer);
    return { p99Ms: delay.percentile(99) / 1e6, longestMs: delay.max / 1e6, peakRssBytes };
  };
};
