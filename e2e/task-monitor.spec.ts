// The task monitors: pages outside the console that show the true tasks of the server, and set how many run.
import assert from 'node:assert/strict';
import type { Locator, Page } from '@playwright/test';
import { keyOf } from '../integration/support/device-keys.ts';
import { FtpServer } from '../integration/support/ftp-server.ts';
import { GEO_PASSWORD, GEO_USER, Geotab } from '../integration/support/geotab.ts';
import { httpCall } from '../integration/support/operator.ts';
import { HOST } from '../integration/support/server.ts';
import { addressOf, type StageServer, useStage } from './fixture.ts';
import { ownServer } from './support/map.ts';
import { must } from './support/must.ts';
import { expect, test } from './test.ts';

const stage = useStage({ outgoingHosts: [HOST] });
const FILE_MS = 5 * 60_000;
const NONE = 'rgba(0, 0, 0, 0)';
const colours = {
  processing: 'rgb(255, 255, 0)',
  done: 'rgb(245, 245, 220)',
  error: 'rgb(220, 20, 60)',
  waiting: NONE,
};

const table = (page: Page, name: string): Locator => page.getByRole('table', { name, exact: true });
const rowOf = (page: Page, name: string): Locator => table(page, 'Tasks').getByRole('row').filter({ hasText: name });
const total = (page: Page, name: string): Locator => page.locator('dl > div').filter({ hasText: name }).locator('dd');
const open = async (page: Page, server: StageServer, path: string): Promise<string[]> => {
  const sent: string[] = [];
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(String(payload).trim())));
  await page.goto(addressOf(server, path));
  return sent;
};
const connect = async (page: Page, { admin }: StageServer): Promise<void> => {
  await page.getByLabel('User name').fill(admin.user);
  await page.getByLabel('Password').fill(admin.password);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page.getByRole('status').first()).toHaveText('connected');
};
/** What was sent of this code last, without who sent it; that is checked. */
const lastOf = (sent: readonly string[], code: string, { admin }: StageServer): unknown => {
  const found = sent.map((line) => JSON.parse(line)).findLast(({ M }) => M === code);
  if (found === undefined) return undefined;
  const { U, P, ...rest } = found;
  assert.deepEqual([U, String(P).toLowerCase()], [admin.user, admin.hash.toLowerCase()]);
  return rest;
};
const insert = async (server: StageServer, name: string, row: Readonly<Record<string, unknown>>): Promise<void> => {
  await server.app.db.db
    .$extendTables<Record<string, Record<string, unknown>>>()
    .insertInto(name)
    .values(row)
    .execute();
};
/** The text of the cells of a row by their column. */
const cellsOf = async (page: Page, name: string): Promise<Record<string, string>> => {
  const headers = await table(page, 'Tasks').getByRole('columnheader').allTextContents();
  await expect(rowOf(page, name).getByRole('cell')).toHaveCount(headers.length);
  const cells = await rowOf(page, name).getByRole('cell').allTextContents();
  return Object.fromEntries(headers.map((header, at) => [header, cells[at] ?? '']));
};
/** How much wider the page is than its window: what is wide scrolls in a room of its own. */
const tooWide = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
const expectColour = async (page: Page, name: string, kind: keyof typeof colours): Promise<void> => {
  const cell = rowOf(page, name).first().getByRole('cell').first();
  await expect(cell).toHaveCSS('background-color', colours[kind]);
};

const COVER_FIELDS =
  'taskid deviceid appdevid serialno isHandling downloadDone taskType tryCount recvFail dltype originDltype mediaType streamType downloadSpeed chs starttime endtime error errortime aliveCheckTime'.split(
    ' ',
  );

