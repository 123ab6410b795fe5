// Scheduled reports as an office sets them up, and the files that they leave.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { defaultPoints, eventReportTypes, reportFileAddress } from '@outrider/contract';
import type { Page } from '@playwright/test';
import { asJson, asList, httpCall, type Json } from '../integration/support/operator.ts';
import { useStage } from './fixture.ts';
import { go } from './go.ts';
import { shownDay } from './support/calendar.ts';
import { must } from './support/must.ts';
import { expect, test } from './test.ts';

const [A, B] = ['13800000821', '13800000822'];
const stage = useStage({}, async (made) => {
  await made.register(A, 4, { vehicleid: 'TRK-821' });
  await made.register(B, 4, { vehicleid: 'TRK-822' });
});
const PATH = '/gkevent/eventreport';
const ask = async (method: string, path: string, input?: Json): Promise<Json> => {
  const { ports, admin } = stage.server;
  const { status, body } = await httpCall(ports.http, method, path, { account: admin, ...(input && { input }) });
  assert.equal(status, 200, JSON.stringify(body));
  return asJson(Array.isArray(body) ? { list: body } : body);
};
const reports = async (): Promise<Json[]> => asList((await ask('GET', PATH))['list']);
const add = async (changes: Json): Promise<number> =>
  Number(
    (await ask('POST', PATH, { eventReport: { profile: 'Depot', type: 'event detail', ...changes } }))['reportid'],
  );

const sent = (page: Page, path = PATH): { method: string; body: Json }[] => {
  const found: { method: string; body: Json }[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path && request.method() !== 'GET')
      found.push({ method: request.method(), body: asJson(request.postDataJSON()) });
  });
  return found;
};
const table = (page: Page) => page.getByRole('table', { name: 'Event report setting' });
const form = (page: Page) => page.getByRole('region', { name: 'Report', exact: true });
const headersOf = (page: Page, name: string) => page.getByRole('table', { name }).getByRole('columnheader');
const open = (page: Page, profile: string, id: number) =>
  page.getByRole('button', { name: `Edit ${profile} [${id}]` }).click();

test('[E-REPORT-001] [E-REPORT-002] [E-REPORT-003] [E-REPORT-004] [E-REPORT-012] the table says what there is, a row goes into the form or away', async ({
  t,
}) => {
  const on = await add({ profile: 'Table on', period: 60, memo: 'for the office' });
  const off = await add({ profile: 'Table off', enable: 0, period: 43_200 });
  const page = await stage.signedIn(t, { path: '/eventreportsetting' });
  await expect(headersOf(page, 'Event report setting')).toHaveText(
    ['ID', 'Member', 'Enable', 'Profile', 'Type', 'Period', 'Memo', 'Update Time', ''],
    { useInnerText: true },
  );
  const row = (profile: string) => table(page).getByRole('row').filter({ hasText: profile });
  await expect(row('Table on')).toContainText('Yes');
  await expect(row('Table on')).toContainText('Hourly');
  await expect(row('Table off')).toContainText('No');
  await expect(row('Table on').getByRole('button')).toHaveCount(2);
  await expect(form(page).getByRole('button', { name: /^Update to ID/ })).toHaveCount(0);
  await open(page, 'Table on', on);
  const id = form(page).getByLabel('Report ID');
  await expect(id).toHaveValue(String(on));
  assert.equal(await id.getAttribute('readonly'), '');
  const bodies = sent(page);
  await form(page).getByLabel('Memo').fill('for the yard');
  await form(page)
    .getByRole('button', { name: `Update to ID[${on}]`, exact: true })
    .click();
  await expect(row('Table on')).toContainText('for the yard');
  assert.deepEqual(
    bodies.map(({ method, body }) => [method, asJson(body['eventReport'])['reportid']]),
    [['PUT', on]],
  );
  const remove = page.getByRole('button', { name: `Delete Table off [${off}]` });
  await remove.click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Are you really delete');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
  assert.equal(bodies.length, 1, 'nothing is sent');
  await remove.click();
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(row('Table off')).toHaveCount(0);
  assert.deepEqual(bodies.at(-1), { method: 'DELETE', body: { eventReport: { reportid: off } } });
});

