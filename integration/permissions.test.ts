// Permission sets over real sockets: S04 as administrators use it, what it refuses, that a change is enforced at once and signs nobody out,
// and the web server's memory of who is who. The screen is e2e/permission.spec.ts.
import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { formatRights, parseRights, type Right, rights } from '@outrider/contract';
import { toPasswordHash } from '../apps/server/src/kernel/access/credentials.ts';
import { afterwards } from './support/cleanup.ts';
import { logRows } from './support/logs.ts';
import { Channel, type Json, asJson, asList, httpCall } from './support/operator.ts';
import { Recorder } from './support/recorder.ts';
import { type Account, cheapKeeper, startDrivenServer } from './support/server.ts';
import { limitedTime } from './support/limited-time.ts';
import { until } from './support/until.ts';
import { Viewer } from './support/viewer.ts';

const HASH = toPasswordHash('Sesame-1');
const BUS = '13800000101';
const flagsOf = (...granted: Right[]): string => formatRights(new Set(granted));

const setScene = async (t: TestContext) => {
  const checked: string[] = [];
  const keeper = {
    ...cheapKeeper,
    check: (hash: string, stored: string | null) => {
      checked.push(hash);
      return cheapKeeper.check(hash, stored);
    },
  };
  const server = await startDrivenServer(t, {}, { keeper });
  const time = limitedTime(server.clock, 4);
  const { waiting } = time;
  const enter = async (account: Account): Promise<Channel> => {
    const channel = await Channel.signedIn(server, account, waiting);
    afterwards(t, () => channel.close());
    return channel;
  };
  const admin = await enter(server.admin);
  return {
    ...server,
    checked,
    time,
    waiting,
    enter,
    admin,
    add: async (name: string, level: number): Promise<Account> => {
      const about = { level, rights: null, expiresMs: null, groupIds: [1] };
      await server.app.users.add({ name, passwordHash: HASH, ...about });
      return { user: name, hash: HASH };
    },
    /** What the access log says of permissions, oldest first. */
    log: async () => (await logRows(server, '/gklog/accesslog', { action: 'Set permissions' })).toReversed(),
    s04: async (letters: Json, channel = admin): Promise<Json[]> => asList((await channel.get('S04', letters))['Z']),
    refused: async (letters: Json, channel = admin): Promise<[unknown, string]> => {
      const [answer] = await channel.ask('S04', letters);
      return [answer?.['R'], String(answer?.['Z'])];
    },
  };
};
const told = ({ pushes }: Channel): Json[] => pushes.filter(({ M }) => M === 'P04');
const setOf = (rows: Json[], id: string): Json => rows.find((row) => row['id'] === id) ?? {};

test('[F-USER-002 F-CMD-037] S04 read answers the permission sets with id, name and access; 0 holds every right', async (t) => {
  const { s04, add, enter, refused } = await setScene(t);
  const ann = await add('ann', 2);
  const rows = await s04({ A: 'read' });
  assert.deepEqual(
    rows.map(({ id, name, users }) => [id, name, users]),
    [
      ['0', 'Administrator', 1],
      ['1', 'Manager', 0],
      ['2', 'Operator', 1],
      ['3', 'Viewer', 0],
    ],
  );
  assert.equal(rows[0]?.['access'], '1'.repeat(rights.length));
  const operator = parseRights(String(rows[2]?.['access']));
  assert.deepEqual([operator.has('P_live'), operator.has('P_repb'), operator.has('F_lmdvrs')], [true, true, false]);
  assert.ok(rows.every(({ access }) => String(access).length === rights.length));
  assert.equal((await refused({ A: 'read' }, await enter(ann)))[0], '403');
  assert.equal((await refused({ A: 'destroy' }))[0], '400');
});

