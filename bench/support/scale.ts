// How much of a full measurement is run. A small part shows in seconds that a benchmark still works; its figures mean little.

const read = (): number => {
  const text = process.env['OUTRIDER_BENCH_SCALE'] ?? '1';
  const scale = Number(text);
  if (!(scale > 0 && scale <= 1)) throw new Error(`OUTRIDER_BENCH_SCALE must be above 0 and at most 1, not ${text}`);
  return scale;
};

/** 1 for the real figures; OUTRIDER_BENCH_SCALE=0.05 for a look whether everything runs. */
const scale = read();

/** A count scaled down, at least `least`. */
export const scaled = (full: number, least = 1): number => Math.max(least, Math.round(full * scale));

/** Waits that long; benchmarks measure over time and nothing else. */
export const wait = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/** The value below which `share` of the sorted values lie; the nearest rank. Throws for none. */
export const quantile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))];
  if (value === undefined) throw new Error('nothing was measured');
  return value;
};

export const median = (values: readonly number[]): number => quantile(values, 0.5);
