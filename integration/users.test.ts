// Accounts over real sockets: the calls of user management, every rule of them by script, what expiry, the last sign-in and the days back
// do. The screen is e2e/users.spec.ts.
import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { MAX_USERS, SECRET_MASK } from '@outrider/contract';
import { t0704LocationBatch } from '@outrider/jt808';
import type { AppOverrides } from '../apps/server/src/app.ts';
import type { Config } from '../apps/server/src/config.ts';
import { toPasswordHash } from '../apps/server/src/kernel/access/credentials.ts';
import { putFootage } from '../e2e/support/recorded.ts';
import { afterwards } from './support/cleanup.ts';
import { askCgi } from './support/downloads.ts';
import { Device, locationAt } from './support/device.ts';
import { Channel, type Json, type Reply, asJson, asList, httpCall } from './support/operator.ts';
import { openPlayback, seek } from './support/playback.ts';
import { type Account, cheapKeeper, startDrivenServer } from './support/server.ts';
import { until } from './support/until.ts';

const [HASH, OTHER] = [toPasswordHash('Sesame-1'), toPasswordHash('Sesame-2')];
const DAY_MS = 86_400_000;
const USERS = '/gkserver/userlist';
const ACCOUNT = '/gkserver/account';
/** All thirteen fields of the documented body. */
const whole = {
  editingName: 'ann',
  editingPW: HASH,
  editingPermission: 2,
  editingGroupid: '1',
  editingChangingPassword: true,
  expirydate: '2999-12-31',
  rdbretention: 30,
  maplocation: '24.07,120.52',
  mail1: 'ann@example.org',
  phone: '+886 2 1234',
  extuser: 'geo',
  extpass: 'Geheim-9',
  memo: 'Night shift',
};

const setScene = async (t: TestContext, config: Partial<Config> = {}, overrides: AppOverrides = {}) => {
  const server = await startDrivenServer(t, config, { keeper: cheapKeeper, ...overrides });
  const ask = (method: string, path: string, input: Json = {}, account: Account = server.admin): Promise<Reply> =>
    httpCall(server.ports.http, method, path, { account, input });
  const list = async (account?: Account): Promise<Json[]> => asList((await ask('POST', USERS, {}, account)).body);
  const row = async (name: string): Promise<Json> => (await list()).find((each) => each['name'] === name) ?? {};
  const save = async (method: string, input: Json, account?: Account): Promise<[number, string]> => {
    const { status, body } = await ask(method, ACCOUNT, input, account);
    return [status, String(asJson(body)['message'])];
  };
  return { ...server, ask, list, row, save, waiting: { between: () => server.clock.advance(4) } };
};

