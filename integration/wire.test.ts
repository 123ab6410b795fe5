// The browser wire as a whole: every example answers in the form the contract says, lists come in batches with token and cursor,
// pushes carry what moved. Rights are rights.test.ts, signing in is sign-in.test.ts.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { GENERAL_RESULT, encodeLocation, t0002Heartbeat } from '@outrider/jt808';
import { calls, commands, d08RemotePlayback, p02LiveUpdates, p03ListChanged, rights } from '@outrider/contract';
import type { ManualClock } from '../apps/server/src/kernel/manual-clock.ts';
import { p9205QueryResources } from '@outrider/jt1078';
import { answerAreas } from './support/area-device.ts';
import { afterwards } from './support/cleanup.ts';
import { answerExamples, answerStoredMedia } from './support/example-device.ts';
import { Device, locationAt } from './support/device.ts';
import { answerParameters } from './support/parameter-device.ts';
import { Channel, type Json, asJson, asList, httpCall } from './support/operator.ts';
import { Recorder } from './support/recorder.ts';
import { HOST, type Account, type Server, startDrivenServer, startServer } from './support/server.ts';
import { until } from './support/until.ts';
import { Viewer } from './support/viewer.ts';

const ID = '13800000101';

const byText = (a: unknown, b: unknown): number => String(a).localeCompare(String(b));
const ids = (rows: readonly Json[]): unknown[] => rows.map(({ deviceid }) => deviceid);

/** An account of level 1 with all rights that reaches the root group, or none. */
const addAccount = async (server: Server, user: string, groupIds: readonly number[]): Promise<Account> => {
  const { hash } = server.admin;
  await server.app.users.add({
    name: user,
    passwordHash: hash,
    level: 1,
    rights: new Set(rights),
    expiresMs: null,
    groupIds,
  });
  return { user, hash };
};

/** The name of a command and what it is asked for in this server, where the example alone would not do. */
const lettersOf = (code: string, example: Json, list: { T: unknown; C: unknown }): Json => {
  // The version that its editor saw is none of a record here.
  if (code === 'D04') return Object.fromEntries(Object.entries(example).filter(([letter]) => letter !== 'T'));
  return code === 'Q04' ? { ...example, ...list } : example;
};

/** The heartbeat that examples speak of. */
const PARAMETERS = { 0x0001: '0000001e' };

/** The remote playback that the example of D08 steers. */
const playExample = async (t: TestContext, server: Server): Promise<void> => {
  const { I, S } = d08RemotePlayback.example.input;
  const query = { type: 'repb', deviceid: I, channel: '1', streamid: String(S), spbtime: '1790000000', duration: '60' };
  const viewer = await Viewer.ask(server.ports.stream, server.admin, query);
  afterwards(t, () => viewer.close());
  await viewer.untilState('opening');
};

test('F-CMD-003 F-CMD-004 every command answers its example: the same code, R 1, letters of one character, the reply of the contract', async (t) => {
  const server = await startServer(t, {}, { restart: () => undefined });
  const device = await Device.online(server.ports.jt808);
  afterwards(t, () => device.close());
  answerParameters(device, PARAMETERS);
  answerExamples(device);
  const operator = await Channel.signedIn(server);
  // Registering comes first and removing last, so that the device of the examples is there for all others.
  const order = ['D01', ...commands.map(({ code }) => code).filter((code) => code !== 'D01' && code !== 'D02'), 'D02'];
  await operator.get('D01', { I: 'ANOTHER', C: 1 });
  await httpCall(server.ports.http, 'PUT', '/gkserver/faces', { account: server.admin }); // whose photo U02 announces
  let upload: unknown = 0;
  for (const code of order) {
    const command = commands.find((each) => each.code === code);
    assert.ok(command);
    if (code === 'Q02') continue; // signed in already, with a hash that is not the example's
    if (code === 'D08') await playExample(t, server);
    const { fin } = await operator.list('Q03');
    const letters = lettersOf(code, { ...command.example.input }, { T: fin['T'], C: fin['C'] });
    if (code === 'D34') Object.assign(letters, { O: upload });
    const answers = await operator.ask(code, letters, command.batched);
    if (code === 'D33') upload = answers[0]?.['O'];
    for (const { M, N, R, ...rest } of answers) {
      assert.deepEqual([M, R], [code, '1'], `${code}: ${JSON.stringify(rest)}`);
      assert.equal(typeof N, 'number');
      assert.ok(
        Object.keys(rest).every((letter) => /^[A-Za-z]$/.test(letter)),
        `${code}: ${Object.keys(rest).join()}`,
      );
      const read: { error?: Error | undefined } = command.reply.safeParse({ R, ...rest }); // some say what R means
      assert.equal(read.error, undefined, `${code}: ${JSON.stringify(rest).slice(0, 300)}`);
    }
  }
});