test('[E-REPORT-005] [E-REPORT-006] [E-REPORT-007] [E-REPORT-009] [E-REPORT-011] [E-CONST-022] [E-CONST-023] [E-CONST-024] a new report is saved with what was chosen, and begins as daily in the zone of the browser', async ({
  t,
}) => {
  const page = await stage.signedIn(t, { path: '/eventreportsetting', context: { timezoneId: 'Asia/Shanghai' } });
  const within = form(page);
  await expect(within.getByRole('radio', { name: 'Daily' })).toBeChecked();
  await expect(within.getByLabel('Timezone')).toHaveValue('28800');
  const zones = await within
    .getByLabel('Timezone')
    .locator('option')
    .evaluateAll((all) => all.map((option) => Number(option.getAttribute('value'))));
  assert.ok(zones.length > 20 && zones.every((seconds) => seconds % 3600 === 0));
  const period = within.getByRole('group', { name: 'Period' });
  await expect(period.locator('label')).toHaveText(['Hourly', 'Daily', 'Weekly', 'Monthly']);
  await expect(within.getByRole('group', { name: 'Apply' }).locator('label')).toHaveText(['Disable', 'Enable']);
  await expect(within.getByRole('group', { name: 'Unit' }).locator('label')).toHaveText(['Km|C', 'mile|F']);
  await within.getByLabel('Profile Name').fill('North depot');
  await within.getByLabel('Receivers').fill('a@x.org ; b@y.org,c@z.org ');
  await within.getByLabel('Memo').fill('every morning');
  await within.getByRole('radio', { name: 'Disable' }).click();
  await within.getByRole('radio', { name: 'mile|F' }).click();
  await within.getByRole('button', { name: 'Choose devices' }).click();
  const picker = page.getByRole('dialog');
  for (const name of ['TRK-821', 'TRK-822']) await picker.getByText(name).click();
  await picker.getByRole('button', { name: 'Take over' }).click();
  await expect(within.getByLabel('Devices')).toHaveValue(`${A},${B}`);
  const bodies = sent(page);
  await within.getByRole('button', { name: 'Save New' }).click();
  const row = table(page).getByRole('row').filter({ hasText: 'North depot' });
  await expect(row).toHaveCount(1);
  const [saved] = bodies;
  assert.equal(saved?.method, 'POST');
  const { enable, unit, period: minutes, profile, receivers, tz, memo, devices } = asJson(saved?.body['eventReport']);
  assert.deepEqual(
    { enable, unit, minutes, profile, receivers, tz, memo, devices },
    {
      enable: 0,
      unit: 1,
      minutes: 1440,
      profile: 'North depot',
      receivers: 'a@x.org,b@y.org,c@z.org',
      tz: 28_800,
      memo: 'every morning',
      devices: `${A},${B}`,
    },
  );
  const stored = must(
    (await reports()).find((each) => each['profile'] === 'North depot'),
    'it is kept',
  );
  await expect(row.getByRole('cell').first()).toHaveText(String(stored['reportid']));
  await expect(within.getByLabel('Report ID')).toHaveValue(String(stored['reportid'])); // the form follows the list
  for (const [name, value] of [
    ['Hourly', 60],
    ['Weekly', 10_080],
    ['Monthly', 43_200],
  ] as const) {
    await within.getByRole('radio', { name }).click();
    await within.getByRole('button', { name: /^Update to ID/ }).click();
    await expect(row).toContainText(name);
    await expect(within.getByRole('button', { name: /^Update to ID/ })).toBeEnabled(); // the save is over
    assert.equal(asJson(bodies.at(-1)?.body['eventReport'])['period'], value);
  }
});

