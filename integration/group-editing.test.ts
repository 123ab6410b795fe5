// Groups edited over HTTP while people work: what each call answers, what is refused by script, and that a tick is told to those alone whose
// view it changes.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { rights } from '@outrider/contract';

import { toPasswordHash } from '../apps/server/src/kernel/access/credentials.ts';
import { afterwards } from './support/cleanup.ts';
import { locationAt } from './support/device.ts';
import { Channel, type Json, asJson, asList, httpCall } from './support/operator.ts';
import { Recorder } from './support/recorder.ts';
import { type Account, cheapKeeper, startDrivenServer } from './support/server.ts';
import { limitedTime } from './support/limited-time.ts';
import { until } from './support/until.ts';
import { Viewer } from './support/viewer.ts';

const HASH = toPasswordHash('Sesame-1');
const [BUS, VAN] = ['13800000101', '13800000102'];
const ROOT = '1';

const setScene = async (t: TestContext) => {
  const server = await startDrivenServer(t, {}, { keeper: cheapKeeper });
  const time = limitedTime(server.clock, 4);
  const { waiting } = time;
  const admin = await Channel.signedIn(server, server.admin, waiting);
  for (const I of [BUS, VAN]) await admin.get('D01', { I, C: 2 });
  const call = (method: string, path: string, input: Json = {}, account: Account = server.admin) =>
    httpCall(server.ports.http, method, `/gkserver/${path}`, { account, input });
  /** As `call`, for what must succeed. */
  const done = async (method: string, path: string, input: Json = {}, account: Account = server.admin) => {
    const { status, body } = await call(method, path, input, account);
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  };
  const add = async (name: string, parentid = ROOT): Promise<string> =>
    String(asJson(await done('POST', 'usergroup', { parentid, newChildrenName: name }))['groupid']);
  const enter = async (user: string, groupIds: string[], level = 2): Promise<Account> => {
    const groups = groupIds.map(Number);
    const account = { name: user, passwordHash: HASH, level, rights: new Set(rights), expiresMs: null };
    await server.app.users.add({ ...account, groupIds: groups });
    return { user, hash: HASH };
  };
  return { server, time, waiting, admin, call, done, add, enter };
};

const rowOf = (rows: unknown, id: string): Json | undefined => asList(rows).find(({ groupid }) => groupid === id);
const dataOf = (body: unknown): unknown => asJson(body)['data'];
const textOf = (body: unknown): string => String(asJson(body)['message']);

test('[A-GROUP-018 A-GROUP-020 A-GROUP-021 A-GROUP-022 A-GROUP-023 A-SUMMARY-008 E-HTTP-028 E-ENT-036] http: groups are added, renamed, moved and deleted, and both lists tell it', async (t) => {
  const { done, add, enter, call, server } = await setScene(t);
  const [north, south] = [await add('north'), await add('south')];
  const coast = await add('coast', north);
  const list = () => done('GET', 'usergroup');
  assert.deepEqual(
    asList(await list()).map(({ groupid, parentid, name }) => [groupid, parentid, name]),
    [
      [ROOT, null, 'All devices'],
      [north, ROOT, 'north'],
      [south, ROOT, 'south'],
      [coast, north, 'coast'],
    ],
  );
  assert.deepEqual(dataOf(await done('GET', 'usergroup/admin')), await list(), 'the same of an account');
  await done('PUT', 'usergroup', { groupid: coast, newGroupName: 'shore' });
  assert.equal(rowOf(await list(), coast)?.['name'], 'shore');
  await done('PUT', 'usergroup', { groupid: coast, newParentid: south });
  assert.equal(rowOf(await list(), coast)?.['parentid'], south);

  const ann = await enter('ann', [south]);
  await done('POST', 'groupdevice', { groupid: coast, deviceid: VAN });
  const hers = dataOf(await done('GET', 'usergroup/ann', {}, ann));
  assert.deepEqual(
    asList(hers).map(({ name, parentid }) => [name, parentid]),
    [
      ['south', null],
      ['shore', south],
    ],
    'the top of what she reaches has none above it',
  );
  assert.deepEqual(dataOf(await done('GET', 'usergroup/ann')), hers, 'an administrator sees it of others');
  assert.deepEqual(
    [(await call('GET', 'usergroup/admin', {}, ann)).status, (await call('GET', 'usergroup/nobody')).status],
    [404, 404],
  );
  const info = asJson((await httpCall(server.ports.http, 'POST', '/gkcommon/userinfo', { account: ann })).body);
  assert.deepEqual(
    [asList(info['childrens']), info['devices']],
    [
      [
        { groupid: south, name: 'south' },
        { groupid: coast, name: 'shore' },
      ],
      [VAN],
    ],
  );
  await done('DELETE', 'usergroup', { groupid: coast });
  assert.equal(rowOf(await list(), coast), undefined);
});

