// Who is told of which event: pushes to other programs, mails, text messages and calls, each seen at the other end, once.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { SECRET_MASK } from '@outrider/contract';
import { createManualClock } from '../apps/server/src/kernel/manual-clock.ts';
import { listen } from './support/fence-scene.ts';
import { HttpSink } from './support/http-sink.ts';
import { MailSink } from './support/mail-sink.ts';
import {
  PUSH,
  REALTIME,
  DOWNLOAD,
  CODE,
  ID,
  everybody,
  own,
  ofGroup,
  people,
  ALLOWED,
  scriptFor,
  pushOf,
  tell,
  downloads,
  withDevice,
  switchOn,
  planOf,
  type Started,
} from './support/notify-scene.ts';
import { asJson, asList, httpCall } from './support/operator.ts';
import { SAVED, restarted } from './support/restarted.ts';
import { HOST } from './support/server.ts';
import { until } from './support/until.ts';

const SECRET = 'a key of both';

/** Until so many alarms are stored, and their plans were looked up: both come behind the answers to the recorder. */
const untilLookedUp = async ({ app }: Started, count: number): Promise<void> => {
  const db = app.db.db.$extendTables<{
    events: { serialno: number; code: number };
    notify_cursor: { event_serial: number };
  }>();
  await until(`the plans of ${count} alarms are looked up`, async () => {
    const alarms = await db
      .selectFrom('events')
      .select('serialno')
      .where('code', '=', CODE)
      .orderBy('serialno')
      .execute();
    const cursor = await db.selectFrom('notify_cursor').select('event_serial').executeTakeFirst();
    return alarms.length === count && (cursor?.event_serial ?? 0) >= (alarms.at(-1)?.serialno ?? Infinity);
  });
};

test('[E-HTTP-018 E-ENT-010 A-PUSHEV-003] http: push plans are listed, saved by POST and for groups by PUT, removed, and are there after a restart', async (t) => {
  const { start } = await restarted(t);
  let server = await start(ALLOWED);
  await withDevice(t, server);
  const script = scriptFor('https://hooks.example.org');
  const { status, body } = await planOf(server, pushOf(everybody, script));
  const { hasError, data } = asJson(body);
  assert.deepEqual([status, hasError, asList(data).length], [200, 0, 1]);
  const group = server.app.groups.list()[0]?.id ?? 0;
  assert.equal((await server.ask('PUT', PUSH, pushOf(ofGroup(group), script))).status, 200);
  assert.equal((await planOf(server, pushOf(ofGroup(group), script))).status, 400, 'a group is saved by PUT');
  assert.equal((await server.ask('PUT', PUSH, pushOf(everybody, script))).status, 400);
  const third = asList(asJson((await planOf(server, pushOf(own, script, 0))).body)['data']);
  assert.deepEqual(
    third.map((plan) => [plan['deviceid'], plan['groupid'], plan['updateMode'], plan['enable']]),
    [
      ['GLOBAL', 'root', 'GLOBAL', 1],
      [ID, 'root', 'DEVICE', 0],
      ['GLOBAL', String(group), 'GROUP', 1],
    ],
  );
  const { updatetime, ...first } = third[0] ?? {};
  assert.deepEqual(first, { ...everybody, enable: 1, name: 'Hook', script });
  assert.ok(Number(updatetime) > 0);
  assert.equal((await planOf(server, pushOf(everybody, 'rm -rf /'))).status, 400, 'a script is a request');
  assert.equal((await planOf(server, pushOf(everybody, scriptFor('http://10.1.2.3')))).status, 400, 'private');
  assert.deepEqual(await server.save('/gkserver/cloud', { enable: 1, port: 8080, secret: SECRET }), SAVED);
  await server.close();
  server = await start(ALLOWED);
  assert.deepEqual(await server.load('/gkserver/cloud'), { enable: 1, port: 8080, secret: SECRET_MASK, fixed: {} });
  assert.deepEqual(asList((await server.ask('GET', PUSH)).body), third);
  const left = await server.ask('DELETE', PUSH, { deviceid: ID });
  assert.equal(asList(asJson(left.body)['data']).length, 2);
  const { body: last } = await server.ask('DELETE', PUSH, { pushEventPlan: ofGroup(group) });
  assert.deepEqual(
    asList(asJson(last)['data']).map((plan) => plan['updateMode']),
    ['GLOBAL'],
  );
});

