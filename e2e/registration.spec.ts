// The registration table: what is set for each device, editors for many at once, and who comes here.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { useStage } from './fixture.ts';
import { becomes } from './support/becomes.ts';
import { expect, test } from './test.ts';

const stage = useStage();

const TITLE = 'Local device settings';
const table = (page: Page) => page.getByRole('table', { name: TITLE });
const row = (page: Page, id: string) =>
  table(page)
    .getByRole('row')
    .filter({ has: page.getByText(id, { exact: true }) });
/** Of those above the table: a header of the same name sorts. */
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first();
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const headers = (page: Page): Promise<string[]> => table(page).getByRole('columnheader').allInnerTexts();

/** What D03 answers of a device. */
const recordOf = async (id: string): Promise<Record<string, unknown>> => {
  const record: unknown = (await stage.command('D03', { I: id }))['Z'];
  return Object.fromEntries(Object.entries(typeof record === 'object' && record !== null ? record : {}));
};

/** Devices with one value each of what is told in words. */
const addDevices = async (): Promise<void> => {
  const about = { extid: 'X-7', drivername: 'Lin', vehicleid: 'Bus 7' };
  const sets = [
    { recenable: -1, recaudio: -1 },
    { recenable: 0, recaudio: 0 },
    { recenable: 1, recaudio: 1, recdays: 30, streamtype: '1000', chmask: '0010' },
    { recenable: 2, recaudio: 2 },
    { recaudio: 3 },
  ];
  for (const [i, set] of sets.entries()) {
    await stage.register(`REG-${i}`, 4, i === 2 ? about : {});
    await stage.command('D04', { I: `REG-${i}`, Z: set });
  }
};

test('[F-ROUTE-017 A-REG-002 A-REG-003 A-REG-005 A-REG-006 A-REG-007 A-REG-008 A-REG-011] the table says what is set, its columns are toggled, and record days are set for many', async ({
  t,
}) => {
  await addDevices();
  const page = await stage.signedIn(t, { path: '/regdevices' });
  await expect(table(page)).toBeVisible();
  for (const [id, words] of [
    ['REG-0', ['No video', 'Forbidden']],
    ['REG-1', ['Liveview only', 'Single no rec']],
    ['REG-2', ['Full record', 'Single rec', 'X-7', 'Lin', 'Bus 7', '4', '1 2 4', '30']],
    ['REG-3', ['Selected record', 'Multi no rec', 'Default', '1 2 3 4']],
    ['REG-4', ['Multi rec', 'no limit']],
  ] as const)
    for (const word of words) await expect(row(page, id).getByText(word, { exact: true }).first()).toBeVisible();
  await expect(row(page, 'REG-2').getByRole('cell').filter({ hasText: /^1$/ })).toHaveCount(1);

  await button(page, 'Columns').click();
  await page.getByRole('checkbox', { name: 'Driver' }).uncheck();
  await page.keyboard.press('Escape');
  await becomes(async () => (await headers(page)).includes('Driver'), false);

  await button(page, 'Record days').click();
  const days = dialog(page, 'Record days');
  const save = days.getByRole('button', { name: 'Save', exact: true });
  await expect(save).toBeDisabled();
  await days.getByRole('button', { name: 'Cancel' }).click();
  for (const id of ['REG-0', 'REG-1']) await page.getByRole('checkbox', { name: `Choose ${id}` }).check();
  await button(page, 'Record days').click();
  const field = days.getByRole('spinbutton', { name: 'Record days' });
  for (const [typed, ready] of [
    ['-1', false],
    ['0', true],
    ['5', true],
    ['', false],
    ['10', true],
  ] as const) {
    await field.fill(typed);
    await expect(save).toBeEnabled({ enabled: ready });
  }
  await save.click();
  // Days of their own in the place of those of the server may be fewer: it is asked for, and no is no.
  const question = dialog(page, 'Delete what is older?');
  await expect(question).toContainText('REG-0, REG-1');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(field).toHaveValue('10');
  assert.equal((await recordOf('REG-0'))['recdays'], 0);
  await save.click();
  await question.getByRole('button', { name: 'Save and delete' }).click();
  await expect(days).toHaveCount(0);
  for (const id of ['REG-0', 'REG-1']) {
    await expect(row(page, id).getByText('10', { exact: true })).toBeVisible();
    await becomes(async () => (await recordOf(id))['recdays'], 10);
  }
});