test('[A-GROUP-019 A-GROUP-024 A-GROUP-025 A-SUMMARY-009 E-HTTP-029] http: devices are put into groups and taken out, and both lists tell it', async (t) => {
  const { done, add, enter, call, server, admin } = await setScene(t);
  const [north, south] = [await add('north'), await add('south')];
  const link = (groupid: string, deviceid: string): Json => ({ groupid, deviceid });
  for (const [groupid, deviceid] of [
    [north, BUS],
    [south, BUS],
    [south, VAN],
    [south, VAN],
  ] as const)
    assert.deepEqual(await done('POST', 'groupdevice', link(groupid, deviceid)), link(groupid, deviceid));
  const all = [link(north, BUS), link(south, BUS), link(south, VAN)];
  assert.deepEqual(await done('GET', 'groupdevice'), all, 'twice is once');
  assert.deepEqual(dataOf(await done('GET', 'groupdevice/admin')), all);
  const ann = await enter('ann', [north]);
  assert.deepEqual(await done('GET', 'groupdevice', {}, ann), [link(north, BUS)], 'as far as she reaches both');
  assert.deepEqual(dataOf(await done('GET', 'groupdevice/ann')), [link(north, BUS)]);
  const inSouth = await httpCall(server.ports.http, 'POST', '/gkcommon/groupdevicelist', {
    account: server.admin,
    input: { groupid: south },
  });
  assert.deepEqual(inSouth.body, [BUS, VAN]);
  await done('DELETE', 'groupdevice', link(south, BUS));
  assert.deepEqual(await done('GET', 'groupdevice'), [link(north, BUS), link(south, VAN)]);

  // Who is not registered keeps its groups for its return: neither told nor taken out meanwhile.
  await admin.get('D02', { I: VAN });
  assert.deepEqual(await done('GET', 'groupdevice'), [link(north, BUS)]);
  for (const method of ['POST', 'DELETE'])
    for (const deviceid of [VAN, 'NONE']) {
      const { status, body } = await call(method, 'groupdevice', link(south, deviceid));
      assert.deepEqual([status, textOf(body)], [404, `Unknown device ${deviceid}`], `${method} ${deviceid}`);
    }
  await admin.get('D01', { I: VAN, C: 2 });
  assert.deepEqual(await done('GET', 'groupdevice'), [link(north, BUS), link(south, VAN)]);
  assert.equal((await call('POST', 'groupdevice', link('99', BUS))).status, 404);
});

