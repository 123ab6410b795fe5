// A device of another group is not there: for no call, command, socket, download, list or push, and no word tells why. Walks the table of
// support/rights-table.ts.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test, type TestContext } from 'node:test';
import { putCustomerRecord, rights } from '@outrider/contract';
import { openAccounts } from '../apps/server/src/app.ts';
import { setFirstLayout } from '../apps/server/src/features/first-layout/index.ts';
import { toPasswordHash } from '../apps/server/src/kernel/access/credentials.ts';
import type { ManualClock } from '../apps/server/src/kernel/manual-clock.ts';
import { afterwards } from './support/cleanup.ts';
import { defineEvent, followProfile } from './support/definitions.ts';
import { Device, locationAt } from './support/device.ts';
import { type Visitor, knock } from './support/doors.ts';
import { Channel, type Json, asJson, asList, httpCall } from './support/operator.ts';
import { callDoors, commandDoors, mayEnter, otherDoors } from './support/rights-table.ts';
import { HOST, type Account, type Server, startDrivenServer } from './support/server.ts';
import { Talker } from './support/talk.ts';
import { type Waiting, until } from './support/until.ts';
import { Viewer } from './support/viewer.ts';

const HASH = toPasswordHash('Sesame-1');
const SOS = 1;
const [OWN, OTHER] = ['13800000101', '13800000102'];

type Divided = {
  server: Server & { clock: ManualClock };
  admin: Channel;
  account: Account;
  channel: Channel;
  groups: { mine: number; theirs: number };
  waiting: Waiting;
};

/** Two devices in two groups, and an account with every flag that has one of them. */
const startDivided = async (t: TestContext): Promise<Divided> => {
  const server = await startDrivenServer(t, { customerRecords: true });
  server.clock.jumpTo(Date.UTC(2026, 9, 1)); // behind the examples of the contract
  const waiting = { between: () => server.clock.advance(10) };
  const admin = await Channel.signedIn(server, server.admin, waiting);
  await admin.get('D01', { I: OWN, C: 2 });
  await admin.get('D01', { I: OTHER, C: 2 });
  const accounts = await openAccounts(server.data);
  const [mine, theirs] = [await accounts.groups.add(1, 'mine'), await accounts.groups.add(1, 'theirs')];
  const database = new DatabaseSync(join(server.data, 'outrider.sqlite'), { readOnly: true });
  const keyOf = (id: string) => Number(database.prepare('SELECT key FROM devices WHERE id = ?').get(id)?.['key']);
  await accounts.groups.setDeviceGroups(keyOf(OWN), [mine]);
  await accounts.groups.setDeviceGroups(keyOf(OTHER), [theirs]);
  await accounts.users.add({
    name: 'ann',
    passwordHash: HASH,
    level: 1,
    rights: new Set(rights),
    expiresMs: null,
    groupIds: [mine],
  });
  await accounts.close();
  database.close();
  const account = { user: 'ann', hash: HASH };
  const channel = await until('the new account is known', async () => {
    server.clock.advance(2000); // changes of another program are taken over, and past the throttle of the tries before
    return Channel.signedIn(server, account, waiting).catch(() => undefined);
  });
  return { server, admin, account, channel, groups: { mine, theirs }, waiting };
};

test('[F-HTTP-005] a device of another group is not there for any call, command, socket or download, and no word tells why', async (t) => {
  const { server, account, channel, groups } = await startDivided(t);
  const ann = { account, channel };
  const doors = [...callDoors, ...commandDoors, ...otherDoors].filter(({ device }) => device !== undefined);
  // What level 0 alone may do is refused whatever it names.
  for (const door of doors.filter(({ needs }) => mayEnter(needs, 1, rights))) {
    const [other, none, own] = [
      await knock(server, door, ann, OTHER),
      await knock(server, door, ann, 'NONE'),
      await knock(server, door, ann, OWN),
    ];
    assert.equal(other.status, none.status, `${door.name}: ${other.words}`);
    assert.equal(other.words.replaceAll(OTHER, ''), none.words.replaceAll('NONE', ''), door.name);
    assert.notEqual(own.words.replaceAll(OWN, ''), none.words.replaceAll('NONE', ''), `${door.name} of the own device`);
  }
  const { body } = await httpCall(server.ports.http, 'POST', '/gkcommon/userinfo', { account });
  assert.deepEqual(asJson(body)['devices'], [OWN]);
  assert.deepEqual(asJson(body)['childrens'], [{ groupid: String(groups.mine), name: 'mine' }]);
  const brief = await httpCall(server.ports.http, 'POST', '/gkcommon/userinfo', { account, input: { brief: true } });
  assert.deepEqual(asJson(brief.body), { ...asJson(body), devices: [] });
});

