// The talk log as an operator searches it: filters, days, columns, and the sound that was kept. The searches of all logs are in logs.spec.ts,
// what the files hold is integration/talk-sound.test.ts.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { asJson } from '../integration/support/operator.ts';
import { logRows } from '../integration/support/logs.ts';
import { Talker } from '../integration/support/talk.ts';
import { until } from '../integration/support/until.ts';
import { type Ending, useStage } from './fixture.ts';
import { shownDay } from './support/calendar.ts';
import { expect, test } from './test.ts';

const [A, B] = ['13800000921', '13800000922'];
const stage = useStage({ keepTalkSound: true }, undefined, { full: true });

const COLUMNS =
  '#,IP,User,Device ID,Device Memo,Begin Time,End Time,Duration(s),Update Time,Talk Source,Device Audio,Merged Audio';
const days = (page: Page): Locator => page.getByRole('region', { name: 'Days' });
const today = (page: Page): Locator => days(page).locator('td[data-today="true"] button');
const query = (page: Page): Locator => page.getByRole('button', { name: 'Query log' });
const table = (page: Page): Locator => page.getByRole('table', { name: 'Talk log' });
const open = (t: Ending): Promise<Page> => stage.signedIn(t, { path: '/talklog' });
const ask = async (page: Page): Promise<void> => {
  await today(page).click();
  await today(page).click();
  await query(page).click();
};
const rowOf = (page: Page, id: string): Locator => table(page).locator('tbody tr').filter({ hasText: id });
const cellOf = async (page: Page, id: string, header: string): Promise<Locator> => {
  const names = COLUMNS.split(',');
  return rowOf(page, id).getByRole('cell').nth(names.indexOf(header));
};

let talked: Promise<void> | undefined;
/** A talk with one device, in which both are heard, and a call to two, of whom nothing comes back. */
const talkOnce = (t: Ending): Promise<void> =>
  (talked ??= (async () => {
    const options = { channels: 1, parked: true, alarms: false, intervalMs: 3_600_000 };
    for (const [id, vehicleid] of [
      [A, 'BUS-21'],
      [B, 'BUS-22'],
    ] as const)
      await stage.vehicle(t, { phone: `0${id}`, ...options }, { vehicleid });
    for (const deviceid of [A, `${A},${B}`]) {
      const talker = await Talker.open(stage.server.ports.stream, stage.server.admin, { deviceid });
      for (const id of deviceid.split(',')) await talker.whenState(id, 'playing');
      const isTalk = deviceid === A;
      await until('something is said', () => !isTalk || talker.sounds.length > 20, {
        between: () => talker.sayTone(440),
      });
      for (let i = 0; i < 10; i++) talker.sayTone(440);
      talker.ask('stop');
      await talker.untilClosed();
    }
    await until('the sound is kept', async () => {
      const rows = await logRows(stage.server, '/gklog/talklog');
      return rows.length === 2 && rows.every(({ sourceaudio }) => sourceaudio === 1);
    });
  })());

test('[F-ROUTE-032] [E-TALKLOG-001] ui: level 0 opens the search of talks and filters by user, levels 1 and 2 do not', async ({
  t,
}) => {
  const field = (page: Page): Locator => page.getByLabel('User', { exact: true });
  const page = await open(t);
  await expect(page.getByRole('heading', { name: 'Talk log' })).toBeVisible();
  await expect(field(page)).toBeVisible();
  for (const level of [1, 2]) {
    const lower = await stage.signedIn(t, { path: '/talklog', account: await stage.account(`talks-${level}`, level) });
    await expect(lower.getByLabel('Device ID', { exact: true })).toBeVisible();
    await expect(field(lower)).toHaveCount(0);
  }
});

test('[E-TALKLOG-002] [E-TALKLOG-003] [E-TALKLOG-004] [E-TALKLOG-005] [E-TALKLOG-006] [E-TALKLOG-007] ui: one month, first and last day, none to come; the query waits for both', async ({
  t,
}) => {
  const page = await stage.signedIn(t, {
    path: '/talklog',
    prepare: (made) => made.clock.setFixedTime(new Date('2026-03-10T12:00:00')),
  });
  await expect(page.getByLabel('Device ID', { exact: true })).toHaveAttribute('placeholder', 'all or enter deviceid');
  await expect(days(page).getByRole('grid')).toHaveCount(1);
  const day = (n: string): Promise<Locator> => shownDay(days(page), `2026-03-${n}`);
  await expect(await day('11')).toBeDisabled();
  await expect(await day('10')).toBeEnabled();
  await expect(query(page)).toBeDisabled();
  await expect(page.getByText('Choose the first day.')).toBeVisible();
  await (await day('04')).click();
  await expect(page.getByText('Choose the last day.')).toBeVisible();
  await expect(page.getByText('Choose the first day.')).toHaveCount(0);
  await expect(query(page)).toBeDisabled();
  await (await day('07')).click();
  await expect(query(page)).toBeEnabled();
  const chosen = days(page).locator('td[aria-selected="true"]');
  await expect(chosen).toHaveCount(4);
  await expect(chosen.first()).toHaveAttribute('data-day', '2026-03-04');
  await expect(chosen.last()).toHaveAttribute('data-day', '2026-03-07');
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(chosen).toHaveCount(0);
  await expect(query(page)).toBeDisabled();
});