test('what the page does not offer is refused by script: circles, the root, bad names, groups in use, other levels', async (t) => {
  const { done, add, enter, call, server } = await setScene(t);
  const north = await add('north');
  const coast = await add('coast', north);
  const ann = await enter('ann', [coast]);
  const refused = async (method: string, input: Json, expected: RegExp) => {
    const { status, body } = await call(method, 'usergroup', input);
    assert.match(`${status} ${textOf(body)}`, expected);
  };
  for (const newParentid of [north, coast])
    await refused('PUT', { groupid: north, newParentid }, /^400 A group cannot lie below itself/);
  await refused('PUT', { groupid: ROOT, newParentid: north }, /^400 The root group has no group above it/);
  await refused('PUT', { groupid: north, newParentid: '99' }, /^404 /);
  await refused('PUT', { groupid: north }, /^400 /);
  await refused('POST', { parentid: '99', newChildrenName: 'x' }, /^404 /);
  for (const name of ['', 'two words', "it's", 'a\tb', 'a\u0007b', 'a\u202eb', 'x'.repeat(65)]) {
    await refused('POST', { parentid: ROOT, newChildrenName: name }, /^400 .*without spaces and single quotes/);
    await refused('PUT', { groupid: north, newGroupName: name }, /^400 .*without spaces and single quotes/);
  }
  await add('<b>&amp;車隊</b>');
  const south = await add('south');
  const shore = await add('Coast', south);
  for (const [method, input] of [
    ['POST', { parentid: ROOT, newChildrenName: 'North' }],
    ['PUT', { groupid: south, newGroupName: 'north' }],
    ['PUT', { groupid: shore, newParentid: north }],
  ] as const)
    await refused(method, input, /^409 A group of that name is here already\.$/);
  await refused('DELETE', { groupid: ROOT }, /^400 The root group cannot be removed/);
  await refused('DELETE', { groupid: north }, /^409 This group has groups below it/);
  await refused('DELETE', { groupid: coast }, /^409 This group is the group of ann\. /);
  await server.app.users.change(server.app.users.byName('ann')?.id ?? 0, { groupIds: [Number(north)] });
  await done('DELETE', 'usergroup', { groupid: coast });
  for (const [method, path, input] of [
    ['POST', 'usergroup', { parentid: north, newChildrenName: 'mine' }],
    ['PUT', 'usergroup', { groupid: north, newGroupName: 'mine' }],
    ['DELETE', 'usergroup', { groupid: north }],
    ['POST', 'groupdevice', { groupid: north, deviceid: BUS }],
    ['DELETE', 'groupdevice', { groupid: north, deviceid: BUS }],
    ['POST', 'findsetting', { deviceid: BUS }],
  ] as const)
    assert.equal((await call(method, path, input, ann)).status, 403, `${method} ${path}`);
});

test('two administrators on one group: the second is told who changed it, when, and what stands there now', async (t) => {
  const { done, add, enter, call, server } = await setScene(t);
  const north = await add('north');
  const eve = await enter('eve', [], 0);
  const seen = rowOf(await done('GET', 'usergroup'), north)?.['updatetime'];
  server.clock.advance(60_000);
  const { updatetime } = asJson(
    await done('PUT', 'usergroup', { groupid: north, newGroupName: 'nord', updatetime: seen }, eve),
  );
  for (const [method, input] of [
    ['PUT', { groupid: north, newGroupName: 'norte', updatetime: seen }],
    ['DELETE', { groupid: north, updatetime: seen }],
  ] as const) {
    const { status, body } = await call(method, 'usergroup', input);
    assert.equal(status, 409);
    assert.deepEqual(asJson(body)['changed'], {
      updatetime,
      updateby: 'eve',
      present: { groupid: north, newGroupName: 'nord', newParentid: ROOT },
    });
  }
  assert.equal(Number(updatetime), Math.floor(server.clock.now() / 1000));
  await done('PUT', 'usergroup', { groupid: north, newGroupName: 'norte', updatetime });
  assert.equal(rowOf(await done('GET', 'usergroup'), north)?.['name'], 'norte');
  const log = { afterUpdatetime: 0, beforeUpdatetime: 4_000_000_000, action: 'Change group' };
  const { body } = await httpCall(server.ports.http, 'POST', '/gklog/accesslog', { account: server.admin, input: log });
  assert.deepEqual(
    asList(body).map(({ username, result, data }) => [username, result, asJson(asJson(data)['before'])['name']]),
    [
      ['admin', 'done', 'nord'],
      ['admin', 'conflict', 'nord'],
      ['eve', 'done', 'north'],
    ],
  );
});

const told = ({ pushes }: Channel, code: string): Json[] => pushes.filter(({ M }) => M === code);

