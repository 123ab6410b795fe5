import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import {
  type Right,
  deleteSession,
  getCaptcha,
  getCaptchaImage,
  postCaptcha,
  postVerifyUser,
  rights,
  putPassword,
} from '@outrider/contract';
import { anonymousCaller } from '../../kernel/access/authorise.ts';
import { createLocalBus } from '../../adapters/local-bus/local-bus.ts';
import { openSqlite } from '../../adapters/sqlite/sqlite.ts';
import { toPasswordHash } from '../../kernel/access/credentials.ts';
import { createLoginLink } from './index.ts';
import { silentLog } from '../../kernel/log.ts';
import { createSessions } from './sessions.ts';
import { SignIn } from './sign-in.ts';
import { createSessionStore } from './store.ts';
import { HASH, HERE, WRONG, startSession } from './test-session.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../migrations');
const start = (t: TestContext, options?: Parameters<typeof startSession>[2]) =>
  startSession(t, { opened: openSqlite(':memory:', MIGRATIONS), bus: createLocalBus(silentLog) }, options);

const idOf = async (image: Promise<unknown> | undefined): Promise<unknown> =>
  JSON.parse(JSON.stringify(await image)).id;

test('F-CMD-006 Q02 signs in with name and hash, answers level, rights and a token that works, and refuses a wrong hash', async (t) => {
  const { login, session, ann } = await start(t);
  const { reply, caller } = await login({ U: 'ann', P: HASH });
  assert.equal(reply['L'], 1);
  assert.equal(reply['F'], '001'.padEnd(rights.length, '0'));
  assert.equal(caller.userId, ann.id);
  const byToken = await session.access.authenticate({ token: String(reply['K']) }, HERE);
  assert.equal(byToken.userName, 'ann');
  await assert.rejects(login({ U: 'ann', P: WRONG }), { code: 'unauthenticated' });
});

test('F-CMD-006 Q02 signs in with the pair of a sign-in link until it expires, and with no other pair', async (t) => {
  const { login, db, ann, clock } = await start(t);
  const { e, h } = await createLoginLink(db, ann.id, clock.now() + 60_000);
  assert.equal((await login({ e, h })).reply['U'], 'ann');
  await assert.rejects(login({ e, h: `${h}x` }), { code: 'unauthenticated' });
  await assert.rejects(login({ e: 'x', h }), { code: 'unauthenticated' });
  clock.advance(60_000);
  await assert.rejects(login({ e, h }), { code: 'unauthenticated', message: /expired/ });
});

test('a sign-in link ends with the password it was made under: another one of an administrator, of the owner, or none with the account', async (t) => {
  const { login, call, db, ann, clock, users } = await start(t);
  const link = () => createLoginLink(db, ann.id, clock.now() + 60_000);
  const wrong = { code: 'unauthenticated', message: 'This sign-in link is wrong or has expired.' };
  const first = await link();
  await users.change(ann.id, { level: 2 });
  assert.equal((await login(first)).reply['U'], 'ann', 'what else changes leaves it');
  await users.change(ann.id, { passwordHash: WRONG });
  await assert.rejects(login(first), wrong);
  const second = await link();
  assert.equal((await login(second)).reply['U'], 'ann', 'one that is made afterwards opens a session');
  await call(putPassword, anonymousCaller(HERE), { username: 'ann', password: WRONG, newpass: HASH });
  await assert.rejects(login(second), wrong);
  const third = await link();
  await users.setPassword(ann.id, WRONG);
  await assert.rejects(login(third), wrong);
  const last = await link();
  await users.remove(ann.id);
  await assert.rejects(login(last), wrong);
});

