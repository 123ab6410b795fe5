import assert from 'node:assert/strict';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { type Right, formatRights, rights } from '@outrider/contract';
import { createLocalBus } from '../../adapters/local-bus/local-bus.ts';
import { openSqlite } from '../../adapters/sqlite/sqlite.ts';
import { toPasswordHash } from '../../kernel/access/credentials.ts';
import { AppError } from '../../kernel/errors.ts';
import { silentLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { turnsUntil } from '../../kernel/turns-until.ts';
import { ensureInitialAdmin, forgetInitialPassword, initialPasswordPath, userFeature } from './index.ts';
import { createPasswordKeeper } from './password.ts';
import { passwordFaults, randomPassword } from './password-rule.ts';
import { createUsers } from './service.ts';
import { NEW_ACCOUNT, createUserStore } from './store.ts';
import { createPermissionSetStore } from './store/permission-sets.ts';

const HASH = toPasswordHash('Sesame-1');
const OTHER = toPasswordHash('Sesame-2');
const migrations = join(import.meta.dirname, '../../../migrations');

const start = async (t: TestContext) => {
  const opened = openSqlite(':memory:', migrations);
  t.after(() => opened.close());
  const bus = createLocalBus(silentLog);
  const clock = createManualClock();
  const [changed, ended, sight]: [string[], string[], number[][]] = [[], [], []];
  bus.subscribe('account.changed', ({ userName }) => changed.push(userName));
  bus.subscribe('account.ended', ({ userName }) => ended.push(userName));
  bus.subscribe('sight.changed', ({ userIds }) => sight.push([...userIds]));
  return { db: opened.db, bus, clock, changed, ended, sight, users: await userFeature({ db: opened.db, bus, clock }) };
};
const account = { level: 1, rights: new Set(['P_live'] as const), expiresMs: null, groupIds: [1] };

test('a kept password is salted argon2id, fits its own hash in any case and no other', async () => {
  const keeper = createPasswordKeeper();
  const [first, second] = await Promise.all([keeper.keep(HASH), keeper.keep(HASH)]);
  assert.notEqual(first, second);
  assert.match(first, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  assert.ok(!first.includes(HASH));
  assert.equal(await keeper.check(HASH.toLowerCase(), first), true);
  assert.equal(await keeper.check(OTHER, first), false);
  assert.equal(await keeper.check(HASH, null), false);
  assert.equal(await keeper.check(HASH, 'garbage'), false);
});

test('more sign-ins at once than may wait are refused, not queued without end', async () => {
  const keeper = createPasswordKeeper();
  const outcomes = await Promise.allSettled(Array.from({ length: 80 }, () => keeper.check(HASH, null)));
  const refused = outcomes.filter(({ status }) => status === 'rejected');
  assert.equal(refused.length, 80 - 2 - 64);
  assert.equal(await keeper.check(HASH, null), false); // and it goes on afterwards
});

test('an account without rights of its own has those of its permission set, above 3 those of 3; what changes is told', async (t) => {
  const { users, changed, db, bus, clock } = await start(t);
  for (const [name, level] of [
    ['two', 2],
    ['three', 3],
    ['seven', 7],
  ] as const)
    await users.add({ ...account, name, level, rights: null, passwordHash: HASH });
  const rightsOf = (name: string) => [...(users.byName(name)?.rights ?? [])];
  assert.deepEqual(rightsOf('three'), ['P_dash', 'P_tree', 'P_live', 'F_gps']);
  assert.deepEqual(rightsOf('seven'), rightsOf('three'));
  await users.setPermissionSet({ id: 3, name: 'Guest', rights: new Set(['P_dash']) });
  assert.deepEqual([rightsOf('seven'), changed], [['P_dash'], ['three', 'seven']]);
  await users.change(users.byName('two')?.id ?? 0, { rights: new Set(['F_ptz']), groupIds: [] });
  assert.deepEqual([rightsOf('two'), changed.at(-1)], [['F_ptz'], 'two']);
  const again = await userFeature({ db, bus, clock });
  assert.deepEqual(again.list(), users.list());
  assert.deepEqual(again.permissionSets(), users.permissionSets());
});

test('the copy of a permission set gets a number that no account has as its level, whose rights it would take over', async (t) => {
  const { users } = await start(t);
  await users.add({ ...account, name: 'seven', level: 7, rights: null, passwordHash: HASH });
  const before = users.byName('seven')?.rights;
  const id = await users.copyPermissionSet(1, 'Depot', 'admin');
  assert.equal(id, 8);
  assert.deepEqual(users.byName('seven')?.rights, before);
  assert.equal(users.permissionSets().find((set) => set.id === id)?.name, 'Depot');
});

test('rights that the deployment clears are missing for every account, level 0 included', async (t) => {
  const { db, bus, clock } = await start(t);
  const users = await userFeature({ db, bus, clock, clearedRights: new Set(['P_live', 'F_gps']) });
  const boss = await users.add({ ...account, name: 'boss', passwordHash: HASH, level: 0 });
  const ann = await users.add({ ...account, name: 'ann', passwordHash: HASH, rights: new Set(['P_live', 'P_dash']) });
  assert.deepEqual(
    [boss.rights.has('P_live'), boss.rights.has('F_gps'), boss.rights.has('P_tree')],
    [false, false, true],
  );
  assert.deepEqual([...ann.rights], ['P_dash']);
  const uncleared = await userFeature({ db, bus, clock });
  assert.ok(uncleared.byName('ann')?.rights.has('P_live'), 'what is stored stays');
});

test('an account is kept across a restart with level, rights, groups and expiry; level 0 holds every right', async (t) => {
  const { db, bus, clock, users } = await start(t);
  await users.add({ ...account, name: 'ann', passwordHash: HASH, expiresMs: 5 });
  await users.add({ ...account, name: 'boss', passwordHash: HASH, level: 0, rights: new Set() });
  const again = await userFeature({ db, bus, clock });
  const ann = again.byName('ann');
  assert.deepEqual(
    { ...ann, rights: [...(ann?.rights ?? [])] },
    {
      ...NEW_ACCOUNT,
      id: 1,
      name: 'ann',
      level: 1,
      rights: ['P_live'],
      setId: null,
      expiresMs: 5,
      groupIds: [1],
      updatedMs: clock.now(),
      updatedBy: 'command line',
    },
  );
  assert.ok(again.byName('boss')?.rights.has('F_api_full'));
  await assert.rejects(users.add({ ...account, name: 'ann', passwordHash: HASH }), { code: 'conflict' });
});

test('a new password replaces the old one and is told', async (t) => {
  const { users, changed, ended } = await start(t);
  const { id } = await users.add({ ...account, name: 'ann', passwordHash: HASH });
  await users.setPassword(id, OTHER);
  assert.equal(await users.verify('ann', HASH), undefined);
  assert.equal((await users.verify('ann', OTHER))?.id, id);
  assert.deepEqual([changed, ended], [[], ['ann']]);
});

/** A room whose slow hashes wait until they are let go; `step` resolves when one waits. */
const startHeld = async (t: TestContext) => {
  const stage = await start(t);
  const waiting: (() => void)[] = [];
  let holds = false;
  const held = <T>(value: T): Promise<T> =>
    holds ? new Promise((resolve) => waiting.push(() => resolve(value))) : Promise.resolve(value);
  let salt = 0;
  const keeper = {
    keep: (hash: string) => held(`${hash} ${(salt += 1)}`),
    check: (hash: string, stored: string | null) => held(stored?.split(' ')[0] === hash),
  };
  const users = await userFeature({ ...stage, keeper });
  const { id } = await users.add({ ...account, name: 'ann', passwordHash: HASH, expiresMs: 5 });
  /** What is done while the hash number `at` of `slow` is worked out. */
  const amid = async <T>(slow: () => Promise<T>, at: number, done: () => Promise<unknown>): Promise<T> => {
    holds = true;
    const running = slow();
    for (let i = 1; i <= at; i += 1) {
      await turnsUntil('a slow hash', () => waiting.length > 0);
      if (i < at) waiting.shift()?.();
    }
    holds = false;
    await done();
    waiting.shift()?.();
    return running;
  };
  const change = (expiry: (expiresMs: number | null) => number | null = (expiresMs) => expiresMs) =>
    users.changePassword(id, { current: HASH, next: OTHER, expiry, tell: (ended) => ended() });
  return { ...stage, users, id, amid, change };
};
const THIRD = toPasswordHash('Sesame-3');

test('a password that was given meanwhile is not overwritten by its owner, who knew the one before, and that one opens nothing', async (t) => {
  const { users, id, amid, change, ended } = await startHeld(t);
  const reset = (passwordHash: string) => () => users.change(id, { passwordHash });
  assert.equal(await amid(change, 2, reset(THIRD)), false);
  assert.equal((await users.verify('ann', THIRD))?.id, id);
  assert.equal(await users.verify('ann', OTHER), undefined);
  assert.deepEqual(ended, ['ann'], 'nothing is told of what was refused');
  assert.equal(await amid(() => users.verify('ann', THIRD), 1, reset(HASH)), undefined);
  assert.equal(await amid(change, 1, reset(THIRD)), false);
  await reset(HASH)();
  assert.equal(await change(), true);
  assert.equal((await users.verify('ann', OTHER))?.id, id);
});

test('an expiry that was set while its owner changed the password counts: for whether that may be, and for when it ends then', async (t) => {
  const { users, id, amid, change, db } = await startHeld(t);
  const later = (expiresMs: number | null) => (expiresMs ?? 0) + 1;
  assert.equal(
    await amid(
      () => change(later),
      2,
      () => users.change(id, { expiresMs: 70 }),
    ),
    true,
  );
  const expiries = async () => [users.byId(id)?.expiresMs, (await createUserStore(db).read(id))?.expiresMs];
  assert.deepEqual(await expiries(), [71, 71]);
  await users.setPassword(id, HASH);
  assert.deepEqual(await expiries(), [71, 71], 'a password alone leaves it');
  const expired = (expiresMs: number | null) => {
    if (expiresMs === 3) throw new AppError('expired', 'over');
    return expiresMs;
  };
  const refused = amid(
    () => change(expired),
    2,
    () => users.change(id, { expiresMs: 3 }),
  );
  await assert.rejects(refused, { code: 'expired' });
  assert.deepEqual(await expiries(), [3, 3]);
  assert.equal((await users.verify('ann', HASH))?.id, id);
});

test('only a password, the expiry and the removal end an account; other groups and level 0 show it other devices', async (t) => {
  const { users, changed, ended, sight, clock } = await start(t);
  const { id } = await users.add({ ...account, name: 'ann', passwordHash: HASH });
  await users.change(id, { rights: new Set(['F_ptz']) });
  await users.change(id, { level: 2, expiresMs: clock.now() + 1 });
  assert.deepEqual([changed, ended, sight], [['ann', 'ann'], [], []]);
  assert.deepEqual([users.byId(id)?.level, [...(users.byName('ann')?.rights ?? [])]], [2, ['F_ptz']]);
  await users.change(id, { groupIds: [] });
  await users.change(id, { level: 0 });
  assert.deepEqual([changed.length, ended, sight], [4, [], [[id], [id]]]);
  await users.change(id, { expiresMs: clock.now() });
  await users.remove(id);
  assert.deepEqual([changed.length, ended, users.byId(id)], [4, ['ann', 'ann'], undefined]);
});

test('what another program wrote is taken over on reload, and only the changed accounts are told', async (t) => {
  const { db, clock, users, changed, ended, sight } = await start(t);
  const { id } = await users.add({ ...account, name: 'ann', passwordHash: HASH });
  const bob = await users.add({ ...account, name: 'bob', passwordHash: HASH });
  await users.add({ ...account, name: 'eve', passwordHash: HASH });
  const command = await userFeature({ db, bus: createLocalBus(silentLog), clock });
  await command.setPassword(id, OTHER);
  await command.change(bob.id, { groupIds: [] });
  await users.reload();
  assert.deepEqual([changed, ended, sight], [['bob'], ['ann'], [[bob.id]]]);
  assert.equal((await users.verify('ann', OTHER))?.id, id);
});

test('a reload that read before something was changed here puts nothing old back', async (t) => {
  const { db, bus, clock, ended } = await start(t);
  const [real, sets] = [createUserStore(db), createPermissionSetStore(db)];
  const keeper = {
    keep: async (hash: string) => hash,
    check: async (hash: string, stored: unknown) => hash === stored,
  };
  let held: Promise<void> | undefined;
  const store: typeof real = {
    ...real,
    async readAll() {
      const read = await real.readAll();
      await held;
      return read;
    },
  };
  const users = await createUsers({ store, sets, keeper, bus, clock, clearedRights: new Set() });
  const add = (name: string) => users.add({ ...account, name, passwordHash: HASH });
  const [ann, bob, eve, joe] = [await add('ann'), await add('bob'), await add('eve'), await add('joe')];
  const reading = Promise.withResolvers<void>();
  held = reading.promise;
  const own = { current: HASH, next: OTHER, expiry: () => null, tell: (told: () => void) => told() };
  const all = Promise.all([
    users.reload(),
    users.setPassword(ann.id, OTHER),
    users.changePassword(bob.id, own),
    users.change(eve.id, { level: 3 }),
    users.signedIn(eve.id),
    users.remove(joe.id),
    users.setPermissionSet({ id: 3, name: 'Guest', rights: new Set(['P_dash']) }),
    add('zoe'),
  ]);
  for (let i = 0; i < 50; i += 1) await new Promise((resolve) => setImmediate(resolve));
  reading.resolve();
  await all;
  assert.deepEqual(await Promise.all(['ann', 'bob'].map(async (name) => (await users.verify(name, OTHER))?.name)), [
    'ann',
    'bob',
  ]);
  assert.equal(await users.verify('ann', HASH), undefined);
  assert.deepEqual(
    [users.byId(eve.id)?.level, users.byId(eve.id)?.signedInMs, users.byId(joe.id), users.byName('zoe')?.name],
    [3, clock.now(), undefined, 'zoe'],
  );
  assert.equal(users.permissionSets().find(({ id }) => id === 3)?.name, 'Guest');
  assert.deepEqual(ended.toSorted(), ['ann', 'bob', 'joe'], 'each is told once');
});

test('an action that fails keeps nobody waiting, and a name is given once where two ask at once', async (t) => {
  const { users } = await start(t);
  const { id } = await users.add({ ...account, name: 'ann', passwordHash: HASH });
  const unknown = { code: 'not_found' };
  await assert.rejects(users.remove(99), unknown);
  await assert.rejects(users.change(99, { level: 2 }), unknown);
  const added = await Promise.allSettled([1, 2].map(() => users.add({ ...account, name: 'bob', passwordHash: HASH })));
  assert.deepEqual(
    added.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : [])),
    ['conflict'],
  );
  await users.change(id, { level: 2 });
  assert.equal(users.byId(id)?.level, 2);
});

