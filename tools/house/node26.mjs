// Starts sources with the Node that the lock file pins, whatever Node started npm. Runs on any Node from 20.
import { spawn } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { root } from './install.mjs';
import { fail } from './say.mjs';

const pinned = join(root, 'node_modules', '.bin', 'node');

/** Refuses a Node too old for these scripts themselves. */
export const requireNode20 = () => {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < 20) fail(`Node 20 or newer is needed to start, this is ${process.versions.node}`);
};

/** The path of the pinned Node; ends the process with one line when this system has none. */
export const node26 = () => {
  if (existsSync(pinned)) return realpathSync(pinned);
  return fail(
    `Node 26 for ${process.platform} ${process.arch} is not in node_modules: ` +
      'Linux on x64 or arm64 is supported, and npm must not leave out optional packages',
  );
};

/** Waits for a child and ends as it ended; signals sent to us reach it. */
const follow = (child) => {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'];
  for (const signal of signals) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => fail(`Node 26 could not be started: ${error.message}`));
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
};

/**
 * Runs a source file with Node 26 in place of this process, or, where that cannot be, as a child that gets our
 * signals and gives us its exit code.
 * @param {string} script path from the root
 * @param {string[]} args
 */
export const become = (script, args) => {
  const node = node26();
  const argv = ['--disable-warning=ExperimentalWarning', join(root, script), ...args];
  // Scripts started from here find the same Node first, as under npm.
  const env = { ...process.env, PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH ?? ''}` };
  if (typeof process.execve === 'function') process.execve(node, [node, ...argv], env);
  follow(spawn(node, argv, { stdio: 'inherit', env }));
};