test('[F-CMD-038] access that is set is read again, counts at once everywhere for who has the set, and signs nobody out', async (t) => {
  const { s04, add, enter, time, waiting, clock, ports, refused } = await setScene(t);
  const admin = await enter(await add('boss', 0));
  await admin.get('D01', { I: BUS, C: 1 });
  const recorder = await Recorder.online(ports, { phone: BUS, waiting });
  afterwards(t, () => recorder.close());
  const [ann, eve] = [await add('ann', 2), await add('eve', 1)];
  const [anns, eves] = [await enter(ann), await enter(eve)];
  const watch = async (account: Account): Promise<Viewer> => {
    const viewer = await Viewer.open(ports.stream, account, BUS, { waiting });
    afterwards(t, () => viewer.close());
    return viewer;
  };
  const [hers, others] = [await watch(ann), await watch(eve)];
  const recordings = () =>
    httpCall(ports.http, 'POST', '/gkdevice/recordings', {
      account: ann,
      input: { deviceid: BUS, from: 1_767_225_600, to: 1_767_225_660 },
    });
  assert.equal((await recordings()).status, 200);

  // However many looks a busy machine takes: what follows needs no more of the server's time than that.
  time.leftMs = 900;
  const before = clock.now();
  const rows = await s04({ A: 'access', Z: [{ id: '2', access: flagsOf('P_dash') }] });
  assert.equal(setOf(rows, '2')['access'], flagsOf('P_dash'));
  assert.deepEqual(await s04({ A: 'read' }), rows);
  await until('her stream ends', () => hers.closed, waiting);
  assert.equal((await anns.ask('Q06', { I: BUS, B: 1_767_225_600, L: 1 }))[0]?.['R'], '403');
  assert.equal((await recordings()).status, 403);
  assert.match((await watch(ann)).status, / 403 /);
  assert.deepEqual(told(anns), [{ M: 'P04', L: 2, F: flagsOf('P_dash') }]);
  assert.ok(clock.now() - before < 1000, 'within a second');
  time.leftMs = Infinity;
  assert.deepEqual([anns.closed, eves.closed, others.closed, told(eves)], [false, false, false, []]);
  // It is in the log once, reading is not; and the set says who did it.
  const span = { afterUpdatetime: 0, beforeUpdatetime: 4_000_000_000, action: 'Set permissions' };
  const log = await httpCall(ports.http, 'POST', '/gklog/accesslog', {
    account: { user: 'boss', hash: HASH },
    input: span,
  });
  assert.deepEqual(
    asList(log.body).map(({ username, method, result }) => [username, method, result]),
    [['admin', 'S04', 'done']],
  );
  assert.equal(setOf(rows, '2')['updateby'], 'admin');
  assert.equal((await refused({ A: 'access', Z: [{ id: '2', access: '12' }] }))[0], '400');
});

test('[F-CMD-039] names that are set are read again; those up to 3 are fixed; copies are numbered above and removed when nobody has them', async (t) => {
  const { s04, refused, add, app } = await setScene(t);
  const copied = await s04({ A: 'copy', B: '2', C: 'Operator_Copy' });
  assert.deepEqual(
    [setOf(copied, '4')['name'], setOf(copied, '4')['access']],
    ['Operator_Copy', setOf(copied, '2')['access']],
  );
  const named = await s04({ A: 'name', Z: [{ id: '4', name: '調度員' }] });
  assert.equal(setOf(named, '4')['name'], '調度員');
  assert.deepEqual(await s04({ A: 'read' }), named);
  for (const [letters, result, text] of [
    [{ A: 'name', Z: [{ id: '2', name: 'Boss' }] }, '400', /name of this permission is fixed/],
    [{ A: 'name', Z: [{ id: '4', name: 'manager' }] }, '409', /permission named Manager/],
    [{ A: 'name', Z: [{ id: '4', name: 'a\u202Eb' }] }, '400', /invisible/],
    [{ A: 'name', Z: [{ id: '4', name: '' }] }, '400', /name/],
    [{ A: 'copy', B: '0', C: 'All' }, '400', /Permission 0/],
    [{ A: 'copy', B: '9', C: 'None' }, '404', /no such permission/],
    [{ A: 'copy', B: '2', C: 'viewer' }, '409', /permission named Viewer/],
    [{ A: 'access', Z: [{ id: '0', access: '0' }] }, '400', /Permission 0/],
    [{ A: 'access', Z: [{ id: '9', access: '0' }] }, '404', /no such permission/],
    [{ A: 'remove', B: '3' }, '400', /always there/],
  ] as const) {
    const [found, words] = await refused(letters);
    assert.equal(found, result, `${JSON.stringify(letters)} ${words}`);
    assert.match(words, text);
  }
  await add('ann', 4);
  const [inUse, why] = await refused({ A: 'remove', B: '4' });
  assert.deepEqual([inUse, why], ['409', 'Accounts have this permission: 1.']);
  await app.users.remove(app.users.byName('ann')?.id ?? 0);
  assert.equal((await s04({ A: 'remove', B: '4' })).length, 4);
  assert.deepEqual(await s04({ A: 'read' }), await s04({ A: 'read' }));
});

