// The program restarts itself: a real process, which keeps its process id.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { toPasswordHash } from '../apps/server/src/kernel/access/credentials.ts';
import { FREE_PORTS } from './support/free-ports.ts';
import { asJson, httpCall } from './support/operator.ts';
import { HOST, temporaryFolder } from './support/server.ts';
import { until } from './support/until.ts';

const MAIN = join(import.meta.dirname, '../apps/server/src/main.mjs');

test('a reboot from outside is a restart of the same process: it listens again, and SIGTERM ends it', async (t) => {
  const data = await temporaryFolder(t);
  const child = spawn(process.execPath, [MAIN, '--host', HOST, '--no-demo', '--data', data, ...FREE_PORTS], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  t.after(() => child.kill('SIGKILL'));
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (said: string) => (out += said));
  const starts = (): number[] =>
    [...out.matchAll(/Open http:\/\/127\.0\.0\.1:(\d+)\//g)].map(([, port]) => Number(port));
  await until('it has started', () => out.includes('In a recorder enter'));
  const hash = toPasswordHash((await readFile(join(data, 'initial-admin-password'), 'utf8')).trim());
  const [first = 0] = starts();
  const input = { username: 'admin', password: hash };
  const reboot = await httpCall(first, 'POST', '/gkserver/reboot', { input });
  assert.deepEqual([reboot.status, asJson(reboot.body)['message']], [200, 'The server restarts.']);
  await until('it has started again', () => starts().length === 2, { deadlineMs: 60_000 });
  const [, second = 0] = starts();
  await until(
    'it answers',
    async () => (await httpCall(second, 'GET', '/health').catch(() => undefined))?.status === 200,
  );
  assert.equal(child.exitCode, null, 'what started it saw no end');
  assert.equal(
    (await httpCall(second, 'POST', '/gkcommon/userinfo', { account: { user: 'admin', hash } })).status,
    200,
  );
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  assert.deepEqual(await ended, [0, null]);
});