/** Calls whose example needs what this server has not seen: the answer to its picture, an entry by number. They say so in words. */
const refusedExamples: Readonly<Record<string, number>> = {
  'POST /gkserver/captcha': 400,
  'GET /gkserver/captcha/image': 404, // the captcha is off
  'PUT /gkevent/eventreport': 404, // there is one report by then, not seven: event-reports.test.ts
  'DELETE /gkevent/eventreport': 404,
  'POST /gkevent/fileticket': 404, // no file has come yet: file-access.test.ts
  'PUT /gkserver/encrypt': 400, // it is no certificate, and no authority answers there: certificate.test.ts
  'POST /gkserver/certbot': 503,
  'PUT /gkserver/certbot': 503,
  'POST /gkserver/redirectcheck': 400, // nothing answers there: device-redirect.test.ts
  'POST /gkevent/askfiles': 404, // no alarm has come yet: alarm-file-states.test.ts
  'POST /gkserver/allowagain': 404, // no recorder waits: strangers.test.ts
  'PUT /gkdevice/orders': 404, // the examples before it gave fewer orders: device-queue.test.ts
  'PUT /gkserver/fwstore': 404, // nothing was announced: firmware.test.ts
  'DELETE /gkserver/fwstore': 404,
  'PUT /gkserver/firmware/{ticket}': 415, // it takes bytes, and no JSON
  'DELETE /gkserver/facephotos': 404, // no photo has come yet: faces.test.ts
  'PUT /gkserver/facephoto/{ticket}': 415,
  'PUT /gkserver/facepush': 404,
  // The group and the profile of the examples are removed by the examples before: notify-plans, download-plans, event-definitions
  'PUT /gkevent/eventdownloadplan': 404,
  'PUT /gkevent/pusheventplan': 404,
  'PUT /gkevent/realtimeeventplan': 404,
  'POST /gkevent/eventdefinedevice': 404,
  'PUT /gkevent/eventdefinedevice': 404,
  // No event has come yet: event-list.test.ts
  'PUT /gkevent/eventset': 404,
  'POST /gkevent/eventset': 404,
  'POST /gkevent/download': 404,
  'GET /gkevent/footageinfo': 404,
};

test('every call answers its example in the form of the contract', async (t) => {
  const server = await startServer(
    t,
    { customerRecords: true, acmeDirectory: `https://${HOST}:9/nobody` },
    { restart: () => undefined },
  );
  const device = await Device.online(server.ports.jt808);
  afterwards(t, () => device.close());
  device.on(p9205QueryResources.id, ({ header }) => device.reply(header, 1)); // what it has recorded is answered
  answerAreas(device);
  answerStoredMedia(device);
  answerParameters(device, PARAMETERS);
  const operator = await Channel.signedIn(server);
  // The devices that examples speak of.
  for (const I of [ID, '13800000102', '13800000103']) await operator.get('D01', { I, C: 4 });
  const needsMore = new Set(['/gkserver/session', '/gkserver/passwd']); // a bearer token, the real hash: sign-in.test.ts
  const wrong: string[] = [];
  for (const call of calls.filter(({ path }) => !needsMore.has(path))) {
    // The account of the example is not one of this server.
    const own = { username: server.admin.user, password: server.admin.hash };
    const given = { ...call.example.input, ...('username' in call.example.input && own) };
    // Nor is the version that its editor saw one of a record here.
    const input = Object.fromEntries(Object.entries(given).filter(([field]) => field !== 'updatetime'));
    const { account, method } = { account: server.admin, ...call };
    const path = call.path.replace('{username}', server.admin.user);
    const { status, body } = await httpCall(server.ports.http, method, path, { account, input });
    const name = `${method} ${path}`;
    const wanted = refusedExamples[name] ?? 200;
    const fits = wanted !== 200 || call.reply.safeParse(body).success;
    if (status !== wanted || !fits) wrong.push(`${name} answered ${status} ${JSON.stringify(body).slice(0, 200)}`);
  }
  assert.deepEqual(wrong, []);
});

