import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { postSession } from '@outrider/contract';
import { createLocalBus } from '../../adapters/local-bus/local-bus.ts';
import { openSqlite } from '../../adapters/sqlite/sqlite.ts';
import { toPasswordHash } from '../../kernel/access/credentials.ts';
import type { AppError } from '../../kernel/errors.ts';
import { silentLog } from '../../kernel/log.ts';
import { createLoginLink } from './index.ts';
import { HASH, HERE, WRONG, startSession } from './test-session.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../migrations');
const start = (t: TestContext, options?: Parameters<typeof startSession>[2]) =>
  startSession(t, { opened: openSqlite(':memory:', MIGRATIONS), bus: createLocalBus(silentLog) }, options);

test('after five failures of a name from an address it must wait, longer each time, and others need not', async (t) => {
  const { enter, clock } = await start(t);
  for (let i = 0; i < 5; i += 1) await assert.rejects(enter(WRONG), { code: 'unauthenticated' });
  await assert.rejects(enter(HASH), { code: 'limit_reached', message: 'Too many failed sign-ins. Try again in 1 s.' });
  assert.equal((await enter(HASH, '192.0.2.2')).userName, 'ann');
  clock.advance(1000);
  await assert.rejects(enter(WRONG), { code: 'unauthenticated' });
  await assert.rejects(enter(HASH), { message: /again in 2 s/ });
  clock.advance(2000);
  assert.equal((await enter(HASH)).userName, 'ann');
  await assert.rejects(enter(WRONG), { code: 'unauthenticated' }, 'a success forgets the failures');
});

test('one address that tries many names must wait as well', async (t) => {
  const { enter } = await start(t);
  for (let i = 0; i < 30; i += 1) await assert.rejects(enter(WRONG, HERE, `name${i}`), { code: 'unauthenticated' });
  await assert.rejects(enter(HASH), { code: 'limit_reached' });
});

test('an account behind the same address that signs in does not wipe out the guesses at others, nor does it pay for them', async (t) => {
  const { enter, users, clock, knowBrowser, login, db, ann } = await start(t);
  const insider = { passwordHash: HASH, level: 1, rights: null, expiresMs: null, groupIds: [] };
  await users.add({ ...insider, name: 'eve' });
  const own = async (): Promise<void> => {
    assert.equal((await enter(HASH, HERE, 'eve')).userName, 'eve');
    clock.advance(5 * 60_000 + 1); // the next one is checked, and counted, again
  };
  await own();
  for (let i = 0; i < 29; i += 1) await assert.rejects(enter(WRONG, HERE, `name${i}`), { code: 'unauthenticated' });
  await own();
  await own();
  await assert.rejects(enter(WRONG, HERE, 'name29'), { code: 'unauthenticated' });
  await assert.rejects(enter(HASH, HERE, 'eve'), { code: 'limit_reached' });
  clock.advance(1000);
  assert.equal((await enter(HASH, HERE, 'eve')).userName, 'eve');
  assert.equal((await enter(HASH, HERE, 'ann')).userName, 'ann', 'and the right one made nobody wait');
  await assert.rejects(enter(WRONG, HERE, 'name30'), { code: 'unauthenticated' });
  await assert.rejects(enter(HASH, HERE, 'ann'), { message: /again in 2 s/ });
  clock.advance(2000);
  const { e, h } = await createLoginLink(db, ann.id, clock.now() + 60_000);
  assert.equal((await login({ e, h })).reply['U'], 'ann');
  await assert.rejects(login({ e, h: `${h}x` }), { code: 'unauthenticated' });
  await assert.rejects(login({ e, h }), { message: /again in 4 s/ }, 'a link takes back its own failure only');
  assert.ok(await knowBrowser({ U: 'ann', P: HASH }, null, '192.0.2.77'));
});

