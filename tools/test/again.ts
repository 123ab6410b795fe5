// Running failed tests once more: what passes then counts as passed and is named as flaky. Pure, but for the runner handed in.
import type { Job, Result } from './job.ts';

/** More failures than this have one cause: the file is run as a whole then, not name by name. */
const namedAtMost = 8;

const isFailed = ({ outcome }: Result): boolean => outcome === 'fail';
const literally = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
const mustRunWhole = (job: Job, failed: readonly Result[]): boolean =>
  failed.length > namedAtMost || failed.some(({ name }) => name === job.title);

/** The job again with only these of its tests; as a whole when the process itself failed or too many did. */
export const onlyTests = (job: Job, failed: readonly Result[]): Job => {
  if (mustRunWhole(job, failed)) return job;
  return { ...job, args: [...failed.map(({ name }) => `--test-name-pattern=^${literally(name)}$`), ...job.args] };
};

/**
 * The results of a job of which what failed has run once more. A test that failed again, or of which nothing was heard again,
 * stays failed. A file that had to run as a whole counts as one flaky test.
 */
export const mergeResults = (job: Job, first: readonly Result[], second: readonly Result[]): Result[] => {
  const failed = first.filter(isFailed);
  if (mustRunWhole(job, failed)) {
    if (second.length < first.length - 1) return [...first];
    const why = `${failed.length} failures, the first: ${failed[0]?.reason ?? ''}`;
    return second.map((result, index) => (index === 0 ? { ...result, flaky: why } : result));
  }
  const passed = new Map(second.filter(({ outcome }) => outcome === 'pass').map((result) => [result.name, result]));
  const processFailed = second.find((result) => isFailed(result) && result.name === job.title);
  return first.map((result) => {
    const retried = isFailed(result) && processFailed === undefined ? passed.get(result.name) : undefined;
    return retried === undefined ? result : { ...retried, flaky: result.reason };
  });
};

/** Runs a job, and what failed of it once more where the job allows that. */
export const runWithRetry = async (job: Job, run: (job: Job) => Promise<Result[]>): Promise<Result[]> => {
  const first = await run(job);
  const failed = first.filter(isFailed);
  if (failed.length === 0 || job.retried !== true) return first;
  return mergeResults(job, first, await run(onlyTests(job, failed)));
};