test('[E-MON-004 E-ENT-042 E-MON-013 E-CONST-030] ui: /covermonitor shows what comes from recorders in its colours, and sets how much', async ({
  t,
}) => {
  const { server } = stage;
  const vehicle = await stage.vehicle(t, { phone: '13800000231', channels: 2 });
  const start = (Math.floor(Date.now() / FILE_MS) * FILE_MS - FILE_MS) / 1000;
  const away = '13800000232';
  await stage.register(away, 2);
  const input = { start, end: start + 200, downloadplan: 3, streamtype: 1, audioout: 1 };
  for (const deviceid of [vehicle.deviceId, away]) {
    const asked = { account: server.admin, input: { ...input, deviceid } };
    assert.equal((await httpCall(server.ports.http, 'POST', '/gkevent/customevent', asked)).status, 200);
  }
  const seed = {
    device_key: 1,
    device_id: away,
    start_ms: start * 1000,
    end_ms: (start + 20) * 1000,
    channels: '[1,2]',
  };
  const more = { main_channels: '[1]', audio: 0, user_name: 'admin', created_ms: Date.now(), progress: 100 };
  const tried = { tries: 2, tried_ms: Date.now(), footage: '[]' };
  await insert(server, 'custom_events', { ...seed, ...more, ...tried, state: 'done', message: '' });
  await insert(server, 'custom_events', { ...seed, ...more, ...tried, state: 'failed', message: 'No Record' });
  const page = await stage.page(t);
  const sent = await open(page, server, '/covermonitor');
  await expect(page.getByLabel('Max run count')).toHaveValue('20');
  await expect(page.getByRole('button', { name: 'Set', exact: true })).toBeDisabled();
  await connect(page, server);
  await expect(table(page, 'Tasks').getByRole('columnheader')).toHaveText(COVER_FIELDS);
  await expectColour(page, 'custom-1', 'processing');
  await expectColour(page, 'custom-2', 'waiting');
  await expectColour(page, 'custom-3', 'done');
  await expectColour(page, 'custom-4', 'error');
  const room = table(page, 'Tasks').locator('..');
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect.poll(() => tooWide(page), `at ${width} px`).toBe(0);
    const seen = must(await room.boundingBox(), 'the room of the table');
    assert.ok(seen.x >= 0 && seen.x + seen.width <= width, 'the table scrolls inside the window');
    await expect(room).toHaveCSS('overflow-x', 'auto');
  }
  const { starttime, endtime, errortime, deviceid, ...done } = await cellsOf(page, 'custom-3');
  assert.deepEqual(done, {
    taskid: 'custom-3',
    appdevid: '100',
    serialno: '0',
    isHandling: '0',
    downloadDone: '1',
    taskType: 'FOOTAGE',
    tryCount: '2',
    recvFail: '1',
    dltype: 'VIDEO',
    originDltype: 'VIDEO',
    mediaType: 'VIDEO',
    streamType: '1',
    downloadSpeed: '0',
    chs: '1, 2',
    error: '',
    aliveCheckTime: '',
  });
  assert.ok([starttime, endtime].every((text) => /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text ?? '')));
  assert.deepEqual([errortime, deviceid === ''], ['', false]);
  await expect(total(page, 'currentCount')).toHaveText('1');
  await expect(total(page, 'waitCount')).toHaveText('1');
  await page.getByLabel('Max run count').fill('7');
  await page.getByRole('button', { name: 'Set', exact: true }).click();
  await expect(total(page, 'maxCount')).toHaveText('7');
  assert.deepEqual(lastOf(sent, 'DB12', server), { M: 'DB12', A: 7 });
  assert.deepEqual(lastOf(sent, 'DB8', server), { M: 'DB8' });
});