test('[A-USER-034 A-USER-035 A-USER-036 A-USER-037] an account is added with all its fields, listed, changed, removed; no answer and no log holds a secret', async (t) => {
  const { ask, list, row, save, ports, admin } = await setScene(t);
  const credentials = { username: admin.user, password: admin.hash };
  assert.deepEqual(await save('POST', { ...whole, ...credentials }), [200, 'Save Success']);
  const { updatetime, ...ann } = await row('ann');
  assert.deepEqual(ann, {
    name: 'ann',
    permission: 2,
    groupid: '1',
    othergroups: 0,
    ownrights: false,
    expirydate: '2999-12-31',
    rdbretention: 30,
    maplocation: '24.07,120.52',
    mail1: 'ann@example.org',
    phone: '+886 2 1234',
    memo: 'Night shift',
    extuser: 'geo',
    extpass: SECRET_MASK,
    updateby: 'admin',
    logintime: 0,
  });
  assert.ok(Number(updatetime) > 0);
  const anns = await Channel.signedIn({ ports, admin }, { user: 'ann', hash: HASH });
  assert.equal(anns.closed, false, 'and signs in');
  const center = async (account: Account) => {
    const { body } = await ask('GET', '/gkserver/mapsources', {}, account);
    return asJson(body)['center'];
  };
  assert.deepEqual(await center({ user: 'ann', hash: HASH }), { lat: 24.07, lng: 120.52 }, 'her map begins there');
  assert.notDeepEqual(await center(admin), { lat: 24.07, lng: 120.52 });

  // The mask keeps what there is; without the mark of a change a password that is sent along does not count.
  const change = { editingName: 'ann', memo: 'Day shift', extpass: SECRET_MASK, expirydate: '', editingPW: OTHER };
  assert.deepEqual(await save('PUT', { ...change, editingChangingPassword: false }), [200, 'Save Success']);
  const changed = await row('ann');
  assert.deepEqual(
    ['memo', 'expirydate', 'phone', 'extpass'].map((field) => changed[field]),
    ['Day shift', '', '+886 2 1234', SECRET_MASK],
  );
  assert.equal((await ask('POST', '/gkcommon/userinfo', {}, { user: 'ann', hash: HASH })).status, 200, 'the old one');
  assert.equal(anns.closed, false, 'and she works on');
  await save('PUT', { editingName: 'ann', editingChangingPassword: true, editingPW: OTHER });
  await until('a new password ends what is open', () => anns.closed);
  assert.equal((await ask('POST', '/gkcommon/userinfo', {}, { user: 'ann', hash: OTHER })).status, 200);

  const answers = JSON.stringify(await list());
  // A program that cannot send a body names the account in the query.
  assert.equal(
    (
      await fetch(`http://127.0.0.1:${ports.http}${ACCOUNT}?editingName=ann&username=admin&password=${admin.hash}`, {
        method: 'DELETE',
      })
    ).status,
    200,
  );
  assert.deepEqual(
    (await list()).map(({ name }) => name),
    ['admin'],
  );
  const log = await ask('POST', '/gklog/accesslog', { afterUpdatetime: 0, beforeUpdatetime: 4_000_000_000 });
  const rows = asList(log.body).filter(({ action }) => String(action).endsWith(' account'));
  assert.deepEqual(
    rows.map(({ action, method }) => [action, method]),
    [
      ['Remove account', 'DELETE'],
      ['Change account', 'PUT'],
      ['Change account', 'PUT'],
      ['Add account', 'POST'],
    ],
  );
  const { body, before } = asJson(rows[2]?.['data']);
  assert.deepEqual([asJson(body)['memo'], asJson(before)['memo']], ['Day shift', 'Night shift']);
  for (const secret of [HASH, OTHER, admin.hash, 'Geheim-9', 'argon2'])
    assert.ok(!answers.includes(secret) && !JSON.stringify(log.body).includes(secret), secret);
});

test('what does not fit is refused with its rule, and nothing is stored', async (t) => {
  const { list, save } = await setScene(t);
  const wrong: [Json, number, RegExp][] = [
    [{ editingName: '' }, 400, /editingName/],
    [{ editingName: 'a:b' }, 400, /colon/],
    [{ editingName: ' ann' }, 400, /space at its ends/],
    [{ editingName: 'a\u202Enn' }, 400, /invisible/],
    [{ editingName: 'a\u0000nn' }, 400, /invisible/],
    [{ editingPW: 'E3B0C44298FC1C149AFBF4C8996FB92427AE41E4649B934CA495991B7852B855' }, 400, /empty password/],
    [{ editingPW: 'Sesame-1' }, 400, /editingPW/],
    [{ editingPermission: 77 }, 400, /no such permission/],
    [{ editingGroupid: '' }, 400, /editingGroupid/],
    [{ editingGroupid: '99' }, 400, /no such group/],
    [{ expirydate: '2024-13-40' }, 400, /expiry date/],
    [{ expirydate: '2023-02-29' }, 400, /expiry date/],
    [{ maplocation: 'abc' }, 400, /map location/],
    [{ maplocation: '91,0' }, 400, /map location/],
    [{ mail1: 'nobody' }, 400, /mail address/],
    [{ rdbretention: -1 }, 400, /rdbretention/],
    [{ memo: 'x'.repeat(501) }, 400, /memo/],
    [{ editingName: 'ADMIN' }, 409, /already/],
  ];
  for (const [change, status, text] of wrong) {
    const [found, message] = await save('POST', { ...whole, ...change });
    assert.equal(found, status, `${JSON.stringify(change)} ${message}`);
    assert.match(message, text);
  }
  assert.equal((await list()).length, 1);
  assert.equal((await save('PUT', { editingName: 'nobody', memo: '' }))[0], 404);
  assert.equal((await save('DELETE', { editingName: 'nobody' }))[0], 404);
});

