// Builds the console when its sources changed since the last build. Runs on any Node from 20.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './install.mjs';
import { node26 } from './node26.mjs';
import { fail, say } from './say.mjs';

const home = join(root, 'apps', 'console');
/** Vite empties the folder before it builds, so a build that was cut short leaves no stamp. */
const stamp = join(home, 'dist', '.sources');
/** What the built pages are made of. */
const inputs = [
  'apps/console',
  'docs/guide',
  'docs/reference/licences.txt',
  'packages/contract',
  'packages/media',
  'package-lock.json',
  'tsconfig.base.json',
];
const isLeftOut = (name) => ['node_modules', 'dist', 'testdata'].includes(name) || /\.(test|spec)\.tsx?$/.test(name);

const addTo = (hash, path) => {
  const full = join(root, path);
  let entries;
  try {
    entries = readdirSync(full, { withFileTypes: true });
  } catch {
    hash.update(`${path}\0`).update(readFileSync(full));
    return;
  }
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1)))
    if (!isLeftOut(entry.name)) addTo(hash, `${path}/${entry.name}`);
};

/** One digest over names and contents of all inputs. */
const digest = () => {
  const hash = createHash('sha256');
  for (const input of inputs) addTo(hash, input);
  return hash.digest('hex');
};

/** Builds into `folder`, which Vite empties first. Ends the process when it cannot. */
const build = (folder, mode) => {
  say(mode === 'tests' ? 'building the console for tests' : 'building the console');
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const args = [vite, 'build', '--mode', mode, '--logLevel', 'warn', '--emptyOutDir', '--outDir', folder];
  const result = spawnSync(node26(), args, { cwd: home, stdio: ['ignore', 2, 2] });
  if (result.status !== 0) fail('the console could not be built, see above');
};

/** Makes apps/console/dist match the sources; does nothing when it already does. Ends the process when it cannot. */
export const ensureConsoleBuilt = () => {
  const wanted = digest();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  build(join(home, 'dist'), 'production');
  writeFileSync(stamp, wanted);
};

const keptBuilds = 12;

/** Removes all but the newest builds: an older one may still be in use by tests that run beside us. */
const prune = (builds) => {
  const age = (name) => statSync(join(builds, name)).mtimeMs;
  const newestFirst = readdirSync(builds).toSorted((a, b) => age(b) - age(a));
  for (const name of newestFirst.slice(keptBuilds)) rmSync(join(builds, name), { recursive: true, force: true });
};

/**
 * The folder of a console built from the sources as they are now: in the mode 'tests' with what only browser tests need, in
 * 'production' as it ships. Each state of the sources has a folder of its own, so
 * a build never changes the pages under a test that runs. Ends the process when it cannot.
 */
export const builtConsole = (mode) => {
  const builds = join(root, 'node_modules', '.cache', 'console');
  const folder = join(builds, `${mode}-${digest().slice(0, 16)}`);
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}-${process.pid}`;
  build(unfinished, mode);
  if (existsSync(folder)) rmSync(unfinished, { recursive: true });
  else renameSync(unfinished, folder);
  prune(builds);
  return folder;
};
