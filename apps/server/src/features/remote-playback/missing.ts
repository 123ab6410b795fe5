// Which parts of a span are not kept yet. Pure.
import type { FootageSpan } from './footage.ts';

/** So little at the ends of what a device gave by itself is the pause between two pictures. */
export const SMALL_MS = 2000;
/** So little where a fetch was cut short: more is missing pictures. */
export const CUT_MS = 250;

/** The parts of `spans` that lie between the two moments. */
export const within = (spans: readonly FootageSpan[], fromMs: number, toMs: number): FootageSpan[] =>
  spans
    .map(({ startMs, endMs }) => ({ startMs: Math.max(startMs, fromMs), endMs: Math.min(endMs, toMs) }))
    .filter(({ startMs, endMs }) => endMs > startMs);

/** What lies between the two moments and in no span, except pieces up to `smallMs` beside those; `kept` oldest first, not overlapping. */
export const missingSpans = (
  kept: readonly FootageSpan[],
  fromMs: number,
  toMs: number,
  smallMs = SMALL_MS,
): FootageSpan[] => {
  const missing: FootageSpan[] = [];
  const there = within(kept, fromMs, toMs);
  const leastMs = there.length === 0 ? 0 : smallMs;
  let atMs = fromMs;
  for (const { startMs, endMs } of [...there, { startMs: toMs, endMs: toMs }]) {
    if (startMs - atMs > leastMs) missing.push({ startMs: atMs, endMs: startMs });
    atMs = Math.max(atMs, endMs);
  }
  return missing;
};

/** What one attempt at a span came to. `firstMs`: when its first picture was recorded; null: none came. `over`: the device has no more to say. */
export type Tried = {
  span: FootageSpan;
  firstMs: number | null;
  brought: boolean;
  whole: boolean;
  over: boolean;
};

/**
 * Behind an attempt: how little missing still counts as nothing, and whether what the device left out is only that little. Behind what
 * was cut short the rest is asked for however little it is, also where the device began late, but no second time when it has nothing
 * there.
 */
export const judge = (
  smallMs: number,
  { span, firstMs, brought, whole, over }: Tried,
): { smallMs: number; rest: boolean } => {
  const afterCut = smallMs === CUT_MS;
  const short = span.endMs - span.startMs <= SMALL_MS;
  const rest = afterCut && short && !brought && over;
  const late = afterCut && firstMs !== null && firstMs - span.startMs > CUT_MS;
  return { smallMs: (whole && !late) || rest ? SMALL_MS : CUT_MS, rest };
};