test('[E-MON-005 E-ENT-046] ui: /requestarray lists what recorders are still asked for because of events', async ({
  t,
}) => {
  const { server } = stage;
  const eventMs = Date.UTC(2026, 0, 2, 3, 4, 5);
  const wanted = { event_serial: 4711, device_key: 1, code: 742, event_ms: eventMs, due_ms: Date.now() + 3_600_000 };
  const more = { start_ms: eventMs, end_ms: eventMs + 1000, channels: '[1]', main_channels: '[]', audio: 0 };
  const state = { created_ms: Date.now(), state: 'waiting', tries: 3 };
  await insert(server, 'planned_fetches', { ...wanted, ...more, ...state, kind: 'footage' });
  await insert(server, 'planned_fetches', { ...wanted, ...more, ...state, tries: 1, kind: 'photos' });
  const page = await stage.page(t);
  const sent = await open(page, server, '/requestarray');
  await connect(page, server);
  await expect(rowOf(page, '4711')).toHaveCount(1);
  const { deviceid, eventtime, ...row } = await cellsOf(page, '4711');
  assert.deepEqual(row, { appdevid: '742', serialno: '4711', download: '1', snapshot: '1', tryCount: '3' });
  assert.deepEqual([deviceid === undefined, /^2026-01-0\d \d\d:\d\d:05$/.test(eventtime ?? '')], [false, true]);
  assert.deepEqual(lastOf(sent, 'DB9', server), { M: 'DB9' });
});

test('[E-MON-008 E-ENT-047 E-MON-013 E-CONST-029] ui: /ftpmonitor shows what goes to FTP servers in its colours, and sets how many, how fast and how many wait', async ({
  t,
}) => {
  const ftp = await FtpServer.start();
  ftp.hold();
  const { server } = stage;
  t.after(() => ftp.close());
  const deviceid = '13800000241';
  const vehicle = await stage.vehicle(t, { phone: deviceid, parked: true, alarms: false });
  // Of another device: the row of this one must be the only one that names it, also when this test is tried again alone.
  const other = '13800000242';
  await stage.register(other, 1);
  const ofOther = { event_serial: 1, device_key: keyOf(server.config.data, other) };
  const row = { ...ofOther, code: 19, event_ms: Date.now(), added_ms: Date.now() };
  const target = `ftp://fleet:secret@${HOST}:${ftp.port}/x`;
  const seeds = [
    { state: 'done', message: '', start_ms: Date.now(), end_ms: Date.now() },
    { state: 'failed', message: 'The file is not kept any more.', start_ms: Date.now(), end_ms: Date.now() },
    { state: 'waiting', message: '' },
  ];
  for (const [at, seed] of seeds.entries()) {
    const name = `${seed.state}.jpg`;
    const place = { file_id: 1000 + at, target, file_name: name, remote_path: `x/${name}` };
    await insert(server, 'event_uploads', { ...row, ...place, ...seed });
  }
  const plan = {
    deviceid: 'GLOBAL',
    groupid: 'root',
    appdevid: 742,
    updateMode: 'GLOBAL',
    downloadtype: 1,
    downloadplan: 0,
    streamtype: 0,
    preoffset: 3,
    postoffset: 1,
    entimepart: 0,
    timepart: '',
    intermission: 0,
    enupload: 1,
    upload: target,
    custompath: 0,
    accoffonly: 0,
    maxbackupsecs: 0,
    snapshotmode: 0,
    mediatype: '1',
  };
  const saved = { account: server.admin, input: { eventDownloadPlan: plan } };
  assert.equal((await httpCall(server.ports.http, 'POST', '/gkevent/eventdownloadplan', saved)).status, 200);
  vehicle.sendAlarm('phone-call');
  const page = await stage.page(t);
  const sent = await open(page, server, '/ftpmonitor');
  await expect(page.getByLabel('Max run count')).toHaveValue('50');
  await expect(page.getByLabel('Limit rate (bytes per second)')).toHaveValue('65536');
  await expect(page.getByLabel('Max wait count')).toHaveValue('10000');
  await connect(page, server);
  await expect(table(page, 'Tasks').getByRole('columnheader')).toHaveText(
    'taskid isProcessing isDone deviceid appdevid eventtime addtime starttime endtime filePath curl error'.split(' '),
  );
  await expectColour(page, deviceid, 'processing');
  await expectColour(page, 'done.jpg', 'done');
  await expectColour(page, 'failed.jpg', 'error');
  await expectColour(page, 'waiting.jpg', 'waiting');
  const { eventtime, addtime, starttime, endtime, deviceid: _id, ...done } = await cellsOf(page, 'done.jpg');
  assert.deepEqual(done, {
    taskid: 'upload-1',
    isProcessing: '0',
    isDone: '1',
    appdevid: '19',
    filePath: 'done.jpg',
    curl: `ftp://fleet@${HOST}:${ftp.port}/x/done.jpg`,
    error: '',
  });
  for (const text of [eventtime, addtime, starttime, endtime]) assert.match(text ?? '', /^\d{4}-\d\d-\d\d \d\d:/);
  await page.getByLabel('Max run count').fill('3');
  await page.getByLabel('Limit rate (bytes per second)').fill('2048');
  await page.getByLabel('Max wait count').fill('40');
  await page.getByRole('button', { name: 'Set', exact: true }).click();
  await expect(total(page, 'maxWaitCount')).toHaveText('40');
  await expect(total(page, 'limitRate')).toHaveText('2048');
  assert.deepEqual(lastOf(sent, 'DB11', server), { M: 'DB11', A: 3, B: 2048, C: 40 });
  assert.deepEqual(lastOf(sent, 'DB10', server), { M: 'DB10' });
});