test('[E-HTTP-019 E-ENT-011] http: realtime plans are listed, saved and removed; a call rings 30 seconds unless somebody says so', async (t) => {
  const { start } = await restarted(t);
  const server = await start();
  const { call_time: _unsaid, ...untouched } = tell(everybody, {
    email_en: 1,
    receivers: 'ann@example.org',
  }).realtimeEventPlan;
  const saved = await server.ask('POST', REALTIME, { realtimeEventPlan: untouched });
  const plan = { ...everybody, ...people, email_en: 1, receivers: 'ann@example.org', call_time: 30 };
  const [{ updatetime: _at, ...listed } = {}] = asList(asJson(saved.body)['data']);
  assert.deepEqual(listed, plan);
  const group = server.app.groups.list()[0]?.id ?? 0;
  assert.equal((await server.ask('PUT', REALTIME, tell(ofGroup(group), { call_en: 1 }))).status, 200);
  assert.equal((await server.ask('POST', REALTIME, tell(everybody, { email_en: 1 }))).status, 400, 'nobody to mail');
  assert.equal((await server.ask('POST', REALTIME, tell(everybody, { receivers: 'ann@' }))).status, 400);
  assert.equal(asList((await server.ask('GET', REALTIME)).body).length, 2);
  const { body } = await server.ask('DELETE', REALTIME, { realtimeEventPlan: everybody });
  assert.equal(asList(asJson(body)['data']).length, 1);
});