test('[A-USER-028 A-USER-030 A-USER-031] admin stays, only admin makes administrators, and the others do not know of them, by script', async (t) => {
  const { list, row, save, ask, ports } = await setScene(t);
  const [boss, chief] = [
    { user: 'boss', hash: HASH },
    { user: 'chief', hash: HASH },
  ];
  for (const { user } of [boss, chief])
    assert.equal((await save('POST', { ...whole, editingName: user, editingPermission: 0, expirydate: '' }))[0], 200);
  await save('POST', whole);
  assert.match((await save('DELETE', { editingName: 'admin' }))[1], /admin cannot be removed/);
  assert.match((await save('PUT', { editingName: 'admin', editingPermission: 1 }))[1], /stays an administrator/);
  const names = (rows: Json[]) => rows.map(({ name }) => name);
  assert.deepEqual(names(await list()), ['admin', 'ann', 'boss', 'chief']);
  assert.deepEqual(names(await list(boss)), ['ann', 'boss'], 'of the administrators the own account only');
  for (const [method, input] of [
    ['PUT', { editingName: 'chief', memo: 'x' }],
    ['PUT', { editingName: 'admin', editingChangingPassword: true, editingPW: OTHER }],
    ['DELETE', { editingName: 'chief' }],
    ['DELETE', { editingName: 'admin' }],
  ] as const)
    assert.equal((await save(method, input, boss))[0], 404, `${method} ${JSON.stringify(input)}`);
  assert.equal((await save('POST', { ...whole, editingName: 'eve', editingPermission: 0 }, boss))[0], 403);
  assert.equal((await save('PUT', { editingName: 'ann', editingPermission: 0 }, boss))[0], 403);
  assert.equal((await row('ann'))['permission'], 2);
  // Nobody takes the own permission or account away, and nobody below level 0 does any of this.
  assert.match((await save('PUT', { editingName: 'boss', editingPermission: 1 }, boss))[1], /own permission/);
  assert.match((await save('PUT', { editingName: 'boss', expirydate: '2001-01-01' }, boss))[1], /own account expire/);
  assert.match((await save('DELETE', { editingName: 'boss' }, boss))[1], /own account/);
  const ann = { user: 'ann', hash: HASH };
  assert.equal((await ask('POST', USERS, {}, ann)).status, 403);
  for (const method of ['POST', 'PUT', 'DELETE']) assert.equal((await save(method, whole, ann))[0], 403, method);
  // An access log row names who was refused.
  const log = await ask('POST', '/gklog/accesslog', { afterUpdatetime: 0, beforeUpdatetime: 4e9, member: 'boss' });
  assert.ok(asList(log.body).some(({ result, action }) => result === 'forbidden' && action === 'Add account'));
  assert.equal((await httpCall(ports.http, 'POST', USERS, {})).status, 401);
});

test('extra administrators where the deployment says so; one administrator without an end stays; nobody is removed peer to peer', async (t) => {
  const extra = await setScene(t, { elseAdmin: true, peerToPeer: true });
  const boss = { user: 'boss', hash: HASH };
  const add = { ...whole, editingPermission: 0, expirydate: '' };
  assert.equal((await extra.save('POST', { ...add, editingName: 'boss' }))[0], 200);
  assert.equal((await extra.save('POST', { ...add, editingName: 'eve' }, boss))[0], 200);
  assert.equal((await extra.save('PUT', { editingName: 'boss', expirydate: '2999-01-01' }))[0], 200);
  assert.equal((await extra.save('PUT', { editingName: 'eve', expirydate: '2999-01-01' }))[0], 200);
  const [status, message] = await extra.save('PUT', { editingName: 'admin', expirydate: '2999-01-01' });
  assert.equal(status, 400);
  assert.match(message, /last administrator/);
  assert.equal((await extra.row('admin'))['expirydate'], '');
  assert.equal((await extra.save('DELETE', { editingName: 'boss' }))[0], 403);
  assert.equal((await extra.list()).length, 3);
});

