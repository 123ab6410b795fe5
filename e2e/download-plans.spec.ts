// The editor of download plans as an administrator uses it: whose plans, the table, the dialog, and what is sent.
import assert from 'node:assert/strict';
import type { Locator, Page, Request } from '@playwright/test';
import { asJson, asList, httpCall, type Json } from '../integration/support/operator.ts';
import { useStage } from './fixture.ts';
import { expect, test } from './test.ts';

const ID = '13800000961';
const PATH = '/gkevent/eventdownloadplan';
const TIME = /^20\d\d-\d\d-\d\d \d\d:\d\d:\d\d$/;
const stage = useStage();

const call = async (method: string, input?: Json): Promise<unknown> =>
  (await httpCall(stage.server.ports.http, method, PATH, { account: stage.server.admin, ...(input && { input }) }))
    .body;
const planOf = (more: Json = {}): Json => ({
  deviceid: 'GLOBAL',
  groupid: 'root',
  appdevid: 13,
  updateMode: 'GLOBAL',
  downloadtype: 1,
  downloadplan: 5,
  streamtype: 1,
  preoffset: 15,
  postoffset: 20,
  entimepart: 1,
  timepart: '0-60',
  timezone: 'Asia/Taipei',
  timeoffset: 480,
  intermission: 60,
  enupload: 1,
  upload: 'ftp.example.com',
  custompath: 1,
  accoffonly: 1,
  maxbackupsecs: 90,
  snapshotmode: 1,
  mediatype: '6',
  ...more,
});
let isRegistered = false;
const seed = async (...plans: readonly Json[]): Promise<void> => {
  if (!isRegistered) await stage.register(ID);
  isRegistered = true;
  for (const plan of asList(await call('GET'))) await call('DELETE', { eventDownloadPlan: plan });
  for (const plan of plans)
    await call(plan['updateMode'] === 'GROUP' ? 'PUT' : 'POST', { eventDownloadPlan: planOf(plan) });
};
const open = (t: Parameters<typeof stage.signedIn>[0], expected?: RegExp): Promise<Page> =>
  stage.signedIn(t, { path: '/eventdownloadplansetting', ...(expected && { expected }) });
const side = (page: Page): Locator => page.getByRole('region', { name: 'Whose plans' });
const owners = (page: Page): Locator =>
  side(page)
    .getByRole('row')
    .filter({ hasNot: page.getByRole('columnheader') });
const table = (page: Page): Locator => page.getByRole('table', { name: 'Event download plan' });
const rows = (page: Page): Locator =>
  table(page)
    .getByRole('row')
    .filter({ hasNot: page.getByRole('columnheader') });
const dialog = (page: Page): Locator => page.getByRole('dialog', { name: /download plan$/ });
const field = (page: Page, name: string): Locator => dialog(page).getByLabel(name, { exact: true });
const save = (page: Page): Locator => dialog(page).getByRole('button', { name: 'Save', exact: true });
const add = (page: Page): Promise<void> => side(page).getByRole('button', { name: 'Add' }).click();
const sent = (page: Page, method: string): Promise<Request> =>
  page.waitForRequest((request) => request.method() === method && new URL(request.url()).pathname === PATH);
const bodyOf = async (request: Promise<Request>): Promise<Json> =>
  asJson(asJson((await request).postDataJSON())['eventDownloadPlan']);

test('[E-DLPLAN-001] [E-DLPLAN-002] [E-DLPLAN-003] ui: whose plans: ALL, GLOBAL and the devices, or the groups; choosing one filters the table', async ({
  t,
}) => {
  await seed({}, { updateMode: 'DEVICE', deviceid: ID }, { updateMode: 'GROUP', groupid: '1', appdevid: 16 });
  const page = await open(t);
  await expect(owners(page).first()).toContainText('ALL');
  await expect(owners(page).nth(1)).toContainText('GLOBAL');
  await expect(owners(page).filter({ hasText: ID })).toHaveCount(1);
  await expect(side(page).getByRole('button', { name: /^Delete/ })).toHaveCount(await owners(page).count());
  await expect(side(page).getByRole('button', { name: 'Delete ALL' })).toBeDisabled();
  await expect(rows(page)).toHaveCount(3);
  await owners(page).filter({ hasText: ID }).click();
  await expect(rows(page)).toHaveCount(1);
  await side(page).getByRole('radio', { name: 'By group' }).click();
  await expect(owners(page).filter({ hasText: ID })).toHaveCount(0);
  await owners(page).first().click();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('16');
  await add(page);
  await expect(dialog(page)).toBeVisible();
});

