// The searches of the logs: who changed what, who watched which stream, who talked with whom; filters, scope, and what no filter holds. What
// leaves a row in the access log, and what is kept of it, is audit.test.ts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toPasswordHash } from '../apps/server/src/kernel/access/credentials.ts';
import { afterwards } from './support/cleanup.ts';
import { Device } from './support/device.ts';
import { assertNarrows, logRows, searchLog } from './support/logs.ts';
import { Channel } from './support/operator.ts';
import { type Server, startServer } from './support/server.ts';
import { Talker } from './support/talk.ts';
import { until } from './support/until.ts';
import { Viewer } from './support/viewer.ts';

const ID = '13800000101';
const OTHER = '13800000102';
const ACCESS_LOG = '/gklog/accesslog';

const serverWithDevices = async (t: Parameters<typeof startServer>[0]): Promise<Server> => {
  const server = await startServer(t);
  const operator = await Channel.signedIn(server);
  for (const phone of [ID, OTHER]) {
    const device = await Device.online(server.ports.jt808, { phone });
    afterwards(t, () => device.close());
    await operator.get('D01', { I: phone, C: 2 });
  }
  operator.close();
  return server;
};

test('who opens a live stream and leaves it is in the stream log, and each filter narrows it', async (t) => {
  const server = await serverWithDevices(t);
  const viewer = await Viewer.open(server.ports.stream, server.admin, ID, { channel: 2 });
  const second = await Viewer.open(server.ports.stream, server.admin, OTHER, { channel: 1 });
  viewer.close();
  const both = await until('both rows of the first viewer', async () => {
    const all = await logRows(server, '/gklog/uslog', { deviceid: ID });
    return all.length === 2 && all;
  });
  assert.deepEqual(
    both.map(({ type, username, deviceid, channel, entrance }) => [type, username, deviceid, channel, entrance]),
    [
      ['Liveview end', 'admin', ID, 2, 'Web'],
      ['Liveview ask', 'admin', ID, 2, 'Web'],
    ],
  );
  assert.equal(both[0]?.['asktime'], both[1]?.['asktime']);
  assert.equal((await logRows(server, '/gklog/uslog')).length, 3);
  assert.equal((await logRows(server, '/gklog/uslog', { entrance: 'Rtsp' })).length, 0);
  const found = { type: 'Liveview end', entrance: 'Web', member: 'admin', deviceid: ID };
  await assertNarrows(server, '/gklog/uslog', found, ['member', 'deviceid']);
  second.close();
});

test('who talked with whom is found with a broadcast as one row; what goes on has no end yet', async (t) => {
  const server = await serverWithDevices(t);
  const talker = await Talker.open(server.ports.stream, server.admin, {
    deviceid: `${ID},${OTHER}`,
    mode: 'broadcast',
  });
  const [open] = await until('the talk is logged', async () => {
    const all = await logRows(server, '/gklog/talklog');
    return all.length === 1 && all;
  });
  assert.deepEqual(String(open?.['deviceid']).split(',').toSorted(), [ID, OTHER]);
  assert.deepEqual([open?.['username'], open?.['endtime'], open?.['duration']], ['admin', 0, 0]);
  talker.ask('stop');
  await talker.untilClosed();
  const [ended] = await until('its end is logged', async () => {
    const all = await logRows(server, '/gklog/talklog');
    return all[0]?.['endtime'] !== 0 && all;
  });
  assert.equal(Number(ended?.['endtime']) - Number(ended?.['begintime']) >= 0, true);
  await assertNarrows(server, '/gklog/talklog', { member: 'admin', deviceid: ID }, ['member', 'deviceid']);
});

test('level 3 may not search; others see their groups only', async (t) => {
  const server = await serverWithDevices(t);
  const viewer = await Viewer.open(server.ports.stream, server.admin, ID, { channel: 1 });
  await until('a row', async () => (await logRows(server, '/gklog/uslog')).length === 1);
  viewer.close();
  const hash = toPasswordHash('Sesame-1');
  const add = (name: string, level: number, groupIds: readonly number[]) =>
    server.app.users.add({ name, passwordHash: hash, level, rights: new Set(), expiresMs: null, groupIds });
  await add('low', 3, [1]);
  await add('elsewhere', 2, []);
  await add('here', 2, [1]);
  assert.equal((await searchLog(server, '/gklog/uslog', {}, { user: 'low', hash })).status, 403);
  assert.equal((await searchLog(server, '/gklog/talklog', {}, { user: 'low', hash })).status, 403);
  assert.deepEqual(await logRows(server, '/gklog/uslog', {}, { user: 'elsewhere', hash }), []);
  assert.ok((await logRows(server, '/gklog/uslog', {}, { user: 'here', hash })).length >= 1);
});

test('[E-HTTP-050 E-ENT-023] http: ip, member, action and the span narrow the search; a row says when, who, from where, what', async (t) => {
  const server = await startServer(t);
  const began = Math.floor(Date.now() / 1000);
  const channel = await Channel.signedIn(server);
  await channel.get('D01', { I: 'BUS-7', C: 2 });
  await channel.ask('D01', { I: 'BUS-7', C: 2 });
  channel.close();
  const [again, first] = await logRows(server, ACCESS_LOG, { action: 'Register device' });
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
  await assertNarrows(server, ACCESS_LOG, { ip: '127.0.0.1', member: 'admin', action: 'Sign in' }, ['ip', 'member']);
  assert.equal((await logRows(server, ACCESS_LOG, { action: 'x' })).length, 0);
});
