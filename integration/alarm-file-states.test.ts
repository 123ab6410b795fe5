// How far asking a recorder for the files of an alarm is, as people see it: the call, the hints of the event socket, asking again, and
// nothing of it for who may not see the vehicle.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test, type TestContext } from 'node:test';
import { eventSocketPush, postEventFiles, rights } from '@outrider/contract';
import { p9208AttachmentRequest, t0801MediaUpload, type AlarmSign } from '@outrider/jt808';
import { createApp, openAccounts } from '../apps/server/src/app.ts';
import { createAlarmFileStore } from '../apps/server/src/features/alarm-files/store.ts';
import { createEventStore } from '../apps/server/src/features/event/store.ts';
import { toPasswordHash } from '../apps/server/src/kernel/access/credentials.ts';
import { silentLog } from '../apps/server/src/kernel/log.ts';
import { createManualClock, type ManualClock } from '../apps/server/src/kernel/manual-clock.ts';
import { afterwards } from './support/cleanup.ts';
import { Device, locationAt } from './support/device.ts';
import { FileSender, fileOf } from './support/file-sender.ts';
import { asJson, asList, Channel, httpCall, type Json } from './support/operator.ts';
import { newSign, phoneCall } from './support/safety-alarm.ts';
import {
  type Account,
  cheapKeeper,
  HOST,
  type Server,
  startDrivenServer,
  temporaryFolder,
  testConfig,
} from './support/server.ts';
import { until } from './support/until.ts';

type Driven = Server & { clock: ManualClock };

const ID = '13800000101';
const PHOTO = fileOf('00_65_6502_0_X.jpg', 0, 40_000);
const CLIP = fileOf('02_65_6502_0_X.mp4', 2, 160_000);

const forward = (server: Driven, ms = 200) => ({ between: () => server.clock.advance(ms) });
const register = async (server: Server): Promise<void> => {
  const operator = await Channel.signedIn(server);
  await operator.get('D01', { I: ID, C: 4 });
  operator.close();
};

const online = async (t: TestContext, server: Driven): Promise<Device> => {
  const device = await Device.online(server.ports.jt808, { phone: ID, waiting: forward(server) });
  afterwards(t, () => device.close());
  return device;
};
/** Raises an alarm with so many files and gives its sign. */
const raise = async (device: Device, attachments: number): Promise<AlarmSign> => {
  const sign = newSign(attachments);
  await device.locate(locationAt(sign.time ?? 0, { items: [phoneCall(sign)] }));
  return sign;
};
const dial = async (t: TestContext, server: Server): Promise<FileSender> => {
  const sender = await FileSender.dial(server.ports.files, ID);
  afterwards(t, () => sender.close());
  return sender;
};

const call = (server: Server, path: string, input: Json, account: Account = server.admin) =>
  httpCall(server.ports.http, 'POST', path, { account, input });
/** The numbers of the events that announced files; others are events of the link. */
const serialsIn = async ({ app }: Server): Promise<number[]> =>
  (await createEventStore(app.db.db).withFiles(0, 100)).map(({ serialno }) => serialno);
const requestOf = async (server: Server): Promise<Json> => {
  const [serialno] = await serialsIn(server);
  if (serialno === undefined) return {};
  const { body } = await call(server, '/gkevent/eventfiles', { serialno: [serialno] });
  assert.equal(postEventFiles.reply.safeParse(body).error, undefined);
  return asJson(asList(asJson(body)['requests'])[0] ?? {});
};
const untilState = (server: Driven, state: string, fits: (request: Json) => boolean = () => true): Promise<Json> =>
  until(
    `the state is ${state}`,
    async () => {
      const request = await requestOf(server);
      return request['state'] === state && fits(request) ? request : undefined;
    },
    forward(server),
  );