test('rights of the own stay through any save but that of another permission, which takes them away', async (t) => {
  const { app, save, row } = await setScene(t);
  const own = { level: 2, rights: new Set(['P_live'] as const), expiresMs: null, groupIds: [1] };
  await app.users.add({ name: 'ann', passwordHash: HASH, ...own });
  const granted = () => [...(app.users.byName('ann')?.rights ?? [])];
  assert.equal((await save('PUT', { editingName: 'ann', editingPermission: 2, memo: 'Day shift' }))[0], 200);
  assert.deepEqual([(await row('ann'))['ownrights'], granted()], [true, ['P_live']]);
  assert.equal((await save('PUT', { editingName: 'ann', editingPermission: 3 }))[0], 200);
  assert.equal((await row('ann'))['ownrights'], false);
  const set = app.users.permissionSets().find(({ id }) => id === 3);
  assert.deepEqual(granted(), [...(set?.rights ?? [])]);
});

test('the last administrator without an expiry date is not removed either, by one who has such a date', async (t) => {
  const { save, list } = await setScene(t);
  const lasting = { ...whole, editingPermission: 0, expirydate: '' };
  assert.equal((await save('POST', { ...lasting, editingName: 'boss' }))[0], 200);
  assert.equal((await save('POST', { ...lasting, editingName: 'chief' }))[0], 200);
  assert.equal((await save('PUT', { editingName: 'admin', expirydate: '2999-01-01' }))[0], 200);
  assert.equal((await save('DELETE', { editingName: 'chief' }))[0], 200);
  const [status, message] = await save('DELETE', { editingName: 'boss' });
  assert.equal(status, 400);
  assert.match(message, /last administrator/);
  assert.deepEqual(
    (await list()).map(({ name }) => name),
    ['admin', 'boss'],
  );
});

test(`[A-USER-015] account ${MAX_USERS + 1} is refused by the server in the documented words, two at once included`, async (t) => {
  const { app, list, save, data } = await setScene(t);
  const database = new DatabaseSync(join(data, 'outrider.sqlite'));
  const insert = database.prepare(
    "INSERT INTO users (name, password, level, rights, created_ms) VALUES (?, '', 3, '', 0)",
  );
  database.exec('BEGIN');
  for (let n = 0; n < MAX_USERS - 2; n += 1) insert.run(`user${n}`);
  database.exec('COMMIT');
  database.close();
  await app.users.reload();
  const answers = await Promise.all(['one', 'two'].map((editingName) => save('POST', { ...whole, editingName })));
  assert.deepEqual(new Set(answers.map(([status]) => status)), new Set([200, 429]));
  assert.equal(answers.find(([status]) => status === 429)?.[1], 'Cannot add new user because max member count = 1000');
  assert.equal((await list()).length, MAX_USERS);
});

test('two administrators on one account: the second is told who, when and what, and saves over it when he has seen that', async (t) => {
  const { ask, row, save } = await setScene(t);
  await save('POST', { ...whole, editingName: 'boss', editingPermission: 0, expirydate: '' });
  await save('POST', whole);
  const seen = (await row('ann'))['updatetime'];
  const boss = { user: 'boss', hash: HASH };
  assert.equal((await save('PUT', { editingName: 'ann', memo: 'by boss', updatetime: seen }, boss))[0], 200);
  const late = await ask('PUT', ACCOUNT, { editingName: 'ann', memo: 'by admin', updatetime: seen });
  const { code, changed } = asJson(late.body);
  const { updatetime, updateby, present } = asJson(changed);
  assert.deepEqual([late.status, code, updateby], [409, 'conflict', 'boss']);
  assert.ok(Number(updatetime) > Number(seen));
  assert.deepEqual([asJson(present)['memo'], asJson(present)['extpass']], ['by boss', SECRET_MASK]);
  assert.equal((await row('ann'))['memo'], 'by boss');
  assert.equal((await save('PUT', { editingName: 'ann', memo: 'by admin', updatetime }))[0], 200);
  assert.equal((await row('ann'))['memo'], 'by admin');
});