test('[E-MON-007 E-ENT-048 E-HTTP-078] ui: /geoarray shows who is signed in at MyGeotab, the rules and the devices; on failure it says why', async ({
  t,
}) => {
  const geotab = await Geotab.start();
  const { server, ending } = await ownServer(t, { outgoingHosts: [HOST], geotabService: geotab.address });
  ending.after(() => geotab.close());
  const person = { level: 1, rights: null, expiresMs: null, groupIds: [], passwordHash: server.admin.hash };
  await server.app.users.add({ ...person, name: 'geo', extUser: GEO_USER, extPass: GEO_PASSWORD });
  const page = await stage.page(ending);
  await open(page, server, '/geoarray');
  await connect(page, server);
  const headers = (name: string): Locator => table(page, name).getByRole('columnheader');
  await expect(headers('Geo authorisation')).toHaveText(['userName', 'sessionId', 'database', 'path', 'updatetime']);
  await expect(headers('Geo rules')).toHaveText(['userName', 'id', 'name', 'updatetime']);
  await expect(headers('Geo devices')).toHaveText(['userName', 'id', 'serialNumber', 'name', 'updatetime']);
  await expect(table(page, 'Geo devices').getByRole('row')).toHaveCount(3);
  await expect(table(page, 'Geo authorisation').getByRole('row', { name: GEO_USER })).toContainText('********');
  await server.app.users.add({ ...person, name: 'bad', extUser: 'other@example.com', extPass: 'x' });
  await page.getByRole('button', { name: 'Disconnect' }).click();
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText('other@example.com: Incorrect login credentials');
});

test('[F-ROUTE-051 E-APP-007] ui: each page of an engineer opens signed out, outside the console and without a way to the sign-in', async ({
  t,
}) => {
  const page = await stage.page(t);
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const path of [
    '/covermonitor',
    '/requestarray',
    '/ftpmonitor',
    '/geoarray',
    '/devarray',
    '/hbmonitor',
    '/dlmonitor',
    '/testdev',
    '/testvcp',
  ]) {
    await page.goto(addressOf(stage.server, path));
    await expect(page.getByRole('button', { name: 'Connect', exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('');
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await expect.poll(() => tooWide(page), path).toBe(0);
    assert.equal(new URL(page.url()).pathname, path);
  }
  // A picture of a device by its address alone, for an account that is not signed in here.
  const { user, password } = stage.server.admin;
  const { deviceId } = await stage.vehicle(t, { phone: '013800000859', channels: 1 });
  await page.goto(addressOf(stage.server, `/live/${deviceId}/${user}/${password}`));
  await expect(page.locator('[data-channel="1"] [data-phase="playing"]')).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
});
