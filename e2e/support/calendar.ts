// The days of calendars, in tests that run on any day of the month.
import type { Locator, Page } from '@playwright/test';

/** The button of a day up to today, 'YYYY-MM-DD'. A month that does not show it is turned to the one before. */
export const shownDay = async (within: Page | Locator, day: string): Promise<Locator> => {
  const button = within.locator(`td[data-day="${day}"] button`);
  await within.locator('td[data-today="true"] button').waitFor();
  if ((await button.count()) === 0) await within.getByRole('button', { name: 'Go to the Previous Month' }).click();
  return button;
};
