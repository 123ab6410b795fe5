// The data limit of a month over real sockets: told at 80 and 100 per cent, then video is refused to all but administrators, also after a
// restart, until the month of the server's zone is over. Reports go on.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { rights } from '@outrider/contract';
import { type App, createApp } from '../apps/server/src/app.ts';
import { toPasswordHash } from '../apps/server/src/kernel/access/credentials.ts';
import { silentLog } from '../apps/server/src/kernel/log.ts';
import { createManualClock, type ManualClock } from '../apps/server/src/kernel/manual-clock.ts';
import { afterwards } from './support/cleanup.ts';
import { locationAt } from './support/device.ts';
import { asJson, asList, Channel, httpCall } from './support/operator.ts';
import { Recorder } from './support/recorder.ts';
import { type Account, cheapKeeper, temporaryFolder, testConfig } from './support/server.ts';
import { until } from './support/until.ts';
import { Viewer } from './support/viewer.ts';

const ID = '13800000101';
const MINUTE_MS = 60_000;
const PICTURE_BYTES = 40_000;
const MB = 1024 * 1024;
/** Half an hour before a month ends where the server stands. */
const START_MS = new Date(2026, 1, 1).getTime() - 30 * MINUTE_MS;
const REACHED = 'data limit reached';

type Running = {
  app: App;
  clock: ManualClock;
  admin: Account;
  anna: Account;
  recorder: Recorder;
  stop: () => Promise<void>;
};

const open = async (t: TestContext, folder: string, startMs: number, before?: Running): Promise<Running> => {
  const clock = createManualClock(startMs);
  const app = await createApp(testConfig(folder), { log: silentLog, clock, keeper: cheapKeeper });
  const admin = before?.admin ?? { user: 'admin', hash: toPasswordHash(app.initialPassword ?? '') };
  const anna = { user: 'anna', hash: toPasswordHash('Sesame-1') };
  const waiting = { between: () => clock.advance(10) };
  if (before === undefined) {
    const account = { passwordHash: anna.hash, level: 1, rights: new Set(rights), expiresMs: null, groupIds: [1] };
    await app.users.add({ name: anna.user, ...account });
    const operator = await Channel.signedIn({ ports: app.ports, admin }, admin, waiting);
    await operator.get('D01', { I: ID, C: 4 });
    await operator.get('D04', { I: ID, Z: { netlimit: '1,1024' } });
    operator.close();
  }
  const authCode = before?.recorder.device.authCode ?? '';
  const recorder = await Recorder.online(app.ports, { phone: ID, authCode, waiting });
  let running = true;
  const stop = async (): Promise<void> => {
    if (!running) return;
    running = false;
    recorder.close();
    await app.close();
  };
  afterwards(t, stop);
  return { app, clock, admin, anna, recorder, stop };
};

const watch = async (t: TestContext, { app, clock }: Running, account: Account, channel = 1): Promise<Viewer> => {
  const waiting = { between: () => clock.advance(10) };
  const viewer = await Viewer.open(app.ports.stream, account, ID, { channel, waiting });
  afterwards(t, () => viewer.close());
  return viewer;
};

const notices = async ({ app, admin }: Running): Promise<unknown[]> => {
  const { body } = await httpCall(app.ports.http, 'POST', '/gkevent/recentalarms', { account: admin, input: {} });
  return asList(asJson(body)['alarms']).map((row) => asJson(row)['message']);
};

/** Sends pictures of so many bytes in all. */
const send = async ({ recorder, clock }: Running, viewer: Viewer, bytes: number): Promise<void> => {
  const pictures = Math.ceil(bytes / PICTURE_BYTES);
  for (let number = 0; number < pictures; number += 1)
    recorder.camera.send(number, { key: true, bytes: PICTURE_BYTES });
  await until('they have come', () => viewer.closed || viewer.videos.length >= pictures, {
    between: () => clock.advance(10),
  });
};