test('a link that was read right before the password was changed leaves no session', async (t) => {
  const { db, ann, clock, users, groups } = await start(t);
  const { e, h } = await createLoginLink(db, ann.id, clock.now() + 60_000);
  const real = createSessionStore(db);
  const opened: string[] = [];
  let changed = false;
  const store: typeof real = {
    ...real,
    async findLink(idHash) {
      const found = await real.findLink(idHash);
      if (!changed) await users.setPassword(ann.id, WRONG);
      changed = true;
      return found;
    },
    async insert(session) {
      opened.push(session.id);
      await real.insert(session);
    },
  };
  const sessions = await createSessions({ store, clock, log: silentLog, lifetimeMs: 3_600_000 });
  t.after(() => sessions.close());
  const audit = { add: () => undefined };
  const signIn = new SignIn({ users, groups, sessions, store, clock, audit, isRegistered: () => true });
  t.after(() => signIn.close());
  await assert.rejects(signIn.signInByLink(e, h, HERE), { code: 'unauthenticated' });
  assert.deepEqual([opened.length, sessions.isLive(opened[0] ?? ''), await real.readOfUser(ann.id)], [1, false, []]);
});

test('an unknown name and a wrong hash fail with the same words, and both cost a check', async (t) => {
  const { enter, keeper } = await start(t);
  const failure = async (name: string) => enter(WRONG, HERE, name).catch((error: Error) => error.message);
  assert.equal(await failure('ann'), await failure('nobody'));
  assert.equal(keeper.checks, 2);
});

test('a verified pair is remembered for five minutes, asked many times at once it is checked once', async (t) => {
  const { enter, keeper, clock } = await start(t);
  await Promise.all(Array.from({ length: 30 }, () => enter(HASH)));
  assert.equal(keeper.checks, 1);
  clock.advance(5 * 60_000 - 1);
  await enter(HASH);
  assert.equal(keeper.checks, 1);
  clock.advance(5 * 60_000);
  await enter(HASH);
  assert.equal(keeper.checks, 2);
});

test('F-HTTP-004 a password is changed with the current hash only; the old one and all other sessions end at once', async (t) => {
  const { call, login, session, enter } = await start(t);
  const [mine, other] = [await login({ U: 'ann', P: HASH }), await login({ U: 'ann', P: HASH })];
  const token = String(mine.reply['K']);
  const change = (password: string) =>
    call(putPassword, anonymousCaller(HERE), { newpass: WRONG, username: 'ann', password }, token);
  await assert.rejects(async () => change(toPasswordHash('not it')), { code: 'forbidden' });
  assert.deepEqual(await change(HASH), { hasError: 0, message: 'Success' });
  assert.deepEqual(session.access.current(mine.caller), mine.caller);
  assert.equal(session.access.current(other.caller), undefined);
  await assert.rejects(enter(HASH), { code: 'unauthenticated' }, 'the remembered pair is forgotten');
  assert.equal((await enter(WRONG)).userName, 'ann');
});

test('a password that an administrator gives while its owner changes it stays, and the session of that change ends with the others', async (t) => {
  const { call, login, session, enter, users, ann, keeper } = await start(t);
  const { reply, caller } = await login({ U: 'ann', P: HASH });
  const given = toPasswordHash('Sesame-3');
  const keep = (hash: string) => Promise.resolve(hash);
  // The slow hash of the new password: what an administrator does meanwhile is over before it is.
  keeper.keep = async (hash) => {
    keeper.keep = keep;
    await users.change(ann.id, { passwordHash: given });
    return keep(hash);
  };
  const input = { newpass: WRONG, username: 'ann', password: HASH };
  const change = call(putPassword, anonymousCaller(HERE), input, String(reply['K']));
  await assert.rejects(async () => change, { code: 'forbidden', message: 'The current password is wrong.' });
  assert.equal(session.access.current(caller), undefined);
  await assert.rejects(enter(WRONG), { code: 'unauthenticated' });
  await assert.rejects(enter(HASH), { code: 'unauthenticated' });
  assert.equal((await enter(given)).userName, 'ann');
});

test('an account that an administrator lets expire while its owner changes the password stays expired', async (t) => {
  const { change, keeper, users, clock } = await expiredAccount(t, 0);
  const { id } = users.byName('temp') ?? { id: 0 };
  await users.change(id, { expiresMs: clock.now() + 1000 });
  const keep = (hash: string) => Promise.resolve(hash);
  keeper.keep = async (hash) => {
    keeper.keep = keep;
    await users.change(id, { expiresMs: clock.now() - 1000 });
    return keep(hash);
  };
  await assert.rejects(async () => change(HASH, WRONG), { code: 'expired' });
  assert.equal(users.byId(id)?.expiresMs, clock.now() - 1000);
});

