// The searches of the logs as an administrator and an operator use them: filters, the span of days, what is found. A new log is a row of
// the table.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { openSevenZip } from '../apps/server/src/kernel/storage/test-seven-zip.ts';
import { Channel, asJson } from '../integration/support/operator.ts';
import { Talker } from '../integration/support/talk.ts';
import { Viewer } from '../integration/support/viewer.ts';
import { type Ending, addressOf, useStage } from './fixture.ts';
import { expect, test } from './test.ts';

const stage = useStage();

/** The calendar's button of today, in the page's own zone. */
const today = (page: Page) => page.getByRole('region', { name: 'Days' }).locator('td[data-today="true"] button');
const query = (page: Page) => page.getByRole('button', { name: 'Query log' });

/** What `happens` leaves one row that has `cells` under the headers, and that `typed` and `chosen` find. */
type LogCase = {
  name: string;
  path: string;
  title: string;
  file: string;
  happens: (t: Ending) => Promise<void>;
  /** Filters by their labels; the first is also tried with a text that nothing has. */
  typed: Readonly<Record<string, string>>;
  chosen: Readonly<Record<string, string>>;
  /** By which the row is known. */
  id: string;
  columns: readonly string[];
  cells: readonly (string | RegExp)[];
};
const [WATCHED, TALKED] = ['13800000901', '13800000902'];
const YEAR = /\d{4}/;

const logs: readonly LogCase[] = [
  {
    name: 'who changed what [F-ROUTE-031 E-ACCESSLOG-001 E-ENT-023 E-ENT-024]',
    path: '/accesslog',
    title: 'Access log',
    file: 'AccessLog',
    async happens() {
      const operator = await Channel.signedIn(stage.server);
      await operator.get('D01', { I: 'AUDIT-1', C: 2 });
      operator.close();
    },
    typed: { IP: '127.0.0.1', User: 'admin' },
    chosen: { Action: 'Register device' },
    id: 'AUDIT-1',
    columns: ['Time', 'User', 'IP', 'Action', 'Device ID', 'Result', 'Type', 'Method', 'Contents'],
    cells: [YEAR, 'admin', '127.0.0.1', 'Register device', 'AUDIT-1', 'Done', 'Command', 'D01', 'I: AUDIT-1, C: 2'],
  },
  {
    name: 'who watched what [F-ROUTE-030 E-ENT-022]',
    path: '/uslog',
    title: 'User stream log',
    file: 'StreamLog',
    async happens(t) {
      const { deviceId } = await stage.vehicle(t, { phone: `0${WATCHED}`, channels: 1 }, { vehicleid: 'BUS-W' });
      const viewer = await Viewer.open(stage.server.ports.stream, stage.server.admin, deviceId, { channel: 1 });
      viewer.close();
    },
    typed: { 'Device ID': WATCHED, User: 'admin' },
    chosen: { Type: 'Liveview ask', Entrance: 'Web' },
    id: WATCHED,
    columns: ['User', 'Vehicle', 'Device ID', 'Ch', 'Entrance', 'Type', 'Ask Time', 'Duration(s)', 'Update Time'],
    cells: ['admin', 'BUS-W', WATCHED, '1', 'Web', 'Liveview ask', YEAR, '', YEAR],
  },
  {
    name: 'who talked with whom, with the memo of the device',
    path: '/talklog',
    title: 'Talk log',
    file: 'TalkLog',
    async happens(t) {
      const { deviceId } = await stage.vehicle(t, { phone: `0${TALKED}`, channels: 1 }, { vehicleid: '貨車七號' });
      const talker = await Talker.open(stage.server.ports.stream, stage.server.admin, { deviceid: deviceId });
      await talker.whenState(deviceId, 'playing');
      talker.ask('stop');
      await talker.untilClosed();
    },
    typed: { 'Device ID': TALKED, User: 'admin' },
    chosen: {},
    id: TALKED,
    columns: [
      '#',
      'IP',
      'User',
      'Device ID',
      'Device Memo',
      'Begin Time',
      'End Time',
      'Duration(s)',
      'Update Time',
      'Talk Source',
      'Device Audio',
      'Merged Audio',
    ],
    cells: ['1', '127.0.0.1', 'admin', TALKED, '貨車七號', YEAR, YEAR, /\d/, YEAR, 'DownloadListen', '', ''],
  },
];

for (const { name, path, title, file, happens, typed, chosen, id, columns, cells } of logs)
  test(`[E-ERR-004 E-LOG-002 F-INPUT-001 F-INPUT-002] ${name}: asked with both days, narrowed by each filter, a column for each fact, saved`, async ({
    t,
  }) => {
    await happens(t);
    const page = await stage.signedIn(t, { path: `${path}?member=admin` });
    await page.getByRole('heading', { name: title }).waitFor();
    const field = (label: string) => page.getByLabel(label, { exact: true });
    await expect(field('User')).toHaveValue('admin');
    await expect(query(page)).toBeDisabled();
    await page.getByText('Choose the first day.').waitFor();
    await today(page).click();
    await page.getByText('Choose the last day.').waitFor();
    await expect(query(page)).toBeDisabled();
    await today(page).click();
    await expect(query(page)).toBeEnabled();
    // Typed or pasted.
    for (const label of Object.keys(typed)) {
      await field(label).fill('');
      await field(label).pressSequentially("a b'c");
      await expect(field(label)).toHaveValue('abc');
      await field(label).fill("x 'y");
      await expect(field(label)).toHaveValue('xy');
    }
    await query(page).click();
    await page.getByText('no records', { exact: true }).waitFor();
    for (const [label, text] of Object.entries(typed)) await field(label).fill(text);
    for (const [label, option] of Object.entries(chosen)) {
      await expect(field(label).locator('option').first()).toHaveText('All');
      await field(label).selectOption(option);
    }
    await query(page).click();
    const table = page.getByRole('table', { name: title });
    await expect(table.getByRole('columnheader')).toContainText(columns);
    const row = table.getByRole('row').filter({ hasText: id });
    await expect(row.getByRole('cell')).toHaveText(cells);
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'CSV' }).click();
    const saved = await saving;
    assert.match(saved.suggestedFilename(), new RegExp(`^${file}_.*\\.csv$`));
    assert.ok((await readFile(await saved.path(), 'utf8')).includes(id));
    await page.getByRole('button', { name: 'Reset' }).click();
    await expect(query(page)).toBeDisabled();
  });