test('several sets are saved together or not at all, and nobody saves over what he has not seen', async (t) => {
  const { s04, refused, enter, add } = await setScene(t);
  const boss = await enter(await add('boss', 0));
  const seen = await s04({ A: 'read' });
  const edit = (id: string, access: string) => ({ id, access, updatetime: setOf(seen, id)['updatetime'] });
  await s04({ A: 'access', Z: [edit('2', '11')] }, boss);
  const [late, who] = await refused({ A: 'access', Z: [edit('1', '1'), edit('2', '1')] });
  assert.deepEqual([late, who], ['409', 'boss changed this in the meantime.']);
  const now = await s04({ A: 'read' });
  assert.deepEqual([setOf(now, '1'), setOf(now, '2')['updateby']], [setOf(seen, '1'), 'boss']);
  const fresh = (id: string) => ({ id, access: '1', updatetime: setOf(now, id)['updatetime'] });
  const saved = await s04({ A: 'access', Z: [fresh('1'), fresh('2')] });
  assert.deepEqual(
    ['1', '2'].map((id) => setOf(saved, id)['access']),
    [flagsOf('P_dash'), flagsOf('P_dash')],
  );
});

test('the access log says of each change of a set what it is and what it was, and which rights come and go', async (t) => {
  const { s04, refused, log } = await setScene(t);
  const flags = (id: string, rows: Json[]): unknown => setOf(rows, id)['access'];
  const seen = await s04({ A: 'read' });
  await s04({ A: 'access', Z: [{ id: '2', access: flagsOf('P_dash', 'F_ptz') }] });
  await s04({
    A: 'access',
    Z: [
      { id: '1', access: flagsOf() },
      { id: '2', access: flagsOf('P_dash', 'P_live') },
      { id: '3', access: flagsOf('P_live') },
    ],
  });
  await s04({ A: 'copy', B: '2', C: 'Guard' });
  await s04({ A: 'name', Z: [{ id: '4', name: 'Watch' }] });
  await s04({ A: 'remove', B: '4' });
  await refused({ A: 'name', Z: [{ id: '2', name: 'Boss' }] });
  const rows = await log();
  const kept = rows.map(({ result, data }) => {
    const { body, before } = asJson(data);
    return [result, asJson(body), before === undefined ? undefined : asJson(before)] as const;
  });
  assert.deepEqual(
    kept.map(([result]) => result),
    ['done', 'done', 'done', 'done', 'done', 'invalid'],
  );
  const [, second, copied, named, removed] = kept;
  assert.deepEqual(second?.[1]['set 2'], {
    access: flagsOf('P_dash', 'P_live'),
    gains: ['P_live'],
    loses: ['F_ptz'],
  });
  assert.equal('Z' in (second?.[1] ?? {}), false, 'not as a text that is cut');
  assert.deepEqual(second?.[2], {
    'set 1': { name: 'Manager', access: flags('1', seen) },
    'set 2': { name: 'Operator', access: flagsOf('P_dash', 'F_ptz') },
    'set 3': { name: 'Viewer', access: flags('3', seen) },
  });
  assert.deepEqual(copied?.slice(1), [
    { A: 'copy', B: '2', C: 'Guard', access: flagsOf('P_dash', 'P_live') },
    undefined,
  ]);
  assert.deepEqual(named?.slice(1), [{ A: 'name', 'set 4': { name: 'Watch' } }, { 'set 4': { name: 'Guard' } }]);
  assert.deepEqual(removed?.[2], { 'set 4': { name: 'Watch', access: flagsOf('P_dash', 'P_live') } });
});

test('the memory of who is who is dropped: each name and hash is checked again, and what another program changed is told', async (t) => {
  const { ports, admin, add, enter, checked, data, app } = await setScene(t);
  const ann = await add('ann', 2);
  const anns = await enter(ann);
  const info = () => httpCall(ports.http, 'POST', '/gkcommon/userinfo', { account: ann });
  await info();
  checked.length = 0;
  await info();
  assert.deepEqual(checked, [], 'remembered');
  const buffer = (input: Json, account?: Account) =>
    httpCall(ports.http, 'DELETE', '/gkserver/buffer', { ...(account && { account }), input });
  const boss = { user: 'admin', hash: toPasswordHash(app.initialPassword ?? '') };
  const database = new DatabaseSync(join(data, 'outrider.sqlite'));
  database.exec("UPDATE permission_sets SET rights = '1' WHERE id = 2");
  database.close();
  assert.equal((await buffer({ name: 'member', notifyGMS: false }, boss)).status, 200);
  await anns.get('Q01');
  assert.deepEqual(told(anns), [{ M: 'P04', L: 2, F: flagsOf('P_dash') }]);
  checked.length = 0;
  await info();
  assert.equal(checked.length, 1, 'checked again');
  assert.equal((await buffer({ name: 'everything' }, boss)).status, 400);
  assert.equal((await buffer({ name: 'member' }, ann)).status, 403);
  assert.deepEqual([anns.closed, admin.closed], [false, false]);
});
