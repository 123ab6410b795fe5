// `npm run check:imports`: no import breaks a rule of boundaries/rules.cjs, every source file was read, and every
// deliberate offence is reported by exactly the rules its comment names (a checker that reads nothing finds nothing).
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Sight } from '../boundaries/cruise.ts';
import { root, sourceFiles, sourceFolders } from './source-files.ts';

const boundaries = join(root, 'tools', 'boundaries');
const offencesHome = join(boundaries, 'offences');
const offenceFolders = ['apps', 'packages'];

const cruise = async (cwd: string, folders: readonly string[]): Promise<Sight> => {
  const child = spawn(process.execPath, [join(boundaries, 'cruise.ts'), ...folders], {
    cwd,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const output = await text(child.stdout);
  // The shape is what cruise.ts writes; anything else (a crash) is not JSON and throws here.
  const sight: Sight = JSON.parse(output);
  return sight;
};

/** Files that exist and were not read, and files that were read and should not exist. */
const unread = (sight: Sight, existing: readonly string[]): string[] => {
  const read = new Set(sight.files);
  return existing.filter((file) => !read.has(file)).map((file) => `${file}: exists, but was not read`);
};

/** Every `file rule` that the comments of the offences promise. */
const promisedOffences = (files: readonly string[]): Set<string> => {
  const promised = new Set<string>();
  for (const file of files) {
    for (const [, names] of readFileSync(join(offencesHome, file), 'utf8').matchAll(/\/\/ offends (.+)$/gm))
      for (const name of (names ?? '').split(', ')) promised.add(`${file} ${name}`);
  }
  return promised;
};

const judgeOffences = (sight: Sight): string[] => {
  const files = sourceFiles(offenceFolders, offencesHome);
  const promised = promisedOffences(files);
  const reported = new Set(sight.violations.map((found) => `${found.from} ${found.rule}`));
  // The rules are plain JavaScript because dependency-cruiser's format is; we read only the names.
  const rules: { forbidden: { name: string }[] } = createRequire(import.meta.url)('../boundaries/rules.cjs');
  const proven = new Set([...promised].map((offence) => offence.split(' ')[1]));
  return [
    ...unread(sight, files),
    ...[...promised].filter((offence) => !reported.has(offence)).map((offence) => `offence not reported: ${offence}`),
    ...[...reported]
      .filter((offence) => !promised.has(offence))
      .map((offence) => `offence reported by a rule its comment does not name: ${offence}`),
    ...rules.forbidden.filter((rule) => !proven.has(rule.name)).map((rule) => `rule without an offence: ${rule.name}`),
  ];
};

// Listed before the reading, so that a file saved meanwhile is not missed by it.
const existing = sourceFiles();
const [own, offences] = await Promise.all([cruise(root, sourceFolders), cruise(offencesHome, offenceFolders)]);
const problems = [
  ...own.violations.map((found) => `${found.from}: imports ${found.to}, against ${found.rule}`),
  ...unread(own, existing),
  ...judgeOffences(offences),
];
// A checker that is broken finds hundreds; the first ones tell why.
for (const problem of problems.slice(0, 60)) console.error(problem);
console.log(`${existing.length} files, ${offences.violations.length} offences proven, ${problems.length} problems`);
if (problems.length > 0) process.exitCode = 1;