test('an IPv6 guesser has a /64 of addresses, and they count as one', async (t) => {
  const { enter } = await start(t);
  for (let i = 0; i < 5; i += 1) await assert.rejects(enter(WRONG, `2001:db8:0:7::${i}`), { code: 'unauthenticated' });
  await assert.rejects(enter(HASH, '2001:db8:0:7:ffff::1'), { code: 'limit_reached' });
  assert.equal((await enter(HASH, '2001:db8:0:8::1')).userName, 'ann');
});

test('guesses from a thousand other addresses keep nobody out, neither a known browser nor a new one', async (t) => {
  const { enter, clock, knowBrowser } = await start(t);
  const ticket = await knowBrowser({ U: 'ann', P: HASH });
  clock.advance(10 * 60_000); // the pair itself is no longer remembered
  const guesses = Array.from({ length: 1000 }, (_, i) => enter(toPasswordHash(`${i}`), `203.0.113.${i % 250}`));
  const outcomes = Promise.allSettled(guesses);
  for (let i = 0; i < 3; i += 1) {
    assert.equal((await enter(HASH, '198.51.100.1', 'ann', ticket)).userName, 'ann', 'from wherever it is now');
    clock.advance(5 * 60_000 + 1);
  }
  await outcomes;
  assert.equal((await enter(HASH, '198.51.100.2')).userName, 'ann', 'a new one from an address that never failed');
});

test('a known browser has a lane to itself: guesses from its own address do not count, its own do', async (t) => {
  const { enter, clock, knowBrowser, login, make } = await start(t);
  const ticket = await knowBrowser({ U: 'ann', P: HASH });
  clock.advance(10 * 60_000);
  for (let i = 0; i < 5; i += 1) await assert.rejects(enter(WRONG), { code: 'unauthenticated' });
  await assert.rejects(enter(HASH), { code: 'limit_reached' });
  assert.equal((await enter(HASH, HERE, 'ann', ticket)).userName, 'ann');
  await assert.rejects(
    enter(HASH, HERE, 'ann', `${ticket.slice(0, -1)}_`),
    { code: 'limit_reached' },
    'a made-up ticket',
  );
  await assert.rejects(enter(HASH, HERE, 'ann', 'short'), { code: 'limit_reached' });
  for (let i = 0; i < 5; i += 1) await assert.rejects(enter(WRONG, HERE, 'ann', ticket), { code: 'unauthenticated' });
  await assert.rejects(enter(HASH, HERE, 'ann', ticket), { code: 'limit_reached' });
  clock.advance(15 * 60_000 + 1);
  await login({ U: 'ann', P: HASH });
  const restarted = await make();
  t.after(() => restarted.close());
  const byTicket = { userName: 'ann', passwordHash: WRONG, browser: ticket };
  for (let i = 0; i < 5; i += 1) await assert.rejects(restarted.access.authenticate({ ...byTicket }, HERE));
  assert.equal(
    (await restarted.access.authenticate({ userName: 'ann', passwordHash: HASH }, HERE)).userName,
    'ann',
    'after a restart the ticket still has its own lane',
  );
});

test('a ticket is of one account until another signs in there too, is kept, and is not taken over from outside', async (t) => {
  const { enter, knowBrowser, users, clock, session } = await start(t);
  const bob = await users.add({
    name: 'bob',
    passwordHash: HASH,
    level: 1,
    rights: null,
    expiresMs: null,
    groupIds: [],
  });
  const planted = 'p'.repeat(43);
  const ticket = await knowBrowser({ U: 'ann', P: HASH }, planted);
  assert.notEqual(ticket, planted);
  clock.advance(10 * 60_000);
  const block = async () => {
    for (let i = 0; i < 5; i += 1) await assert.rejects(enter(WRONG, HERE, 'bob'), { code: 'unauthenticated' });
    await assert.rejects(enter(HASH, HERE, 'bob'), { code: 'limit_reached' });
  };
  await block();
  await assert.rejects(enter(HASH, HERE, 'bob', ticket), { code: 'limit_reached' }, 'it is not known to him');
  assert.equal(
    await knowBrowser({ U: 'bob', P: HASH }, ticket, '192.0.2.50'),
    ticket,
    'the browser keeps its one ticket',
  );
  clock.advance(30 * 60_000);
  await block();
  assert.equal((await enter(HASH, HERE, 'bob', ticket)).userName, 'bob');
  await users.remove(bob.id);
  await assert.rejects(session.access.authenticate({ userName: 'bob', passwordHash: HASH, browser: ticket }, HERE));
});

