// `npm run mutate -- <path>... [--limit N] [--minutes M] [--seed S] [--keep]`: breaks sources of a path one small change at a time and runs the unit
// tests that reach the changed file. A change that no test notices survives. By hand, not in CI; no file of the checkout is touched.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root, sourceFiles } from './checks/source-files.ts';
import { pureFiles } from './mutate/pure-files.ts';
import { type Tried, referenceSuiteOf, runMutant, suiteOf } from './mutate/run-mutant.ts';
import { type Mutant, mutantsOf, sampleOf } from './mutate/sample.ts';
import { type Results, keepScore, resultsOf, scoreText, scoresByPlace } from './mutate/score.ts';
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

/** A path may say a line: `packages/a/src/x.ts:12`. */
const lineOf = new Map(
  positionals
    .flatMap((path) => [/^(.+):(\d+)$/.exec(path)?.slice(1) ?? []])
    .map(([file, line]) => [file, Number(line)]),
);
const sources = sourceFiles().filter(
  (file) => file.endsWith('.ts') && !/\.(test|d)\.ts$|\/test(ing|data)?[-/]/.test(file),
);
const pure = new Set(positionals.includes('pure') ? pureFiles(sources) : []);
const wanted = sources.filter(
  (file) =>
    pure.has(file) ||
    lineOf.has(file) ||
    positionals.some((path) => file === path || file.startsWith(`${path.replace(/\/$/, '')}/`)),
);

const place = ({ file, source, mutation }: Mutant): string => {
  const before = source.slice(0, mutation.start).split('\n');
  return `${file}:${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
};
const shown = (text: string): string => text.replaceAll(/\s+/g, ' ').slice(0, 70);

const lineAt = ({ source, mutation }: Mutant): number => source.slice(0, mutation.start).split('\n').length;
const mutants = wanted
  .flatMap((file) => mutantsOf(file, readFileSync(join(root, file), 'utf8')))
  .filter((mutant) => (lineOf.get(mutant.file) ?? lineAt(mutant)) === lineAt(mutant));
const sample = sampleOf(mutants, Number(values.limit), Number(values.seed));
console.log(`${wanted.length} files, ${mutants.length} mutants, at most ${sample.length} of them tried`);
const graph = readGraph();
const tried: Tried = new Map();
const ends: { file: string; end: keyof Results }[] = [];
const endMs = performance.now() + Number(values.minutes) * 60_000;
const endOf = async (mutant: Mutant): Promise<keyof Results> => {
  const suite = await suiteOf(graph, mutant.file, tried);
  const end = suite === undefined ? 'untested' : await runMutant(suite, mutant);
  if (end !== 'survived' && end !== 'untested') return end;
  const published = await referenceSuiteOf(graph, mutant.file, tried);
  return published !== undefined && (await runMutant(published, mutant)) === 'died' ? 'published' : end;
};
for (const mutant of sample) {
  if (performance.now() > endMs) break;
  const { file, mutation } = mutant;
  // oxlint-disable-next-line no-await-in-loop -- one after another: the machine belongs to others too
  const end = await endOf(mutant);
  ends.push({ file, end });
  console.log(`${end}  ${place(mutant)}  ${shown(mutation.before)}  ->  ${shown(mutation.after)}`);
}
const results = resultsOf(ends);
for (const [where, own] of scoresByPlace(ends)) console.log(`${where}: ${scoreText(own)}`);
console.log(scoreText(results));
if (values.keep) {
  const page = join(root, 'docs', 'mutation.md');
  const row = {
    day: new Date().toISOString().slice(0, 10),
    paths: positionals,
    seed: values.seed,
    all: mutants.length,
    results,
  };
  writeFileSync(page, keepScore(readFileSync(page, 'utf8'), row));
}
