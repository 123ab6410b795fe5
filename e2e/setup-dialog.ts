// 'Remote Device Setting' as a journey finds its way in it.
import type { Locator, Page } from '@playwright/test';

export const dialog = (page: Page): Locator => page.getByRole('dialog', { name: /^Remote Device Setting/ });
export const field = (page: Page, name: string): Locator => dialog(page).getByLabel(name, { exact: true });
export const save = (page: Page): Locator => dialog(page).getByRole('button', { name: 'Save', exact: true });
export const openPanel = (page: Page, name: string): Promise<void> =>
  dialog(page).getByRole('tab', { name, exact: true }).click();
export const toast = (page: Page, text: string): Locator =>
  page.locator('[data-sonner-toast]').filter({ hasText: text });

/** The dialog over the list, with the first panel in sight unless nothing was told. */
export const openSheet = async (page: Page, id: string): Promise<void> => {
  await page.getByRole('row').filter({ hasText: id }).click();
  await page.getByRole('complementary').getByRole('button', { name: 'Remote Device Setting' }).click();
};
