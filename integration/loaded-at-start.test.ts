// What a server loads before anybody asked it for anything. A megabyte of sources takes six of memory.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { FREE_PORTS } from './support/free-ports.ts';
import { HOST, temporaryFolder } from './support/server.ts';

const MAIN = join(import.meta.dirname, '../apps/server/src/main.mjs');
const NOTE = join(import.meta.dirname, 'support/note-packages.mjs');
/** Each is loaded by the room that needs it, when it is needed, or in a thread that ends. */
const LATER = [
  '@fastify/fast-json-stringify-compiler',
  '@mediabunny/aac-encoder',
  '@peculiar/x509',
  'ajv',
  'jpeg-js',
  'kdbush',
  'mediabunny',
  'pdfkit',
  'pg',
  'selfsigned',
  'svg-captcha',
];

/** The packages of a server that has just told where it is, by the kind of thread. */
const packagesAtStart = async (data: string): Promise<{ main: string[]; worker: string[] }> => {
  const path = join(data, 'packages.txt');
  const args = ['--data', data, '--host', HOST, '--no-demo', ...FREE_PORTS];
  const child = spawn(process.execPath, ['--import', NOTE, MAIN, ...args], {
    env: { ...process.env, LOADED_PACKAGES: path },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    for await (const line of createInterface(child.stdout)) if (line.includes('is running')) break;
    const lines = (await readFile(path, 'utf8')).trim().split('\n');
    const of = (thread: string): string[] =>
      lines.filter((line) => line.startsWith(`${thread} `)).map((line) => line.slice(thread.length + 1));
    return { main: of('main'), worker: of('worker') };
  } finally {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
};

test('a server that has just started has loaded no library that waits for its use, and its thread of tracks none at all', async (t) => {
  const { main, worker } = await packagesAtStart(await temporaryFolder(t));
  for (const known of ['fastify', 'kysely', 'pino', 'zod', '@outrider/jt808'])
    assert.ok(main.includes(known), `${known} is seen`);
  assert.deepEqual(
    LATER.filter((name) => main.includes(name)),
    [],
  );
  assert.deepEqual(worker, []);
});
