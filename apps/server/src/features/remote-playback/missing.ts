// Which parts of a span are not kept yet. Pure.
import type { FootageSpan } from './footage.ts';

/** So little at the ends of what is kept is the pause between two pictures. */
const SMALL_MS = 2000;

/** The parts of `spans` that lie between the two moments. */
export const within = (spans: readonly FootageSpan[], fromMs: number, toMs: number): FootageSpan[] =>
  spans
    .map(({ startMs, endMs }) => ({ startMs: Math.max(startMs, fromMs), endMs: Math.min(endMs, toMs) }))
    .filter(({ startMs, endMs }) => endMs > startMs);

/** What lies between the two moments and in no span; `kept` oldest first, not overlapping. */
export const missingSpans = (kept: readonly FootageSpan[], fromMs: number, toMs: number): FootageSpan[] => {
  const missing: FootageSpan[] = [];
  let atMs = fromMs;
  for (const { startMs, endMs } of [...within(kept, fromMs, toMs), { startMs: toMs, endMs: toMs }]) {
    if (startMs - atMs > SMALL_MS) missing.push({ startMs: atMs, endMs: startMs });
    atMs = Math.max(atMs, endMs);
  }
  return missing;
};