test('a push arrives once, signed, with the facts of its event, after the other program was away and over a restart', async (t) => {
  const away = await HttpSink.start(t);
  const { port, origin } = away;
  await away.close();
  const { start } = await restarted(t);
  const clock = createManualClock(Date.now());
  let server = await start(ALLOWED, { clock });
  await switchOn(server, SECRET);
  await planOf(server, pushOf(everybody, scriptFor(origin)));
  const { raise, device } = await withDevice(t, server, clock);
  await raise();
  await until('the first try failed', () => (server.app.metrics()['outbox_failed_tries_total'] ?? 0) === 1);
  device.close();
  await server.close();
  const sink = await HttpSink.start(t, port);
  sink.status = 503;
  server = await start(ALLOWED, { clock });
  clock.advance(31_000);
  await until('it was asked', () => sink.requests.length === 1);
  await until('it failed again', () => (server.app.metrics()['outbox_failed_tries_total'] ?? 0) === 1);
  sink.status = 200;
  clock.advance(61_000);
  await until('nothing waits', async () => (await server.app.outboxSize()).count === 0);
  const [first, second, ...more] = sink.requests;
  assert.deepEqual([more.length, second?.method, second?.headers['authorization']], [0, 'POST', 'Bearer abc']);
  const { device: who, code } = asJson(JSON.parse(second?.body ?? ''));
  assert.deepEqual([who, code], [ID, CODE]);
  assert.match(second?.path ?? '', /^\/alarm\?event=[^ {]+$/);
  assert.equal(second?.headers['x-outrider-delivery'], first?.headers['x-outrider-delivery'], 'the same in each try');
  assert.ok(second);
  const { method, path, body, headers } = second;
  const text = [headers['x-outrider-timestamp'], method, path, body].join('\n');
  const signature = `sha256=${createHmac('sha256', SECRET).update(text).digest('hex')}`;
  assert.equal(headers['x-outrider-signature'], signature);
  clock.advance(7_200_000);
  await until('it was looked for', async () => (await server.app.outboxSize()).count === 0);
  assert.equal(sink.requests.length, 2);
});

test('the plan of the device counts before that of its group, a group covers those below it, and the plan for all comes last', async (t) => {
  const sink = await HttpSink.start(t);
  const server = await (await restarted(t)).start(ALLOWED);
  await switchOn(server);
  const { raise } = await withDevice(t, server);
  const key = server.app.groups;
  const root = key.list()[0]?.id ?? 0;
  const upper = await key.add(root, 'North');
  const lower = await key.add(upper, 'Depot');
  const operator = { account: server.admin, input: { deviceid: ID, groupid: lower } };
  assert.equal((await httpCall(server.ports.http, 'POST', '/gkserver/groupdevice', operator)).status, 200);
  const paths = async (): Promise<string[]> => {
    await raise();
    await until('it came', () => sink.requests.length > 0);
    return sink.requests.splice(0).map(({ path }) => path.split('?')[0] ?? '');
  };
  await planOf(server, pushOf(everybody, scriptFor(sink.origin, '/all')));
  assert.deepEqual(await paths(), ['/all']);
  await server.ask('PUT', PUSH, pushOf(ofGroup(upper), scriptFor(sink.origin, '/upper')));
  assert.deepEqual(await paths(), ['/upper'], 'the group above the one it is in');
  await server.ask('PUT', PUSH, pushOf(ofGroup(lower), scriptFor(sink.origin, '/lower')));
  assert.deepEqual(await paths(), ['/lower'], 'the nearest group');
  await planOf(server, pushOf(own, scriptFor(sink.origin, '/own')));
  assert.deepEqual(await paths(), ['/own']);
  await planOf(server, pushOf(own, scriptFor(sink.origin, '/own'), 0));
  await raise();
  await untilLookedUp(server, 5);
  await server.ask('DELETE', PUSH, { deviceid: ID });
  await server.save('/gkserver/cloud', { enable: 0, port: 80, secret: '' });
  await raise();
  await untilLookedUp(server, 6);
  await switchOn(server);
  assert.deepEqual(await paths(), ['/lower'], 'neither the plan that was off nor the switch let one through');
});

test('a private address is not pushed to unless the configuration names its host, and a redirection leads nowhere', async (t) => {
  const sink = await HttpSink.start(t);
  const { start } = await restarted(t);
  let server = await start(ALLOWED);
  await switchOn(server);
  await planOf(server, pushOf(everybody, scriptFor(sink.origin)));
  await server.close();
  server = await start();
  const { raise } = await withDevice(t, server);
  await raise();
  await until('it was tried', () => (server.app.metrics()['outbox_failed_tries_total'] ?? 0) > 0);
  assert.equal(sink.requests.length, 0);
  assert.equal((await planOf(server, pushOf(everybody, scriptFor('http://localhost:1')))).status, 400);
});

test('what a download plan hides is stored and told nobody; the next one that is not hidden is told once by each way', async (t) => {
  const sink = await HttpSink.start(t);
  const sms = await HttpSink.start(t);
  const mails = await MailSink.start(t);
  const server = await (await restarted(t)).start(ALLOWED);
  await switchOn(server);
  const mail = { server: HOST, port: mails.port, security: '2', auth: '1', user: '', pass: '' };
  await server.save('/gkserver/smtp', { mail: { ...mail, from: 'fleet@example.org', name: '' } });
  await server.save('/gkserver/sms', {
    provider: 'infobip',
    config: { enable: 1, baseurl: sms.origin, apikey: 'k-1' },
  });
  await planOf(server, pushOf(everybody, scriptFor(sink.origin)));
  const ways = { call_en: 1, email_en: 1, sms_en: 1, receivers: 'ann@example.org, +886912345678' };
  assert.equal((await server.ask('POST', REALTIME, tell(everybody, ways))).status, 200);
  assert.equal((await server.ask('POST', DOWNLOAD, downloads(everybody, 0))).status, 200);
  const { raise } = await withDevice(t, server);
  const heard = await listen(t, server);
  const modes = async (): Promise<(number | null)[]> =>
    (
      await server.app.db.db
        .$extendTables<{ events: { serialno: number; code: number; download_mode: number | null } }>()
        .selectFrom('events')
        .select('download_mode')
        .where('code', '=', CODE)
        .orderBy('serialno')
        .execute()
    ).map((row) => row.download_mode);
  await raise();
  await until('the hidden one is stored', async () => (await modes()).length === 1);
  await server.ask('DELETE', DOWNLOAD, { deviceid: 'GLOBAL' });
  await raise();
  const told = () => [sink.requests.length, sms.requests.length, mails.mails.length];
  await until('the other one is told', () => told().every((count) => count > 0));
  await until('nothing waits', async () => (await server.app.outboxSize()).count === 0);
  assert.deepEqual(
    [await modes(), told()],
    [
      [0, null],
      [1, 1, 1],
    ],
  );
  // An SOS rings by itself as well.
  await until('it rang', () => heard.filter(([cmd]) => cmd === 'call').length >= 2);
  assert.deepEqual(
    heard.map(([cmd]) => cmd).filter((cmd) => cmd !== 'cover'),
    ['new', 'call', 'call'],
  );
});

test('the plans of a group go when the group is removed, of each kind', async (t) => {
  const { start } = await restarted(t);
  let server = await start(ALLOWED);
  const { groups } = server.app;
  const north = await groups.add(groups.list()[0]?.id ?? 0, 'North');
  const script = scriptFor('https://hooks.example.org');
  await planOf(server, pushOf(everybody, script));
  const saved = [
    await server.ask('PUT', PUSH, pushOf(ofGroup(north), script)),
    await server.ask('PUT', REALTIME, tell(ofGroup(north), { call_en: 1 })),
    await server.ask('PUT', DOWNLOAD, downloads(ofGroup(north), 2)),
  ];
  assert.deepEqual(
    saved.map(({ status }) => status),
    [200, 200, 200],
  );
  const counts = () =>
    Promise.all([PUSH, REALTIME, DOWNLOAD].map(async (path) => asList((await server.ask('GET', path)).body).length));
  assert.deepEqual(await counts(), [2, 1, 1]);
  await groups.remove(north);
  await until('they are gone', async () => (await counts()).join() === '1,0,0');
  await server.close();
  server = await start(ALLOWED);
  assert.deepEqual(await counts(), [1, 0, 0]);
});

test('[A-SMS-003] http: the provider is saved and loaded by POST, the API key as the mask; plain http only where that is safe', async (t) => {
  const { start } = await restarted(t);
  let server = await start();
  const config = { enable: 1, baseurl: 'https://xyz.api.infobip.com', apikey: 'k-1' };
  assert.deepEqual(await server.save('/gkserver/sms', { provider: 'infobip', config }), SAVED);
  const shown = { provider: 'infobip', config: { ...config, apikey: SECRET_MASK }, fixed: {} };
  assert.deepEqual(await server.load('/gkserver/sms', 'POST'), shown);
  const open = { ...config, baseurl: 'http://sms.example.org' };
  assert.equal((await server.save('/gkserver/sms', { provider: 'infobip', config: open }))[0], 400);
  assert.equal((await server.save('/gkserver/sms', { provider: 'other', config }))[0], 400);
  const elsewhere = { ...shown.config, baseurl: 'https://evil.example.org' };
  assert.deepEqual(await server.save('/gkserver/sms', { provider: 'infobip', config: elsewhere }), [
    400,
    'config.apikey: Type the API key again, since the provider or the base URL was changed.',
  ]);
  await server.close();
  server = await start();
  assert.deepEqual(await server.load('/gkserver/sms', 'POST'), shown);
});

test('level 1 sees and changes plans of its own groups only, none for all devices', async (t) => {
  const server = await (await restarted(t)).start(ALLOWED);
  await withDevice(t, server);
  const { groups, users } = server.app;
  const root = groups.list()[0]?.id ?? 0;
  const mine = await groups.add(root, 'Mine');
  const hash = '5'.repeat(64);
  await users.add({ name: 'lee', passwordHash: hash, level: 1, rights: null, expiresMs: null, groupIds: [mine] });
  const ask = (method: string, input?: unknown) =>
    httpCall(server.ports.http, method, PUSH, { account: { user: 'lee', hash }, input });
  const script = scriptFor('https://hooks.example.org');
  await planOf(server, pushOf(everybody, script));
  await planOf(server, pushOf(own, script));
  await server.ask('PUT', PUSH, pushOf(ofGroup(root), script));
  assert.deepEqual(asList((await ask('GET')).body), []);
  assert.equal((await ask('POST', pushOf(everybody, script))).status, 403);
  assert.equal((await ask('POST', pushOf(own, script))).status, 404);
  assert.equal((await ask('PUT', pushOf(ofGroup(root), script))).status, 404);
  assert.equal((await ask('DELETE', { deviceid: 'GLOBAL' })).status, 403);
  assert.equal((await ask('PUT', pushOf(ofGroup(mine), script))).status, 200);
  assert.equal(asList((await ask('GET')).body).length, 1);
});
