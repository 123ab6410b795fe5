// Tables on a phone: rows of a table that is too wide are cards, of which everything is read without scrolling sideways.
import type { Locator, Page } from '@playwright/test';
import { useStage } from './fixture.ts';
import { becomes } from './support/becomes.ts';
import { expect, test } from './test.ts';

const LONG = 'Night bus of the northern depot';
const stage = useStage({}, async (made) => {
  await made.register('CARD-1', 4, { vehicleid: LONG, drivername: 'Zoe', plate: 'ODR-1' });
  await made.register('CARD-2', 2, { vehicleid: 'Bus 2', drivername: 'Ann' });
});

const table = (page: Page): Locator => page.getByRole('table', { name: 'Local device settings' });
const row = (page: Page, id: string): Locator => table(page).getByRole('row').filter({ hasText: id });
const cell = (page: Page, id: string, text: string): Locator =>
  row(page, id).getByRole('cell').filter({ hasText: text });

/** How far the table goes beyond its room, and how many of its cells say more than is seen of them. */
const outOfSight = (page: Page): Promise<{ beyond: number; cut: number }> =>
  table(page).evaluate((element) => ({
    beyond: Math.max(0, (element.parentElement?.scrollWidth ?? 0) - (element.parentElement?.clientWidth ?? 0)),
    cut: [...element.querySelectorAll('td')].filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length,
  }));

test('a row is a card: all its values stand in sight behind their headers, cards stand below each other, and headers sort', async ({
  t,
}) => {
  const page = await stage.signedIn(t, { path: '/regdevices', phone: true });
  await expect(cell(page, 'CARD-1', LONG)).toBeInViewport({ ratio: 1 });
  await expect(cell(page, 'CARD-1', 'Zoe')).toHaveAttribute('data-header', 'Driver');
  await becomes(() => outOfSight(page), { beyond: 0, cut: 0 });
  // What is not known takes no room.
  await expect(cell(page, 'CARD-1', 'ODR-1')).toBeVisible();
  await expect(row(page, 'CARD-2').locator('[data-header="Plate"]')).toBeHidden();
  const inOrder = (): Promise<string[]> =>
    table(page)
      .locator('tbody tr')
      .evaluateAll((all) =>
        all
          .map((each) => ({ box: each.getBoundingClientRect(), id: /CARD-\d/.exec(each.textContent ?? '')?.[0] ?? '' }))
          .toSorted((a, b) => a.box.top - b.box.top)
          .map(({ box, id }, at, sorted) =>
            at > 0 && box.top + 1 < (sorted[at - 1]?.box.bottom ?? 0) ? `${id} over` : id,
          ),
      );
  await becomes(inOrder, ['CARD-1', 'CARD-2']);
  await table(page).getByRole('columnheader', { name: 'Driver' }).getByRole('button').click();
  await becomes(inOrder, ['CARD-2', 'CARD-1']);
});

test('a wider window shows columns again', async ({ t }) => {
  const page = await stage.signedIn(t, { path: '/regdevices', phone: true });
  await expect(table(page)).toHaveAttribute('data-cards', 'true');
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(table(page)).not.toHaveAttribute('data-cards');
});