test('[E-DLPLAN-004] [E-DLPLAN-005] ui: the table shows every value of a plan, its channels as ticks', async ({
  t,
}) => {
  await seed({ updateMode: 'DEVICE', deviceid: ID });
  const page = await open(t);
  await expect(table(page).getByRole('columnheader')).toHaveText([
    /Device ID/,
    /Vehicle ID/,
    /Event Code/,
    /Event Type/,
    /Download Mode/,
    /Media Type/,
    /CH1/,
    /CH2/,
    /CH3/,
    /CH4/,
    /CH5/,
    /CH6/,
    /CH7/,
    /CH8/,
    /Pre Sec/,
    /Post Sec/,
    /Time Part/,
    /Upload/,
    /Update Time/,
    /Action/,
  ]);
  const row = rows(page).first();
  for (const text of [ID, '13', 'Over speed', 'Download', 'Video with audio and snapshot', '15', '20'])
    await expect(row.getByText(text, { exact: true }).first()).toBeVisible();
  for (const channel of [1, 2, 3, 4, 5, 6, 7, 8])
    await expect(row.getByRole('checkbox', { name: `CH${channel}` })).toBeChecked({
      checked: channel === 1 || channel === 3,
    });
  await expect(row.getByRole('checkbox', { name: 'Time Part' })).toBeChecked();
  await expect(row.getByRole('checkbox', { name: 'Upload' })).toBeChecked();
  // By the headers above, the nineteenth.
  await expect(row.getByRole('cell').nth(18)).toHaveText(TIME);
});

test('[E-DLPLAN-006] [E-DLPLAN-007] [E-DLPLAN-008] [E-CONST-006] [E-CONST-007] [E-CONST-008] ui: the dialog is as wide as the page for a new plan and for one that is there; it begins with Not Download', async ({
  t,
}) => {
  await seed({});
  const page = await open(t);
  const wide = async (): Promise<number> => {
    const box = await dialog(page).locator('.modal-dialog').or(page.locator('.modal-dialog')).first().boundingBox();
    return Math.round((100 * (box?.width ?? 0)) / (page.viewportSize()?.width ?? 1));
  };
  /** The text of each option by its value. */
  const choices = (name: string): Promise<[string, string][]> =>
    field(page, name)
      .locator('option')
      .evaluateAll((all) => all.map((each) => [each.getAttribute('value') ?? '', each.textContent]));
  await add(page);
  await expect.poll(wide).toBe(98);
  await expect(field(page, 'Download Mode').locator('option:checked')).toHaveText('Not Download');
  assert.deepEqual(await choices('Download Mode'), [
    ['0', 'Hidden'],
    ['1', 'Download'],
    ['2', 'Not Download'],
    ['4', 'Discard'],
  ]);
  assert.deepEqual(await choices('Media Type'), [
    ['1', 'Video'],
    ['3', 'Video with audio'],
    ['4', 'Snapshot'],
    ['5', 'Video and snapshot'],
    ['6', 'Video with audio and snapshot'],
  ]);
  assert.deepEqual(await choices('Custom path'), [
    ['0', '0: All in one folder'],
    ['1', '1: A folder for each device'],
    ['2', '2: A folder for each device, in it one for each day'],
  ]);
  for (const mask of ['Download channels', 'Main stream'])
    await expect(dialog(page).getByRole('group', { name: mask }).getByRole('checkbox')).toHaveCount(8);
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await table(page).getByRole('button', { name: /^Edit/ }).click();
  await expect.poll(wide).toBe(98);
});