test('one tick is heard by those alone whose view it changes: in lists, positions, playback and streams, without a list fetched again', async (t) => {
  const { server, time, waiting, admin, done, add, enter } = await setScene(t);
  const [north, south] = [await add('north'), await add('south')];
  await done('POST', 'groupdevice', { groupid: south, deviceid: VAN });
  const recorder = await Recorder.online(server.ports, { phone: VAN, waiting });
  afterwards(t, () => recorder.close());
  const accounts = {
    ann: await enter('ann', [north]),
    bob: await enter('bob', [south]),
    eve: await enter('eve', [ROOT]),
  };
  const [ann, bob, eve] = await Promise.all(
    [accounts.ann, accounts.bob, accounts.eve].map((account) => Channel.signedIn(server, account, waiting)),
  );
  assert.ok(ann && bob && eve);
  const channels = { admin, ann, bob, eve };
  for (const channel of Object.values(channels)) await channel.get('P01', { A: 'all' });
  const fins = new Map<Channel, Json>();
  for (const channel of Object.values(channels)) fins.set(channel, (await channel.list('Q03')).fin);
  assert.deepEqual((await ann.list('Q03')).rows, [], 'nothing to see yet');
  const heard = async () => {
    for (const channel of Object.values(channels)) await channel.get('Q01'); // what was pushed lies before its answer
    return Object.values(channels).map((channel) => [told(channel, 'P03').length, told(channel, 'P05').length]);
  };
  /** What Q04 says to who knows the list of before. */
  const since = async (channel: Channel) => {
    const { rows, fin } = await channel.list('Q04', { T: fins.get(channel)?.['T'], C: fins.get(channel)?.['C'] });
    const same = fin['T'] === fins.get(channel)?.['T'];
    fins.set(channel, fin);
    return { came: rows.map(({ deviceid }) => deviceid), went: fin['L'], same };
  };
  const watch = async (query: Json) => {
    const asked = { deviceid: VAN, channel: '1', stream: 'sub', delay: '40', ...query };
    const viewer = await Viewer.ask(server.ports.stream, accounts.ann, asked, waiting);
    afterwards(t, () => viewer.close());
    return viewer;
  };
  const live = { type: 'live' };
  const playback = {
    type: 'lopb',
    streamid: '1',
    spbtime: String(Math.floor(server.clock.now() / 1000)),
    duration: '60',
  };
  assert.match((await watch(live)).status, / 404 /);
  for (const channel of Object.values(channels)) channel.pushes.length = 0;

  time.leftMs = 900;
  const before = server.clock.now();
  await done('POST', 'groupdevice', { groupid: north, deviceid: VAN });
  // admin: the change itself. ann: her list and the groups. bob and eve see the van as they did: not a word.
  assert.deepEqual(await heard(), [
    [0, 1],
    [1, 1],
    [0, 0],
    [0, 0],
  ]);
  assert.deepEqual(told(admin, 'P05'), [{ M: 'P05', A: 'links', I: VAN, G: north, S: 1 }]);
  assert.deepEqual(told(ann, 'P05'), [{ M: 'P05', A: 'links' }]);
  assert.deepEqual(await since(ann), { came: [VAN], went: [], same: false });
  assert.equal(told(ann, 'P03')[0]?.['T'], fins.get(ann)?.['T']);
  for (const channel of [admin, bob, eve])
    assert.deepEqual(await since(channel), { came: [], went: undefined, same: true }, 'their lists go on');
  const [viewer, played] = [await watch(live), await watch(playback)];
  assert.match(viewer.status, / 101 /, 'a stream of what she gained opens');
  assert.match(played.status, / 101 /);
  assert.ok(server.clock.now() - before < 1000, 'all of it within a second');
  time.leftMs = Infinity;
  await recorder.device.locate(locationAt(server.clock.now(), { latitude: 24 }));
  await until('its position reaches her', () => told(ann, 'P02').length > 0, waiting);

  for (const channel of Object.values(channels)) channel.pushes.length = 0;
  time.leftMs = 900;
  const untickedMs = server.clock.now();
  await done('DELETE', 'groupdevice', { groupid: north, deviceid: VAN });
  await until('what she lost is closed', () => viewer.closed && played.closed, waiting);
  assert.deepEqual(await heard(), [
    [0, 1],
    [1, 1],
    [0, 0],
    [0, 0],
  ]);
  assert.deepEqual(told(admin, 'P05'), [{ M: 'P05', A: 'links', I: VAN, G: north, S: 0 }]);
  assert.deepEqual(await since(ann), { came: [], went: [VAN], same: false });
  assert.ok(server.clock.now() - untickedMs < 1000);
  time.leftMs = Infinity;
  assert.match((await watch(live)).status, / 404 /);
  await recorder.device.locate(locationAt(server.clock.now(), { latitude: 25 }));
  await until(
    'the others hear of it',
    () => [admin, bob, eve].every((channel) => told(channel, 'P02').length > 0),
    waiting,
  );
  await ann.get('Q01');
  assert.deepEqual(told(ann, 'P02'), []);

  // A console that missed it all, and one that knows a list of another time.
  await done('POST', 'groupdevice', { groupid: north, deviceid: VAN });
  await done('POST', 'groupdevice', { groupid: north, deviceid: BUS });
  await done('DELETE', 'groupdevice', { groupid: north, deviceid: VAN });
  assert.deepEqual(await since(ann), { came: [BUS], went: [VAN], same: false });
  assert.equal((await ann.list('Q04', { T: 'elsewhere.0.0', C: 0 })).fin['L'], undefined);
});

