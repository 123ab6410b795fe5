// Adds up results into what is printed at the end and into the exit code. Pure.
import type { Result } from './job.ts';

/** What the run found on this machine. */
export type Equipment = {
  /** Things that tests need and that are not there, each with what to do about it. */
  missing: readonly string[];
};

const slowestShown = 10;
/** A run with more flaky tests than this is not good: they have become a habit. */
const flakyAllowed = 5;

const count = (results: readonly Result[], outcome: Result['outcome']): number =>
  results.filter((result) => result.outcome === outcome).length;

/** The counts over all runners, the last line of the output. */
export const countLine = (results: readonly Result[]): string =>
  `${count(results, 'pass')} passed, ${count(results, 'fail')} failed, ${count(results, 'skip')} skipped`;

/** The slowest tests, slowest first. */
export const slowestLines = (results: readonly Result[]): string[] =>
  results
    .filter((result) => result.outcome !== 'skip')
    .toSorted((a, b) => b.durationMs - a.durationMs)
    .slice(0, slowestShown)
    .map((result) => `${(result.durationMs / 1000).toFixed(2).padStart(8)} s  ${result.name} (${result.file})`);

/** Skipped tests by reason, so that nothing is left out in silence. */
export const skippedLines = (results: readonly Result[]): string[] => {
  const byReason = Map.groupBy(
    results.filter((result) => result.outcome === 'skip'),
    (result) => result.reason || 'no reason given',
  );
  return [...byReason].map(([reason, skipped]) => `SKIPPED ${skipped.length}: ${reason} (${skipped[0]?.file})`);
};

const failureLines = 4;
const failureChars = 600;

/** Failed tests, each with the beginning of what it said: the end of a long output is often all that is kept of it. */
export const failedLines = (results: readonly Result[]): string[] =>
  results
    .filter((result) => result.outcome === 'fail')
    .map(({ name, file, reason }) => {
      const said = reason.trim().split('\n').slice(0, failureLines).join('\n       ').slice(0, failureChars);
      return `FAILED ${name} (${file}): ${said}`;
    });

/** Tests that passed only when they were run once more, each with why it failed first. */
export const flakyLines = (results: readonly Result[]): string[] =>
  results.flatMap(({ flaky, name, file }) =>
    flaky === undefined ? [] : [`FLAKY ${name} (${file}): ${flaky.trim().split('\n')[0] ?? ''}`],
  );

/**
 * Why the run as a whole is not good, or undefined when it is.
 * A skipped test is fine only on a machine that lacks something: where all is present it hides a hole.
 */
export const verdict = (results: readonly Result[], equipment: Equipment): string | undefined => {
  if (results.length === 0) return 'no test ran';
  if (count(results, 'fail') > 0) return 'tests failed';
  if (count(results, 'skip') > 0 && equipment.missing.length === 0)
    return 'tests were skipped although everything they may need is here';
  const flaky = flakyLines(results).length;
  if (flaky > flakyAllowed) return `${flaky} tests are flaky, more than ${flakyAllowed}`;
  return undefined;
};