test('F-CMD-005 a right Q02 answers R 1, a wrong one another value with its reason', async (t) => {
  const server = await startServer(t);
  const channel = await Channel.open(server.ports.command);
  const [wrong] = await channel.ask('Q02', { U: 'admin', P: '0'.repeat(64) });
  assert.equal(wrong?.['R'], '401');
  assert.equal(typeof wrong?.['Z'], 'string');
  const [right] = await channel.ask('Q02', { U: 'admin', P: server.admin.hash });
  assert.equal(right?.['R'], '1');
});

test('several commands in one message are answered each under its number', async (t) => {
  const server = await startServer(t);
  const channel = await Channel.open(server.ports.command);
  const login = { M: 'Q02', N: 'a', U: 'admin', P: server.admin.hash };
  const asked = [login, { M: 'Q01', N: 'b' }, { M: 'Q10', N: { c: 1 } }, { M: 'Q03' }];
  channel.send(asked.map((each) => JSON.stringify(each)).join('\n'));
  await until('all answers', () => channel.lines.length === asked.length);
  assert.deepEqual(channel.lines.map(({ M, R }) => `${String(M)} ${String(R)}`).toSorted(byText), [
    'Q01 1',
    'Q02 1',
    'Q03 1',
    'Q10 1',
  ]);
  assert.deepEqual(channel.lines.find(({ M }) => M === 'Q10')?.['N'], { c: 1 });
});

test('F-CMD-008 Q03 answers every device the user may see, at most 200 at once, ended by fin with token and cursor', async (t) => {
  const server = await startServer(t);
  const operator = await Channel.signedIn(server);
  const wanted = Array.from({ length: 450 }, (_, i) => `CAR-${1000 + i}`);
  const one = async (I: string): Promise<unknown> => operator.get('D01', { I, C: 4 });
  for (let i = 0; i < wanted.length; i += 90) {
    // Below what a connection may ask in a second, and no faster than it is answered.
    await Promise.all(wanted.slice(i, i + 90).map(one));
  }
  const { rows, fin, batches } = await operator.list('Q03');
  assert.deepEqual(ids(rows).toSorted(byText), wanted);
  assert.equal(batches, 3);
  assert.equal(typeof fin['T'], 'string');
  assert.equal(typeof fin['C'], 'number');
  const nobody = await Channel.signedIn(server, await addAccount(server, 'nobody', []));
  assert.deepEqual((await nobody.list('Q03')).rows, []);
  const fellow = await Channel.signedIn(server, await addAccount(server, 'fellow', [1]));
  assert.equal((await fellow.list('Q03')).rows.length, wanted.length);
});

