// `npm test [-- unit|integration|e2e] [part of a path]`: every test there is, two processes at a time. Prints failures,
// skips with their reasons, the ten slowest tests, and as its last line the counts over all runners.
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { findProgram, prepareEquipment } from './test/equipment.ts';
import { type Job, type Result, runJob } from './test/job.ts';
import { killMarked, markName } from './test/marked-processes.ts';
import { type Kind, kinds, planJobs } from './test/plan.ts';
import { countLine, skippedLines, slowestLines, verdict } from './test/summary.ts';

const isKind = (word: string): word is Kind => kinds.some((kind) => kind === word);

/** Ends all test processes with us, also those that a browser or a test started. */
const dieTogether = (): void => {
  const mark = `run-${process.pid}-`;
  process.env[markName] = mark;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      killMarked(mark);
      process.exit(130);
    });
};

const printJob = (job: Job, results: readonly Result[]): void => {
  const failed = results.filter((result) => result.outcome === 'fail');
  const seconds = results.reduce((sum, result) => sum + result.durationMs, 0) / 1000;
  console.log(`${failed.length === 0 ? 'ok    ' : 'FAILED'} ${job.title} (${results.length}, ${seconds.toFixed(1)} s)`);
  for (const result of failed)
    console.log(`\n  ✗ ${result.name}\n    ${result.reason.trim().replaceAll('\n', '\n    ')}\n`);
};

const runAll = async (jobs: readonly Job[]): Promise<Result[]> => {
  const waiting = [...jobs];
  const results: Result[] = [];
  const work = async (): Promise<void> => {
    for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
      const own = await runJob(job);
      printJob(job, own);
      results.push(...own);
    }
  };
  await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, work));
  return results;
};

const { positionals } = parseArgs({ allowPositionals: true });
const named = positionals.filter(isKind);
const pattern = positionals.find((word) => !isKind(word)) ?? '';
const wanted = named.length > 0 ? named : kinds;

dieTogether();
const equipment = prepareEquipment(wanted.includes('e2e') ? ['chromium', 'ffmpeg'] : ['ffmpeg']);
const chromium = findProgram('chromium');
if (chromium !== undefined) process.env.CHROMIUM_PATH = chromium;
const jobs = planJobs(wanted, pattern);
const needsBrowser = (job: Job): boolean => job.title.startsWith('e2e/');
const runnable = jobs.filter((job) => chromium !== undefined || !needsBrowser(job));
const results = await runAll(runnable);
for (const left of jobs.filter((job) => !runnable.includes(job)))
  results.push({ outcome: 'skip', name: left.title, file: left.title, durationMs: 0, reason: 'no chromium' });

const problem = verdict(results, equipment);
console.log(`\nslowest:\n${slowestLines(results).join('\n')}\n`);
for (const line of [...skippedLines(results), ...equipment.missing]) console.log(line);
if (problem !== undefined) console.log(`not good: ${problem}`);
console.log(countLine(results));
process.exitCode = problem === undefined ? 0 : 1;
