// What tests need beyond npm: a browser, ffmpeg, PostgreSQL, the shared recordings. Missing programs are installed where that can be
// done without asking (Debian, as root); elsewhere one line says what to install.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { root } from '../checks/source-files.ts';
import type { Equipment } from './summary.ts';

/** Vectors and recordings of real devices, kept beside the checkout; tests that need them skip without. */
const sharedFolder = join(root, '..', 'shared');
const programs = {
  chromium: ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'],
  'chromium-headless-shell': ['chromium-headless-shell'],
  ffmpeg: ['ffmpeg'],
  postgresql: ['postgres'],
  pebble: ['pebble'],
} as const;
type Program = keyof typeof programs;

/** Environment variables that name a browser which is elsewhere. */
export const browserVariables = {
  chromium: 'CHROMIUM_PATH',
  'chromium-headless-shell': 'CHROMIUM_SHELL_PATH',
} as const;

/** Debian keeps the servers of PostgreSQL off the PATH: the newest first. */
const postgresFolders = (): string[] => {
  const versions = '/usr/lib/postgresql';
  if (!existsSync(versions)) return [];
  return readdirSync(versions)
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => join(versions, version, 'bin'));
};

const isBrowser = (program: Program): program is keyof typeof browserVariables => program in browserVariables;

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** Where a program is: where its variable says, else on the PATH, or where Debian keeps it, under any of its names. */
export const findProgram = (program: Program): string | undefined => {
  const named = isBrowser(program) ? process.env[browserVariables[program]] : undefined;
  if (named !== undefined && isExecutable(named)) return named;
  const folders = [...postgresFolders(), ...(process.env.PATH ?? '').split(delimiter)];
  return programs[program].flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
};

const canInstall = (): boolean =>
  existsSync('/etc/debian_version') && process.getuid?.() === 0 && isExecutable('/usr/bin/apt-get');

const aptGet = (args: readonly string[]): boolean => {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const result = spawnSync('apt-get', ['-q', '-y', ...args], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  return result.status === 0;
};

/** Debian's package would make and start a server of its own. */
const keepServerDown = (): void => {
  const folder = '/etc/postgresql-common';
  if (existsSync(folder)) return;
  mkdirSync(folder);
  writeFileSync(join(folder, 'createcluster.conf'), 'create_main_cluster = false\n');
};

/** Installs what is missing, if it may; programs that cannot be had stay missing. */
const installMissing = (missing: readonly Program[]): void => {
  if (missing.length === 0 || !canInstall()) return;
  if (missing.includes('postgresql')) keepServerDown();
  console.log(`installing ${missing.join(' and ')} with apt-get`);
  if (!aptGet(['update']) || !aptGet(['install', '--no-install-recommends', ...missing]))
    console.log(`apt-get could not install ${missing.join(' and ')}, see above`);
};

/** Looks for everything, installs what it may, and says what is still missing and what that costs. */
export const prepareEquipment = (wanted: readonly Program[]): Equipment => {
  installMissing(wanted.filter((program) => findProgram(program) === undefined));
  const missing = wanted
    .filter((program) => findProgram(program) === undefined)
    .map(
      (program) => `${program} is not installed: tests that need it are skipped. Debian: apt-get install ${program}`,
    );
  if (!existsSync(sharedFolder))
    missing.push('../shared is not there: tests on vectors and recordings of real devices are skipped');
  return { missing };
};