test('F-CMD-009 Q04 answers just the device that changed, with the token; F-CMD-018 F-CMD-019 D01 and D02 make a new token', async (t) => {
  const server = await startServer(t);
  const operator = await Channel.signedIn(server);
  for (const I of [ID, '13800000102']) await operator.get('D01', { I, C: 4 });
  const { fin: first } = await operator.list('Q03');
  const still = await operator.list('Q04', { T: first['T'], C: first['C'] });
  assert.deepEqual([still.rows, still.fin['T']], [[], first['T']]);
  const device = await Device.online(server.ports.jt808);
  afterwards(t, () => device.close());
  const changed = await operator.list('Q04', { T: first['T'], C: first['C'] });
  assert.deepEqual(ids(changed.rows), [ID]);
  assert.equal(changed.rows[0]?.['status'], 1);
  assert.equal(changed.fin['T'], first['T']);
  const again = await operator.list('Q04', { T: changed.fin['T'], C: changed.fin['C'] });
  assert.deepEqual(again.rows, [], 'the cursor moved on');

  await operator.get('D01', { I: '13800000103', C: 2 });
  const added = await operator.list('Q04', { T: first['T'], C: changed.fin['C'] });
  assert.notEqual(added.fin['T'], first['T']);
  const { rows, fin } = await operator.list('Q03');
  const row = rows.find(({ deviceid }) => deviceid === '13800000103');
  assert.deepEqual([row?.['registered'], row?.['chn_count'], row?.['chmask']], [1, 2, '11']);
  assert.equal((await operator.ask('D01', { I: '13800000103', C: 2 }))[0]?.['R'], '409');

  await operator.get('D02', { I: '13800000103' });
  const removed = await operator.list('Q04', { T: fin['T'], C: fin['C'] });
  assert.notEqual(removed.fin['T'], fin['T']);
  assert.ok(!ids((await operator.list('Q03')).rows).includes('13800000103'));
  assert.equal((await operator.ask('Q05', { I: '13800000103' }))[0]?.['R'], '404');
  assert.equal((await operator.ask('D02', { I: '13800000103' }))[0]?.['R'], '404');
  await operator.get('D01', { I: '13800000103', C: 2 });
});

test('a device id that breaks the rule is refused with the rule', async (t) => {
  const server = await startServer(t);
  const operator = await Channel.signedIn(server);
  for (const I of ['', '.car', 'a b', 'x'.repeat(32), 'broadcast', 'GLOBAL', 'ALL', '*', '汽车']) {
    const [answer] = await operator.ask('D01', { I, C: 4 });
    assert.equal(answer?.['R'], '400', I);
    assert.match(String(answer?.['Z']), /A device id is/);
  }
});

test('F-CMD-010 F-CMD-012 F-CMD-016 F-DEVICE-021 Q05, Q07, Q11 and Q12 answer the asked device', async (t) => {
  const server = await startServer(t);
  const operator = await Channel.signedIn(server);
  await operator.get('D01', {
    I: ID,
    C: 2,
    Z: { plate: 'ABC-1234', drivername: 'A. Driver', chnames: ['Front', 'Cabin'] },
  });
  const before = await operator.get('Q07', { I: ID });
  assert.deepEqual([before['I'], before['Z']], [ID, null], 'no report yet');
  const device = await Device.online(server.ports.jt808);
  afterwards(t, () => device.close());
  const timeMs = Math.floor(Date.now() / 1000) * 1000;
  const items = [
    { id: 0x01, raw: Uint8Array.of(0, 0, 0x30, 0x39) }, // 1234.5 km
    { id: 0x30, raw: Uint8Array.of(28) },
    { id: 0x31, raw: Uint8Array.of(11) },
  ];
  const told = { altitude: 317, speedKmh: 61.5, direction: 137, alarm: 2, items };
  assert.equal(await device.locate(locationAt(timeMs, told)), GENERAL_RESULT.done);
  const q05 = asJson((await operator.get('Q05', { I: ID }))['Z']);
  assert.deepEqual([q05['deviceid'], q05['plate'], q05['drivername'], q05['acc_on']], [ID, 'ABC-1234', 'A. Driver', 1]);
  // 61.5 km/h in thousandths of a knot.
  const fix = { lat: 24.1, lng: 120.6, trackingAngle: 137, speedInKmh: 33.207 };
  assert.deepEqual(q05['gps_info'], { data: fix, time: timeMs / 1000 });
  const { received, ...q07 } = asJson((await operator.get('Q07', { I: ID }))['Z']);
  assert.deepEqual(q07, {
    lat: 24.1,
    lng: 120.6,
    altitude: 317,
    speed: 61.5,
    dir: 137,
    time: timeMs / 1000,
    valid: 1,
    alarm: 2,
    status: 3,
    mileage: 1234.5,
    satellites: 11,
    signal: 90,
  });
  const receivedS = Number(received);
  assert.ok(receivedS >= timeMs / 1000 && receivedS <= Date.now() / 1000, `received at ${receivedS}`);
  const q12 = asJson((await operator.get('Q12', { I: ID }))['Z']);
  assert.deepEqual([q12['chnames'], q12['simnumber'], q12['chsort']], [['Front', 'Cabin'], ID, [1, 2]]);
  assert.deepEqual((await operator.list('Q11')).rows, [q12]);
});

