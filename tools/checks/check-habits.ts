// `npm run check:habits`: two habits that the linter has no rule for. Application code reads no clock of its own, and an
// e2e spec neither waits for a fixed time nor asserts under a condition. What counts as a hit is in habits.ts.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Habit, findClockReads, findSpecOffences } from './habits.ts';
import { root, sourceFiles } from './source-files.ts';

/** Code that must be testable without waiting: it gets its clock handed in. */
const readsNoClock = (file: string): boolean =>
  /^(apps\/(server|console)\/src|packages\/[^/]+\/src)\//.test(file) &&
  !/\.(test|spec)\.tsx?$/.test(file) &&
  // The entry of a worker thread is its composition root: nobody can hand it a clock, it makes one for the rest.
  !file.endsWith('.worker.ts') &&
  !file.startsWith('apps/server/src/adapters/') &&
  file !== 'apps/console/src/lib/time.ts';

const isSpec = (file: string): boolean => /^e2e\/.*\.spec\.ts$/.test(file);

const check = (file: string, find: (file: string, source: string) => Habit[]): string[] =>
  find(file, readFileSync(join(root, file), 'utf8')).map((hit) => `${file}:${hit.line}: ${hit.why}`);

const files = sourceFiles();
const problems = [
  ...files.filter(readsNoClock).flatMap((file) => check(file, findClockReads)),
  ...files.filter(isSpec).flatMap((file) => check(file, findSpecOffences)),
];
for (const problem of problems) console.error(problem);
console.log(`${files.length} files, ${problems.length} problems`);
if (problems.length > 0) process.exitCode = 1;
