// A server with scheduled reports whose time is driven, and what its files say.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { TestContext } from 'node:test';
import { reportFile } from '@outrider/contract';
import { encodeLocation, type LocationReport } from '@outrider/jt808';
import { createApp } from '../../apps/server/src/app.ts';
import { toPasswordHash } from '../../apps/server/src/kernel/access/credentials.ts';
import { silentLog } from '../../apps/server/src/kernel/log.ts';
import { createManualClock } from '../../apps/server/src/kernel/manual-clock.ts';
import { afterwards } from './cleanup.ts';
import { Device, locationAt } from './device.ts';
import { asJson, asList, Channel, httpCall, type Json } from './operator.ts';
import { type Account, cheapKeeper, temporaryFolder, testConfig } from './server.ts';
import { until } from './until.ts';

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
export const ZONE_S = 8 * 3600;
/** Midnight in the zone of the reports. */
export const DAY = Date.UTC(2026, 4, 10, 16);
export const [ONE, TWO] = ['13800000101', '13800000102'];
export const REPORT = '/gkevent/eventreport';
export const OVER_SPEED = 2;
export const FATIGUE = 4;
export const COLLISION = 2 ** 29;
export const CARD_FAULT = { id: 0x14, raw: Uint8Array.of(0, 0, 0, 4) };

/** Before, no report is made after a start. */
const FIRST_LOOK_MS = 180_000;

/** A server at 08:00 of a day in the zone of its reports. Time stands still but where the test moves it. */
export const setScene = async (t: TestContext) => {
  const clock = createManualClock(DAY + 8 * HOUR_MS);
  const data = await temporaryFolder(t);
  const admin: Account = { user: 'admin', hash: '' };
  const open = async () => {
    const app = await createApp(testConfig(data), { log: silentLog, clock, keeper: cheapKeeper });
    afterwards(t, () => app.close());
    if (app.initialPassword !== null) admin.hash = toPasswordHash(app.initialPassword);
    await clock.advanceAsync(FIRST_LOOK_MS);
    const ask = (method: string, path: string, input?: Json, account: Account = admin) =>
      httpCall(app.ports.http, method, path, { account, ...(input && { input }) });
    return { app, ports: app.ports, admin, ask };
  };
  const server = await open();
  const waiting = { between: () => clock.advance(10) };
  const channel = await Channel.signedIn(server, admin, waiting);
  for (const I of [ONE, TWO]) await channel.get('D01', { I, C: 2 });
  channel.close();
  const device = async (phone: string): Promise<Device> => {
    const found = await Device.online(server.ports.jt808, { phone, waiting });
    afterwards(t, () => found.close());
    return found;
  };
  return { clock, data, open, server, admin, device };
};
export type Scene = Awaited<ReturnType<typeof setScene>>;
export type Opened = Scene['server'];

export const reportOf = (changes: Json = {}): Json => ({
  enable: 1,
  profile: 'Depot',
  type: 'event detail',
  period: 1440,
  unit: 0,
  receivers: '',
  devices: '',
  memo: '',
  events: '',
  tz: ZONE_S,
  ...changes,
});

export const save = async ({ ask }: Opened, changes: Json = {}, account?: Account): Promise<number> => {
  const { status, body } = await ask('POST', REPORT, { eventReport: reportOf(changes) }, account);
  assert.equal(status, 200, JSON.stringify(body));
  return Number(asJson(body)['reportid']);
};

export const files = async ({ ask }: Opened, input: Json = {}, account?: Account): Promise<Json[]> => {
  const asked = { from: 0, to: 4_000_000_000, queryby: 'updatetime', ...input };
  const { status, body } = await ask('POST', '/gkevent/reportlist', asked, account);
  assert.equal(status, 200, JSON.stringify(body));
  for (const row of asList(body)) assert.equal(reportFile.safeParse(row).error, undefined);
  return asList(body);
};

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
export const fetchFile = async ({ ports, admin }: Opened, file: Json, account: Account | null = admin) => {
  const who = account === null ? '' : `&u=${account.user}&p=${account.hash}`;
  const name = encodeURIComponent(String(file['filename']));
  const answer = await fetch(
    `http://127.0.0.1:${ports.http}/gkevent/reportfile/${name}?id=${String(file['fileid'])}${who}`,
  );
  return {
    status: answer.status,
    bytes: new Uint8Array(await answer.arrayBuffer()),
    type: answer.headers.get('content-type'),
  };
};
/** Lines of a CSV file without its mark; no cell of these has a comma. */
export const linesOf = (bytes: Uint8Array): string[][] =>
  new TextDecoder()
    .decode(bytes)
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));

/** Moves the wall clock, then what looks at it. */
export const moveTo = async ({ clock }: Scene, ms: number): Promise<void> => {
  clock.jumpTo(ms);
  await clock.advanceAsync(25_000);
};

export const made = (scene: Scene, server: Opened, count: number, input: Json = {}): Promise<Json[]> =>
  until(`there are ${count} files`, async () => {
    await scene.clock.advanceAsync(1000);
    const found = await files(server, input);
    return found.length === count ? found : undefined;
  });

export const report = async (device: Device, location: LocationReport): Promise<void> =>
  assert.equal(await device.answerTo(device.sendBody(0x0200, encodeLocation(location))), 0);

/** An alarm that comes up and goes down again. */
export const alarm = async (scene: Scene, device: Device, bits: number, atMs: number): Promise<void> => {
  scene.clock.jumpTo(atMs);
  await report(device, locationAt(atMs, { alarm: bits }));
  await report(device, locationAt(atMs + 2000, { alarm: 0 }));
};

const eventsOf = async ({ ask }: Opened, codes: number[]): Promise<Json[]> =>
  asList((await ask('POST', '/gkevent/eventquery', { appdevids: codes })).body);
export const listed = (server: Opened, codes: number[], count: number, scene: Scene): Promise<Json[]> =>
  until(`${count} events`, async () => {
    await scene.clock.advanceAsync(1000);
    const found = await eventsOf(server, codes);
    return found.length === count ? found : undefined;
  });