test('F-CMD-015 F-STREAMINFO-004 Q10 tells rates, devices and who watches what', async (t) => {
  const server = await startServer(t);
  const operator = await Channel.signedIn(server);
  await operator.get('D01', { I: ID, C: 4 });
  const recorder = await Recorder.online(server.ports);
  afterwards(t, () => recorder.close());
  const askedS = Math.floor(Date.now() / 1000);
  const viewer = await Viewer.open(server.ports.stream, server.admin, ID, { channel: 2 });
  afterwards(t, () => viewer.close());
  const openedS = Date.now() / 1000;
  await until('the device dials in', () => recorder.cameras.length === 1);
  let number = 0;
  const status = await until('a rate', async () => {
    number += 1;
    for (let i = 0; i < 5; i += 1) recorder.camera.send(number, { key: true, bytes: 2000 });
    const asked = asJson((await operator.get('Q10'))['Z']);
    return Number(asked['downloadBps']) > 0 && asked;
  });
  assert.deepEqual(Object.keys(status).toSorted(byText), ['devices', 'downloadBps', 'hddBps', 'uploadBps']);
  const [device] = asList(status['devices']);
  assert.equal(device?.['deviceid'], ID);
  const users = asList(device?.['users']);
  const arrivedTime = Number(users[0]?.['arrivedTime']);
  assert.ok(arrivedTime >= askedS && arrivedTime <= openedS, `arrived at ${arrivedTime}`);
  const { localPort: port } = viewer.socket;
  assert.deepEqual(users, [{ type: 'live ch2 sub', user: 'admin', ip: '127.0.0.1', port, arrivedTime }]);
});

type PushScene = {
  server: Server & { clock: ManualClock };
  operator: Channel;
  device: Device;
  other: Device;
  /** The updates of all P02 so far. */
  updates: (channel: Channel) => Json[];
  /** One device reports, and it is on disk 50 ms later by the server's clock, however long the disk takes. */
  report: (device: Device, timeMs: number, latitude: number) => Promise<void>;
  /** Both devices report a new place; resolves when it is on disk and the second of the push is over. */
  move: (latitude: number) => Promise<void>;
};

const setPushScene = async (t: TestContext): Promise<PushScene> => {
  const server = await startDrivenServer(t);
  const time = { flows: true };
  const waiting = { between: () => server.clock.advance(time.flows ? 10 : 0) };
  const operator = await Channel.signedIn(server, server.admin, waiting);
  for (const I of [ID, '13800000102']) await operator.get('D01', { I, C: 4 });
  const [device, other] = [
    await Device.online(server.ports.jt808, { waiting }),
    await Device.online(server.ports.jt808, { phone: '13800000102', waiting }),
  ];
  afterwards(t, () => [device, other].forEach((each) => each.close()));
  return {
    server,
    operator,
    device,
    other,
    updates: (channel) => channel.pushes.filter(({ M }) => M === 'P02').flatMap(({ Z }) => asList(Z)),
    report: async (sender, timeMs, latitude) => {
      time.flows = false;
      const serial = sender.sendBody(0x0200, encodeLocation(locationAt(timeMs, { latitude })));
      await sender.ask(t0002Heartbeat, {}); // the server has taken what came before
      server.clock.advance(50);
      assert.equal(await sender.answerTo(serial), GENERAL_RESULT.done);
      time.flows = true;
    },
    move: async (latitude) => {
      const timeMs = Math.floor(server.clock.now() / 1000) * 1000;
      await Promise.all([
        device.locate(locationAt(timeMs, { latitude })),
        other.locate(locationAt(timeMs, { latitude: -latitude, longitude: -60 })),
      ]);
      server.clock.advance(1000);
      await operator.get('Q01'); // an answer behind the push: it has arrived
    },
  };
};