test('the last sign-in is that of Q02: no call and no session that goes on moves it; it can be set to now', async (t) => {
  const { ask, row, save, clock, ports, admin } = await setScene(t);
  await save('POST', whole);
  const ann = { user: 'ann', hash: HASH };
  clock.advance(60_000);
  const [first] = [Math.floor(clock.now() / 1000)];
  const channel = await Channel.signedIn({ ports, admin }, ann);
  assert.equal((await row('ann'))['logintime'], first);
  clock.advance(60_000);
  await ask('POST', '/gkcommon/userinfo', {}, ann);
  const again = await Channel.open(ports.command);
  const [wrong] = await again.ask('Q02', { U: 'ann', P: OTHER });
  assert.equal(wrong?.['R'], '401');
  assert.equal((await row('ann'))['logintime'], first);
  const before = await row('ann');
  assert.equal((await save('PUT', { editingName: 'ann', resetLogintime: 1 }))[0], 200);
  assert.equal((await row('ann'))['logintime'], first + 60);
  assert.equal((await row('ann'))['updatetime'], before['updatetime'], 'nothing else of it has changed');
  assert.equal(channel.closed, false);
});

test('an expiry that comes ends what is open, and lets nobody in', async (t) => {
  const { app, ports, admin, save, clock, ask, row } = await setScene(t);
  const today = new Date(clock.now()).toISOString().slice(0, 10);
  await save('POST', { ...whole, expirydate: today });
  const id = app.users.byName('ann')?.id ?? 0;
  const midnight = Math.ceil((clock.now() + 1) / DAY_MS) * DAY_MS;
  assert.equal(app.users.byId(id)?.expiresMs, midnight, 'her last day is hers to the end');
  await app.users.change(id, { expiresMs: clock.now() + 5000 }); // a day of timers takes long
  assert.equal((await row('ann'))['expirydate'], today);
  const ann = { user: 'ann', hash: HASH };
  const channel = await Channel.signedIn({ ports, admin }, ann);
  assert.equal(channel.closed, false);
  clock.advance(5000);
  await until('the channel ends', () => channel.closed, { between: () => clock.advance(1000) });
  assert.equal((await ask('POST', '/gkcommon/userinfo', {}, ann)).status, 401);
  await save('PUT', { editingName: 'ann', expirydate: '' });
  assert.equal((await ask('POST', '/gkcommon/userinfo', {}, ann)).status, 200);
});

