// Roll-outs by plan over real sockets: begun at a time, for the devices that groups have then, also by a server that was killed meanwhile.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toPasswordHash } from '../apps/server/src/kernel/access/credentials.ts';
import { drive, firmwareImage, idAt, inState, linkOf, operate, rollout, storeFirmware } from './support/firmware.ts';
import { asJson, httpCall, type Json, type Reply } from './support/operator.ts';
import { ServerProcess } from './support/server-process.ts';
import {
  type Account,
  cheapKeeper,
  type Server,
  startDrivenServer,
  startServer,
  temporaryFolder,
} from './support/server.ts';

const NEW = 'outrider-0.2.0';
const PATH = '/gkserver/fwrollout';
const LINKS = '/gkserver/groupdevice';
const DAY_S = 86_400;
const LATER_S = 600;

type Place = Pick<Server, 'ports' | 'admin'>;

const call = ({ ports, admin }: Place, method: string, input: Json = {}, account: Account = admin): Promise<Reply> =>
  httpCall(ports.http, method, PATH, { account, input });
const plan = async (place: Place, input: Json): Promise<unknown> => {
  const { status, body } = await call(place, 'POST', input);
  assert.equal(status, 200, JSON.stringify(body));
  return asJson(body)['rolloutid'];
};

test('a roll-out for a group begins at its time, for the devices that are in the group then', async (t) => {
  const server = await startDrivenServer(t);
  const { clock } = server;
  const operator = await operate(t, server, 3);
  const firmware = await storeFirmware(server, operator, firmwareImage(NEW, 1000));
  const group = await server.app.groups.add(1, 'north');
  const join = async (index: number): Promise<void> => {
    const input = { groupid: group, deviceid: idAt(index) };
    const { status } = await httpCall(server.ports.http, 'POST', LINKS, { account: server.admin, input });
    assert.equal(status, 200);
  };
  await join(0);
  const fleet = await Promise.all([0, 1, 2].map((index) => drive(t, server, index)));
  const begins = Math.floor(clock.now() / 1000) + LATER_S;
  const rolloutid = await plan(server, { url: linkOf(server, firmware), groupids: [group], begins });
  const planned = await rollout(server);
  assert.deepEqual([planned['state'], planned['begins'], planned['groupids']], ['scheduled', begins, [group]]);
  for (const action of ['pause', 'retry'])
    assert.equal((await call(server, 'PUT', { rolloutid, action })).status, 409, action);
  await join(1);
  await clock.advanceAsync((LATER_S - 60) * 1000);
  assert.equal((await rollout(server))['state'], 'scheduled', 'not a minute earlier');
  assert.ok(fleet.every(({ kept }) => kept.firmware !== NEW));
  await clock.advanceAsync(75_000);
  const begun = await inState(server, 'running');
  assert.equal(
    Number(begun['planned']) + Number(begun['running']) + Number(begun['done']),
    2,
    'two are in the group now',
  );
});

test('who planned it does not reach a group of others; a plan needs devices or a group; it can begin sooner', async (t) => {
  const server = await startServer(t, {}, { keeper: cheapKeeper });
  const operator = await operate(t, server, 1);
  const firmware = await storeFirmware(server, operator, firmwareImage(NEW, 1000));
  const url = linkOf(server, firmware);
  const [north, south] = [await server.app.groups.add(1, 'north'), await server.app.groups.add(1, 'south')];
  const fleet = { user: 'fleet', hash: toPasswordHash('Sesame-1') };
  const { id: planner } = await server.app.users.add({
    name: fleet.user,
    passwordHash: fleet.hash,
    level: 1,
    rights: null,
    expiresMs: null,
    groupIds: [north],
  });
  assert.equal((await call(server, 'POST', { url, groupids: [south] }, fleet)).status, 404);
  assert.equal((await call(server, 'POST', { url, groupids: [9999] })).status, 404);
  assert.equal((await call(server, 'POST', { url })).status, 400);
  const nowS = Math.floor(Date.now() / 1000);
  for (const begins of [nowS + 400 * DAY_S, nowS - 2 * DAY_S, Number.MIN_SAFE_INTEGER])
    assert.equal((await call(server, 'POST', { url, deviceids: [idAt(0)], begins })).status, 400, String(begins));
  // Who planned it does not see that group any more when it begins.
  const joined = { account: server.admin, input: { groupid: north, deviceid: idAt(0) } };
  assert.equal((await httpCall(server.ports.http, 'POST', LINKS, joined)).status, 200);
  const theirs = await call(server, 'POST', { url, groupids: [north], begins: nowS + DAY_S }, fleet);
  await server.app.users.change(planner, { groupIds: [south] });
  const begin = { rolloutid: asJson(theirs.body)['rolloutid'], action: 'resume' };
  assert.equal((await call(server, 'PUT', begin)).status, 200);
  const { planned, running, done, failed } = await inState(server, 'done');
  assert.deepEqual([planned, running, done, failed], [0, 0, 0, 0]);
  const vehicle = await drive(t, server, 0);
  const rolloutid = await plan(server, { url, deviceids: [idAt(0)], begins: nowS + DAY_S });
  assert.equal((await rollout(server))['state'], 'scheduled');
  assert.equal((await call(server, 'PUT', { rolloutid, action: 'resume' })).status, 200);
  await inState(server, 'done');
  assert.equal(vehicle.kept.firmware, NEW);
});

test('a plan outlasts a server that is killed before it begins; one that is begun by hand keeps that time', async (t) => {
  const data = await temporaryFolder(t);
  const first = await ServerProcess.start(t, data);
  const operator = await operate(t, first, 1);
  const firmware = await storeFirmware(first, operator, firmwareImage(NEW, 1000));
  const vehicle = await drive(t, first, 0);
  const begins = Math.ceil(Date.now() / 1000) + 12;
  const rolloutid = await plan(first, { url: linkOf(first, firmware), deviceids: [idAt(0)], begins });
  await first.kill();
  const second = await ServerProcess.start(t, data, { admin: first.admin, ports: first.ports });
  assert.equal((await rollout(second))['rolloutid'], rolloutid);
  await inState(second, 'done');
  assert.equal(vehicle.kept.firmware, NEW);
  assert.equal(Number((await rollout(second))['begins']), begins);

  const url = linkOf(second, firmware);
  const late = await plan(second, { url, deviceids: [idAt(0)], version: NEW, begins: begins + DAY_S });
  assert.equal((await call(second, 'PUT', { rolloutid: late, action: 'resume' })).status, 200);
  await inState(second, 'done');
  const begun = Number((await rollout(second))['begins']);
  assert.ok(begun >= begins && begun < begins + DAY_S, 'it began now');
  await second.kill();
  const third = await ServerProcess.start(t, data, { admin: first.admin, ports: first.ports });
  const { rolloutid: newest, begins: kept } = await rollout(third);
  assert.deepEqual([newest, kept], [late, begun]);
});
