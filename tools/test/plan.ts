// Which test files there are, which runner takes each, and how long it may take. Running them is job.ts.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, sourceFiles } from '../checks/source-files.ts';
import { browserJob } from './browser-job.ts';
import type { Job, Result } from './job.ts';
import { type Times, longestFirst } from './times.ts';
import { readVitestReport } from './vitest-report.ts';

/** The kinds of tests, in the order they run. */
export const kinds = ['unit', 'integration', 'e2e'] as const;
export type Kind = (typeof kinds)[number];

/** How long one test of each kind may take, and a process without one that begins or ends; browser tests have their own. Generous: they catch what hangs, not what is slow. */
const limits: Record<Exclude<Kind, 'e2e'>, { testMs: number; processMs: number }> = {
  unit: { testMs: 60_000, processMs: 180_000 },
  integration: { testMs: 180_000, processMs: 600_000 },
};
/** For all components together: their runner tells nothing before its end. */
const COMPONENTS_MS = 600_000;

/** The kind of a test file, or undefined for a file that is no test for Node's runner. */
const kindOf = (file: string): Kind | undefined => {
  if (/^e2e\/.*\.spec\.ts$/.test(file)) return 'e2e';
  if (!file.endsWith('.test.ts')) return undefined;
  return file.startsWith('integration/') ? 'integration' : 'unit';
};

const nodeJob = (title: string, files: readonly string[], kind: keyof typeof limits): Job => ({
  title,
  files,
  args: [
    '--test',
    '--test-isolation=none',
    `--test-timeout=${limits[kind].testMs}`,
    `--test-reporter=${join(import.meta.dirname, 'reporter.ts')}`,
    '--disable-warning=ExperimentalWarning',
    ...files.map((file) => join(root, file)),
  ],
  limitMs: limits[kind].processMs,
});

/** What reaches into the files that share a process: hooks at the top of a file, and what it sets for the whole process. */
const reachesOut = (file: string): boolean =>
  /^(before|beforeEach|afterEach)\(|process\.env(\.\w+|\[['"]\w+['"]\]) \??=[^=]|process\.chdir\(|(globalThis|global|window)\.\w+ = /m.test(
    readFileSync(join(root, file), 'utf8'),
  );

/**
 * The files of one room share a process, which saves starting it and loading what they have in common: half of all the
 * processor time of the unit tests. What reaches out has a process of its own.
 */
const shareOf = (file: string): string =>
  reachesOut(file)
    ? file
    : (/^(packages\/[^/]+|tools|apps\/[^/]+\/(src\/(features|[^/.]+(?=\/)))?)/.exec(file)?.[0] ?? file);

const unitJobs = (files: readonly string[]): Job[] =>
  [...Map.groupBy(files, shareOf)].map(([title, members]) => nodeJob(title.replace(/\/$/, ''), members, 'unit'));

/** The console's components run under Vitest, because Node does not run .tsx. */
const vitestJob = (files: readonly string[]): Job => {
  const home = mkdtempSync(join(tmpdir(), 'outrider-vitest-'));
  const report = join(home, 'report.json');
  const console = join(root, 'apps', 'console');
  return {
    title: 'console components',
    files,
    args: [
      join(root, 'node_modules', 'vitest', 'vitest.mjs'),
      'run',
      `--root=${console}`,
      '--reporter=json',
      `--outputFile=${report}`,
      ...files.map((file) => join(root, file)),
    ],
    limitMs: COMPONENTS_MS,
    collect: (): Result[] => {
      const results = readVitestReport(report);
      rmSync(home, { recursive: true, force: true });
      return results;
    },
  };
};

/**
 * The jobs for the wanted kinds of tests, in running order: kind by kind, within each what takes longest first.
 * @param takes which files to run
 */
export const planJobs = (wanted: readonly Kind[], takes: (file: string) => boolean, times: Times): Job[] => {
  const files = sourceFiles().filter(takes);
  const ofKind = (kind: Kind): string[] => (wanted.includes(kind) ? files.filter((file) => kindOf(file) === kind) : []);
  const components = wanted.includes('unit') ? files.filter((file) => file.endsWith('.test.tsx')) : [];
  const unit = [...(components.length > 0 ? [vitestJob(components)] : []), ...unitJobs(ofKind('unit'))];
  const integration = ofKind('integration').map((file) => nodeJob(file, [file], 'integration'));
  const specs = longestFirst(ofKind('e2e'), (file) => [file], times);
  return [
    ...[unit, integration].flatMap((jobs) => longestFirst(jobs, (job) => job.files, times)),
    ...(specs.length > 0 ? [browserJob(specs)] : []),
  ];
};
