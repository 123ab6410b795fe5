// Rights, levels and groups change while people work (R29): what is taken away ends at once, what is left goes on, nobody is signed out but
// by password, expiry or removal, and no list is made again but of those who see other devices.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test, type TestContext } from 'node:test';
import { formatRights, type Right, rights } from '@outrider/contract';
import { openAccounts } from '../apps/server/src/app.ts';
import { toPasswordHash } from '../apps/server/src/kernel/access/credentials.ts';
import type { ManualClock } from '../apps/server/src/kernel/manual-clock.ts';
import { afterwards } from './support/cleanup.ts';
import { Channel, httpCall, type Json } from './support/operator.ts';
import { Recorder } from './support/recorder.ts';
import { cheapKeeper, HOST, type Account, type Server, startDrivenServer } from './support/server.ts';
import { type LimitedTime, limitedTime } from './support/limited-time.ts';
import { until, type Waiting } from './support/until.ts';
import { Viewer } from './support/viewer.ts';

const HASH = toPasswordHash('Sesame-1');
const [BUS, VAN] = ['13800000101', '13800000102'];

type Person = { id: number; account: Account; channel: Channel };
type Scene = {
  server: Server & { clock: ManualClock };
  admin: Channel;
  time: LimitedTime;
  waiting: Waiting;
  /** An account, signed in on a main channel that subscribed to P01. */
  enter: (name: string, granted: ReadonlySet<Right> | null, groupIds: number[]) => Promise<Person>;
  watch: (account: Account, deviceid?: string) => Promise<Viewer>;
};

/** Two registered devices, BUS in the group `north`, VAN in `south`. */
const setScene = async (t: TestContext): Promise<Scene & { north: number; south: number }> => {
  const server = await startDrivenServer(t, {}, { keeper: cheapKeeper });
  const time = limitedTime(server.clock, 4);
  const { waiting } = time;
  const admin = await Channel.signedIn(server, server.admin, waiting);
  await admin.get('P01', { A: 'all' });
  for (const I of [BUS, VAN]) await admin.get('D01', { I, C: 2 });
  const { users, groups } = server.app;
  const database = new DatabaseSync(join(server.data, 'outrider.sqlite'), { readOnly: true });
  const keyOf = (id: string) => Number(database.prepare('SELECT key FROM devices WHERE id = ?').get(id)?.['key']);
  const [north, south] = [await groups.add(1, 'north'), await groups.add(1, 'south')];
  await groups.setDeviceGroups(keyOf(BUS), [north]);
  await groups.setDeviceGroups(keyOf(VAN), [south]);
  database.close();
  return {
    server,
    admin,
    time,
    waiting,
    north,
    south,
    enter: async (name, granted, groupIds) => {
      const { id } = await users.add({
        name,
        passwordHash: HASH,
        level: 2,
        rights: granted,
        expiresMs: null,
        groupIds,
      });
      const account = { user: name, hash: HASH };
      const channel = await Channel.signedIn(server, account, waiting);
      await channel.get('P01', { A: 'all' });
      return { id, account, channel };
    },
    watch: async (account, deviceid = BUS) => {
      const viewer = await Viewer.open(server.ports.stream, account, deviceid, { waiting });
      afterwards(t, () => viewer.close());
      return viewer;
    },
  };
};

const told = ({ pushes }: Channel, code: string): Json[] => pushes.filter(({ M }) => M === code);

/** What the channel was pushed until now is there: an answer comes behind it. */
const settled = (channel: Channel): Promise<Json> => channel.get('Q01');

test('a right taken away while a live stream is watched: the stream ends, what is left goes on, and it can be given back', async (t) => {
  const { server, time, waiting, enter, watch, north } = await setScene(t);
  const recorder = await Recorder.online(server.ports, { phone: BUS, waiting });
  afterwards(t, () => recorder.close());
  const ann = await enter('ann', new Set(['P_live', 'P_lopb', 'F_event']), [north]);
  const eve = await enter('eve', new Set(['P_live']), [north]);
  const [anns, eves] = [await watch(ann.account), await watch(eve.account)];
  await until('the device dials in', () => recorder.cameras.length === 1, waiting);
  recorder.camera.send(1, { key: true });
  await until('both see it', () => [anns, eves].every(({ videos }) => videos.length === 1), waiting);
  await ann.channel.get('Q06', { I: BUS, B: 1_790_000_000, L: 1 });

  time.leftMs = 900;
  const before = server.clock.now();
  await server.app.users.change(ann.id, { rights: new Set(['F_event']) });
  await until('her stream ends', () => anns.closed, waiting);
  await settled(ann.channel);
  const flags = formatRights(new Set<Right>(['F_event']));
  assert.deepEqual(told(ann.channel, 'P04'), [{ M: 'P04', L: 2, F: flags }]);
  const [refused] = await ann.channel.ask('Q06', { I: BUS, B: 1_790_000_000, L: 1 });
  assert.equal(refused?.['R'], '403');
  const input = { deviceid: BUS, from: 0, to: 60 };
  const call = () => httpCall(server.ports.http, 'POST', '/gkdevice/recordings', { account: ann.account, input });
  assert.equal((await call()).status, 403);
  assert.match((await watch(ann.account)).status, / 403 /);
  assert.ok(server.clock.now() - before < 1000, 'all of it within a second');
  time.leftMs = Infinity;

  recorder.camera.send(2);
  await until('the other account watches on', () => eves.videos.length === 2, waiting);
  assert.deepEqual([ann.channel.closed, eve.channel.closed, told(eve.channel, 'P04')], [false, false, []]);
  await server.app.users.change(ann.id, { rights: new Set(['P_live']) });
  assert.match((await watch(ann.account)).status, / 101 /);
  await settled(ann.channel);
  assert.equal(told(ann.channel, 'P04').length, 2);
});

