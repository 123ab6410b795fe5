// The searches of the logs: who watched which stream, who talked with whom; filters, scope, and what no filter holds.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toPasswordHash } from '../apps/server/src/kernel/access/credentials.ts';
import { afterwards } from './support/cleanup.ts';
import { Device } from './support/device.ts';
import { Channel, type Json, asJson, asList, httpCall } from './support/operator.ts';
import { type Account, type Server, startServer } from './support/server.ts';
import { Talker } from './support/talk.ts';
import { until } from './support/until.ts';
import { Viewer } from './support/viewer.ts';

const ID = '13800000101';
const OTHER = '13800000102';
const ALWAYS = { afterUpdatetime: 0, beforeUpdatetime: 4_000_000_000 };

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

const search = async (server: Server, path: string, input: Json, account: Account = server.admin) =>
  httpCall(server.ports.http, 'POST', path, { account, input: { ...ALWAYS, ...input } });

const rows = async (server: Server, path: string, input: Json = {}, account?: Account): Promise<Json[]> => {
  const { status, body } = await search(server, path, input, account);
  assert.equal(status, 200, JSON.stringify(body));
  return asList(body);
};

test('who opens a live stream and leaves it is in the stream log, and each filter narrows it', async (t) => {
  const server = await serverWithDevices(t);
  const viewer = await Viewer.open(server.ports.stream, server.admin, ID, { channel: 2 });
  const second = await Viewer.open(server.ports.stream, server.admin, OTHER, { channel: 1 });
  viewer.close();
  const found = await until('both rows of the first viewer', async () => {
    const all = await rows(server, '/gklog/uslog', { deviceid: ID });
    return all.length === 2 && all;
  });
  assert.deepEqual(
    found.map(({ type, username, deviceid, channel, entrance }) => [type, username, deviceid, channel, entrance]),
    [
      ['Liveview end', 'admin', ID, 2, 'Web'],
      ['Liveview ask', 'admin', ID, 2, 'Web'],
    ],
  );
  assert.equal(found[0]?.['asktime'], found[1]?.['asktime']);
  assert.equal((await rows(server, '/gklog/uslog')).length, 3);
  assert.equal((await rows(server, '/gklog/uslog', { type: 'Liveview end' })).length, 1);
  assert.equal((await rows(server, '/gklog/uslog', { entrance: 'Rtsp' })).length, 0);
  assert.equal((await rows(server, '/gklog/uslog', { member: 'nobody' })).length, 0);
  assert.equal((await rows(server, '/gklog/uslog', { beforeUpdatetime: 1000 })).length, 0);
  second.close();
});

test('who talked with whom is found with a broadcast as one row; what goes on has no end yet', async (t) => {
  const server = await serverWithDevices(t);
  const talker = await Talker.open(server.ports.stream, server.admin, {
    deviceid: `${ID},${OTHER}`,
    mode: 'broadcast',
  });
  const [open] = await until('the talk is logged', async () => {
    const all = await rows(server, '/gklog/talklog');
    return all.length === 1 && all;
  });
  assert.deepEqual(String(open?.['deviceid']).split(',').toSorted(), [ID, OTHER]);
  assert.deepEqual([open?.['username'], open?.['endtime'], open?.['duration']], ['admin', 0, 0]);
  talker.wish('stop');
  await talker.untilClosed();
  const [ended] = await until('its end is logged', async () => {
    const all = await rows(server, '/gklog/talklog');
    return all[0]?.['endtime'] !== 0 && all;
  });
  assert.equal(Number(ended?.['endtime']) - Number(ended?.['begintime']) >= 0, true);
  assert.equal((await rows(server, '/gklog/talklog', { deviceid: 'NOSUCH' })).length, 0);
  assert.equal((await rows(server, '/gklog/talklog', { member: 'nobody' })).length, 0);
});

test('a filter with a space or a quote is refused in words; level 3 may not search; others see their groups only', async (t) => {
  const server = await serverWithDevices(t);
  const viewer = await Viewer.open(server.ports.stream, server.admin, ID, { channel: 1 });
  await until('a row', async () => (await rows(server, '/gklog/uslog')).length === 1);
  viewer.close();
  for (const path of ['/gklog/uslog', '/gklog/talklog'])
    for (const member of ['a b', "a'b"]) {
      const { status, body } = await search(server, path, { member });
      assert.equal(status, 400);
      assert.match(String(asJson(body)['message']), /no space and no single quote/);
    }
  const hash = toPasswordHash('Sesame-1');
  const add = (name: string, level: number, groupIds: readonly number[]) =>
    server.app.users.add({ name, passwordHash: hash, level, rights: new Set(), expiresMs: null, groupIds });
  await add('low', 3, [1]);
  await add('elsewhere', 2, []);
  await add('here', 2, [1]);
  assert.equal((await search(server, '/gklog/uslog', {}, { user: 'low', hash })).status, 403);
  assert.equal((await search(server, '/gklog/talklog', {}, { user: 'low', hash })).status, 403);
  assert.deepEqual(await rows(server, '/gklog/uslog', {}, { user: 'elsewhere', hash }), []);
  assert.ok((await rows(server, '/gklog/uslog', {}, { user: 'here', hash })).length >= 1);
});
