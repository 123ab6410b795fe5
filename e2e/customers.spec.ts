// Customer records on the dashboard of the variant that has them.
import assert from 'node:assert/strict';
import type { Locator, Page } from '@playwright/test';
import { httpCall } from '../integration/support/operator.ts';
import { rowOf } from './device-table.ts';
import { useStage } from './fixture.ts';
import { expect, test } from './test.ts';

const ID = '13800000961';
/** The variant of customer records. */
const stage = useStage({ pageVariant: 9 }, ({ register }) => register(ID, 2));

const button = (page: Page): Locator => page.getByRole('button', { name: 'Customer record' });
const editor = (page: Page): Locator => page.getByRole('dialog', { name: `[${ID}] Editor` });
const texts = {
  Dealer: 'North Trucks',
  Salesman: '王小明',
  Customer: '<b>Example</b> Transport',
  Address: '1 Harbour Road',
  Phone: '+886 2 1234',
  Mail: 'office@example.org',
  Memo: 'Renews in May',
};

test('[A-CUST-001] [A-CUST-002] ui: the editor of a device takes every field of its customer record and shows it again after a reload; levels 2 and 3 have none', async ({
  t,
}) => {
  const page = await stage.signedIn(t, { path: '/blockview' });
  await rowOf(page, ID).click();
  await button(page).click();
  await expect(editor(page).getByRole('heading')).toHaveText(`[${ID}] Editor`);
  const save = editor(page).getByRole('button', { name: 'Save' });
  await editor(page).getByLabel('Mail').fill('nobody');
  await expect(editor(page).getByText('This is no mail address.')).toBeVisible();
  await expect(save).toBeDisabled();
  for (const [name, text] of Object.entries(texts)) await editor(page).getByLabel(name, { exact: true }).fill(text);
  await editor(page).getByLabel('Follow up').check();
  await save.click();
  await expect(editor(page)).toHaveCount(0);
  await page.reload();
  const record = page.getByRole('region', { name: 'Customer record' });
  await expect(record).toContainText('<b>Example</b> Transport');
  await button(page).click();
  for (const [name, text] of Object.entries(texts))
    await expect(editor(page).getByLabel(name, { exact: true })).toHaveValue(text);
  await expect(editor(page).getByLabel('Follow up')).toBeChecked();
  await page.keyboard.press('Escape');
  for (const level of [2, 3]) {
    const account = await stage.account(`customers${level}`, level);
    const other = await stage.signedIn(t, { account, path: `/blockview?device=${ID}` });
    await other.getByRole('complementary', { name: 'Selected vehicle' }).waitFor();
    assert.equal(await button(other).count(), 0, `level ${level}`);
  }
});

test('a customer column can be shown, and says the name', async ({ t }) => {
  // Of its own: tried again, this test runs alone.
  const dkcustomer = {
    deviceid: ID,
    dealer: texts.Dealer,
    salesman: '',
    customer: '',
    address: '',
    phone: '',
    mail: '',
    follow: 0,
    memo: '',
  };
  const { user, hash } = stage.server.admin;
  const input = { username: user, password: hash, dkcustomer };
  assert.equal((await httpCall(stage.server.ports.http, 'PUT', '/gkdevice/dkcustomer', { input })).status, 200);
  const page = await stage.signedIn(t, {
    path: '/blockview',
    prepare: (made) => made.addInitScript(() => localStorage.setItem('showColumns', 'customer,dealer')),
  });
  await page.getByRole('columnheader', { name: 'Customer' }).waitFor();
  await expect(rowOf(page, ID)).toContainText('North Trucks');
});