test('the first start makes admin with a random password in a file only the owner reads, gone when the password changes', async (t) => {
  const { bus, users } = await start(t);
  const folder = mkdtempSync(join(tmpdir(), 'outrider-user-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const password = (await ensureInitialAdmin(users, folder)) ?? '';
  const path = initialPasswordPath(folder);
  assert.equal(readFileSync(path, 'utf8').trim(), password);
  assert.equal(statSync(path).mode & 0o777, 0o600);
  assert.equal(await ensureInitialAdmin(users, folder), null);
  const admin = await users.verify('admin', toPasswordHash(password));
  assert.equal(admin?.level, 0);
  t.after(forgetInitialPassword(bus, folder));
  await users.setPassword(admin?.id ?? 0, OTHER);
  assert.equal(existsSync(path), false);
});

test('passwords given to commands follow the rule, random ones always do', () => {
  assert.deepEqual(passwordFaults('Abcd123@', 'bob'), []);
  for (const [password, fault] of [
    ['Abc12@x', /8 characters/],
    ['abcd123@', /uppercase/],
    ['ABCD123@', /lowercase/],
    ['Abcdefgh', /digit/],
    ['Abcd123!', /only letters/],
    ['xBOBx123Ab', /user name/],
  ] as const)
    assert.match(passwordFaults(password, 'bob').join(), fault, password);
  for (let i = 0; i < 200; i += 1) assert.deepEqual(passwordFaults(randomPassword(), ''), []);
  assert.notEqual(randomPassword(), randomPassword());
});

test("the hash of an empty text is nobody's password, be it set, changed or stored by an earlier version", async (t) => {
  const EMPTY = toPasswordHash('');
  const { db, users } = await start(t);
  const refused = { code: 'invalid', message: 'An empty password is none.' };
  await assert.rejects(users.add({ ...account, name: 'bob', passwordHash: EMPTY }), refused);
  const { id } = await users.add({ ...account, name: 'bob', passwordHash: HASH });
  await assert.rejects(users.setPassword(id, EMPTY.toLowerCase()), refused);
  assert.equal((await users.verify('bob', HASH))?.name, 'bob');
  await createUserStore(db).setPassword(id, await createPasswordKeeper().keep(EMPTY));
  await users.reload();
  assert.equal(await users.verify('bob', EMPTY), undefined);
});

test('rights that were added keep what the right of their panel gave, for sets and for accounts with rights of their own', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'outrider-rights-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const before = join(folder, 'before');
  mkdirSync(before);
  for (const file of readdirSync(migrations))
    if (file < '0271') copyFileSync(join(migrations, file), join(before, file));
  const path = join(folder, 'main.sqlite');
  await openSqlite(path, before).close();
  const old = (...granted: Right[]) => formatRights(new Set(granted)).slice(0, 38);
  const database = new DatabaseSync(path);
  const setRights = database.prepare('UPDATE permission_sets SET rights = ? WHERE id = ?');
  setRights.run('11111111111111', 1);
  setRights.run(old('P_dash', 'F_lmdvrs', 'F_lmdvrs_icon', 'F_lmdvrs_deleterecord'), 2);
  setRights.run(old('F_rmdvrs', 'F_rmdvrs_network', 'F_rmdvrs_timezone'), 3);
  const add = database.prepare("INSERT INTO users (name, password, level, rights, created_ms) VALUES (?, '', 2, ?, 0)");
  add.run('own', old('F_rmdvrs_alarms', 'F_rmdvrs_adas', 'F_rmdvrs_speedlimit', 'F_api_full'));
  add.run('set', '');
  database.close();
  const opened = openSqlite(path, migrations);
  t.after(() => opened.close());
  const users = await userFeature({ db: opened.db, bus: createLocalBus(silentLog), clock: createManualClock() });
  const added = (granted: ReadonlySet<Right> | undefined) => rights.slice(38).filter((right) => granted?.has(right));
  const [manager, operator, viewer] = users.permissionSets();
  const fields = rights.slice(38).filter((right) => right.startsWith('F_lmdvrs_') && right !== 'F_lmdvrs_deleteall');
  const ofPanel = ['gsensor', 'accoff', 'voltage', 'dualsd', 'gguard', 'osperiod', 'idleperiod', 'signals', 'livemode'];
  const panel = ofPanel.map((name) => `F_rmdvrs_${name}`);
  assert.equal(fields.length, 18);
  assert.deepEqual(added(manager?.rights), [...fields, ...panel]);
  assert.deepEqual(added(operator?.rights), [...fields, 'F_lmdvrs_deleteall']);
  const network = ['heartbeat', 'wifi', 'server', 'server2', 'ftp', 'online'].map((name) => `F_rmdvrs_${name}`);
  assert.deepEqual(new Set<string>(added(viewer?.rights)), new Set([...panel, 'F_rmdvrs_dst', ...network]));
  const own = ['speedsource', 'comboalarms', 'motion', 'motovisadas', 'bsd', 'raw'].map((name) => `F_rmdvrs_${name}`);
  assert.deepEqual(added(users.byName('own')?.rights), own);
  assert.deepEqual(users.byName('set')?.rights, operator?.rights, 'still those of its set');
  assert.ok(operator?.rights.has('F_lmdvrs_icon') && operator.rights.has('P_dash'), 'what was there stays');
});