test('a session has one ticket however often it asks, and what nobody used for 400 days is removed by a sweep', async (t) => {
  const { login, knowBrowser, session, clock, db } = await start(t);
  const real = await knowBrowser({ U: 'ann', P: HASH });
  const { reply, caller } = await login({ U: 'ann', P: HASH });
  const tickets = new Set<string>();
  const browser = { ticket: null, keep: (given: string) => void tickets.add(given) };
  const context = { token: String(reply['K']), setSessionCookie: () => undefined, browser };
  const handler = session.calls.find(({ call }) => call === postSession);
  for (let i = 0; i < 60; i += 1) await handler?.run(caller, {}, context);
  const table = db.$extendTables<{ known_browsers: { used_ms: number } }>();
  const rows = async () => (await table.selectFrom('known_browsers').select('used_ms').execute()).length;
  assert.deepEqual([tickets.size, tickets.has(real), await rows()], [1, false, 2]);
  const unused = { used_ms: clock.now() - 400 * 86_400_000 };
  await table.updateTable('known_browsers').set(unused).execute();
  clock.advance(10 * 60_000);
  for (let i = 0; i < 50 && (await rows()) > 0; i += 1) await new Promise((resolve) => setImmediate(resolve));
  assert.equal(await rows(), 0);
});

test('a disk that takes no browser gives the session its cookie all the same', async (t) => {
  const { login, session, db } = await start(t);
  const { reply, caller } = await login({ U: 'ann', P: HASH });
  await db.schema.dropTable('known_browsers').execute();
  const set: unknown[] = [];
  const handler = session.calls.find(({ call }) => call === postSession);
  const answer = await handler?.run(
    caller,
    {},
    {
      token: String(reply['K']),
      setSessionCookie: (token) => void set.push(token),
      browser: { ticket: null, keep: () => assert.fail('nobody would know it again') },
    },
  );
  assert.deepEqual(answer, { hasError: 0, message: '' });
  assert.deepEqual(set, [reply['K']]);
});

test('what strangers may cost in all is bounded: past their free checks one is made in a while, and a known place waits for none', async (t) => {
  const { enter, keeper, clock, session } = await start(t);
  await enter(HASH, '198.51.100.1');
  clock.advance(10 * 60_000);
  const before = keeper.checks;
  const outcomes: Promise<unknown>[] = [];
  for (let i = 0; i < 180; i += 1) {
    outcomes.push(enter(WRONG, `2001:db8:${i.toString(16)}::1`, `name${i}`).catch((error: AppError) => error.code));
    if (i % 30 === 29) await new Promise((resolve) => setImmediate(resolve));
  }
  assert.equal(keeper.checks - before, 100, 'the free ones');
  assert.equal((await enter(HASH, '198.51.100.1')).userName, 'ann');
  assert.equal(keeper.checks - before, 101);
  for (let i = 0; i < 10; i += 1) {
    clock.advance(100);
    await new Promise((resolve) => setImmediate(resolve));
  }
  assert.equal(keeper.checks - before, 111, 'ten a second');
  await session.close();
  const codes = await Promise.all(outcomes);
  assert.equal(codes.filter((code) => code === 'unauthenticated').length, 110);
  assert.equal(codes.filter((code) => code === 'limit_reached').length, 70);
});

test('guesses sent at the same time do not slip past the limit', async (t) => {
  const { enter, keeper } = await start(t);
  const guesses = Array.from({ length: 40 }, (_, i) => enter(toPasswordHash(`guess ${i}`)));
  const outcomes = await Promise.allSettled(guesses);
  assert.ok(outcomes.every(({ status }) => status === 'rejected'));
  assert.equal(keeper.checks, 5);
});