test('each kind of socket ends with the right that it needs, and not with another', async (t) => {
  const { server, waiting, enter, north } = await setScene(t);
  const recorder = await Recorder.online(server.ports, { phone: BUS, waiting });
  afterwards(t, () => recorder.close());
  const all = new Set(rights);
  const ann = await enter('ann', all, [north]);
  const span = { spbtime: '1790000000', duration: '60' };
  const kinds: [lost: Right[], query: { type: string } & Record<string, string>][] = [
    [['F_talk'], { type: 'talk', mode: 'listen' }],
    [['P_lopb'], { type: 'lopb', channel: '1', streamid: '1', ...span }],
    [['P_repb'], { type: 'repb', channel: '1', streamid: '1', ...span }],
    [['F_gps', 'P_gppb'], { type: 'repbgps', streamid: '1' }],
    [['P_live', 'P_tree'], { type: 'live', channel: '1' }],
  ];
  for (const [lost, query] of kinds) {
    const viewer = await Viewer.ask(server.ports.stream, ann.account, { deviceid: BUS, ...query }, waiting);
    afterwards(t, () => viewer.close());
    assert.match(viewer.status, / 101 /, query['type']);
    const [last, ...others] = lost;
    await server.app.users.change(ann.id, {
      rights: new Set(rights.filter((each) => !others.includes(each) && each !== 'F_ptz')),
    });
    await settled(ann.channel);
    assert.equal(viewer.closed, false, `${query['type']} goes on`);
    await server.app.users.change(ann.id, {
      rights: new Set(rights.filter((each) => !others.includes(each) && each !== last)),
    });
    await until(`${query['type']} ends`, () => viewer.closed, waiting);
    await server.app.users.change(ann.id, { rights: all });
  }
  const { user, hash } = ann.account;
  const events = new WebSocket(`ws://${HOST}:${server.ports.stream}/event.cgi?user=${user}&password=${hash}`);
  let closed = false;
  events.addEventListener('close', () => (closed = true));
  await once(events, 'open');
  await server.app.users.change(ann.id, { rights: new Set(rights.filter((each) => each !== 'F_event')) });
  await until('event.cgi ends', () => closed, waiting);
  assert.equal(ann.channel.closed, false);
});

test('a permission set and a level count for who is signed in, at once and without another sign-in', async (t) => {
  const { server, waiting, enter, watch, north } = await setScene(t);
  const ann = await enter('ann', null, [north]);
  const eve = await enter('eve', new Set(['P_live']), [north]);
  const set = new Set<Right>(['P_dash', 'P_live']);
  await server.app.users.setPermissionSet({ id: 2, name: 'Guard', rights: set });
  await settled(ann.channel);
  await settled(eve.channel);
  assert.deepEqual(told(ann.channel, 'P04'), [{ M: 'P04', L: 2, F: formatRights(set) }]);
  assert.deepEqual(told(eve.channel, 'P04'), [], 'she has rights of her own');
  assert.equal((await ann.channel.ask('S04', { A: 'read' }))[0]?.['R'], '403');
  await server.app.users.change(ann.id, { level: 0 });
  assert.equal((await ann.channel.ask('S04', { A: 'read' }))[0]?.['R'], '1');
  assert.deepEqual(
    (await ann.channel.list('Q03')).rows.map((row) => row['deviceid']),
    [BUS, VAN],
  );
  assert.deepEqual(told(ann.channel, 'P04').at(-1), { M: 'P04', L: 0, F: formatRights(new Set(rights)) });
  const [hers, foreign] = [await watch(ann.account), await watch(ann.account, VAN)];
  await server.app.users.change(ann.id, { level: 2 });
  await until('the stream of a device out of her groups ends', () => foreign.closed, waiting);
  assert.equal(hers.closed, false);
  assert.equal((await ann.channel.ask('S04', { A: 'read' }))[0]?.['R'], '403');
  assert.deepEqual(
    (await ann.channel.list('Q03')).rows.map((row) => row['deviceid']),
    [BUS],
  );
  assert.deepEqual([told(ann.channel, 'P03').length, told(eve.channel, 'P03').length], [2, 0]);
});

