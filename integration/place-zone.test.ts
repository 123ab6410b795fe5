// A device whose days and times go by the zone of where it is (gpstzenable), observed from outside: lists, sums of the day, events; before and
// after a restart. How its clock is read stays as it is.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type TestContext, test } from 'node:test';
import type { LocationReport } from '@outrider/jt808';
import { createApp } from '../apps/server/src/app.ts';
import { toPasswordHash } from '../apps/server/src/kernel/access/credentials.ts';
import { silentLog } from '../apps/server/src/kernel/log.ts';
import { createManualClock } from '../apps/server/src/kernel/manual-clock.ts';
import { afterwards } from './support/cleanup.ts';
import { Device, locationAt } from './support/device.ts';
import { asJson, asList, Channel, httpCall, type Json } from './support/operator.ts';
import { type Account, HOST, temporaryFolder, testConfig } from './support/server.ts';
import { until } from './support/until.ts';

const ID = '13800000101';
const MINUTE_MS = 60_000;
/** 23:30 of the day before in New York, 12:30 by the clock of the device. */
const BEGIN_MS = Date.UTC(2026, 2, 2, 4, 30);
const NEW_YORK = { latitude: 40.7128, longitude: -74.006 };
const CHICAGO = { latitude: 41.8781, longitude: -87.6298 };
const SOS = 1;

/** A server on one folder and one driven clock, its device and its console; `again` ends all and starts the next. */
const setScene = async (t: TestContext) => {
  const data = await temporaryFolder(t);
  const clock = createManualClock(BEGIN_MS);
  const waiting = { between: () => clock.advance(10) };
  let admin: Account | undefined;
  const start = async () => {
    const app = await createApp(testConfig(data), { log: silentLog, clock });
    let ending: Promise<void> | undefined;
    const end = (): Promise<void> => (ending ??= app.close());
    afterwards(t, end);
    admin ??= { user: 'admin', hash: toPasswordHash(app.initialPassword ?? '') };
    const account = admin;
    /** By a channel of its own, as reports. */
    const asked = async (code: string, input: Json): Promise<Json> => {
      const operator = await Channel.signedIn({ ports: app.ports, admin: account }, account, waiting);
      const [answer = {}] = await operator.ask(code, { I: ID, ...input });
      operator.close();
      return answer;
    };
    await asked('D01', { C: 4 });
    const row = async (): Promise<Json> => asJson((await asked('Q05', {}))['Z']);
    return {
      ports: app.ports,
      account,
      end,
      row,
      zone: async () => (await row())['timezone'],
      save: async (Z: Json): Promise<void> => assert.equal((await asked('D04', { Z }))['R'], '1'),
      /** The texts of time of the alarms that are kept, newest first, each with its moment. */
      alarms: async () => {
        const { body } = await httpCall(app.ports.http, 'POST', '/gkevent/recentalarms', { account, input: {} });
        return asList(asJson(body)['alarms']).map((each) => [each['eventtime'], Number(each['eventtimeutc']) * 1000]);
      },
    };
  };
  type Running = Awaited<ReturnType<typeof start>>;
  /** A report by a link of its own. */
  const moveTo = (minute: number): void => clock.jumpTo(Math.max(clock.now(), BEGIN_MS + minute * MINUTE_MS));
  const report = async ({ ports }: Running, minute: number, changes: Partial<LocationReport>): Promise<void> => {
    const timeMs = BEGIN_MS + minute * MINUTE_MS;
    moveTo(minute);
    const device = await Device.online(ports.jt808, { waiting });
    afterwards(t, () => device.close());
    assert.equal(await device.locate(locationAt(timeMs, changes)), 0);
    device.close();
  };
  return { clock, start, report, moveTo };
};

/** What event.cgi says from now on. */
const eventsOf = async (t: TestContext, port: number, { user, hash }: Account): Promise<Json[]> => {
  const socket = new WebSocket(`ws://${HOST}:${port}/event.cgi?user=${user}&password=${hash}`);
  const heard: Json[] = [];
  socket.addEventListener('message', ({ data }) => void heard.push(asJson(JSON.parse(String(data)))));
  afterwards(t, () => socket.close());
  await once(socket, 'open');
  return heard;
};

test('[A-DEVEDIT-005] with the time zone by place lists, days and events go by the zone of where the vehicle is, also after a restart; its clock is read as before', async (t) => {
  const { clock, start, report, moveTo } = await setScene(t);
  const first = await start();
  // An hour around midnight of New York, 11 km of it after that.
  for (const [minute, north] of [
    [0, 0],
    [20, 0.1],
    [35, 0.2],
    [55, 0.3],
  ] as const)
    await report(first, minute, { ...NEW_YORK, latitude: NEW_YORK.latitude + north });
  const metres = async (of = first): Promise<number> => Number(asJson((await of.row())['daily'])['distance']);
  assert.equal(await first.zone(), 8);
  const wholeM = await metres();
  assert.ok(wholeM > 33_000, `${wholeM} m of the day of its own clock`);

  await first.save({ gpstzenable: 1 });
  assert.equal(await first.zone(), -5);
  const shorter = await until('the sums of the other day', async () => (await metres()) < wholeM && metres(), {
    between: () => clock.advance(1000),
  });
  assert.ok(shorter > 11_000 && shorter < 11_300, `${shorter} m since midnight of New York`);

  moveTo(70);
  const heard = await eventsOf(t, first.ports.stream, first.account);
  await report(first, 70, { ...NEW_YORK, latitude: NEW_YORK.latitude + 0.3, alarm: SOS });
  const push = await until('the alarm', () => heard.find(({ cmd }) => cmd === 'new'), {
    between: () => clock.advance(10),
  });
  const alarmMs = BEGIN_MS + 70 * MINUTE_MS;
  assert.deepEqual([push['eventtime'], push['eventtimeutc']], ['2026-03-02 00:40:00', alarmMs / 1000]);

  await report(first, 600, CHICAGO);
  assert.equal(await first.zone(), -6, 'over the border');
  const time = (await first.row())['gps_info'];
  assert.equal(asJson(time)['time'], BEGIN_MS / 1000 + 600 * 60, 'its clock is read as before');
  const atChicago = ['2026-03-02 00:40:00', alarmMs];
  assert.deepEqual(await first.alarms(), [atChicago], 'the time of where it happened');
  await first.end();

  const second = await start();
  assert.equal(await second.zone(), -6, 'before any report');
  assert.deepEqual(await second.alarms(), [atChicago]);
  // Summer time begins in the night to 8 March.
  await report(second, 7 * 24 * 60, CHICAGO);
  assert.equal(await second.zone(), -5);
  await second.save({ gpstzenable: 0 });
  assert.equal(await second.zone(), 8);
  assert.deepEqual(await second.alarms(), [['2026-03-02 13:40:00', alarmMs]]);
});

test('[A-DEVEDIT-005] without a fix it is the zone of its place on the map, and without both that of its clock', async (t) => {
  const { start, report } = await setScene(t);
  const first = await start();
  await first.save({ gpstzenable: 1 });
  assert.equal(await first.zone(), 8);
  await first.save({ maplocation: '28.61,77.21' });
  assert.equal(await first.zone(), 5.5);
  await first.save({ clockzone: 0 });
  assert.equal(await first.zone(), 5.5);
  await first.end();
  const server = await start();
  assert.equal(await server.zone(), 5.5, 'after a restart');
  await report(server, 1, NEW_YORK);
  assert.equal(await server.zone(), -5);
});