test('signed in as one account nobody changes the password of another', async (t) => {
  const { call, login, users } = await start(t);
  await users.add({ name: 'bob', passwordHash: WRONG, level: 1, rights: new Set(), expiresMs: null, groupIds: [] });
  const { reply } = await login({ U: 'ann', P: HASH });
  const input = { newpass: HASH, username: 'bob', password: WRONG };
  const change = call(putPassword, anonymousCaller(HERE), input, String(reply['K']));
  await assert.rejects(async () => change, { code: 'forbidden' });
});

test('a session ends by its time, by signing out and with its account, and outlives a restart', async (t) => {
  const { login, session, clock, call, users, ann, make } = await start(t);
  const [first, second, third] = [
    await login({ U: 'ann', P: HASH }),
    await login({ U: 'ann', P: HASH }),
    await login({ U: 'ann', P: HASH }),
  ];
  await call(deleteSession, first.caller, {});
  assert.equal(session.access.current(first.caller), undefined);
  const restarted = await make();
  t.after(() => restarted.close());
  const token = String(second.reply['K']);
  assert.equal((await restarted.access.authenticate({ token }, HERE)).sessionId, second.caller.sessionId);
  clock.advance(3_600_000);
  await assert.rejects(session.access.authenticate({ token }, HERE), { code: 'unauthenticated' });
  await users.remove(ann.id);
  assert.equal(session.access.current(third.caller), undefined);
});

test('an expired account is refused, but only after the right password', async (t) => {
  const { users, enter, clock } = await start(t);
  const expiresMs = clock.now() + 1000;
  await users.add({ name: 'temp', passwordHash: HASH, level: 1, rights: new Set(), expiresMs, groupIds: [] });
  assert.equal((await enter(HASH, HERE, 'temp')).userName, 'temp');
  clock.advance(1000);
  await assert.rejects(enter(HASH, HERE, 'temp'), { message: 'This account has expired.' });
  await assert.rejects(enter(WRONG, HERE, 'temp'), { message: 'Wrong user name or password.' });
});

test('with the captcha on Q02 needs a ticket of a right answer, good once', async (t) => {
  const { login, call, clock } = await start(t, { captchaRequired: true });
  const anyone = anonymousCaller(HERE);
  assert.deepEqual(await call(getCaptcha, anyone, {}), { captcha: 1 });
  assert.match(JSON.stringify(await call(getCaptchaImage, anyone, {})), /<svg/);
  const signIn = { U: 'ann', P: HASH };
  const refused = { code: 'invalid', message: 'The verification code you entered is incorrect' };
  await assert.rejects(login(signIn), refused);
  await assert.rejects(login({ ...signIn, k: 'made up' }), refused);
  await assert.rejects(async () => call(postCaptcha, anyone, { id: 'x', answer: 'y' }), refused);
  const known = await idOf(call(getCaptchaImage, anyone, {}));
  const given = await call(postCaptcha, anyone, { id: known, answer: 'AB3DE' });
  const ticket = JSON.parse(JSON.stringify(given)).ticket;
  assert.equal((await login({ ...signIn, k: ticket })).reply['U'], 'ann');
  assert.equal(
    (await login(signIn)).reply['U'],
    'ann',
    'the same pair from the same address is excused for five minutes',
  );
  await assert.rejects(login(signIn, '192.0.2.2'), refused);
  clock.advance(5 * 60_000 + 1);
  await assert.rejects(login({ ...signIn, k: ticket }), refused);
});

