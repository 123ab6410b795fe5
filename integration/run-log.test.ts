// The server's own log, read by an administrator: what went wrong since the last start, without secrets, on the stream port.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asList } from './support/operator.ts';
import { restarted } from './support/restarted.ts';
import { HOST } from './support/server.ts';

test('[A-RUNLOG-001] http: the stream port answers the lines since the last start, with a warning that was caused and without secrets, to level 0', async (t) => {
  const { start } = await restarted(t);
  const begin = async () => {
    const server = await start();
    const lines = async (search: string): Promise<string[]> => {
      const query = new URLSearchParams({ type: 'runlog', search, user: 'admin', password: server.admin.hash });
      const answer = await fetch(`http://${HOST}:${server.ports.stream}/web.cgi?${query.toString()}`);
      assert.equal(answer.status, 200);
      return asList(await answer.json()).map(({ line }) => String(line));
    };
    return { ...server, lines };
  };
  const MARK = 'start gkapp';
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
