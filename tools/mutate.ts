// `npm run mutate -- <path>... [--limit N] [--minutes M] [--seed S] [--keep]`: breaks sources of a path one small change at a time and runs the unit
// tests that reach the changed file. A change that no test notices survives. By hand, not in CI; no file of the checkout is touched.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root, sourceFiles } from './checks/source-files.ts';
import { type Mutation, mutationsOf } from './mutate/mutations.ts';
import { type Suite, runMutant, suiteOf } from './mutate/run-mutant.ts';
import { keepScore, scoreText } from './mutate/score.ts';
import { readGraph } from './test/import-graph.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    limit: { type: 'string', default: '100' },
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
    keep: { type: 'boolean', default: false },
  },
});
if (positionals.length === 0) {
  console.error('usage: npm run mutate -- <path>... [--limit N] [--minutes M] [--seed S] [--keep]');
  process.exit(2);
}

const wanted = sourceFiles().filter(
  (file) =>
    positionals.some((path) => file === path || file.startsWith(`${path.replace(/\/$/, '')}/`)) &&
    file.endsWith('.ts') &&
    !/\.(test|d)\.ts$|\/test(ing|data)?[-/]/.test(file),
);

/** The same numbers for the same seed: a sample can be repeated. */
const randomOf = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

type Mutant = { readonly file: string; readonly source: string; readonly mutation: Mutation };

/** Up to `limit` mutants, every one of them equally likely, in the order they were drawn: cut short it is a sample still. */
const sampleOf = (files: readonly string[], limit: number, seed: number): { all: number; sample: Mutant[] } => {
  const all = files.flatMap((file) => {
    const source = readFileSync(join(root, file), 'utf8');
    return mutationsOf(file, source).map((mutation): Mutant => ({ file, source, mutation }));
  });
  const random = randomOf(seed);
  const drawn = all.map((mutant) => ({ mutant, lot: random() })).toSorted((a, b) => a.lot - b.lot);
  return { all: all.length, sample: drawn.slice(0, limit).map(({ mutant }) => mutant) };
};

const place = ({ file, source, mutation }: Mutant): string => {
  const before = source.slice(0, mutation.start).split('\n');
  return `${file}:${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
};
const shown = (text: string): string => text.replaceAll(/\s+/g, ' ').slice(0, 70);

const { all, sample } = sampleOf(wanted, Number(values.limit), Number(values.seed));
console.log(`${wanted.length} files, ${all} mutants, at most ${sample.length} of them tried`);
const graph = readGraph();
const suites = new Map<string, Suite | undefined>();
const results = { died: 0, hung: 0, survived: 0, untested: 0 };
const endMs = performance.now() + Number(values.minutes) * 60_000;
for (const mutant of sample) {
  if (performance.now() > endMs) break;
  const { file, mutation } = mutant;
  // oxlint-disable-next-line no-await-in-loop -- one after another: the machine belongs to others too
  if (!suites.has(file)) suites.set(file, await suiteOf(graph, file));
  const suite = suites.get(file);
  // oxlint-disable-next-line no-await-in-loop -- as above
  const result = suite === undefined ? 'untested' : await runMutant(suite, mutant);
  results[result] += 1;
  if (result === 'survived' || result === 'untested')
    console.log(`${result}  ${place(mutant)}  ${shown(mutation.before)}  ->  ${shown(mutation.after)}`);
}
console.log(scoreText(results));
if (values.keep) {
  const page = join(root, 'docs', 'mutation.md');
  const row = { day: new Date().toISOString().slice(0, 10), paths: positionals, seed: values.seed, all, results };
  writeFileSync(page, keepScore(readFileSync(page, 'utf8'), row));
}
