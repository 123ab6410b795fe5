// The plans of who is told of events: both screens, their left column, table and dialog; and what a failed save does.
import assert from 'node:assert/strict';
import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { Channel, asJson, asList, httpCall } from '../integration/support/operator.ts';
import { offences } from './axe.ts';
import { useStage } from './fixture.ts';
import { inOrder } from './in-order.ts';
import { expect, test } from './test.ts';

const stage = useStage();
const ID = '13800000881';
const SCRIPT = 'POST https://hooks.example.org/alarm\n\n{deviceid}';
const everybody = { deviceid: 'GLOBAL', groupid: 'root', appdevid: 19, updateMode: 'GLOBAL' };
const own = { ...everybody, deviceid: ID, updateMode: 'DEVICE' };
const ofGroup = { ...everybody, groupid: '1', updateMode: 'GROUP' };
const push = { enable: 1, name: 'Hook', script: SCRIPT };
const realtime = { call_en: 0, call_time: 30, email_en: 0, receivers: 'ann@example.org', sms_en: 0 };
const kinds = [
  {
    path: '/pusheventplansetting',
    call: '/gkevent/pusheventplan',
    body: 'pushEventPlan',
    values: push,
    flag: 'Enable',
  },
  {
    path: '/realtimeeventplansetting',
    call: '/gkevent/realtimeeventplan',
    body: 'realtimeEventPlan',
    values: realtime,
    flag: 'Call Request',
  },
] as const;
type Kind = (typeof kinds)[number];

const ask = (method: string, path: string, input: object) =>
  httpCall(stage.server.ports.http, method, path, { account: stage.server.admin, input });
/** Three plans of each kind: for all, for one device, for the root group. */
const prepare = async (): Promise<void> => {
  const operator = await Channel.signedIn(stage.server);
  await operator.ask('D01', { I: ID, C: 1 }); // registered by an earlier test, or now
  operator.close();
  for (const { call, body, values } of kinds) {
    for (const plan of asList((await ask('GET', call, {})).body)) await ask('DELETE', call, { [body]: plan });
    for (const target of [everybody, own]) await ask('POST', call, { [body]: { ...target, ...values } });
    await ask('PUT', call, { [body]: { ...ofGroup, ...values } });
  }
};
const left = (page: Page): Locator => page.getByRole('region', { name: 'Whose plans' });
const entry = (page: Page, name: string): Locator => left(page).getByRole('button', { name, exact: true });
const owners = (page: Page): Locator =>
  left(page)
    .getByRole('row')
    .filter({ hasNot: page.getByRole('columnheader') });
const owner = (page: Page, name: string): Locator => owners(page).filter({ hasText: name });
const by = (page: Page, name: string): Locator => left(page).getByRole('radio', { name });
const rows = (page: Page): Locator =>
  page
    .getByRole('table', { name: /event plan$/ })
    .getByRole('row')
    .filter({ has: page.getByRole('cell') });
const dialog = (page: Page): Locator => page.getByRole('dialog');
const add = async (page: Page): Promise<void> => entry(page, 'Add').click();
const sentBy = async (page: Page, { call, body }: Kind, action: () => Promise<void>) => {
  const request = page.waitForRequest((asked) => asked.url().includes(call) && asked.method() !== 'GET');
  await action();
  const sent = await request;
  return { method: sent.method(), plan: asJson(asJson(sent.postDataJSON())[body]) };
};