/** From a day ago to a day ahead, in unix seconds. */
const daysAround = ({ clock }: Divided['server']): Json => {
  const nowS = Math.floor(clock.now() / 1000);
  return { starttime: nowS - 86_400, endtime: nowS + 86_400 };
};

/** Something of both devices for each list to tell: positions, an event, streams, talks, orders, profiles. */
const fillLists = async (t: TestContext, { server, waiting }: Divided): Promise<void> => {
  await defineEvent(server, 'cold', 13, 'Too fast');
  const operator = await Channel.signedIn(server, server.admin, waiting);
  afterwards(t, () => operator.close());
  for (const phone of [OTHER, OWN]) {
    await operator.ask('D21', { I: phone, A: 'hi', W: 1 });
    await followProfile(server, phone, 'cold');
    const device = await Device.online(server.ports.jt808, { phone, waiting });
    afterwards(t, () => device.close());
    await device.locate(locationAt(server.clock.now(), { alarm: SOS }));
  }
  server.clock.advance(61_000); // what was carried for devices is written once a minute
  const carried = { account: server.admin, input: daysAround(server) };
  await until(
    'what was carried for both is written',
    async () => asList((await httpCall(server.ports.http, 'POST', '/gklog/netflow', carried)).body).length >= 2,
    waiting,
  );
  for (const phone of [OTHER, OWN]) {
    const input = {
      deviceid: phone,
      start: 1_790_000_000,
      end: 1_790_000_060,
      downloadplan: 1,
      streamtype: 0,
      audioout: 0,
    };
    await httpCall(server.ports.http, 'POST', '/gkevent/customevent', { account: server.admin, input });
    const memo = { deviceid: phone, type: 0, memo: 'spare key at the gate' };
    await httpCall(server.ports.http, 'PUT', '/gkdevice/carmemo', { account: server.admin, input: memo });
    const dkcustomer = { ...putCustomerRecord.example.input.dkcustomer, deviceid: phone };
    await httpCall(server.ports.http, 'PUT', '/gkdevice/dkcustomer', { account: server.admin, input: { dkcustomer } });
    const viewer = await Viewer.open(server.ports.stream, server.admin, phone, { waiting });
    afterwards(t, () => viewer.close());
    const talker = await Talker.open(server.ports.stream, server.admin, { deviceid: phone, mode: 'listen' }, waiting);
    afterwards(t, () => talker.close());
    await talker.whenState(phone, 'connecting').catch(() => undefined);
  }
  const tiles = [OTHER, OWN].map((deviceid) => ({ deviceid, channel: 1 }));
  await setFirstLayout(server.app.settings, { name: 'both', tiles });
  const alarms = { account: server.admin, input: {} };
  await until(
    'both alarms are stored',
    async () =>
      asList(asJson((await httpCall(server.ports.http, 'POST', '/gkevent/recentalarms', alarms)).body)['alarms'])
        .length >= 2,
    waiting,
  );
};

test('no list names a device of another group', async (t) => {
  const divided = await startDivided(t);
  const { server, admin, account, channel, groups, waiting } = divided;
  const [adminsFin, annsFin] = [(await admin.list('Q03')).fin, (await channel.list('Q03')).fin];
  await fillLists(t, divided);
  const always = { afterUpdatetime: 0, beforeUpdatetime: 4_000_000_000, deviceid: '' };
  const nowS = Math.floor(server.clock.now() / 1000);
  const asks = (fin: Json): Readonly<Record<string, Json>> => ({
    'GET /gkdevice/orders': { deviceid: undefined },
    'POST /gkcommon/groupdevicelist': { groupid: String(groups.theirs) },
    'POST /gklog/uslog': always,
    'POST /gklog/talklog': always,
    'POST /gkmileage/mileagequery': { afterTime: nowS - 3600, beforeTime: nowS + 3600, deviceid: undefined },
    'POST /gklog/netflow': daysAround(server),
    Q04: { T: fin['T'], C: fin['C'] },
  });
  for (const door of [...callDoors, ...commandDoors].filter(({ lists }) => lists)) {
    const named = async (visitor: Visitor, fin: Json) => {
      const { words } = await knock(server, { ...door, ask: asks(fin)[door.name] ?? {} }, visitor);
      return [OWN, OTHER].filter((id) => words.includes(id));
    };
    const ofTheirGroup = door.name === 'POST /gkcommon/groupdevicelist';
    const wanted = ofTheirGroup ? [OTHER] : [OWN, OTHER];
    // Logs are written behind what they tell.
    await until(
      `${door.name} names ${wanted.join(' and ')} for the administrator`,
      async () => (await named({ account: server.admin, channel: admin }, adminsFin)).join() === wanted.join(),
      waiting,
    );
    assert.deepEqual(await named({ account, channel }, annsFin), ofTheirGroup ? [] : [OWN], `${door.name} for ann`);
  }
});