const assertRefused = async (t: TestContext, running: Running): Promise<void> => {
  const viewer = await watch(t, running, running.anna, 2);
  const state = await viewer.untilState('forbidden');
  assert.equal(state['message'], REACHED);
  await until('its socket ends', () => viewer.ending !== null, { between: () => running.clock.advance(10) });
  assert.equal(viewer.ending?.reason, REACHED);
};

test('[R35] a limit is told at 80 and 100 per cent, then video is for administrators, until the month ends', async (t) => {
  const folder = await temporaryFolder(t);
  const first = await open(t, folder, START_MS);
  const { clock, recorder } = first;
  const viewer = await watch(t, first, first.anna);
  await until('the device dials in', () => recorder.cameras.length === 1, { between: () => clock.advance(10) });
  await send(first, viewer, 0.85 * MB);
  await until('80 per cent are told', async () => (await notices(first)).length === 1, {
    between: () => clock.advance(1000),
  });
  assert.deepEqual(await notices(first), ['80 % of the data of this month are used, of 1 MB']);
  assert.equal(viewer.closed, false);
  const play = async (account: Account, channel: string): Promise<Viewer> => {
    const query = { type: 'repb', deviceid: ID, channel, streamid: '7', duration: '60' };
    const spbtime = String(START_MS / 1000 - 600);
    const waiting = { between: () => clock.advance(10) };
    const played = await Viewer.ask(first.app.ports.stream, account, { ...query, spbtime }, waiting);
    afterwards(t, () => played.close());
    return played;
  };
  const [hers, his] = [await play(first.anna, '2'), await play(first.admin, '3')];
  for (let number = 100; number < 106; number += 1) recorder.camera.send(number, { key: true, bytes: PICTURE_BYTES });
  await until('the running picture ends', () => viewer.ending !== null, { between: () => clock.advance(1000) });
  assert.equal(viewer.ending?.reason, REACHED);
  await until('what the recorder plays ends', () => hers.ending !== null, { between: () => clock.advance(1000) });
  assert.equal(hers.ending?.reason, REACHED);
  assert.equal(his.ending, null, 'not for an administrator');
  his.close();
  await until('100 per cent are told', async () => (await notices(first)).length === 2, {
    between: () => clock.advance(1000),
  });
  await assertRefused(t, first);
  const request = { deviceid: ID, start: START_MS / 1000 - 600, end: START_MS / 1000, downloadplan: 1, streamtype: 0 };
  const fetching = await httpCall(first.app.ports.http, 'POST', '/gkevent/customevent', {
    account: first.anna,
    input: { ...request, audioout: 0 },
  });
  assert.deepEqual([fetching.status, asJson(fetching.body)['message']], [429, REACHED]);
  const boss = await watch(t, first, first.admin, 3);
  await until('the device is asked for an administrator', () => recorder.cameras.length === 2, {
    between: () => clock.advance(10),
  });
  recorder.camera.send(1, { key: true });
  await boss.until('pictures for an administrator', () => boss.videos.length === 1);
  assert.equal(await recorder.device.locate(locationAt(clock.now())), 0, 'reports go on');
  boss.close();
  await first.stop();

  const second = await open(t, folder, clock.now() + 1000, first);
  await assertRefused(t, second);
  second.clock.advance(20_000);
  assert.equal((await notices(second)).length, 2, 'nothing is told twice');
  second.clock.advance(31 * MINUTE_MS);
  const waiting = { between: () => second.clock.advance(10) };
  const { authCode } = first.recorder.device;
  const back = await Recorder.online(second.app.ports, { phone: ID, authCode, waiting }); // its link was silent for long
  afterwards(t, () => back.close());
  const later = await watch(t, second, second.anna, 2);
  await until('the next month begins with nothing used', () => back.cameras.length === 1, waiting);
  assert.deepEqual(later.states.map(({ state }) => state).includes('forbidden'), false);
});