test('[A-REG-004 A-REG-009 A-REG-012 A-REG-015] a data limit is entered in MB, sent as flag and KB, and shown again', async ({
  t,
}) => {
  await stage.register('LIM-1', 4);
  const page = await stage.signedIn(t, { path: '/regdevices?find=LIM' });
  await expect(row(page, 'LIM-1').getByText('no limit')).toBeVisible();
  await button(page, 'Data limit').click();
  const limit = dialog(page, 'Data limit');
  const save = limit.getByRole('button', { name: 'Save', exact: true });
  const amount = limit.getByRole('spinbutton', { name: 'Data a month' });
  await amount.fill('10');
  await expect(save).toBeDisabled();
  await limit.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('checkbox', { name: 'Choose LIM-1' }).check();
  await button(page, 'Data limit').click();
  await expect(save).toBeDisabled();
  await amount.fill('10');
  await save.click();
  await expect(row(page, 'LIM-1').getByText('10 MB', { exact: true })).toBeVisible();
  await becomes(async () => {
    const { netlimit, maxnetflow } = await recordOf('LIM-1');
    return [netlimit, maxnetflow];
  }, [1, 10_240]);
});

test('a row opens the editor of its device, on a phone too, and the table shows what was saved', async ({ t }) => {
  await stage.register('OPEN-1', 4);
  const page = await stage.signedIn(t, {
    path: '/regdevices?find=OPEN',
    context: { viewport: { width: 390, height: 844 } },
  });
  await page.getByRole('checkbox', { name: 'Choose OPEN-1' }).check();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await row(page, 'OPEN-1').getByText('OPEN-1', { exact: true }).click();
  const editor = dialog(page, 'OPEN-1 Editor');
  await editor.getByLabel('Driver', { exact: true }).fill('Okafor');
  await editor.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(editor.getByText('No changes')).toBeVisible();
  await expect(row(page, 'OPEN-1').getByText('Okafor', { exact: true })).toBeVisible();
});

test('[A-REG-001] levels 0 and 1 see the table, without editors below 0; 2 and 3 are sent to the first page', async ({
  t,
}) => {
  await stage.register('LVL-1', 4);
  for (const level of [1, 2, 3] as const) {
    const account = await stage.account(`level${level}`, level);
    const page = await stage.signedIn(t, { path: '/regdevices', account });
    if (level > 1) {
      await page.waitForURL((url) => url.pathname === '/');
      continue;
    }
    await expect(page.getByRole('heading', { name: TITLE })).toBeVisible();
    await expect(row(page, 'LVL-1')).toBeVisible();
    for (const editor of ['Record days', 'Data limit', 'Choose all']) {
      const buttons = page.getByRole('button', { name: editor, exact: true });
      const sorting = table(page).getByRole('button', { name: editor, exact: true });
      assert.equal(await buttons.count(), await sorting.count(), editor);
    }
  }
});

/** '设备,…' as a spreadsheet of mainland China writes it: headings of the table in Chinese, GBK. */
const gbkList = (): Buffer =>
  Buffer.concat([
    Buffer.from('deviceid,channel,plate\r\nGBK-1,4,', 'latin1'),
    Buffer.from([0xd4, 0xc1]),
    Buffer.from('B12345\r\nGBK-2,99,X\r\n', 'latin1'),
  ]);