test('[E-PLAN-001 E-PLAN-002 E-PLAN-003 E-PLAN-004 E-PLAN-005 E-PLAN-009] ui: left column, table and its switches, on both screens', async ({
  t,
}) => {
  await prepare();
  await inOrder(kinds, async (kind) => {
    const page = await stage.signedIn(t, { path: kind.path });
    await expect(rows(page)).toHaveCount(3);
    await expect(owners(page)).toHaveText([/^ALL/, /^GLOBAL/, new RegExp(`^${ID}`)]);
    await expect(entry(page, 'Delete ALL')).toBeDisabled();
    await owner(page, 'GLOBAL').click();
    await expect(rows(page)).toHaveCount(1);
    await by(page, 'By group').check();
    await expect(page.getByText('Choose a group')).toBeVisible();
    await expect(left(page).getByRole('table', { name: 'By group' })).toBeVisible();
    await owners(page).first().click();
    await expect(rows(page)).toHaveCount(1);
    await by(page, 'By device').check();
    await owner(page, ID).click();
    await expect(rows(page)).toHaveCount(1);
    const flag = rows(page).getByRole('button', { name: `${kind.flag}: ${ID} ` });
    const before = kind.flag === 'Enable';
    await expect(flag).toHaveAttribute('aria-pressed', String(before));
    const { method, plan } = await sentBy(page, kind, () => flag.click());
    assert.deepEqual([method, plan[before ? 'enable' : 'call_en']], ['POST', before ? 0 : 1]);
    await expect(flag).toHaveAttribute('aria-pressed', String(!before));
    await add(page);
    await expect(dialog(page)).toBeVisible();
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await entry(page, `Delete ${ID}`).click();
    await dialog(page).getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(rows(page)).toHaveCount(0);
    await owner(page, 'ALL').click();
    await expect(rows(page)).toHaveCount(2);
    await expect.poll(async () => asList((await ask('GET', kind.call, {})).body).length, 'on the server too').toBe(2);
    assert.deepEqual(await offences(page, () => new AxeBuilder({ page })), []);
  });
});

const chooseDevice = async (page: Page): Promise<void> => {
  await dialog(page).getByRole('combobox', { name: 'Device', exact: true }).fill(ID);
  await dialog(page).getByRole('option').first().click();
};

test('[E-PLAN-006 E-PLAN-007 E-PLAN-010 E-PLAN-011 E-PLAN-012] ui: the dialog says whose events of which code; what is sent follows it', async ({
  t,
}) => {
  await prepare();
  await inOrder(kinds, async (kind) => {
    const page = await stage.signedIn(t, { path: kind.path });
    const field = (name: string): Locator => dialog(page).getByLabel(name, { exact: true });
    const save = dialog(page).getByRole('button', { name: 'Save' });
    const fill = async (): Promise<void> => {
      await add(page);
      if (kind.flag === 'Enable') await field('Script').fill(SCRIPT);
    };
    await fill();
    await expect(dialog(page).getByRole('radio')).toHaveCount(3);
    await field('Event Code').fill('20');
    await expect(field('Event Type')).toHaveValue('20');
    await field('Event Type').selectOption({ index: 3 });
    const picked = await field('Event Type').inputValue();
    await expect(field('Event Code')).toHaveValue(picked);
    const forAll = await sentBy(page, kind, () => save.click());
    assert.deepEqual(
      [forAll.method, forAll.plan['deviceid'], forAll.plan['appdevid']],
      ['POST', 'GLOBAL', Number(picked)],
    );
    await expect(dialog(page)).toHaveCount(0);

    await fill();
    await dialog(page).getByRole('radio', { name: 'Devices' }).check();
    await expect(save).toBeDisabled();
    await field('Event Code').fill('21');
    await chooseDevice(page);
    const forOne = await sentBy(page, kind, () => save.click());
    assert.deepEqual([forOne.method, forOne.plan['deviceid'], forOne.plan['updateMode']], ['POST', ID, 'DEVICE']);
    await expect(dialog(page)).toHaveCount(0);

    await fill();
    await dialog(page).getByRole('radio', { name: 'For a group' }).check();
    await expect(field('Device')).toHaveCount(0);
    await field('Group').selectOption({ index: 1 });
    await field('Event Code').fill('22');
    const forGroup = await sentBy(page, kind, () => save.click());
    assert.deepEqual([forGroup.method, forGroup.plan['updateMode']], ['PUT', 'GROUP']);
    await expect(dialog(page)).toHaveCount(0);
    await page.reload();
    await expect(rows(page)).toHaveCount(6);
  });
});