test('P01 all: P02 brings the newest of each own device at most once a second', async (t) => {
  const { server, operator, device, updates, report, move } = await setPushScene(t);
  await operator.get('P01', { A: 'all' });
  await move(24.1);
  const first = updates(operator);
  assert.deepEqual(first.map(({ i }) => i).toSorted(byText), [ID, '13800000102']);
  for (const push of operator.pushes) {
    const known = push['M'] === 'P02' ? p02LiveUpdates : p03ListChanged;
    const { M: _, ...letters } = push;
    assert.ok(known.payload.safeParse(letters).success, JSON.stringify(push));
  }
  const mine = first.find(({ i }) => i === ID);
  assert.deepEqual([mine?.['s'], mine?.['la'], mine?.['ln'], mine?.['v'], mine?.['d']], [1, 24.1, 120.6, 50, 90]);
  const before = operator.pushes.length;
  const timeMs = Math.floor(server.clock.now() / 1000) * 1000;
  for (let i = 1; i <= 5; i += 1) await report(device, timeMs + i * 1000, 24.1 + i / 10_000);
  server.clock.advance(1000);
  await operator.get('Q01');
  const later = operator.pushes.slice(before).flatMap(({ Z }) => asList(Z));
  assert.ok(later.length >= 1 && later.length <= 2, `${later.length} updates for five reports within a second`);
  assert.equal(later.at(-1)?.['la'], 24.1005);
});

test('P01 narrows the push to bounds or to devices, and ends it', async (t) => {
  const { operator, updates, move } = await setPushScene(t);
  await operator.get('P01', { A: 'bounds', B: [120, 20, 121, 30] });
  await move(24.2);
  assert.deepEqual(new Set(updates(operator).map(({ i }) => i)), new Set([ID]));
  operator.pushes.length = 0;
  await operator.get('P01', { A: 'devices', C: ['13800000102'] });
  await move(24.3);
  assert.deepEqual(new Set(updates(operator).map(({ i }) => i)), new Set(['13800000102']));
  operator.pushes.length = 0;
  await operator.get('P01', { A: 'none' });
  await move(24.4);
  assert.deepEqual(operator.pushes, []);
  assert.equal((await operator.ask('P01', { A: 'bounds' }))[0]?.['R'], '400');
});

test('P02 keeps to the own groups, tells offline, and P03 tells a new list; who never subscribes hears nothing', async (t) => {
  const { server, operator, device, updates, move } = await setPushScene(t);
  const nobody = await Channel.signedIn(server, await addAccount(server, 'nobody', []));
  const fellow = await Channel.signedIn(server, await addAccount(server, 'fellow', [1]));
  for (const channel of [nobody, fellow]) await channel.get('P01', { A: 'all' });
  await move(24.5);
  await fellow.get('Q01');
  await nobody.get('Q01');
  assert.deepEqual(
    updates(fellow)
      .map(({ i }) => i)
      .toSorted(byText),
    [ID, '13800000102'],
  );
  assert.deepEqual(updates(nobody), []);
  device.close();
  await until('the device is told offline', () => updates(fellow).some(({ i, s }) => i === ID && s === 0), {
    between: () => server.clock.advance(100),
  });
  await operator.get('D01', { I: 'NEW', C: 1 });
  await until('the new list', () => fellow.pushes.some(({ M }) => M === 'P03'));
  const { fin } = await fellow.list('Q03');
  assert.equal(fellow.pushes.findLast(({ M }) => M === 'P03')?.['T'], fin['T']);
  assert.deepEqual(operator.pushes, []);
});