test('a device leaves the list of who lost its group by a push; nobody else is asked to fetch a list again', async (t) => {
  const { server, admin, waiting, enter, watch, north, south } = await setScene(t);
  const [ofNorth, ofSouth, ofBoth] = [
    await enter('ann', new Set(rights), [north]),
    await enter('bob', new Set(rights), [south]),
    await enter('eve', new Set(rights), [1]),
  ];
  const lists = async (channel: Channel) => {
    const { rows, fin } = await channel.list('Q03');
    return { ids: rows.map((row) => row['deviceid']), fin };
  };
  const channels = [admin, ofNorth.channel, ofSouth.channel, ofBoth.channel];
  const before = await Promise.all(channels.map(lists));
  assert.deepEqual(
    before.map(({ ids }) => ids),
    [[BUS, VAN], [BUS], [VAN], [BUS, VAN]],
  );
  for (const channel of channels) channel.pushes.length = 0;
  const viewers = [await watch(ofNorth.account), await watch(ofBoth.account)];

  await server.app.groups.change(north, { parentId: south });
  await Promise.all(channels.map(settled));
  // Bob has what lies below his group too, from now on; the others see what they saw.
  assert.deepEqual(
    channels.map((channel) => told(channel, 'P03').length),
    [0, 0, 1, 0],
  );
  assert.deepEqual(
    channels.map((channel) => told(channel, 'P05').length),
    [1, 0, 1, 0],
  );
  assert.deepEqual((await lists(ofSouth.channel)).ids, [BUS, VAN]);
  await server.app.users.change(ofNorth.id, { groupIds: [] });
  await until('her stream ends', () => viewers[0]?.closed, waiting);
  await Promise.all(channels.map(settled));
  assert.deepEqual(
    channels.map((channel) => told(channel, 'P03').length),
    [0, 1, 1, 0],
  );
  const emptied = await lists(ofNorth.channel);
  assert.deepEqual([emptied.ids, told(ofNorth.channel, 'P03').at(-1)?.['T']], [[], emptied.fin['T']]);
  assert.equal(viewers[1]?.closed, false);

  // Whose list is the same goes on with it: the token holds, and nothing is sent again.
  for (const [i, channel] of channels.entries()) {
    const { T, C } = before[i]?.fin ?? {};
    const { rows, fin } = await channel.list('Q04', { T, C });
    const same = i === 0 || i === 3;
    // Bob is told what came; the groups of an account are no difference of a list.
    const came = i === 2 ? [[BUS], []] : [[], undefined];
    assert.deepEqual([fin['T'] === T, rows.map((row) => row['deviceid']), fin['L']], [same, ...came], `channel ${i}`);
  }
});

test('what another program changes counts within a second', async (t) => {
  const { server, enter, watch, north } = await setScene(t);
  const ann = await enter('ann', new Set(['P_live']), [north]);
  const viewer = await watch(ann.account);
  const accounts = await openAccounts(server.data);
  await accounts.users.change(ann.id, { rights: new Set(['P_dash']) });
  await accounts.close();
  server.clock.advance(1000);
  // The second is that of the server's clock, which stands from here on.
  await until('she is told', () => told(ann.channel, 'P04').length === 1);
  await until('her stream ends', () => viewer.closed);
  assert.equal(ann.channel.closed, false);
});

test('only a password, the expiry and the removal of an account end what it has open', async (t) => {
  const { server, waiting, enter, watch, north } = await setScene(t);
  const { users } = server.app;
  const ends: [string, (id: number) => Promise<unknown>][] = [
    ['password', (id) => users.setPassword(id, toPasswordHash('Sesame-2'))],
    ['expiry', (id) => users.change(id, { expiresMs: server.clock.now() })],
    ['removal', (id) => users.remove(id)],
  ];
  for (const [name, end] of ends) {
    const person = await enter(name, new Set(rights), [north]);
    const viewer = await watch(person.account);
    await users.change(person.id, { level: 1, rights: new Set(['P_live']), expiresMs: server.clock.now() + 60_000 });
    await settled(person.channel);
    assert.deepEqual([person.channel.closed, viewer.closed], [false, false], name);
    await end(person.id);
    await until(`${name} ends both`, () => person.channel.closed && viewer.closed, waiting);
  }
});