test('R22 who may see a vehicle or a group: each way by which an account reaches it, with its level', async (t) => {
  const { done, add, enter, call, server } = await setScene(t);
  const north = await add('north');
  const [coast, south] = [await add('coast', north), await add('south')];
  await enter('ann', [north]);
  await enter('bob', [south, coast], 3);
  await enter('eve', [ROOT], 1);
  const root = await enter('root2', [], 0);
  await enter('nobody', []);
  await server.app.users.change(server.app.users.byName('ann')?.id ?? 0, { expiresMs: server.clock.now() + 1000 });
  server.clock.advance(1000);
  await done('POST', 'groupdevice', { groupid: coast, deviceid: BUS });
  const find = async (input: Json, account?: Account) =>
    asList(await done('POST', 'findsetting', input, account)).map(
      ({ username, permission, groupid, heldby, expired }) =>
        [username, permission, groupid, heldby, expired].join(' '),
    );
  const administrators = ['admin 0   0', 'root2 0   0'];
  assert.deepEqual((await find({ deviceid: BUS })).toSorted(), [
    administrators[0],
    `ann 2 ${north} ${coast} 1`,
    `bob 3 ${coast} ${coast} 0`,
    `eve 1 ${ROOT} ${coast} 0`,
    administrators[1],
  ]);
  assert.deepEqual((await find({ deviceid: VAN })).toSorted(), [
    administrators[0],
    `eve 1 ${ROOT} ${ROOT} 0`,
    administrators[1],
  ]);
  assert.deepEqual((await find({ groupid: south })).toSorted(), [
    administrators[0],
    `bob 3 ${south}  0`,
    `eve 1 ${ROOT}  0`,
    administrators[1],
  ]);
  assert.ok(
    !(await find({ deviceid: BUS }, root)).includes('admin 0   0'),
    'accounts of level 0 are told to admin alone',
  );
  assert.deepEqual(
    [
      (await call('POST', 'findsetting', { deviceid: 'NONE' })).status,
      (await call('POST', 'findsetting', { groupid: '99' })).status,
    ],
    [404, 404],
  );
});

test('an administrator who is not named admin cannot find other administrators by asking for their groups or devices', async (t) => {
  const { done, enter, call } = await setScene(t);
  const [boss, ann] = [await enter('boss', [], 0), await enter('ann', [ROOT])];
  await enter('chief', [], 0);
  for (const path of ['usergroup', 'groupdevice']) {
    const status = async (name: string, account?: Account) =>
      (await call('GET', `${path}/${name}`, {}, account)).status;
    assert.deepEqual(
      [await status('chief', boss), await status('admin', boss), await status('chief', ann)],
      [404, 404, 404],
      path,
    );
    const { body } = await call('GET', `${path}/chief`, {}, boss);
    assert.deepEqual(body, (await call('GET', `${path}/nobody`, {}, boss)).body, 'as for one that is not there');
    for (const name of ['boss', 'ann']) await done('GET', `${path}/${name}`, {}, boss);
    await done('GET', `${path}/chief`); // admin sees them all
  }
});
