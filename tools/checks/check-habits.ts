// `npm run check:habits`: habits that the linter has no rule for. Application code reads no clock of its own, an e2e spec
// neither waits for a fixed time nor asserts under a condition, and a test file says what it seems to say. What counts as a
// hit is in habits.ts and test-habits.ts.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Habit, findClockReads, findOwnSaves, findSpecOffences } from './habits.ts';
import { root, sourceFiles } from './source-files.ts';
import { findServerErrorsAccepted, findTestOffences } from './test-habits.ts';

/** Code that must be testable without waiting: it gets its clock handed in. */
const readsNoClock = (file: string): boolean =>
  /^(apps\/(server|console)\/src|packages\/[^/]+\/src)\//.test(file) &&
  !/\.(test|spec)\.tsx?$/.test(file) &&
  // The entry of a worker thread is its composition root: nobody can hand it a clock, it makes one for the rest.
  !file.endsWith('.worker.ts') &&
  !file.startsWith('apps/server/src/adapters/') &&
  file !== 'apps/console/src/lib/time.ts';

/** Where files are saved from everywhere else. */
const savesThroughLib = (file: string): boolean =>
  /^apps\/console\/src\/.*(?<!\.test)\.tsx?$/.test(file) && !file.startsWith('apps/console/src/lib/');

const isSpec = (file: string): boolean => /^e2e\/.*\.spec\.ts$/.test(file);

const isTest = (file: string): boolean => /\.(test|spec)\.tsx?$/.test(file);
/** Here a status is the verdict on a right. */
const isAboutRights = (file: string): boolean => /^integration\/[^/]*rights[^/]*\.test\.ts$/.test(file);

const check = (file: string, find: (file: string, source: string) => Habit[]): string[] =>
  find(file, readFileSync(join(root, file), 'utf8')).map((hit) => `${file}:${hit.line}: ${hit.why}`);

const files = sourceFiles();
const problems = [
  ...files.filter(readsNoClock).flatMap((file) => check(file, findClockReads)),
  ...files.filter(savesThroughLib).flatMap((file) => check(file, findOwnSaves)),
  ...files.filter(isSpec).flatMap((file) => check(file, findSpecOffences)),
  ...files.filter(isTest).flatMap((file) => check(file, findTestOffences)),
  ...files.filter(isAboutRights).flatMap((file) => check(file, findServerErrorsAccepted)),
];
for (const problem of problems) console.error(problem);
console.log(`${files.length} files, ${problems.length} problems`);
if (problems.length > 0) process.exitCode = 1;
