// What is typed and not saved is asked for before the browser drops it: a step back, the end of the page, another language.
import assert from 'node:assert/strict';
import type { Locator, Page } from '@playwright/test';
import { useStage } from './fixture.ts';
import { expect, test } from './test.ts';

const stage = useStage();

const question = (page: Page): Locator => page.getByRole('dialog', { name: 'Discard the changes?' });
const answer = async (page: Page, name: string): Promise<void> => {
  await question(page).getByRole('button', { name }).click();
  await expect(question(page)).toHaveCount(0);
};
const back = (page: Page): Promise<void> => page.evaluate(() => history.back());
/** The browser's own question before the page ends; somebody stays. */
const endAsks = async (page: Page): Promise<string> => {
  const [asked] = await Promise.all([page.waitForEvent('dialog'), page.close({ runBeforeUnload: true })]);
  await asked.dismiss();
  return asked.type();
};

test('ui: a form in a dialog asks before a step back drops it, and before the tab is closed', async ({ t }) => {
  const page = await stage.signedIn(t, { path: '/usersetting' });
  await page.getByRole('link', { name: 'Dashboard', exact: true }).first().click();
  await page.getByRole('button', { name: 'Add device' }).click();
  const id = page.getByRole('dialog', { name: 'Add device' }).getByLabel('Device ID');
  await id.fill('0912');
  await back(page);
  await answer(page, 'Keep editing');
  await expect(id).toHaveValue('0912');
  await page.waitForURL('**/blockview'); // the step is taken back a moment later
  assert.equal(await endAsks(page), 'beforeunload');
  await expect(id).toHaveValue('0912');
  await back(page);
  await answer(page, 'Discard');
  await page.waitForURL('**/usersetting');
  await expect(id).toHaveCount(0);
});

test('ui: another language asks before it drops what is typed', async ({ t }) => {
  const page = await stage.signedIn(t, { path: '/usersetting?row=admin' });
  const memo = page.getByLabel('Memo', { exact: true });
  const choose = async (): Promise<void> => {
    const language = page.getByRole('combobox', { name: 'Language' });
    if (!(await language.isVisible())) await page.getByRole('button', { name: 'Settings', exact: true }).click();
    await language.selectOption({ label: '繁體中文' });
  };
  await memo.fill('half');
  await choose();
  await answer(page, 'Keep editing');
  await expect(memo).toHaveValue('half');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await choose();
  await answer(page, 'Discard');
  await page.locator('html[lang="zh-Hant"]').waitFor();
  await expect(page.getByText('half')).toHaveCount(0);
});