test('with the captcha on a try without one is slowed down like any other: it tells whether a hash is right', async (t) => {
  const { login, call } = await start(t, { captchaRequired: true });
  const anyone = anonymousCaller(HERE);
  const answered = await call(postCaptcha, anyone, {
    id: await idOf(call(getCaptchaImage, anyone, {})),
    answer: 'aB3dE',
  });
  await login({ U: 'ann', P: HASH, k: JSON.parse(JSON.stringify(answered)).ticket });
  for (let i = 0; i < 5; i += 1)
    await assert.rejects(login({ U: 'ann', P: toPasswordHash(`${i}`) }), { code: 'invalid' });
  await assert.rejects(login({ U: 'ann', P: toPasswordHash('5') }), { code: 'limit_reached' });
  await assert.rejects(login({ U: 'ann', P: HASH }), { code: 'limit_reached' });
});

test('with the captcha off no picture is drawn for anybody', async (t) => {
  const { call } = await start(t);
  await assert.rejects(async () => call(getCaptchaImage, anonymousCaller(HERE), {}), { code: 'not_found' });
});

test('a caller sees the registered devices of its groups and below, level 0 sees all', async (t) => {
  const { session, users, groups } = await start(t);
  const north = await groups.add(1, 'north');
  const coast = await groups.add(north, 'coast');
  await groups.setDeviceGroups(7, [coast]);
  await groups.setDeviceGroups(100, [coast]); // 100 and above are unregistered here
  const account = { passwordHash: HASH, level: 2, rights: new Set<Right>(), expiresMs: null };
  await users.add({ ...account, name: 'north', groupIds: [north] });
  await users.add({ ...account, name: 'all', groupIds: [1] });
  await users.add({ ...account, name: 'none', groupIds: [] });
  await users.add({ ...account, name: 'boss', level: 0, groupIds: [] });
  const sees = async (userName: string) => {
    const caller = await session.access.authenticate({ userName, passwordHash: HASH }, HERE);
    return [7, 8, 100].filter((key) => session.access.maySee(caller, key));
  };
  assert.deepEqual(await sees('north'), [7]);
  assert.deepEqual(await sees('all'), [7, 8]);
  assert.deepEqual(await sees('none'), []);
  assert.deepEqual(await sees('boss'), [7, 8, 100]);
});

test('Q02 with the token of a session goes on with it: the same token, its full time again, no captcha; an ended one is refused', async (t) => {
  const { login, call, clock, session, make } = await start(t, { captchaRequired: true });
  const id = await idOf(call(getCaptchaImage, anonymousCaller(HERE), {}));
  const answered = await call(postCaptcha, anonymousCaller(HERE), { id, answer: 'aB3dE' });
  const k = JSON.parse(JSON.stringify(answered)).ticket;
  const first = await login({ U: 'ann', P: HASH, k });
  const K = String(first.reply['K']);
  clock.advance(3_000_000);
  const renewed = await login({ K }, '192.0.2.9');
  assert.deepEqual(
    [renewed.reply['U'], renewed.reply['K'], renewed.caller.sessionId],
    ['ann', K, first.caller.sessionId],
  );
  assert.equal(renewed.reply['T'], Math.floor((clock.now() + 3_600_000) / 1000));
  clock.advance(3_000_000);
  assert.equal(session.access.current(first.caller), first.caller, 'past its first end');
  const restarted = await make();
  assert.equal((await restarted.access.authenticate({ token: K }, HERE)).userName, 'ann', 'the new end is on disk');
  await restarted.close();
  clock.advance(600_001);
  await assert.rejects(login({ K }), { code: 'unauthenticated' });
  await assert.rejects(login({ K: 'made up' }), { code: 'unauthenticated' });
});

test('F-HTTP-011 verifyUser tells valid, invalid and expired apart, opens no session and is slowed down like a sign-in', async (t) => {
  const { call, users, clock, session } = await start(t);
  const expiresMs = clock.now() + 1000;
  await users.add({ name: 'temp', passwordHash: HASH, level: 1, rights: null, expiresMs, groupIds: [] });
  clock.advance(1000);
  const verdict = (username: string, password: string) =>
    call(postVerifyUser, anonymousCaller(HERE), { username, password });
  assert.deepEqual(await verdict('ann', HASH), { result: 'valid', message: '' });
  assert.deepEqual(await verdict('ann', WRONG), { result: 'invalid', message: 'Invalid User' });
  assert.deepEqual(await verdict('nobody', HASH), { result: 'invalid', message: 'Invalid User' });
  assert.deepEqual(await verdict('temp', HASH), { result: 'expired', message: 'This account has expired.' });
  assert.equal(session.metrics()['sessions'], 0);
  for (let i = 0; i < 4; i += 1) await verdict('ann', WRONG);
  await assert.rejects(async () => verdict('ann', HASH), { code: 'limit_reached' });
});