test('days back bound recordings, tracks, events, files, reports and logs, each way that leads to them', async (t) => {
  const scene = await setScene(t, { recordReserve: 0 });
  const { app, data, ports, admin, save, ask, clock, waiting } = scene;
  const ID = '13800000101';
  const operator = await Channel.signedIn(scene, admin, waiting);
  await operator.get('D01', { I: ID, C: 1 });
  const newMs = Math.floor(clock.now() / 1000) * 1000;
  const oldMs = newMs - 10 * DAY_MS;
  const device = await Device.online(ports.jt808, { phone: ID, waiting });
  afterwards(t, () => device.close());
  // What it kept while it had no network: an emergency and its end; and another one now.
  const items = [locationAt(oldMs, { alarm: 1 }), locationAt(oldMs + 1000)];
  assert.equal(await device.ask(t0704LocationBatch, { type: 1, items }), 0);
  assert.equal(await device.locate(locationAt(newMs, { alarm: 1 })), 0);
  for (const startMs of [oldMs, newMs])
    await putFootage(app, data, { deviceId: ID, channels: [1], startMs, endMs: startMs + 3000 });
  await save('POST', { ...whole, rdbretention: 5, editingPermission: 1 });
  const ann = { user: 'ann', hash: HASH };
  const [from, to] = [Math.floor(oldMs / 1000) - 60, Math.floor(newMs / 1000) + 60];
  const channel = await Channel.signedIn(scene, ann, waiting);

  const spans = async (account: Account) => {
    const { body } = await ask('POST', '/gkdevice/recordings', { deviceid: ID, from, to }, account);
    return asList(asJson(body)['spans']).length;
  };
  assert.deepEqual([await spans(admin), await spans(ann)], [2, 1], 'recordings');
  const days = async (by: Channel) => (await by.get('Q08', { I: ID, O: 0, B: from, E: to }))['Z'];
  const isoDay = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  assert.deepEqual(await days(operator), [isoDay(oldMs), isoDay(newMs)]);
  assert.deepEqual(await days(channel), [isoDay(newMs)], 'days');
  const dayStart = Math.floor(oldMs / DAY_MS) * (DAY_MS / 1000);
  const minutes = async (by: Channel) => String((await by.get('Q06', { I: ID, B: dayStart, L: 1 }))['Z']);
  assert.match(await minutes(operator), /[1-9]/);
  assert.doesNotMatch(await minutes(channel), /[1-9]/);
  assert.equal((await minutes(channel)).length, (await minutes(operator)).length);
  const refused = await ask('POST', '/gkdevice/recordings', { deviceid: ID, from, to: from + 600 }, ann);
  assert.deepEqual([refused.status, asJson(refused.body)['code']], [403, 'forbidden']);

  // A playback that asks for the old footage begins with what she may see, also after a seek.
  const viewer = await openPlayback(scene, ID, oldMs, { account: ann, waiting });
  afterwards(t, () => viewer.close());
  await until('pictures', () => viewer.videos.length > 3, waiting);
  seek(viewer, oldMs, 1);
  await until('the seek is heard', () => viewer.states.some(({ generation }) => generation === 1), waiting);
  await until('pictures again', () => viewer.videos.length > 6, waiting);
  assert.ok(
    viewer.videos.every(({ captureMs }) => captureMs >= newMs),
    'pictures',
  );

  const points = async (account: Account) =>
    asList((await ask('POST', '/api/gps', { deviceid: ID, start: from, end: to }, account)).body).length;
  assert.deepEqual([await points(admin), await points(ann)], [3, 1], 'tracks');
  const events = async (account: Account) =>
    asList((await ask('POST', '/gkevent/trackevents', { deviceid: ID, start: from, end: to }, account)).body).length;
  await until('both events', async () => (await events(admin)) === 2, waiting);
  assert.equal(await events(ann), 1, 'events');
  const statistics = await channel.ask('Q13', { I: ID, B: from, E: from + 600 });
  assert.equal(statistics[0]?.['R'], '403', 'reports');
  const mileage = { deviceid: ID, afterTime: from, beforeTime: from + 600 };
  assert.equal((await ask('POST', '/gkmileage/mileagequery', mileage, ann)).status, 403);
  assert.equal((await ask('POST', '/gkdevice/trips', { deviceid: ID, start: from, end: from + 600 }, ann)).status, 403);
  const records = { deviceid: ID, channels: [1], from, to: from + 600 };
  assert.equal((await ask('POST', '/gkdevice/recordlist', records, ann)).status, 403);
  const file = { type: 'lobkask', deviceid: ID, ch: 1, spbtime: from + 60, format: 'mp4', duration: 60 };
  assert.equal((await askCgi(ports.http, file, ann)).status, 403, 'downloads');
  assert.equal((await askCgi(ports.http, file, admin)).status, 200);

  // A longer look back counts at once, and nobody is signed out for it.
  await save('PUT', { editingName: 'ann', rdbretention: 0 });
  assert.deepEqual([await spans(ann), await points(ann), await days(channel)], [2, 3, await days(operator)]);
  assert.equal(channel.closed, false);
});