/** What the event socket of an account says of files. */
const hintsFor = async (t: TestContext, server: Server, { user, hash }: Account): Promise<number[]> => {
  const socket = new WebSocket(`ws://${HOST}:${server.ports.stream}/event.cgi?user=${user}&password=${hash}`);
  const heard: number[] = [];
  socket.addEventListener('message', ({ data }) => {
    for (const line of String(data).split('\n').filter(Boolean)) {
      const push = eventSocketPush.parse(JSON.parse(line));
      if (push.cmd === 'files') heard.push(...push.serialno);
    }
  });
  afterwards(t, () => socket.close());
  await once(socket, 'open');
  return heard;
};

test('the state of a request is told at each step: asked, receiving so much of it, hung up, and done; each step is pushed as a hint', async (t) => {
  const server = await startDrivenServer(t);
  await register(server);
  const hints = await hintsFor(t, server, server.admin);
  const hinted = (what: string): Promise<unknown> =>
    until(
      `a hint: ${what}`,
      async () => {
        const [serialno = -1] = await serialsIn(server);
        return hints.splice(0).includes(serialno);
      },
      forward(server),
    );
  const device = await online(t, server);
  const sign = await raise(device, 2);
  const frame = await device.take(0x9208);
  const { alarmNumber } = p9208AttachmentRequest.decode(frame.body, device.edition);
  device.reply(frame.header);
  const asked = await untilState(server, 'asked');
  assert.deepEqual(
    [asked['announced'], asked['arrived'], asked['tries'], asked['online'], asked['reason'], asked['nexttry']],
    [2, 0, 1, true, '', null],
  );
  await hinted('asked');

  const sender = await dial(t, server);
  await sender.announce(sign, alarmNumber ?? '', [PHOTO, CLIP]);
  await hinted('it sends');
  assert.equal((await sender.whole(PHOTO)).result, 0);
  await sender.start(CLIP);
  sender.send(CLIP, 0, 60_000);
  const receiving = await untilState(server, 'receiving', ({ received }) => received === 100_000);
  assert.deepEqual([receiving['arrived'], receiving['size']], [1, 200_000]);
  await hinted('a file is there');
  server.clock.advance(2000);
  sender.send(CLIP, 60_000, 20_000);
  await untilState(server, 'receiving', ({ received }) => received === 120_000);
  await hinted('more has come');

  sender.close();
  const broken = await untilState(server, 'waiting', ({ reason }) => reason === 'broke-off');
  assert.deepEqual([broken['arrived'], broken['received'], Number(broken['nexttry']) > 0], [1, 40_000, true]);
  device.close();
  await untilState(server, 'waiting', (request) => request['online'] === false);
  await hinted('it went away');

  const back = await online(t, server);
  const again = await back.take(0x9208);
  back.reply(again.header);
  const rest = await dial(t, server);
  await rest.announce(sign, alarmNumber ?? '', [PHOTO, CLIP]);
  await rest.whole(CLIP);
  const done = await untilState(server, 'done');
  assert.deepEqual([done['arrived'], done['received'], done['size']], [2, 200_000, 200_000]);
  await hinted('done');
});

test('a device that refuses is said to have refused; what was given up is so after a restart, and is asked for again on request', async (t) => {
  const data = await temporaryFolder(t);
  const clock = createManualClock();
  const start = async (): Promise<Driven> => {
    const app = await createApp(testConfig(data), { log: silentLog, clock });
    afterwards(t, () => app.close());
    const admin = { user: 'admin', hash: toPasswordHash(app.initialPassword ?? '') };
    return { app, ports: app.ports, data, clock, admin };
  };
  const before = await start();
  await register(before);
  const device = await online(t, before);
  await raise(device, 1);
  const frame = await device.take(0x9208);
  device.reply(frame.header, 1);
  const refused = await untilState(before, 'waiting', ({ reason }) => reason === 'refused');
  assert.equal(refused['tries'], 1);
  const serialno = Number(refused['serialno']);
  const early = await call(before, '/gkevent/askfiles', { serialno });
  assert.deepEqual([early.status, asJson(early.body)['hasError']], [409, 1]);
  // Nine tries over two days are in requests.test.ts.
  await createAlarmFileStore(before.app.db.db).saveState(serialno, 'given-up', { reason: 'refused', message: '' });
  device.close();
  await before.app.close();

  const after = { ...(await start()), admin: before.admin };
  const givenUp = await requestOf(after);
  assert.deepEqual([givenUp['state'], givenUp['reason'], givenUp['nexttry']], ['given-up', 'refused', null]);
  const back = await online(t, after);
  for (let i = 0; i < 20; i += 1)
    // oxlint-disable-next-line no-await-in-loop -- seconds go by
    await clock.advanceAsync(1000);
  assert.equal((await requestOf(after))['state'], 'given-up', 'nobody asks by himself');
  const { status, body } = await call(after, '/gkevent/askfiles', { serialno });
  assert.deepEqual([status, asJson(body)['state'], asJson(body)['tries']], [200, 'waiting', 0]);
  back.reply((await back.take(0x9208)).header);
  await untilState(after, 'asked');
});