test('what a number names is not there when it is of a device of another group', async (t) => {
  const divided = await startDivided(t);
  const { server, account, channel } = divided;
  const input = { start: 1_790_000_000, end: 1_790_000_060, downloadplan: 1, streamtype: 0, audioout: 0 };
  for (const deviceid of [OTHER, OWN])
    await httpCall(server.ports.http, 'POST', '/gkevent/customevent', {
      account: server.admin,
      input: { ...input, deviceid },
    });
  const { body } = await httpCall(server.ports.http, 'GET', '/gkevent/customevent', { account: server.admin });
  const idOf = (deviceid: string) => asList(body).find((row) => row['deviceid'] === deviceid)?.['id'];
  const named = [...otherDoors, ...callDoors].filter(({ name }) =>
    /^(PUT|DELETE) \/gkevent\/customevent$|^web\.cgi cev/.test(name),
  );
  assert.equal(named.length, 5);
  for (const door of named) {
    const answers = [];
    for (const id of [idOf(OTHER), 999_999, idOf(OWN)])
      answers.push(await knock(server, { ...door, ask: { id } }, { account, channel }));
    const [theirs, none, own] = answers;
    assert.equal(theirs?.status, 404, door.name);
    assert.deepEqual(theirs, none, door.name);
    assert.notDeepEqual(own, none, `${door.name} of the own device`);
  }
});

test('P02 and the event socket tell nobody of a device of another group, whatever was subscribed to', async (t) => {
  const { server, admin, account, channel, waiting } = await startDivided(t);
  const nobody = await Channel.open(server.ports.command);
  const heard = { admin: [] as string[], ann: [] as string[] };
  for (const [name, { user, hash }] of [
    ['admin', server.admin],
    ['ann', account],
  ] as const) {
    const socket = new WebSocket(`ws://${HOST}:${server.ports.stream}/event.cgi?user=${user}&password=${hash}`);
    afterwards(t, () => socket.close());
    socket.addEventListener('message', ({ data }) => heard[name].push(String(data)));
    await once(socket, 'open');
  }
  const asked = await Channel.signedIn(server, account, waiting);
  await admin.get('P01', { A: 'all' });
  await channel.get('P01', { A: 'all' });
  await asked.get('P01', { A: 'devices', C: [OTHER, OWN] });
  await nobody.ask('P01', { A: 'all' });
  for (const phone of [OTHER, OWN]) {
    const device = await Device.online(server.ports.jt808, { phone, waiting });
    afterwards(t, () => device.close());
    await device.locate(locationAt(server.clock.now(), { alarm: SOS }));
  }
  const tells = (lines: readonly unknown[], id: string) => lines.some((line) => JSON.stringify(line).includes(id));
  await until(
    'everybody is told of what is theirs',
    () =>
      [OWN, OTHER].every((id) => tells(admin.pushes, id) && tells(heard.admin, id)) &&
      [channel.pushes, asked.pushes, heard.ann].every((lines) => tells(lines, OWN)),
    waiting,
  );
  for (const lines of [channel.pushes, asked.pushes, heard.ann]) assert.ok(!tells(lines, OTHER));
  await admin.get('D01', { I: '13800000103', C: 1 });
  await until('P03', () => [admin, channel].every(({ pushes: told }) => told.some(({ M }) => M === 'P03')), waiting);
  assert.deepEqual(nobody.pushes, []);
  nobody.close();
});
