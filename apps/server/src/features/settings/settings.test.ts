// What a setting comes to: outside over stored over default, what may be saved, and that a secret never leaves.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { SECRET_MASK, setting } from '@outrider/contract';
import { z } from 'zod';
import { createLocalBus } from '../../adapters/local-bus/local-bus.ts';
import { openSqlite } from '../../adapters/sqlite/sqlite.ts';
import { testCaller } from '../../kernel/access/test-access.ts';
import { silentLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { createSettings, settingCalls } from './index.ts';

const schema = z.object({ server: z.string().max(20), password: z.string(), port: z.number() });
const mail = setting('/gkserver/mail', schema, {
  key: 'mail',
  audit: { action: 'Set mail', secret: { password: true } },
  shown: schema,
  readers: 'admin',
  applies: 'restart',
  configKeys: { server: 'mailServer', port: 'mailPort' },
  about: { load: '', save: '' },
  example: { saved: { server: '', password: '', port: 1 }, shown: { server: '', password: '', port: 1 } },
});
type Given = Record<string, { value: unknown; by: string | null }>;
const FREE: Given = { mailServer: { value: 'default', by: null }, mailPort: { value: 25, by: null } };
const FIXED: Given = { ...FREE, mailServer: { value: 'outside', by: 'OUTRIDER_MAIL_SERVER' } };

/** A database whose server is started with what `start` is given. */
const setUp = (t: TestContext) => {
  const opened = openSqlite(':memory:', join(import.meta.dirname, '../../../migrations'));
  t.after(() => opened.close());
  return async (given: Given) => {
    const bus = createLocalBus(silentLog);
    const outside = (key: string) => given[key] ?? { value: undefined, by: null };
    const settings = await createSettings({ db: opened.db, bus, clock: createManualClock(), log: silentLog, outside });
    const heard: unknown[] = [];
    settings.follow(mail, (value) => heard.push(value));
    const [load, save] = settingCalls(
      settings,
      mail,
      () => settings.value(mail) ?? { server: '', password: '', port: 0 },
    );
    const noted: unknown[] = [];
    const context = { token: null, setSessionCookie: () => undefined, note: (facts: object) => void noted.push(facts) };
    return {
      settings,
      heard,
      noted,
      load: async () => z.looseObject({}).parse(await load?.run(testCaller(), {}, context)),
      save: (input: object) => save?.run(testCaller(), input, context),
    };
  };
};

test('what is stored counts over the default, is heard at once, and what comes from outside counts over both', async (t) => {
  const start = setUp(t);
  const first = await start(FREE);
  const { updatetime: _never, ...byDefault } = await first.load();
  // The password has no default: without it there is no value yet.
  assert.deepEqual([byDefault['server'], byDefault['fixed'], first.heard], ['', {}, [undefined]]);
  await first.settings.set('mail', { password: 'x' });
  assert.deepEqual(first.heard.at(-1), { server: 'default', password: 'x', port: 25 });
  await first.save({ server: 'mine', password: 'x', port: 587 });
  assert.deepEqual(first.heard.at(-1), { server: 'mine', password: 'x', port: 587 });
  const fixed = await start(FIXED);
  assert.deepEqual(fixed.heard, [{ server: 'outside', password: 'x', port: 587 }]);
  const { server, fixed: by } = await fixed.load();
  assert.deepEqual([server, by], ['outside', { server: 'OUTRIDER_MAIL_SERVER' }]);
});

test('a value fixed from outside cannot be saved; the others can, and what was stored of it is there again without', async (t) => {
  const start = setUp(t);
  await (await start(FREE)).save({ server: 'mine', password: 'x', port: 587 });
  const { save, load, heard } = await start(FIXED);
  await assert.rejects(async () => save({ server: 'other', password: 'x', port: 1 }), {
    code: 'invalid',
    message: 'server: This is set by OUTRIDER_MAIL_SERVER and can be changed there alone.',
  });
  assert.equal((await load())['port'], 587, 'nothing of it is saved');
  await save({ server: 'outside', password: 'x', port: 465 });
  assert.deepEqual(heard.at(-1), { server: 'outside', password: 'x', port: 465 });
  const { server, port } = await (await start(FREE)).load();
  assert.deepEqual([server, port], ['mine', 465]);
});

test('a secret is answered, noted and refused with as a mask; the mask keeps it, nothing empties it', async (t) => {
  const { save, load, heard, noted } = await setUp(t)(FREE);
  const wanted = { server: 'mine', port: 25 };
  await save({ ...wanted, password: 'hunter2' });
  const { updatetime, updateby, ...shown } = await load();
  assert.deepEqual(shown, { ...wanted, password: SECRET_MASK, fixed: {} });
  assert.equal(updateby, testCaller().userName);
  await save({ ...wanted, password: SECRET_MASK, port: 26 });
  assert.deepEqual(heard.at(-1), { ...wanted, password: 'hunter2', port: 26 });
  await assert.rejects(
    async () => save({ ...wanted, password: 'y', updatetime }),
    (error: { changed?: unknown }) => {
      assert.ok(!JSON.stringify(error.changed).includes('hunter2'));
      assert.ok(JSON.stringify(error.changed).includes(SECRET_MASK));
      return true;
    },
  );
  assert.ok(!JSON.stringify(noted).includes('hunter2') && JSON.stringify(noted).includes(SECRET_MASK));
  await save({ ...wanted, password: '' });
  assert.deepEqual([heard.at(-1), (await load())['password']], [{ ...wanted, password: '' }, '']);
});

const TYPE_AGAIN = 'Type it again, since the server or the port was changed.';
const guarded: typeof mail = { ...mail, belongs: { password: { to: ['server', 'port'], text: TYPE_AGAIN } } };

test('the mask keeps a secret only for what it was typed for: with another server it has to be typed again', async (t) => {
  const { settings, heard } = await setUp(t)(FREE);
  const save = (value: object, seenMs?: number) => settings.save(guarded, { ...value }, { by: 'eve', seenMs });
  const mine = { server: 'mine', port: 25, password: 'hunter2' };
  const asked = { ...mine, password: SECRET_MASK };
  await save({ ...mine, password: '' });
  await save({ ...asked, server: 'other' }); // there is none that could be sent there
  const { updatedMs } = await save(mine);
  for (const changed of [{ server: 'evil' }, { port: 26 }])
    await assert.rejects(async () => save({ ...asked, ...changed }), {
      code: 'invalid',
      message: `password: ${TYPE_AGAIN}`,
    });
  assert.deepEqual(heard.at(-1), mine, 'nothing of it is saved');
  await save(asked);
  assert.deepEqual(heard.at(-1), mine);
  await assert.rejects(
    async () => save({ ...asked, server: 'evil' }, updatedMs),
    { code: 'conflict' },
    'who saved first',
  );
  await save({ ...mine, server: 'other', password: 'typed' });
  assert.deepEqual(heard.at(-1), { ...mine, server: 'other', password: 'typed' });
  await save({ ...asked, server: 'third', password: '' });
  assert.deepEqual(heard.at(-1), { ...mine, server: 'third', password: '' });
});

test('a secret that is fixed from outside is sent to no other server either; one that is typed as it is, is known already', async (t) => {
  const { settings } = await setUp(t)({ ...FREE, mailPassword: { value: 'outside', by: 'MAIL_PASSWORD' } });
  const byKey: typeof mail = { ...guarded, configKeys: { ...mail.configKeys, password: { key: 'mailPassword' } } };
  const save = (value: object) => settings.save(byKey, { ...value }, { by: 'eve' });
  const refused = {
    code: 'invalid',
    message: 'server: The secret that belongs to this is set from outside: both can be changed there alone.',
  };
  const asked = { server: 'default', port: 25, password: SECRET_MASK };
  await save(asked);
  await assert.rejects(async () => save({ ...asked, server: 'evil' }), refused);
  assert.deepEqual(settings.value(byKey), { server: 'default', port: 25, password: 'outside' });
  await save({ ...asked, server: 'other', password: 'outside' });
  assert.equal(settings.value(byKey)?.server, 'other');
});

test('a field inside another one is fixed by itself; what was stored of it is there again without', async (t) => {
  const opened = openSqlite(':memory:', join(import.meta.dirname, '../../../migrations'));
  t.after(() => opened.close());
  const inner = z.object({ rule: z.object({ size: z.string(), name: z.string() }) });
  const nested = setting('/gkserver/nested', inner, {
    key: 'nested',
    audit: { action: 'Set it', secret: {} },
    shown: inner,
    readers: 'admin',
    applies: 'now',
    configKeys: { 'rule.size': 'ruleSize' },
    about: { load: '', save: '' },
    example: { saved: { rule: { size: '', name: '' } }, shown: { rule: { size: '', name: '' } } },
  });
  const start = (value: string, by: string | null) =>
    createSettings({
      db: opened.db,
      bus: createLocalBus(silentLog),
      clock: createManualClock(),
      log: silentLog,
      outside: () => ({ value, by }),
    });
  const free = await start('1G', null);
  await free.set('nested', { rule: { name: 'x' } });
  assert.deepEqual(free.value(nested), { rule: { size: '1G', name: 'x' } });
  await free.save(nested, { rule: { size: '2G', name: 'x' } }, { by: 'ann' });
  const fixed = await start('3G', 'RULE_SIZE');
  assert.deepEqual(
    [fixed.value(nested), fixed.state(nested).fixed],
    [{ rule: { size: '3G', name: 'x' } }, { 'rule.size': 'RULE_SIZE' }],
  );
  await assert.rejects(fixed.save(nested, { rule: { size: '4G', name: 'y' } }, { by: 'ann' }), { code: 'invalid' });
  await fixed.save(nested, { rule: { size: '3G', name: 'y' } }, { by: 'ann' });
  assert.deepEqual((await start('1G', null)).value(nested), { rule: { size: '2G', name: 'y' } });
});

test('what was stored and does not fit any more is not used', async (t) => {
  const { settings, save, heard } = await setUp(t)(FREE);
  await save({ server: 'mine', password: 'x', port: 1 });
  await settings.set('mail', { server: 'mine', password: 'x', port: 'one' });
  assert.equal(heard.at(-1), undefined);
});