test('[E-REPORT-008] [E-REPORT-010] [E-REPORT-013] [E-REPORT-014] [E-REPORT-015] [E-REPORT-017] [E-CONST-020] any type can be typed, six are offered; what is asked for follows the type, and a driver score has points', async ({
  t,
}) => {
  const page = await stage.signedIn(t, { path: '/eventreportsetting' });
  const within = form(page);
  const type = within.getByLabel('Type', { exact: true });
  const list = page.locator(`datalist[id="${await type.getAttribute('list')}"] option`);
  assert.deepEqual(await list.evaluateAll((all) => all.map((each) => each.getAttribute('value'))), [
    ...eventReportTypes,
  ]);
  await within.getByLabel('Profile Name').fill('Typed');
  await expect(within.getByLabel('Event codes')).toBeVisible();
  for (const [name, label] of [
    ['sdcard alarm', 'At least so many alarms'],
    ['usage alarm', 'Usage below (%)'],
    ['idle alarm', 'Idle for at least (minutes)'],
    ['my own list', 'Event codes'],
  ] as const) {
    await type.fill(name);
    await expect(within.getByLabel(label)).toBeVisible();
  }
  const bodies = sent(page);
  await within.getByRole('button', { name: 'Save New' }).click();
  await expect(table(page).getByRole('row').filter({ hasText: 'my own list' })).toHaveCount(1);
  await expect(within.getByLabel('Report ID')).toHaveValue(/\d/); // the form follows the list
  assert.equal(asJson(bodies[0]?.body['eventReport'])['type'], 'my own list');

  await within.getByRole('radio', { name: 'Hourly' }).click();
  await type.fill('driver score');
  await expect(within.getByRole('radio', { name: 'Hourly' })).toHaveCount(0);
  await expect(within.getByRole('radio', { name: 'Daily' })).toBeChecked();
  await within.getByRole('button', { name: 'Driver Points Setting' }).click();
  const dialog = page.getByRole('dialog', { name: 'Driver Points Setting' });
  const inputs = dialog.locator('input[type="number"]');
  await expect(inputs).toHaveCount(19);
  const values = await inputs.evaluateAll((all) =>
    all.map((each) => (each instanceof HTMLInputElement ? each.value : '')),
  );
  assert.deepEqual(
    values.map(Number),
    defaultPoints.map(({ points }) => points),
  );
  assert.ok(values.every((value) => ['-1', '-2', '-3'].includes(value)));
  await expect(dialog.locator('label')).toHaveText([
    /^13 /,
    /^16 /,
    ...Array.from({ length: 17 }, (_, i) => new RegExp(`^${101 + i} `)),
  ]);
  const overSpeed = dialog.getByLabel('13 Over speed');
  for (const [name, value] of [
    ['min', '-100'],
    ['max', '0'],
    ['step', '0.1'],
  ] as const)
    assert.equal(await overSpeed.getAttribute(name), value);
  const take = dialog.getByRole('button', { name: 'OK' });
  for (const wrong of ['1', '-101', '-1.25']) {
    await overSpeed.fill(wrong);
    await expect(dialog.getByText('From -100 to 0 in steps of 0.1')).toBeVisible();
    await expect(take).toBeDisabled();
  }
  await overSpeed.fill('-4.5');
  for (const { code } of defaultPoints.slice(2)) await dialog.getByLabel(new RegExp(`^${code} `)).fill('');
  await take.click();
  await expect(within.getByLabel('Points per event')).toHaveValue('13=-4.5,16=-3');
  await within.getByRole('button', { name: 'Save New' }).click();
  await expect(table(page).getByRole('row').filter({ hasText: 'driver score' })).toHaveCount(1);
  assert.equal(asJson(bodies.at(-1)?.body['eventReport'])['events'], '13=-4.5,16=-3');
});

const dayText = (ms: number): string => new Date(ms).toLocaleDateString('sv');
const DAY_MS = 86_400_000;

