// How long the main thread of a process of a benchmark is held up, and how much memory it takes at most, between two moments.
import { createHistogram, monitorEventLoopDelay } from 'node:perf_hooks';

/**
 * `p99Ms`, `longestMs`: by the clock, beyond the millisecond in which it looks. `worked99Ms`, `mostWorkedMs`: what the thread itself worked from one
 * look to the next, which does not grow with what else runs on the machine.
 */
export type Watched = {
  p99Ms: number;
  longestMs: number;
  worked99Ms: number;
  mostWorkedMs: number;
  peakRssBytes: number;
};

export const NOTHING_WATCHED: Watched = { p99Ms: 0, longestMs: 0, worked99Ms: 0, mostWorkedMs: 0, peakRssBytes: 0 };

const RESOLUTION_MS = 1;
const SAMPLE_MS = 100;

/** Begins to look; gives what ends it and says what was seen. */
export const watchThread = (): (() => Watched) => {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  let peakRssBytes = process.memoryUsage.rss();
  const worked = createHistogram();
  let before = process.threadCpuUsage();
  const look = setInterval(() => {
    const now = process.threadCpuUsage();
    worked.record(Math.max(1, now.user + now.system - before.user - before.system));
    before = now;
  }, RESOLUTION_MS);
  const timer = setInterval(() => {
    peakRssBytes = Math.max(peakRssBytes, process.memoryUsage.rss());
  }, SAMPLE_MS);
  return () => {
    delay.disable();
    clearInterval(look);
    clearInterval(timer);
    return {
      p99Ms: delay.percentile(99) / 1e6,
      longestMs: delay.max / 1e6,
      worked99Ms: worked.percentile(99) / 1000,
      mostWorkedMs: worked.max / 1000,
      peakRssBytes,
    };
  };
};