test('[E-TALKLOG-012] [E-HTTP-052] ui: whole local days are asked for; a span with nothing says no records', async ({
  t,
}) => {
  const page = await stage.signedIn(t, {
    path: '/talklog',
    context: { timezoneId: 'Asia/Taipei' },
    prepare: (made) => made.clock.setFixedTime(new Date('2026-03-10T04:00:00Z')),
  });
  await page.getByLabel('Device ID', { exact: true }).fill(A);
  await page.getByLabel('User', { exact: true }).fill('admin');
  const request = page.waitForRequest((sent) => new URL(sent.url()).pathname === '/gklog/talklog');
  await (await shownDay(days(page), '2026-03-04')).click();
  await (await shownDay(days(page), '2026-03-07')).click();
  await query(page).click();
  const seconds = (text: string): number => Date.parse(text) / 1000;
  assert.deepEqual(asJson((await request).postDataJSON()), {
    member: 'admin',
    deviceid: A,
    afterUpdatetime: seconds('2026-03-04T00:00:00+08:00'),
    beforeUpdatetime: seconds('2026-03-08T00:00:00+08:00'),
  });
  await expect(page.getByText('no records')).toBeVisible();
});

test('[E-TALKLOG-008] [E-TALKLOG-009] [E-TALKLOG-010] [E-TALKLOG-011] [E-TALKLOG-013] ui: twelve columns; what was said is downloaded and listened to, of the device only where it was kept', async ({
  t,
}) => {
  await talkOnce(t);
  const page = await open(t);
  await ask(page);
  await expect(table(page).getByRole('columnheader')).toContainText(COLUMNS.split(','));
  const both = B;
  await expect(await cellOf(page, both, 'Device Memo')).toHaveText(/^(?:BUS-21, BUS-22|BUS-22, BUS-21)$/);
  const alone = table(page).locator('tbody tr').filter({ hasNotText: B });
  const cell = (row: Locator, header: string): Locator => row.getByRole('cell').nth(COLUMNS.split(',').indexOf(header));
  for (const header of ['Talk Source', 'Device Audio', 'Merged Audio']) {
    await expect(cell(alone, header).getByRole('link', { name: /^Download/ })).toBeVisible();
    await expect(cell(alone, header).getByRole('button', { name: /^Listen/ })).toBeEnabled();
  }
  for (const row of await table(page).locator('tbody tr').all()) {
    await expect(cell(row, 'Talk Source').getByRole('link', { name: /^Download/ })).toBeVisible();
    await expect(cell(row, 'Talk Source').getByRole('button', { name: /^Listen/ })).toBeEnabled();
  }
  for (const header of ['Device Audio', 'Merged Audio']) await expect(await cellOf(page, both, header)).toBeEmpty();
  const saving = page.waitForEvent('download');
  await cell(alone, 'Talk Source').getByRole('link').click();
  const saved = await saving;
  assert.match(saved.suggestedFilename(), /^\d{14}_source\.aac$/);
  const head = await readFile(await saved.path());
  assert.deepEqual([head[0], (head[1] ?? 0) & 0xf6], [0xff, 0xf0], 'frames of AAC (ADTS)');

  const player = page.getByRole('form', { name: 'Query' }).locator('audio');
  await expect(player).toHaveCount(0);
  await cell(alone, 'Merged Audio')
    .getByRole('button', { name: /^Listen/ })
    .click();
  await expect(player).toHaveAttribute('src', /^\/gklog\/talkaac\/\d{14}_merge\.aac\?s=[\w-]+&t=merge$/);
  const filter = await page.getByLabel('Device ID', { exact: true }).boundingBox();
  await expect.poll(async () => (await player.boundingBox())?.y ?? 0).toBeGreaterThan(filter?.y ?? Infinity);
});

test('ui: a person who talks is told that it is recorded', async ({ t }) => {
  await stage.vehicle(t, { phone: '013800000923', channels: 1, parked: true }, { vehicleid: 'BUS-23' });
  const page = await stage.signedIn(t, { path: '/liveview/13800000923' });
  await page.getByRole('button', { name: 'Talk to BUS-23' }).click();
  await expect(page.getByRole('dialog').getByText('This talk is recorded.')).toBeVisible();
});
