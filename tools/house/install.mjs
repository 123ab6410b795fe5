// Is what package-lock.json names really in node_modules? If not, `npm ci` puts it there. Runs on any Node from 20.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fail, say } from './say.mjs';

/** The folder of the whole workspace. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

const excludes = (list, own) => list !== undefined && !list.includes(own);

/** Does npm leave this package out here, because it is made for another system? */
const isForeign = (entry) =>
  excludes(entry.os, process.platform) || excludes(entry.cpu, process.arch) || entry.libc?.includes('musl') === true;

/** The first reason why node_modules does not match the lock file, or undefined when it does. */
const missing = () => {
  const installedPath = join(root, 'node_modules', '.package-lock.json');
  // npm writes this file last, so its absence also tells of an installation that was cut short.
  if (!existsSync(installedPath)) return 'no packages are installed yet';
  const wanted = readJson(join(root, 'package-lock.json')).packages;
  const installed = readJson(installedPath).packages;
  for (const [path, entry] of Object.entries(wanted)) {
    if (path === '' || isForeign(entry)) continue;
    const found = installed[path];
    if (found === undefined && entry.optional && !path.includes('node-linux')) continue;
    if (found === undefined || found.version !== entry.version)
      return `${path} ${entry.version ?? ''} is not installed`;
    if (!existsSync(join(root, path, entry.link ? '' : 'package.json'))) return `${path} is incomplete`;
  }
  return undefined;
};

/** Runs the npm that started us, or the one on the PATH. */
const runNpm = (args) => {
  const own = process.env.npm_execpath;
  const [command, first] = own && existsSync(own) ? [process.execPath, [own]] : ['npm', []];
  // npm's notes go to standard error: standard output belongs to the program that follows.
  return spawnSync(command, [...first, ...args], { cwd: root, stdio: ['ignore', 2, 2] });
};

/**
 * Makes node_modules match the lock file; does nothing when it already does.
 * Ends the process with one line when npm cannot do it.
 */
export const ensureInstalled = () => {
  const reason = missing();
  if (reason === undefined) return;
  say(`installing packages (${reason}); the first time takes a minute`);
  // npm itself runs on the system's Node and would warn, harmlessly, for each package that asks for a newer one.
  const result = runNpm(['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  if (result.error) fail(`npm could not be started: ${result.error.message}`);
  if (result.status !== 0) fail('npm ci failed, see above; check the network and start again');
  const still = missing();
  if (still !== undefined) fail(`npm ci ended well, yet ${still}; is npm set to leave out optional packages?`);
};
