// Checks the data folder: databases, schema, space, permissions, and whether a server works on it.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { checkDatabase, openAccounts } from '../app.ts';
import { checkFiles } from '../features/file-store/index.ts';
import { LOW_SPACE_BYTES, freeBytes } from '../features/health/index.ts';
import type { CliCommand } from './command.ts';
import { databaseNames, isRunning, keptFiles, requireDataFolder } from './data-folder.ts';

const SECRET_FILES = ['initial-admin-password', 'tls/key.pem'];
const OTHERS = 0o077;
const MEGABYTE = 1024 * 1024;

/** Pictures and clips are read whole for so long, the newest first; of the others only presence and length are looked at. */
const HASH_MS = 60_000;
const MOST_NAMED = 20;

type Say = (fine: boolean, text: string) => void;

const sayFiles = async (
  folder: string,
  nowMs: () => number,
  say: Say,
  print: (line: string) => void,
): Promise<void> => {
  const accounts = await openAccounts(folder);
  try {
    const untilMs = nowMs() + HASH_MS;
    const { files, hashed, unknown, faults } = await checkFiles(accounts.opened.db, folder, () => nowMs() < untilMs);
    for (const { what, path, name } of faults.slice(0, MOST_NAMED))
      say(false, `file ${what}: ${name} (files, ${path})`);
    const wrong = faults.length === 0 ? 'none missing or altered' : `${faults.length} missing or altered`;
    say(faults.length === 0, `${files} files of recorders, ${hashed} of them read whole: ${wrong}`);
    if (unknown > 0)
      print(`      ${unknown} files that no row names: from before a restored backup, or just coming in.`);
  } finally {
    await accounts.close();
  }
};

export const check: CliCommand = {
  usage: 'check',
  options: [],
  about:
    'Checks the data folder: soundness of the databases, schema, free space, permissions, files of recorders against their rows. Exit code 1 when something is wrong.',
  run: async ({ config, print, clock }) => {
    const folder = config.data;
    requireDataFolder(folder);
    let wrong = 0;
    const say: Say = (fine, text) => {
      if (!fine) wrong += 1;
      print(`${fine ? 'ok   ' : 'WRONG'} ${text}`);
    };
    for (const name of databaseNames(folder)) {
      const { schema, problems } = checkDatabase(join(folder, name));
      say(problems.length === 0, `${name}: schema ${schema}, ${problems.length === 0 ? 'sound' : problems.join('; ')}`);
    }
    if (wrong === 0) await sayFiles(folder, () => clock.monotonic(), say, print);
    const free = await freeBytes(folder);
    say(free >= LOW_SPACE_BYTES, `${Math.floor(free / MEGABYTE)} MB free`);
    for (const path of keptFiles(folder).filter((kept) => SECRET_FILES.includes(kept))) {
      const mode = statSync(join(folder, path)).mode;
      say(
        (mode & OTHERS) === 0,
        `${path} can be read by ${(mode & OTHERS) === 0 ? 'its owner only' : 'others: chmod 600 it'}`,
      );
    }
    const mode = statSync(folder).mode;
    say(
      (mode & OTHERS) === 0,
      `the folder can be entered by ${(mode & OTHERS) === 0 ? 'its owner only' : 'others: chmod 700 it'}`,
    );
    const running = isRunning(folder);
    print(`${running ? 'A' : 'No'} server is running on this folder.`);
    return wrong === 0 ? 0 : 1;
  },
};