const expiredAccount = async (t: TestContext, renewDays: number) => {
  const stage = await start(t, { renewDays });
  const expiresMs = stage.clock.now() + 1000;
  await stage.users.add({ name: 'temp', passwordHash: HASH, level: 1, rights: null, expiresMs, groupIds: [] });
  stage.clock.advance(1000);
  const change = (password: string, newpass: string) =>
    stage.call(putPassword, anonymousCaller(HERE), { username: 'temp', password, newpass });
  return { ...stage, change };
};

test('an expired account is refused by Q02 with a reason of its own, and a new password renews it where configured', async (t) => {
  const { change, login, clock, users } = await expiredAccount(t, 30);
  await assert.rejects(login({ U: 'temp', P: HASH }), { code: 'expired' });
  await assert.rejects(async () => change(WRONG, HASH), { code: 'forbidden' });
  await assert.rejects(async () => change(HASH, HASH), { code: 'invalid' });
  assert.deepEqual(await change(HASH, WRONG), { hasError: 0, message: 'Success' });
  assert.equal((await login({ U: 'temp', P: WRONG })).reply['U'], 'temp');
  assert.equal(users.byName('temp')?.expiresMs, clock.now() + 30 * 86_400_000);
});

test('an expired account stays expired where the deployment leaves it to the administrator', async (t) => {
  const { change, login } = await expiredAccount(t, 0);
  await assert.rejects(async () => change(HASH, WRONG), { code: 'expired' });
  await assert.rejects(login({ U: 'temp', P: HASH }), { code: 'expired' });
});

test('name and hash that a request brings along and that are wrong are told to the access log; tries not looked at are not', async (t) => {
  const { session, heard, call } = await start(t);
  const enter = (passwordHash: string) => session.access.authenticate({ userName: 'ann', passwordHash }, HERE);
  await enter(HASH);
  assert.deepEqual(heard, []);
  await assert.rejects(enter(WRONG), { code: 'unauthenticated' });
  await call(postVerifyUser, anonymousCaller(HERE), { username: 'ann', password: WRONG });
  assert.equal(heard.length, 2);
  for (let i = 0; i < 60; i += 1) await enter(WRONG).catch(() => undefined);
  assert.ok(heard.length < 40, 'the guard lets few through');
  assert.deepEqual(heard[1], {
    type: 'Credentials',
    method: '',
    action: 'Sign in',
    result: 'unauthenticated',
    address: HERE,
    userName: 'ann',
    deviceId: '',
    data: { url: '', body: {} },
  });
  assert.ok(!JSON.stringify(heard).includes(WRONG));
});

test('a guess at the current password by way of a change is told to the access log as a refused sign-in is', async (t) => {
  const { call, heard } = await expiredAccount(t, 30);
  const change = (username: string, password: string) =>
    call(putPassword, anonymousCaller(HERE), { username, password, newpass: toPasswordHash('Sesame-3') });
  const refused = { code: 'forbidden', message: 'The current password is wrong.' };
  await assert.rejects(async () => change('ann', WRONG), refused);
  await assert.rejects(async () => change('nobody', WRONG), refused);
  assert.deepEqual(
    heard.map(({ type, action, result, userName, address }) => [type, action, result, userName, address]),
    ['ann', 'nobody'].map((name) => ['Credentials', 'Sign in', 'unauthenticated', name, HERE]),
  );
  await change('temp', HASH);
  for (let i = 0; i < 60; i += 1) await assert.rejects(async () => change('ann', WRONG));
  assert.ok(heard.length < 40, 'tries that were not looked at leave nothing, nor does a right one');
});
