// Open sockets end with the right to them. Over real sockets.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test, type TestContext } from 'node:test';
import { createVehicle } from '../apps/simulator/src/index.ts';
import { Channel, httpCall } from './support/operator.ts';
import { HOST, startServer, type Server } from './support/server.ts';
import { until } from './support/until.ts';

const ID = '13800000101';

const startWatched = async (
  t: TestContext,
): Promise<{ server: Server; open: (path: string) => Promise<WebSocket> }> => {
  const server = await startServer(t);
  const channel = await Channel.signedIn(server);
  await channel.get('D01', { I: ID, C: 4 });
  channel.close();
  const vehicle = createVehicle({ host: HOST, port: server.ports.jt808, phone: `0${ID}`, intervalMs: 3_600_000 });
  t.after(() => vehicle.stop());
  vehicle.start();
  await vehicle.whenOnline();
  const { user, hash } = server.admin;
  const open = async (path: string): Promise<WebSocket> => {
    const socket = new WebSocket(`ws://${HOST}:${server.ports.stream}/${path}user=${user}&password=${hash}`);
    t.after(() => socket.close());
    await once(socket, 'open');
    return socket;
  };
  return { server, open };
};

const LIVE = `ws.cgi?deviceid=${ID}&channel=1&`;
const PLAYED = `ws.cgi?type=lopb&deviceid=${ID}&channel=1&streamid=1&spbtime=1&`;

test('a changed password ends the account’s video, playback and event sockets', async (t) => {
  const { server, open } = await startWatched(t);
  const sockets = [await open(LIVE), await open(PLAYED), await open('event.cgi?')];
  const { user, hash } = server.admin;
  const input = { username: user, password: hash, newpass: 'CD'.repeat(32) };
  const { status } = await httpCall(server.ports.http, 'PUT', '/gkserver/passwd', { account: server.admin, input });
  assert.equal(status, 200);
  await until('all are closed', () => sockets.every((socket) => socket.readyState === WebSocket.CLOSED));
});

test('a device removed from the list ends the sockets of those who may not see new devices, not the administrator’s', async (t) => {
  const { server, open } = await startWatched(t);
  const mine = await open(LIVE);
  const hash = 'AB'.repeat(32);
  await server.app.users.add({
    name: 'ann',
    passwordHash: hash,
    level: 1,
    rights: null,
    expiresMs: null,
    groupIds: [1],
  });
  const theirs = [LIVE, PLAYED].map((path) => {
    const socket = new WebSocket(`ws://${HOST}:${server.ports.stream}/${path}user=ann&password=${hash}`);
    t.after(() => socket.close());
    return socket;
  });
  await Promise.all(theirs.map((socket) => once(socket, 'open')));
  const channel = await Channel.signedIn(server);
  await channel.get('D02', { I: ID });
  await until('the others are closed', () => theirs.every((socket) => socket.readyState === WebSocket.CLOSED));
  assert.equal(mine.readyState, WebSocket.OPEN);
  channel.close();
});
