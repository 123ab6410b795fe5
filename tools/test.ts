// `npm test [-- unit|integration|e2e] [parts of paths] [--changed[=ref]]`: every test there is, or what a change since a ref
// (main) can affect; three lanes, of which the browser tests take two. Prints failures, skips with their reasons, the ten slowest
// tests, files that take longer than they did, and as its last line the counts over all runners.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root, sourceFiles } from './checks/source-files.ts';
import { browserVariables, findProgram, prepareEquipment } from './test/equipment.ts';
import { type Job, type Result, runJob } from './test/job.ts';
import { killMarked, markName } from './test/marked-processes.ts';
import { dependentsOf, filesChangedSince, readGraph } from './test/import-graph.ts';
import { type Kind, kinds, planJobs } from './test/plan.ts';
import { needsPostgres, startPostgres } from './test/postgres.ts';
import {
  type Measured,
  grownLines,
  keepTimes,
  measureFiles,
  readTimes,
  withRun,
  writeUsualTimes,
} from './test/times.ts';
import { countLine, failedLines, flakyLines, skippedLines, slowestLines, verdict } from './test/summary.ts';

const browsers = ['chromium', 'chromium-headless-shell'] as const;

const isKind = (word: string): word is Kind => kinds.some((kind) => kind === word);

/** What test processes and their threads compiled is kept for the next ones: a quarter of a short test's processor time. */
const keepCompiled = (): void => {
  process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'compiled');
};

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

const indented = (text: string): string => text.trim().replaceAll('\n', '\n    ');

const printJob = (job: Job, results: readonly Result[]): void => {
  const failed = results.filter((result) => result.outcome === 'fail');
  const seconds = results.reduce((sum, result) => sum + result.durationMs, 0) / 1000;
  console.log(`${failed.length === 0 ? 'ok    ' : 'FAILED'} ${job.title} (${results.length}, ${seconds.toFixed(1)} s)`);
  for (const result of failed) console.log(`\n  ✗ ${result.name}\n    ${indented(result.reason)}\n`);
  for (const { name, flaky } of results)
    if (flaky !== undefined) console.log(`\n  flaky: ${name} passed when run once more\n    ${indented(flaky)}\n`);
};

const runAll = async (jobs: readonly Job[]): Promise<{ results: Result[]; measured: Measured }> => {
  const waiting = jobs.filter(({ browser }) => browser !== true);
  const results: Result[] = [];
  const measured: Record<string, number> = {};
  const run = async (job: Job): Promise<void> => {
    const startMs = performance.now();
    const own = await runJob(job);
    Object.assign(measured, measureFiles(own, (performance.now() - startMs) / 1000));
    printJob(job, own);
    results.push(...own);
  };
  const work = async (): Promise<void> => {
    for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) await run(job);
  };
  // Browser tests keep both processors busy most of the time, the others wait half of theirs for devices and clocks: side by side
  // they take a third less. Where the browser tests end first, their two lanes go to the others.
  const browse = async (): Promise<void> => {
    for (const job of jobs) if (job.browser === true) await run(job);
    await Promise.all([work(), work()]);
  };
  await Promise.all([browse(), work()]);
  return { results, measured };
};

/** The files that a change can affect; says what it goes by. */
const filesAffected = (ref: string): Set<string> => {
  const changed = filesChangedSince(ref);
  const everything = changed.find((file) => /^(package(-lock)?|tsconfig\.base)\.json$/.test(file));
  console.log(
    `${changed.length} files differ from ${ref}${everything === undefined ? '' : `, ${everything} affects all`}`,
  );
  return everything === undefined ? dependentsOf(readGraph(), changed) : new Set(sourceFiles());
};

const { positionals, values } = parseArgs({
  args: process.argv.slice(2).map((word) => (word === '--changed' ? '--changed=main' : word)),
  allowPositionals: true,
  options: { changed: { type: 'string' }, 'keep-times': { type: 'boolean', default: false } },
});
const named = positionals.filter(isKind);
const parts = positionals.filter((word) => !isKind(word));
const wanted = named.length > 0 ? named : kinds;
const affected = values.changed === undefined ? undefined : filesAffected(values.changed);
const takes = (file: string): boolean =>
  (parts.length === 0 || parts.some((part) => file.includes(part))) && affected?.has(file) !== false;
const times = readTimes();

dieTogether();
keepCompiled();
const jobs = planJobs(wanted, takes, times);
const stores = jobs.some(needsPostgres);
const equipment = prepareEquipment([
  ...(wanted.includes('e2e') ? browsers : []),
  'ffmpeg',
  'pebble',
  ...(stores ? (['postgresql'] as const) : []),
]);
for (const browser of browsers) {
  const path = findProgram(browser);
  if (path !== undefined) process.env[browserVariables[browser]] = path;
}
const hasBrowsers = browsers.every((browser) => findProgram(browser) !== undefined);
const runnable = jobs.filter((job) => hasBrowsers || job.browser !== true);
if (affected !== undefined && jobs.length === 0) console.log('no test reads what changed');
const postgres = stores ? await startPostgres() : undefined;
const { results, measured } = await runAll(runnable);
await postgres?.stop();
const missing = [...equipment.missing, ...(postgres?.missing ?? [])];
for (const left of jobs.filter((job) => !runnable.includes(job)))
  results.push({ outcome: 'skip', name: left.title, file: left.title, durationMs: 0, reason: 'no browser' });

const kept = withRun(times, measured);
keepTimes(kept);
if (values['keep-times']) writeUsualTimes(kept);
const problem = affected !== undefined && jobs.length === 0 ? undefined : verdict(results, { missing });
console.log(`\nslowest:\n${slowestLines(results).join('\n')}\n`);
const remarks = [...flakyLines(results), ...skippedLines(results), ...grownLines(times, measured), ...missing];
for (const line of [...remarks, ...failedLines(results)]) console.log(line);
if (problem !== undefined) console.log(`not good: ${problem}`);
console.log(countLine(results));
process.exitCode = problem === undefined ? 0 : 1;