/** A report that has been on for so many days, with its files. */
const withFiles = async (changes: Json, days: number): Promise<number> => {
  const id = await add(changes);
  const sinceMs = Date.now() - days * DAY_MS;
  await stage.server.app.db.db
    .$extendTables<{ event_reports: { id: unknown; since_ms: number } }>()
    .updateTable('event_reports')
    .set({ since_ms: sinceMs })
    .where('id', '=', id)
    .execute();
  const report = must(
    (await reports()).find(({ reportid }) => reportid === id),
    'it is there',
  );
  await ask('PUT', PATH, { eventReport: { ...report, memo: 'since then' } });
  await expect
    .poll(
      async () =>
        asList((await ask('POST', '/gkevent/reportlist', { reportid: id, from: 0, to: 4_000_000_000 }))['list']).length,
    )
    .toBe(2 * days);
  return id;
};

test('[E-REPORTFILE-001] [E-REPORTFILE-002] [E-REPORTFILE-003] [E-REPORTFILE-004] [E-HTTP-022] [E-HTTP-023] files are found by report, days and one of three times, and come as they were made', async ({
  t,
}) => {
  const id = await withFiles({ profile: 'Files', type: 'event summary' }, 3);
  const page = await stage.signedIn(t, { path: '/reportfilelist' });
  const profile = page.getByLabel('Profile');
  const names = (await reports()).map((each) => `${String(each['profile'])} - ${String(each['type'])}`);
  await expect(profile.locator('option')).toHaveText(['All Profile', ...names]);
  const button = page.getByRole('button', { name: 'Query Report Files' });
  await expect(button).toBeDisabled();
  const days = page.getByRole('region', { name: 'Days' });
  const [first, last] = [Date.now() - DAY_MS, Date.now()];
  await (await shownDay(days, dayText(first))).click();
  await days.locator(`td[data-day="${dayText(last)}"] button`).click();
  await expect(days.getByRole('status').first()).toHaveText(`${dayText(first)} to ${dayText(last)}`);
  const bodies = sent(page, '/gkevent/reportlist');
  await button.click();
  const files = page.getByRole('table', { name: 'Report files' });
  await expect(headersOf(page, 'Report files')).toHaveText(
    ['#', 'Profile', 'Type', 'Period', 'File Name', 'File Type', 'Start Time', 'End Time', 'Update Time', 'Download'],
    { useInnerText: true },
  );
  // The hourly reports of other tests make files of their own when an hour ends meanwhile.
  await expect(files.getByRole('row').filter({ hasText: 'event summary' })).toHaveCount(6);
  const midnight = (ms: number): number => new Date(ms).setHours(0, 0, 0, 0) / 1000;
  const span = { from: midnight(first), to: midnight(last) + 86_400 - 1 };
  assert.deepEqual(bodies[0]?.body, { ...span, queryby: 'updatetime' });
  await profile.selectOption({ label: 'Files - event summary' });
  await page.getByLabel('Query By').selectOption('endtime');
  await button.click();
  await expect.poll(() => bodies.length).toBe(2);
  assert.deepEqual(bodies[1]?.body, { reportid: id, ...span, queryby: 'endtime' });
  await expect(page.getByLabel('Query By').locator('option')).toHaveText(['updatetime', 'starttime', 'endtime']);

  const link = files.getByRole('link', { name: /\.csv$/ }).first();
  const [row] = asList(
    (await ask('POST', '/gkevent/reportlist', { reportid: id, ...span, queryby: 'endtime' }))['list'],
  ).filter(({ filetype }) => filetype === 'csv');
  const file = { filename: String(row?.['filename']), fileid: Number(row?.['fileid']) };
  await expect(link).toHaveAttribute('href', reportFileAddress(file));
  const coming = page.waitForEvent('download');
  await link.click();
  const download = await coming;
  assert.equal(download.suggestedFilename(), file.filename);
  const { ports, admin } = stage.server;
  const address = `http://127.0.0.1:${ports.http}${reportFileAddress(file)}&u=${admin.user}&p=${admin.hash}`;
  const same = new Uint8Array(await (await fetch(address)).arrayBuffer());
  const hash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
  assert.equal(hash(await readFile(await download.path())), hash(same));
});

