// How long each test file took, kept from run to run: the longest starts first, and one that grew by half is named.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { root } from '../checks/source-files.ts';
import type { Result } from './job.ts';

/** Seconds of the last runs of each file, oldest first. */
export type Times = Readonly<Record<string, readonly number[]>>;

/** What a run measured: seconds of each file. */
export type Measured = Readonly<Record<string, number>>;

const cacheFile = join(root, 'node_modules', '.cache', 'outrider', 'test-times.json');
/** What a fresh clone begins with; `npm test -- --keep-times` writes it from the cache. */
const usualFile = join(import.meta.dirname, 'usual-times.json');
const runsKept = 5;
/** Below this a file is not worth a line in the usual times, nor a word about its growth. */
const leastSeconds = 3;
/** With fewer files than this nobody can tell a slow file from a busy machine. */
const leastFiles = 5;

const readJson = (file: string): Times => {
  try {
    // Both files are written below; one that cannot be read is as good as none.
    const times: Times = JSON.parse(readFileSync(file, 'utf8'));
    return times;
  } catch {
    return {};
  }
};

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
};

/** The seconds a file usually takes; 0 for one that nobody has run. */
export const usualSeconds = (times: Times, file: string): number => median(times[file] ?? []);

/** The kept times of this checkout, and for files that did not run here yet the committed ones. */
export const readTimes = (): Times => ({ ...readJson(usualFile), ...readJson(cacheFile) });

/** What takes longest first; what nobody has run yet before all, since it may be the longest. */
export const longestFirst = <T>(items: readonly T[], filesOf: (item: T) => readonly string[], times: Times): T[] => {
  const rank = (item: T): number => {
    const seconds = filesOf(item).map((file) => usualSeconds(times, file));
    return seconds.every((one) => one === 0) ? Infinity : seconds.reduce((sum, one) => sum + one, 0);
  };
  const ranked = items.map((item) => ({ item, seconds: rank(item) }));
  return ranked.toSorted((a, b) => (a.seconds === b.seconds ? 0 : b.seconds - a.seconds)).map(({ item }) => item);
};

/** Shares what a process took among its files, by what their tests took. Failed files say nothing about their time. */
export const measureFiles = (results: readonly Result[], wallSeconds: number): Measured => {
  const byFile = Map.groupBy(results, ({ file }) => relative(root, resolve(root, file)));
  const all = results.reduce((sum, { durationMs }) => sum + durationMs, 0);
  const measured: Record<string, number> = {};
  for (const [file, own] of byFile) {
    if (own.some(({ outcome }) => outcome !== 'pass') || all === 0) continue;
    measured[file] = (wallSeconds * own.reduce((sum, { durationMs }) => sum + durationMs, 0)) / all;
  }
  return measured;
};

/**
 * Files that took half as long again as they usually do, by the measure of this run: on a machine that is twice as slow today
 * as usual, a file that takes twice as long has not grown.
 */
export const grownLines = (times: Times, measured: Measured): string[] => {
  const files = Object.entries(measured)
    .map(([file, seconds]) => ({ file, seconds, usual: usualSeconds(times, file) }))
    .filter(({ usual }) => usual >= 1);
  if (files.length < leastFiles) return [];
  const pace = Math.max(1, median(files.map(({ seconds, usual }) => seconds / usual)));
  return files
    .filter(({ seconds, usual }) => seconds >= leastSeconds && seconds > 1.5 * usual * pace)
    .map(
      ({ file, seconds, usual }) =>
        `GROWN ${file}: ${seconds.toFixed(1)} s, usually ${usual.toFixed(1)} s${pace > 1.1 ? ` (all took ${pace.toFixed(1)} times as long)` : ''}`,
    );
};

/** The times with one more run. */
export const withRun = (times: Times, measured: Measured): Times => {
  const next: Record<string, readonly number[]> = { ...times };
  for (const [file, seconds] of Object.entries(measured))
    next[file] = [...(times[file] ?? []), Number(seconds.toFixed(2))].slice(-runsKept);
  return next;
};

/** Keeps the times of this checkout for the next run. */
export const keepTimes = (times: Times): void => {
  mkdirSync(dirname(cacheFile), { recursive: true });
  writeFileSync(cacheFile, JSON.stringify(times));
};

/** Writes the times that a fresh clone begins with: one number each, long files only. */
export const writeUsualTimes = (times: Times): void => {
  const usual = Object.keys(times)
    .map((file) => [file, Math.round(usualSeconds(times, file))] as const)
    .filter(([, seconds]) => seconds >= leastSeconds)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(
    usualFile,
    `${JSON.stringify(Object.fromEntries(usual.map(([file, seconds]) => [file, [seconds]])))}\n`,
  );
};
