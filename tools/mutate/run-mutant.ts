// Runs unit tests over a source that is changed as it is loaded: the file on disk stays as it is.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../checks/source-files.ts';
import { type NamedBy, dependentsOf } from '../test/import-graph.ts';
import { readTimes, usualSeconds } from '../test/times.ts';
import { withMutation } from './mutations.ts';
import { type Mutant, placeOf } from './sample.ts';

/** Nearest first; those far away reach the file only through much else, and seldom are what proves it. */
const MOST_TESTS = 10;
/** Of its own package or app there may be more: a package has up to 22. */
const MOST_OWN_TESTS = 24;
/** A mutant may take so much longer than the unchanged source before it counts as hanging. */
const SLOWER = 4;
const LEAST_MS = 15_000;
/** A loop without an end that collects something would take the whole machine first. */
const MOST_BYTES = 2 * 1024 ** 3;
const LOOKS_EVERY_MS = 500;
const PAGE_BYTES = 4096;
/** For the unchanged source, on a busy machine. */
const UNCHANGED_MS = 180_000;

/** The tests of a file, and how long they take over the unchanged source. */
export type Suite = {
  readonly tests: readonly string[];
  /** `none`: all in one process, where they bear that. */
  readonly isolation: Isolation;
  readonly limitMs: number;
};
type Isolation = 'none' | 'process';
/** `hung`: it took far longer than the unchanged source or all memory, which a run of the tests would notice. */
export type Verdict = 'died' | 'hung' | 'survived';

const ELSEWHERE = 2;

/** 0: in the folder of the file or below, 1: in its package or app, 2: elsewhere. All who use a package by its door are as many steps away as its own tests. */
const farness = (file: string, test: string): number => {
  if (test.startsWith(`${dirname(file)}/`)) return 0;
  return placeOf(test) === placeOf(file) ? 1 : ELSEWHERE;
};

/** The unit tests of Node's runner that reach a file: those of its folder, of its package or app, then others, each the fewest steps away first. */
export const testsFor = (graph: NamedBy, file: string): string[] => {
  const tests: string[] = [];
  let reached = new Set([file]);
  for (let before = 0; reached.size > before;) {
    before = reached.size;
    const next = new Set(reached);
    for (const each of reached) for (const by of graph.get(each) ?? []) next.add(by);
    const found = [...next].filter((each) => !reached.has(each) && isUnitTest(each));
    tests.push(...found.toSorted());
    reached = next;
  }
  // Over folders of data the graph reaches more than by names alone.
  for (const each of dependentsOf(graph, [file])) if (isUnitTest(each) && !tests.includes(each)) tests.push(each);
  const own = tests.filter((each) => farness(file, each) < ELSEWHERE).length;
  return tests
    .toSorted((a, b) => farness(file, a) - farness(file, b))
    .slice(0, Math.max(MOST_TESTS, Math.min(own, MOST_OWN_TESTS)));
};

const isUnitTest = (file: string): boolean =>
  /^(?:apps|packages|tools)\/.*\.test\.ts$/.test(file) && file !== REFERENCE_TEST;

/** The test of the same name first, then what takes long last: a run ends at the first failure. */
const quickestFirst = (file: string, tests: readonly string[]): string[] => {
  const times = readTimes();
  const own = `${basename(file, '.ts')}.test.ts`;
  const rank = (test: string): number => (basename(test) === own ? -1 : usualSeconds(times, test));
  return tests.toSorted((a, b) => rank(a) - rank(b));
};

/** What a process holds; 0 where nobody can tell. */
const bytesHeld = (pid: number): number => {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES;
  } catch {
    return 0;
  }
};

