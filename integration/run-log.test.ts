// The server's own log, read by an administrator: what went wrong since the last start, without secrets, on the stream port.
import assert from 'node:assert/strict';
import { appendFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { createApp } from '../apps/server/src/app.ts';
import { silentLog } from '../apps/server/src/kernel/log.ts';
import { asList } from './support/operator.ts';
import { restarted } from './support/restarted.ts';
import { HOST, type Server, startDrivenServer, testConfig } from './support/server.ts';

const MARK = 'start gkapp';

const linesOf = async ({ ports, admin }: Pick<Server, 'ports' | 'admin'>, search: string): Promise<string[]> => {
  const query = new URLSearchParams({ type: 'runlog', search, user: 'admin', password: admin.hash });
  const answer = await fetch(`http://${HOST}:${ports.stream}/web.cgi?${query.toString()}`);
  assert.equal(answer.status, 200);
  return asList(await answer.json()).map(({ line }) => String(line));
};

test('[A-RUNLOG-001] http: the stream port answers the lines since the last start, with a warning that was caused and without secrets, to level 0', async (t) => {
  const { start } = await restarted(t);
  const begin = async () => {
    const server = await start();
    return { ...server, lines: (search: string) => linesOf(server, search) };
  };
  const WARNING = 'stored setting does not fit and is not used';
  let server = await begin();
  const quiet = await server.lines(MARK);
  assert.match(quiet[0] ?? '', /start gkapp/);
  assert.ok(!quiet.some((line) => line.includes(WARNING)));
  await server.app.settings.set('network', { enable_server_ip: 'no flag' });
  server.app.log.warn('with a secret', { password: 'hunter2' });
  const found = await server.lines(MARK);
  assert.ok(found.some((line) => line.includes(WARNING) && line.includes('"level":"warn"')));
  assert.ok(found.some((line) => line.includes('with a secret')) && !found.join().includes('hunter2'));
  assert.match((await server.lines(WARNING))[0] ?? '', /does not fit/, 'from the last line with the words on');
  assert.deepEqual(await server.lines('was never logged'), []);
  const nobody = await fetch(`http://${HOST}:${server.ports.stream}/web.cgi?type=runlog`);
  assert.equal(nobody.status, 401);
  await server.close();

  server = await begin();
  const since = await server.lines(MARK);
  assert.match(since[0] ?? '', /start gkapp/);
  assert.ok(!since.some((line) => line.includes('with a secret')), 'of the start before');
  assert.ok(
    (await server.lines('')).some((line) => line.includes('with a secret')),
    'which is still there',
  );
});

test('a second start that is refused writes nothing into the run log of the one that runs, and moves no file of it', async (t) => {
  const server = await startDrivenServer(t);
  server.app.log.warn('said by the first');
  const before = await linesOf(server, MARK);
  assert.match(before.at(-1) ?? '', /said by the first/);
  await appendFile(join(server.data, 'run.log'), `${'-'.repeat(2 * 1024 * 1024)}\n`); // more than one file holds
  await assert.rejects(createApp(testConfig(server.data), { log: silentLog }), /in use by another Outrider server/);
  const files = await readdir(server.data);
  assert.deepEqual((await linesOf(server, MARK)).slice(0, before.length), before);
  assert.ok(!files.includes('run.log.1'));
});
