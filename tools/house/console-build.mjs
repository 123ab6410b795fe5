// Builds the console when its sources changed since the last build. Runs on any Node from 20.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './install.mjs';
import { node26 } from './node26.mjs';
import { fail, say } from './say.mjs';

const home = join(root, 'apps', 'console');
/** Vite empties the folder before it builds, so a build that was cut short leaves no stamp. */
const stamp = join(home, 'dist', '.sources');
/** What the built pages are made of. */
const inputs = ['apps/console', 'packages/contract', 'packages/media', 'package-lock.json', 'tsconfig.base.json'];
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

/** Makes apps/console/dist match the sources; does nothing when it already does. Ends the process when it cannot. */
export const ensureConsoleBuilt = () => {
  const wanted = digest();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  say('building the console');
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const result = spawnSync(node26(), [vite, 'build', '--logLevel', 'warn'], { cwd: home, stdio: ['ignore', 2, 2] });
  if (result.status !== 0) fail('the console could not be built, see above');
  writeFileSync(stamp, wanted);
};