test('a list of devices is looked at line by line, names the bad one, and is imported when it is mended; what is exported can be imported', async ({
  t,
}) => {
  const page = await stage.signedIn(t, { path: '/regdevices?find=GBK' });
  await button(page, 'Import').click();
  const importing = dialog(page, 'Import devices');
  const send = importing.getByRole('button', { name: 'Import', exact: true });
  await expect(send).toBeDisabled();
  const choose = (name: string, buffer: Buffer): Promise<void> =>
    importing.getByLabel('File', { exact: true }).setInputFiles({ name, mimeType: 'text/csv', buffer });
  await choose('list.csv', gbkList());
  await expect(importing.getByLabel('Encoding')).toHaveValue('gbk');
  await expect(importing.getByText('1 new, 0 changed, 0 as they are, 1 wrong')).toBeVisible();
  const lines = importing.getByRole('table', { name: 'Lines of the file' });
  await expect(lines).toContainText('GBK-2');
  await expect(lines).toContainText('Channels: A number of channels from 1 to 64.');
  await expect(lines).not.toContainText('GBK-1');
  await expect(send).toBeDisabled();
  await choose('mended.csv', Buffer.from(gbkList().toString('latin1').replace('99', '8'), 'latin1'));
  await expect(importing.getByText('2 new, 0 changed, 0 as they are, 0 wrong')).toBeVisible();
  await send.click();
  await expect(importing).toHaveCount(0);
  await expect(row(page, 'GBK-1')).toContainText('粤B12345');
  await becomes(async () => {
    const { plate, channel } = await recordOf('GBK-2');
    return [plate, channel];
  }, ['X', 8]);

  const saving = page.waitForEvent('download');
  await button(page, 'CSV').click();
  const saved = await readFile(await (await saving).path());
  await button(page, 'Import').click();
  await choose('export.csv', saved);
  await expect(importing.getByText('0 new, 0 changed, 2 as they are, 0 wrong')).toBeVisible();
  await expect(send).toBeDisabled();
  await choose('other.csv', Buffer.from(saved.toString('utf8').replace('粤B12345', '粤B99999')));
  await expect(importing.getByText('0 new, 1 changed, 1 as they are, 0 wrong')).toBeVisible();
  // Somebody else was there after the look: nothing is overwritten before a new one.
  await stage.command('D04', { I: 'GBK-1', Z: { plate: 'THEIRS' } });
  await send.click();
  await expect(lines).toContainText('admin changed this device after the list was looked at.');
  assert.equal((await recordOf('GBK-1'))['plate'], 'THEIRS');
  await expect(send).toBeDisabled();
  await importing.getByRole('button', { name: 'Look again' }).click();
  await expect(importing.getByText('0 new, 1 changed, 1 as they are, 0 wrong')).toBeVisible();
  await send.click();
  await expect(row(page, 'GBK-1')).toContainText('粤B99999');
});

test('[A-REG-016] ticked devices are removed after a question, by level 0 alone', async ({ t }) => {
  for (const id of ['DEL-1', 'DEL-2', 'DEL-3']) await stage.register(id, 4);
  const level1 = await stage.account('remover', 1);
  const other = await stage.signedIn(t, { path: '/regdevices?find=DEL', account: level1 });
  await expect(row(other, 'DEL-1')).toBeVisible();
  for (const name of ['Remove', 'Import'])
    assert.equal(await other.getByRole('button', { name, exact: true }).count(), 0, name);
  const page = await stage.signedIn(t, { path: '/regdevices?find=DEL' });
  await expect(button(page, 'Remove')).toBeDisabled();
  for (const id of ['DEL-1', 'DEL-2']) await page.getByRole('checkbox', { name: `Choose ${id}` }).check();
  await button(page, 'Remove').click();
  const asking = dialog(page, 'Remove devices');
  await expect(asking).toContainText('DEL-1, DEL-2');
  await asking.getByRole('button', { name: 'Cancel' }).click();
  await expect(row(page, 'DEL-1')).toBeVisible();
  await button(page, 'Remove').click();
  await asking.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(row(page, 'DEL-1')).toHaveCount(0);
  await expect(row(page, 'DEL-2')).toHaveCount(0);
  await expect(row(page, 'DEL-3')).toBeVisible();
  await expect(row(other, 'DEL-3')).toBeVisible();
});
