// The program restarts itself: a real process, which keeps its process id.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { toPasswordHash } from '../apps/server/src/kernel/access/credentials.ts';
import { FREE_PORTS } from './support/free-ports.ts';
import { Channel, asJson, httpCall } from './support/operator.ts';
import { HOST, temporaryFolder } from './support/server.ts';
import { until } from './support/until.ts';

const MAIN = join(import.meta.dirname, '../apps/server/src/main.mjs');

type Way = { name: string; demo?: string[]; early?: true; ask: (port: number, hash: string) => Promise<unknown> };

const RESTARTS = [200, 'The server restarts.'];
const byCall = async (port: number, hash: string): Promise<void> => {
  const reboot = await httpCall(port, 'POST', '/gkserver/reboot', { input: { username: 'admin', password: hash } });
  assert.deepEqual([reboot.status, asJson(reboot.body)['message']], RESTARTS);
};
const byCommand = async (port: number, hash: string): Promise<void> => {
  const channel = await Channel.open(port, { path: '/command' });
  await channel.get('Q02', { U: 'admin', P: hash });
  await channel.get('S03', { A: 'restart' });
  channel.close();
};

const ways: readonly Way[] = [
  { name: 'a reboot from outside', ask: byCall },
  { name: '[F-CMD-036] S03', ask: byCommand },
  // Its vehicles are registered after it listens, and before it counts as started.
  {
    name: 'a reboot while it still starts its demo',
    demo: ['--demo', '--demo-vehicles', '12'],
    early: true,
    ask: byCall,
  },
];

const portIn = async (data: string): Promise<number | undefined> => {
  const noted = await readFile(join(data, 'running.json'), 'utf8').catch(() => '');
  return noted.endsWith('\n') ? Number(asJson(JSON.parse(noted))['httpPort']) : undefined;
};

for (const { name, demo = ['--no-demo'], early, ask } of ways)
  test(`${name} is a restart of the same process: it listens again, and SIGTERM ends it`, async (t) => {
    const data = await temporaryFolder(t);
    const child = spawn(process.execPath, [MAIN, '--host', HOST, ...demo, '--data', data, ...FREE_PORTS], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    t.after(() => child.kill('SIGKILL'));
    let out = '';
    child.stdout.setEncoding('utf8').on('data', (said: string) => (out += said));
    const starts = (): number[] =>
      [...out.matchAll(/Open http:\/\/127\.0\.0\.1:(\d+)\//g)].map(([, port]) => Number(port));
    if (early !== true) await until('it has started', () => out.includes('In a recorder enter'));
    const first = await until('it listens', () => portIn(data));
    const hash = toPasswordHash((await readFile(join(data, 'initial-admin-password'), 'utf8')).trim());
    await ask(first, hash);
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
