// A full disk as people meet it: one clear line at a start and in commands, words and a code in calls, and a sign-in that works.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { prepareDisk } from './support/full-disk.ts';
import { Channel, asJson, httpCall } from './support/operator.ts';
import { temporaryFolder } from './support/server.ts';
import { ServerProcess } from './support/server-process.ts';
import { until } from './support/until.ts';

const MAIN = join(import.meta.dirname, '../apps/server/src/main.mjs');
const ZERO_PORTS = ['port', 'command-port', 'stream-port', 'jt808-port', 'media-live-port', 'media-playback-port'];
const FREE_PORTS = [...ZERO_PORTS, 'files-port'].flatMap((name) => [`--${name}`, '0']);

const runMain = async (t: TestContext, args: string[]) => {
  const child = spawn(process.execPath, [MAIN, ...args], { stdio: ['ignore', 'ignore', 'pipe'], timeout: 40_000 });
  t.after(() => child.kill('SIGKILL'));
  const [err, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  return { err: err.trim(), code };
};

test('on a full disk calls and commands are refused in words, and an administrator signs in and reads what is wrong', async (t) => {
  const data = await temporaryFolder(t);
  const disk = prepareDisk(t, data);
  const server = await ServerProcess.start(t, data);
  const before = await Channel.signedIn(server);
  await disk.fill(server.child.pid ?? 0);

  // A registration is several statements in one transaction, of which SQLite itself ends what it cannot write.
  const refused = await until('a registration is refused', async () => {
    for (let I = 13_800_000_101; I < 13_800_000_400; I += 1) {
      const [answered] = await before.ask('D01', { I: String(I), C: 4 });
      if (answered?.['R'] !== '1') return answered;
    }
    return undefined;
  });
  assert.equal(refused['R'], '503');
  assert.match(String(refused['Z']), /^The disk of the server is full/);

  const signedIn = await Channel.signedIn(server);
  await signedIn.get('Q01');
  signedIn.close();
  const account = server.admin;
  assert.equal((await httpCall(server.ports.http, 'POST', '/gkcommon/userinfo', { account })).status, 200);
  const ready = await httpCall(server.ports.http, 'GET', '/ready');
  assert.equal(ready.status, 503);
  assert.match(String(asJson(ready.body)['reason']), /MB are free for the data folder/);
  const change = { username: account.user, password: account.hash, newpass: 'AB'.repeat(32) };
  const changed = await httpCall(server.ports.http, 'PUT', '/gkserver/passwd', { account, input: change });
  assert.deepEqual([changed.status, asJson(changed.body)['code']], [503, 'disk_full']);
  assert.match(String(asJson(changed.body)['message']), /^The disk of the server is full/);

  await disk.free(server.child.pid ?? 0);
  await until('it is stored again', async () => {
    const [answered] = await before.ask('D01', { I: '13900000101', C: 4 });
    return answered?.['R'] === '1';
  });
  before.close();
});

test('a start on a full disk and a command that has to write say so in one line', async (t) => {
  const data = await temporaryFolder(t);
  const disk = prepareDisk(t, data);
  const server = await ServerProcess.start(t, data);
  await server.stop(); // what a kill leaves is log that the next start makes room of
  await disk.fill(process.pid);
  const started = await runMain(t, ['--data', data, '--no-demo', ...FREE_PORTS]);
  assert.match(started.err, /^The disk of the data folder \S+ is full: .*Make room/);
  assert.deepEqual([started.err.split('\n').length, started.code], [1, 1]);
  const command = await runMain(t, ['add-user', 'mira', '--data', data]);
  assert.match(command.err, /^The disk of the data folder \S+ is full/);
  assert.deepEqual([command.err.split('\n').length, command.code], [1, 1]);
});
