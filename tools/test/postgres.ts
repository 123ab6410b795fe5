// A PostgreSQL for the store suites of one run: a new data folder, a free port of the loopback, ended with the run. Installing it is
// equipment.ts.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, readFileSync, realpathSync, rmSync, statfsSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findProgram } from './equipment.ts';
import type { Job } from './job.ts';

/** Where store suites find it; adapters/test-stores.ts reads it. */
const VARIABLE = 'TEST_POSTGRES_URL';
const START_MS = 30_000;
const END_MS = 10_000;
const POLL_MS = 50;
/** Free in the folder that is held in memory, that it may hold the server's data: a few hundred megabytes, and room to spare. */
const MEMORY_BYTES = 2 * 1024 ** 3;
/** Nothing of it has to outlast the run. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  autovacuum: 'off',
  max_connections: '50',
};

/** Whether a job runs a store suite. */
export const needsPostgres = (job: Job): boolean =>
  job.args.some((arg) => arg.endsWith('.test.ts') && /\/test-(stores|logs)\.ts'/.test(readFileSync(arg, 'utf8')));

/** The server refuses to run as root: then it runs as the user that its package made. */
const unprivileged = (): { uid: number; gid: number } | undefined => {
  if (process.getuid?.() !== 0) return undefined;
  const [uid, gid] = ['-u', '-g'].map((which) =>
    Number(spawnSync('id', [which, 'postgres'], { encoding: 'utf8' }).stdout),
  );
  return { uid: uid ?? 0, gid: gid ?? 0 };
};

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });

const ended = (server: ChildProcess): boolean => server.exitCode !== null || server.signalCode !== null;

/** SIGINT ends it with its connections; should it not obey, it is killed. */
const stop = async (server: ChildProcess): Promise<void> => {
  server.kill('SIGINT');
  for (let waitedMs = 0; !ended(server) && waitedMs < END_MS; waitedMs += POLL_MS) await wait(POLL_MS);
  if (!ended(server)) server.kill('SIGKILL');
};

/** Ends a run's server; `missing` says why there is none, where that is not known already. */
type Postgres = { stop(): Promise<void>; missing: readonly string[] };

const NONE: Postgres = { stop: () => Promise.resolve(), missing: [] };

/** Each store test copies a database of some 400 files: on a disk that takes longer than the test. */
const inMemory = (): string | undefined => {
  const folder = '/dev/shm';
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= MEMORY_BYTES ? folder : undefined;
  } catch {
    return undefined; // not Linux
  }
};

const makeFolder = (programs: string, home: string, user: ReturnType<typeof unprivileged>): string => {
  if (user !== undefined) chownSync(home, user.uid, user.gid);
  const folder = join(home, 'data');
  const options = ['-U', 'outrider', '--auth=trust', '--no-sync', '--encoding=UTF8', '--locale=C'];
  const made = spawnSync(join(programs, 'initdb'), ['-D', folder, ...options], {
    ...user,
    cwd: home,
    encoding: 'utf8',
  });
  if (made.status !== 0) throw new Error(`initdb failed: ${made.error?.message ?? made.stderr}`);
  return folder;
};

/** setpriv: the kernel ends the server when this process ends, however that happens. */
const spawnServer = (program: string, folder: string, port: number, user: ReturnType<typeof unprivileged>) => {
  const as = user === undefined ? [] : [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'];
  const settings = Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const args = ['--pdeathsig', 'QUIT', ...as, program, '-D', folder, '-p', String(port), ...settings];
  const server = spawn('setpriv', args, { cwd: folder, stdio: 'ignore' });
  server.on('error', () => undefined); // no setpriv: seen as a server that has not started
  return server;
};

/** Starts the server, where it is installed, and names it in the environment of all tests. */
export const startPostgres = async (): Promise<Postgres> => {
  const found = findProgram('postgresql');
  if (found === undefined) return NONE;
  const programs = dirname(realpathSync(found));
  const home = mkdtempSync(join(inMemory() ?? tmpdir(), 'outrider-postgres-'));
  process.once('exit', () => rmSync(home, { recursive: true, force: true }));
  const user = unprivileged();
  const port = await freePort();
  const server = spawnServer(join(programs, 'postgres'), makeFolder(programs, home, user), port, user);
  for (let waitedMs = 0; server.exitCode === null && waitedMs < START_MS; waitedMs += POLL_MS) {
    const asked = spawnSync(join(programs, 'pg_isready'), ['-q', '-h', '127.0.0.1', '-p', String(port)]);
    if (asked.status === 0) {
      process.env[VARIABLE] = `postgres://outrider@127.0.0.1:${port}/postgres`;
      return { stop: () => stop(server), missing: [] };
    }
    await wait(POLL_MS);
  }
  await stop(server);
  return { ...NONE, missing: [`PostgreSQL (${programs}) did not start: store suites run on SQLite alone`] };
};