test('[E-ENT-008] [E-ENT-009] [E-HTTP-016] [E-CONST-004] ui: a plan of a device is posted with every field, one of a group is put; without seconds they are null; the grid has each minute', async ({
  t,
}) => {
  await seed();
  const page = await open(t);
  await add(page);
  await dialog(page).getByRole('radio', { name: 'Devices' }).click();
  await field(page, 'Event Code').fill('13');
  await expect(field(page, 'Event Type').locator('option:checked')).toHaveText('Over speed');
  await expect(save(page)).toBeDisabled();
  await field(page, 'Device ID').selectOption(ID);
  await field(page, 'Pre Sec').fill('7');
  await field(page, 'Pre Sec').fill('');
  await field(page, 'Post Sec').fill('9');
  await field(page, 'Only in parts of the day').check();
  const cells = dialog(page).locator('[data-minute]');
  await expect(cells).toHaveCount(1440);
  await expect(cells.first()).toHaveAttribute('title', '00:00');
  await expect(cells.last()).toHaveAttribute('title', '23:59');
  await dialog(page).getByLabel('From').fill('08:00');
  await dialog(page).getByLabel('Until').fill('09:00');
  await dialog(page)
    .getByRole('group', { name: /^Parts of the day/ })
    .getByRole('button', { name: 'Add' })
    .click();
  await expect(dialog(page).getByText('08:00–09:00')).toBeVisible();
  const post = sent(page, 'POST');
  await save(page).click();
  const { updatetime, timezone, timeoffset, timepart, ...rest } = await bodyOf(post);
  assert.deepEqual(rest, {
    deviceid: ID,
    groupid: 'root',
    appdevid: 13,
    updateMode: 'DEVICE',
    downloadtype: 2,
    downloadplan: 1,
    streamtype: 0,
    preoffset: null,
    postoffset: 9,
    entimepart: 1,
    intermission: 0,
    enupload: 0,
    upload: '',
    custompath: 0,
    accoffonly: 0,
    maxbackupsecs: 0,
    snapshotmode: 0,
    mediatype: '1',
  });
  assert.equal(typeof timezone, 'string');
  assert.equal(updatetime, 0);
  const fromMinute = (((480 - Number(timeoffset)) % 1440) + 1440) % 1440;
  assert.equal(
    String(timepart)
      .split(',')
      .at(fromMinute + 60 > 1439 ? -1 : 0)
      ?.split('-')[0],
    String(fromMinute),
  );
  await expect(dialog(page)).toHaveCount(0);
  await table(page).getByRole('button', { name: /^Edit/ }).click();
  await expect(field(page, 'Pre Sec')).toHaveValue('');
  await expect(field(page, 'Post Sec')).toHaveValue('9');
  await expect(dialog(page).getByText('08:00–09:00')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await add(page);
  await dialog(page).getByRole('radio', { name: 'For a group' }).click();
  await field(page, 'Event Code').fill('16');
  const put = sent(page, 'PUT');
  await save(page).click();
  const group = await bodyOf(put);
  assert.deepEqual([group['updateMode'], group['groupid'], group['deviceid']], ['GROUP', '1', 'GLOBAL']);
  await expect(dialog(page)).toHaveCount(0); // or the server would keep it among the plans of the next test
});

test('[E-PLAN-011] ui: a plan for all devices is posted with GLOBAL in the place of a device, and listed so', async ({
  t,
}) => {
  await seed();
  const page = await open(t);
  await add(page);
  await expect(dialog(page).getByRole('radio', { name: 'GLOBAL' })).toBeChecked();
  await field(page, 'Event Code').fill('16');
  await field(page, 'Download Mode').selectOption('1');
  const post = sent(page, 'POST');
  await save(page).click();
  const { deviceid, groupid, updateMode, appdevid, downloadtype } = await bodyOf(post);
  assert.deepEqual([deviceid, groupid, updateMode, appdevid, downloadtype], ['GLOBAL', 'root', 'GLOBAL', 16, 1]);
  await expect(dialog(page)).toHaveCount(0);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).getByRole('cell').first()).toHaveText('GLOBAL');
  assert.equal(asList(await call('GET')).length, 1, 'on the server too');
});

test('[E-ERR-006] ui: a save that failed closes the dialog, and the toast says the reason', async ({ t }) => {
  await seed();
  const page = await open(t);
  await page.route(`**${PATH}`, (route) =>
    route.request().method() === 'GET'
      ? route.continue()
      : route.fulfill({ json: { hasError: 1, message: 'the disk said no' } }),
  );
  await add(page);
  await field(page, 'Event Code').fill('16');
  await save(page).click();
  const toast = page.locator('[data-sonner-toast]').filter({ hasText: 'Save Error' });
  await expect(toast).toContainText('the disk said no');
  await expect(dialog(page)).toHaveCount(0);
  await expect(rows(page)).toHaveCount(0);
});

test('[E-DLPLAN-009] [E-HTTP-017] ui: a plan is deleted after a question; cancel sends nothing; the list deletes all of a device', async ({
  t,
}) => {
  await seed({ updateMode: 'DEVICE', deviceid: ID }, { updateMode: 'DEVICE', deviceid: ID, appdevid: 16 }, {});
  const page = await open(t);
  const asked: string[] = [];
  page.on('request', (request) => request.method() === 'DELETE' && asked.push(request.postData() ?? ''));
  const question = page.getByRole('dialog');
  await table(page)
    .getByRole('button', { name: `Delete 16 ${ID}` })
    .click();
  await expect(question.getByText('Are you really delete')).toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toHaveCount(0);
  assert.deepEqual(asked, []);
  await table(page)
    .getByRole('button', { name: `Delete 16 ${ID}` })
    .click();
  await question.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(rows(page)).toHaveCount(2);
  assert.deepEqual(asJson(JSON.parse(asked[0] ?? '{}')), {
    eventDownloadPlan: { deviceid: ID, groupid: 'root', appdevid: 16, updateMode: 'DEVICE' },
  });
  await side(page)
    .getByRole('button', { name: `Delete ${ID}` })
    .click();
  await question.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(rows(page)).toHaveCount(1);
  assert.deepEqual(asJson(JSON.parse(asked[1] ?? '{}')), { deviceid: ID });
});

test('ui: headers and kinds of media are read whole at 1440 px', async ({ t }) => {
  await seed({});
  const page = await open(t);
  await page.setViewportSize({ width: 1440, height: 900 });
  const row = rows(page).first();
  const cut = (locator: Locator): Promise<string[]> =>
    locator.evaluateAll((all) =>
      all.filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent ?? ''),
    );
  await expect(row).toBeVisible();
  // The columns take their widths in the frames after the window has its own.
  await expect.poll(() => cut(table(page).getByRole('columnheader').getByRole('button'))).toEqual([]);
  await expect.poll(() => cut(row.getByRole('cell'))).toEqual([]);
  await expect.poll(() => cut(side(page).getByRole('cell'))).toEqual([]);
});