/** Ends at the first test that fails: what else would fail says nothing more. */
const run = ({ tests, isolation, limitMs }: Suite, env: NodeJS.ProcessEnv = {}): Promise<Verdict> =>
  new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      [
        '--test',
        '--test-reporter=tap',
        `--test-isolation=${isolation}`,
        '--test-concurrency=1',
        '--disable-warning=ExperimentalWarning',
        ...tests,
      ],
      {
        cwd: root,
        env: { ...process.env, NODE_TEST_CONTEXT: undefined, ...env },
        stdio: ['ignore', 'pipe', 'ignore'],
        detached: true,
      },
    );
    let verdict: Verdict | undefined;
    const end = (said: Verdict): void => {
      verdict ??= said;
      try {
        process.kill(-(child.pid ?? 0), 'SIGKILL');
      } catch {
        // It ended by itself meanwhile.
      }
    };
    const timer = setTimeout(() => end('hung'), limitMs);
    const looks = setInterval(() => bytesHeld(child.pid ?? 0) > MOST_BYTES && end('hung'), LOOKS_EVERY_MS);
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (/^\s*not ok /m.test(text)) end('died');
    });
    child.on('error', reject).on('close', (code) => {
      clearTimeout(timer);
      clearInterval(looks);
      resolve(verdict ?? (code === 0 ? 'survived' : 'died'));
    });
  });

/** What is known of tests run without a change. */
export type Tried = Map<string, Pick<Suite, 'isolation' | 'limitMs'>>;

const limitFor = (tookMs: number): number => Math.max(LEAST_MS, SLOWER * tookMs);

/** How tests run as they are. Throws when they fail without any change. */
const tryOut = async (tests: readonly string[]): Promise<Pick<Suite, 'isolation' | 'limitMs'>> => {
  for (const isolation of ['none', 'process'] as const) {
    const beganMs = performance.now();
    // oxlint-disable-next-line no-await-in-loop -- the second only where the first does not do
    const verdict = await run({ tests, isolation, limitMs: UNCHANGED_MS });
    if (verdict === 'survived') return { isolation, limitMs: limitFor(performance.now() - beganMs) };
  }
  throw new Error(`tests fail without a change: ${tests.join(' ')}`);
};

/** Holds the published reference to the sources. Tried when nothing else noticed, and counted by itself. */
const REFERENCE_TEST = 'tools/reference/pages.test.ts';

/** The tests of a file by the published reference; undefined where that does not read it. */
export const referenceSuiteOf = async (graph: NamedBy, file: string, tried: Tried): Promise<Suite | undefined> => {
  if (!dependentsOf(graph, [file]).has(REFERENCE_TEST)) return undefined;
  const tests = [REFERENCE_TEST];
  const known = tried.get(REFERENCE_TEST) ?? (await tryOut(tests));
  tried.set(REFERENCE_TEST, known);
  return { tests, ...known };
};

/** The tests of a file; undefined where none reaches it. Each set of tests is tried once as it is. */
export const suiteOf = async (graph: NamedBy, file: string, tried: Tried): Promise<Suite | undefined> => {
  const tests = testsFor(graph, file);
  if (tests.length === 0) return undefined;
  const key = tests.toSorted().join(' ');
  const known = tried.get(key) ?? (await tryOut(tests));
  tried.set(key, known);
  return { tests: quickestFirst(file, tests), ...known };
};

/** A machine that became busy meanwhile is no reason to say that a mutant hangs: the tests have to be quick without it now. */
const hungIndeed = async (suite: Suite, again: (limitMs: number) => Promise<Verdict>): Promise<Verdict> => {
  const beganMs = performance.now();
  await run({ ...suite, limitMs: UNCHANGED_MS });
  const limitMs = SLOWER * (performance.now() - beganMs);
  return limitMs <= suite.limitMs ? 'hung' : again(limitMs);
};

export const runMutant = async (suite: Suite, { file, source, mutation }: Mutant): Promise<Verdict> => {
  const folder = mkdtempSync(join(tmpdir(), 'outrider-mutant-'));
  const changed = join(folder, 'changed.ts');
  writeFileSync(changed, withMutation(source, mutation));
  const env = {
    NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, 'change-on-load.mjs')).href}`,
    OUTRIDER_MUTANT_OF: pathToFileURL(join(root, file)).href,
    OUTRIDER_MUTANT: changed,
  };
  try {
    const verdict = await run(suite, env);
    return verdict === 'hung' ? await hungIndeed(suite, (limitMs) => run({ ...suite, limitMs }, env)) : verdict;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