test('who may not see the vehicle gets no hint, no file, no state, and cannot ask', async (t) => {
  const server = await startDrivenServer(t, {}, { keeper: cheapKeeper });
  await register(server);
  const accounts = await openAccounts(server.data);
  const group = await accounts.groups.add(1, 'others');
  await accounts.close();
  const ann = { user: 'ann', hash: 'AB'.repeat(32) };
  await server.app.users.add({
    name: ann.user,
    passwordHash: ann.hash,
    level: 1,
    rights: new Set(rights),
    expiresMs: null,
    groupIds: [group],
  });
  const [outside, inside] = [await hintsFor(t, server, ann), await hintsFor(t, server, server.admin)];
  const device = await online(t, server);
  const sign = await raise(device, 1);
  const frame = await device.take(0x9208);
  const { alarmNumber } = p9208AttachmentRequest.decode(frame.body, device.edition);
  device.reply(frame.header);
  const sender = await dial(t, server);
  await sender.announce(sign, alarmNumber ?? '', [PHOTO]);
  await sender.whole(PHOTO);
  await untilState(server, 'done');
  await raise(device, 1); // what the administrator hears of after it, the other one could have heard as well
  const serials = await until('the next alarm', async () => {
    const known = await serialsIn(server);
    return known.length === 2 ? known : undefined;
  });
  const [, second = -1] = serials;
  await until('a hint of the next alarm', () => inside.includes(second), forward(server));
  assert.deepEqual(outside, []);
  const { body } = await call(server, '/gkevent/eventfiles', { serialno: serials }, ann);
  assert.deepEqual(body, { files: [], requests: [] });
  await createAlarmFileStore(server.app.db.db).saveState(second, 'given-up', { reason: 'refused', message: '' });
  assert.equal((await call(server, '/gkevent/askfiles', { serialno: second }, ann)).status, 404);
  assert.equal((await call(server, '/gkevent/askfiles', { serialno: 99 }, ann)).status, 404);
  assert.equal((await call(server, '/gkevent/askfiles', { serialno: second })).status, 200);
});

test('a picture that finds its alarm is pushed as a hint of that event', async (t) => {
  const server = await startDrivenServer(t);
  await register(server);
  const hints = await hintsFor(t, server, server.admin);
  const device = await online(t, server);
  const atMs = server.clock.now();
  await device.locate(locationAt(atMs, { alarm: 1 << 1 }));
  const data = fileOf('a.jpg', 0, 500).data;
  const picture = { mediaId: 1, type: 0, format: 0, event: 2, channel: 2, location: locationAt(atMs), data };
  device.sendBody(0x0801, t0801MediaUpload.encode(picture, '2013'));
  await device.take(0x8800);
  const serialno = await until('a hint', () => hints[0], forward(server));
  const { body } = await call(server, '/gkevent/eventfiles', { serialno: [serialno] });
  assert.equal(asList(asJson(body)['files']).length, 1);
  assert.deepEqual(asJson(body)['requests'], []);
});
