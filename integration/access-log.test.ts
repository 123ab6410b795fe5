// The search of the access log over the wire. What leaves a row, and what is kept of it, is audit.test.ts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertNarrows, logRows } from './support/logs.ts';
import { Channel } from './support/operator.ts';
import { startServer } from './support/server.ts';

const PATH = '/gklog/accesslog';

test('[E-HTTP-050 E-ENT-023] http: ip, member, action and the span narrow the search; a row says when, who, from where, what', async (t) => {
  const server = await startServer(t);
  const began = Math.floor(Date.now() / 1000);
  const channel = await Channel.signedIn(server);
  await channel.get('D01', { I: 'BUS-7', C: 2 });
  await channel.ask('D01', { I: 'BUS-7', C: 2 });
  channel.close();
  const [again, first] = await logRows(server, PATH, { action: 'Register device' });
  const { id: _id, datetime, ...rest } = first ?? {};
  assert.ok(Number(datetime) >= began && Number(datetime) <= Date.now() / 1000);
  assert.deepEqual(rest, {
    type: 'Channel',
    ip: '127.0.0.1',
    username: 'admin',
    deviceid: 'BUS-7',
    method: 'D01',
    action: 'Register device',
    result: 'done',
    data: { url: '', body: { I: 'BUS-7', C: 2 } },
  });
  assert.equal(again?.['result'], 'conflict');
  await assertNarrows(server, PATH, { ip: '127.0.0.1', member: 'admin', action: 'Sign in' }, ['ip', 'member']);
  assert.equal((await logRows(server, PATH, { action: 'x' })).length, 0);
});