test('[E-ROLE-012] without the flag of reports both pages lead home', async ({ t }) => {
  const account = await stage.account('no-reports', 1, ['F_event', 'P_dash', 'F_gps']);
  for (const path of ['/eventreportsetting', '/reportfilelist']) {
    const page = await stage.signedIn(t, { account, path: '/idle' });
    await page.goto(new URL(path, page.url()).href);
    await page.waitForURL((url) => url.pathname === '/');
    await page.context().close();
  }
});

test('what is typed stays: after Cancel of a removal, when the list is fetched again, and until it is discarded', async ({
  t,
}) => {
  const kept = await add({ profile: 'Kept', memo: 'as it was' });
  const gone = await add({ profile: 'Gone' });
  const page = await stage.signedIn(t, { path: '/eventreportsetting' });
  const name = form(page).getByLabel('Profile Name');
  const row = (profile: string) => table(page).getByRole('row').filter({ hasText: profile });
  const confirm = page.getByRole('dialog', { name: `Delete Gone [${gone}]` });
  const discard = page.getByRole('dialog', { name: 'Discard the changes?' });
  await name.fill('Half typed');
  await page.getByRole('button', { name: `Delete Gone [${gone}]` }).click();
  await confirm.getByRole('button', { name: 'Cancel' }).click();
  await expect(confirm).toHaveCount(0);
  await expect(name).toHaveValue('Half typed');
  await expect(discard).toHaveCount(0);

  await row('Kept').click();
  await discard.getByRole('button', { name: 'Keep editing' }).click();
  await expect(discard).toHaveCount(0);
  await expect(name).toHaveValue('Half typed');
  await row('Kept').click();
  await discard.getByRole('button', { name: 'Discard' }).click();
  await expect(name).toHaveValue('Kept');

  // Somebody else changes it meanwhile, and the list is fetched again.
  await name.fill('Kept, typed');
  const report = must(
    (await reports()).find(({ reportid }) => reportid === kept),
    'it is there',
  );
  await ask('PUT', PATH, { eventReport: { ...report, memo: 'by somebody else' } });
  await page.getByRole('button', { name: `Delete Gone [${gone}]` }).click();
  await confirm.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(row('by somebody else')).toHaveCount(1);
  await expect(name).toHaveValue('Kept, typed');
});

test('nothing is typed into the form while the report that the address names is on its way', async ({ t }) => {
  const old = await add({ profile: 'Old' });
  const page = await stage.signedIn(t, { path: '/eventreportsetting' });
  const name = form(page).getByLabel('Profile Name');
  await expect(name).toBeEnabled();
  const fresh = await add({ profile: 'Fresh' });
  const answer = Promise.withResolvers<void>();
  await page.route(`**${PATH}`, async (route) => {
    if (route.request().method() === 'GET') await answer.promise;
    return route.continue();
  });
  const again = page.waitForRequest((each) => new URL(each.url()).pathname === PATH && each.method() === 'GET');
  await page.getByRole('button', { name: `Delete Old [${old}]` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click(); // fetches the list again
  await again;
  await go(page, `/eventreportsetting?row=${fresh}`);
  await expect(form(page).getByText('Loading')).toBeAttached();
  await expect(name).toBeDisabled();
  answer.resolve();
  await name.fill('Fresh, typed');
  await expect(form(page).getByLabel('Report ID')).toHaveValue(String(fresh));
  await expect(name).toHaveValue('Fresh, typed');
});

test('reports to choose from that cannot be loaded are said, and asked for again', async ({ t }) => {
  await add({ profile: 'Chosen' });
  const page = await stage.signedIn(t, {
    path: '/reportfilelist',
    expected: /400/,
    prepare: (made) =>
      made.route(`**${PATH}`, (route) =>
        route.fulfill({ status: 400, json: { hasError: 1, message: 'the disk said no' } }),
      ),
  });
  const alert = page.getByRole('alert').filter({ hasText: 'The reports could not be loaded' });
  await expect(alert).toContainText('the disk said no');
  await page.unroute(`**${PATH}`);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(alert).toHaveCount(0);
  await expect(page.getByLabel('Profile').locator('option', { hasText: 'Chosen' })).toHaveCount(1);
});