test('[E-USLOG-001] [E-LOG-003] [E-CONST-016] [E-CONST-017] ui: the stream log has its filters; its export asks for a file password, and without one nothing is sent', async ({
  t,
}) => {
  const page = await stage.signedIn(t, { path: '/uslog' });
  const field = (label: string) => page.getByLabel(label, { exact: true });
  const options = (label: string) => field(label).locator('option');
  await expect(options('Type')).toHaveText([
    'All',
    'Liveview ask',
    'Local playback',
    'Download local',
    'Remote playback',
    'Download remote',
    'Liveview end',
  ]);
  await expect(options('Entrance')).toHaveText(['All', 'GMS', 'Web', 'Rtsp']);
  for (const label of ['User', 'Device ID']) await expect(field(label)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Days' })).toBeVisible();
  await expect(query(page)).toBeVisible();
  const exporting = page.getByRole('button', { name: 'Export', exact: true });
  await expect(exporting).toBeDisabled();
  await field('Type').selectOption('Local playback');
  await today(page).click();
  await today(page).click();
  const sent: unknown[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/gklog/exportuslog') sent.push(request.postDataJSON());
  });
  const dialog = page.getByRole('dialog');
  const password = dialog.getByLabel('File password');
  await exporting.click();
  await expect(dialog.getByRole('button', { name: 'Export' })).toBeDisabled();
  await password.press('Enter');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
  assert.deepEqual(sent, []);
  await exporting.click();
  await password.fill('open sesame');
  const saving = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Export' }).click();
  const saved = await saving;
  assert.equal(saved.suggestedFilename(), 'uslogs.7z');
  const [body] = sent;
  const { afterUpdatetime, beforeUpdatetime, ...rest } = asJson(body);
  assert.deepEqual(rest, { type: 'Local playback', entrance: '', member: '', deviceid: '', filepass: 'open sesame' });
  assert.equal(Number(beforeUpdatetime) > Number(afterUpdatetime), true);
  const files = await openSevenZip(await readFile(await saved.path()), 'open sesame');
  assert.deepEqual([...files.keys()], ['uslogs.csv']);
});

test('[E-ROLE-005] the stream log is for levels 0 to 2; level 3 is led to the start', async ({ t }) => {
  for (const level of [0, 1, 2, 3]) {
    const account = await stage.account(`streams-${level}`, level);
    const page = await stage.signedIn(t, { path: '/uslog', account });
    await page.waitForURL((url) => url.pathname === (level === 3 ? '/' : '/uslog'));
    if (level === 3) continue;
    await expect(page.getByRole('heading', { name: 'User stream log' })).toBeVisible();
  }
});

test('only level 0 filters the talk log by user; level 3 has no log', async ({ t }) => {
  const operator = await stage.account('log-reader', 2);
  const lower = await stage.signedIn(t, { path: '/talklog', account: operator });
  await lower.getByLabel('Device ID', { exact: true }).waitFor();
  assert.equal(await lower.getByLabel('User', { exact: true }).count(), 0);
  const lowest = await stage.account('log-stranger', 3);
  const sent = await stage.signedIn(t, { path: '/talklog', account: lowest });
  await sent.waitForURL((url) => url.pathname === '/');
});

test('a day to come cannot be chosen', async ({ t }) => {
  const page = await stage.signedIn(t, {
    path: '/uslog',
    prepare: (made) => made.clock.setFixedTime(new Date('2026-03-10T12:00:00')),
  });
  const days = page.getByRole('region', { name: 'Days' });
  await expect(days.locator('td[data-day="2026-03-11"] button')).toBeDisabled();
  await expect(days.locator('td[data-day="2026-03-10"] button')).toBeEnabled();
});

test('[E-LOG-001] the filters of the logs and of what devices uploaded take no space and no single quote, typed or pasted', async ({
  t,
}) => {
  const page = await stage.signedIn(t, { path: '/uslog' });
  const filters = [
    ['/uslog', ['User', 'Device ID']],
    ['/accesslog', ['IP', 'User']],
    ['/talklog', ['User', 'Device ID']],
    ['/autoupload', ['Device ID', 'File Extension']],
  ] as const;
  for (const [path, labels] of filters) {
    await page.goto(addressOf(stage.server, path));
    for (const label of labels) {
      const field = page.getByLabel(label, { exact: true });
      await field.fill('');
      await field.pressSequentially("a b'c");
      await expect(field, `${path} ${label}`).toHaveValue('abc');
      await field.fill("x 'y");
      await expect(field, `${path} ${label}`).toHaveValue('xy');
    }
  }
});