test('[E-PLAN-008 E-PUSH-001 E-REALTIME-001 E-CONST-021] ui: the columns and the fields of each kind; a new call rings 30 seconds', async ({
  t,
}) => {
  await prepare();
  const shared = ['Device ID', 'Vehicle ID', 'Event Code', 'Event Type'];
  const columns = {
    Enable: ['Enable', 'Name', 'Script'],
    'Call Request': ['Call Request', 'Call Keep Time', 'Send Email', 'Send SMS'],
  };
  const defaults: string[] = [];
  await inOrder(kinds, async ({ path, flag }) => {
    const page = await stage.signedIn(t, { path });
    await expect(page.getByRole('table', { name: /event plan$/ }).getByRole('columnheader')).toHaveText([
      ...shared,
      ...columns[flag],
      'Update Time',
      'Action',
    ]);
    await add(page);
    const names = flag === 'Enable' ? columns.Enable : [...columns['Call Request'], 'Receivers'];
    await inOrder(names, (name) => expect(dialog(page).getByLabel(name, { exact: true })).toBeVisible());
    const keeps = dialog(page).getByLabel('Call Keep Time', { exact: true });
    await expect(keeps).toHaveCount(flag === 'Call Request' ? 1 : 0);
    defaults.push(...(await keeps.evaluateAll((all) => all.map((each) => (each as HTMLInputElement).value))));
  });
  assert.deepEqual(defaults, ['30']);
});

test('[E-ERR-006 E-ERR-007] ui: a save that failed closes the dialog; of a realtime plan the toast has no reason', async ({
  t,
}) => {
  await prepare();
  await inOrder(kinds, async ({ path, call, flag }) => {
    const page = await stage.signedIn(t, { path });
    await page.route(`**${call}`, (route) =>
      route.request().method() === 'GET'
        ? route.continue()
        : route.fulfill({ json: { hasError: 1, message: 'the disk said no' } }),
    );
    await add(page);
    if (flag === 'Enable') await dialog(page).getByLabel('Script', { exact: true }).fill(SCRIPT);
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    const toast = page.locator('[data-sonner-toast]').filter({ hasText: 'Save Error' });
    await expect(toast).toBeVisible();
    await expect(dialog(page)).toHaveCount(0);
    const said = await page.locator('[data-sonner-toaster]').innerText();
    assert.equal(said.includes('the disk said no'), flag === 'Enable');
  });
});

test('ui: what is refused in the table says why and keeps what was typed; a switch takes no second press before the first is saved', async ({
  t,
}) => {
  await prepare();
  const [{ path, call, flag }] = kinds;
  const page = await stage.signedIn(t, { path });
  await owner(page, ID).click();
  await expect(rows(page)).toHaveCount(1);
  const pattern = `**${call}`;
  await page.route(pattern, (route) =>
    route.request().method() === 'GET'
      ? route.continue()
      : route.fulfill({ json: { hasError: 1, message: 'the disk said no' } }),
  );
  await rows(page).getByRole('button', { name: 'Change Name: Hook' }).click();
  const name = rows(page).getByRole('textbox', { name: 'Name' });
  await name.fill('Hook of the depot');
  await name.press('Enter');
  await expect(rows(page).getByRole('alert')).toHaveText('the disk said no');
  await expect(name).toHaveValue('Hook of the depot');
  await page.unroute(pattern);
  await name.press('Enter');
  await expect(rows(page).getByRole('button', { name: 'Change Name: Hook of the depot' })).toBeVisible();

  const held = Promise.withResolvers<void>();
  let saves = 0;
  await page.route(pattern, async (route) => {
    if (route.request().method() !== 'GET') {
      saves += 1;
      await held.promise;
    }
    await route.continue();
  });
  const enable = rows(page).getByRole('button', { name: `${flag}: ${ID} ` });
  await enable.click();
  await expect(enable).toBeDisabled();
  await enable.click({ force: true });
  held.resolve();
  await expect(enable).toHaveAttribute('aria-pressed', 'false');
  await expect(enable).toBeEnabled();
  assert.equal(saves, 1);
});

test('ui: a vehicle that gets its name later has it in the table of plans', async ({ t }) => {
  await prepare();
  const page = await stage.signedIn(t, { path: kinds[0].path });
  await owner(page, ID).click();
  await expect(rows(page)).toHaveCount(1);
  await stage.command('D04', { I: ID, Z: { vehicleid: 'TRK-881' } });
  await expect(rows(page)).toContainText('TRK-881');
});
