// The page /ui of the development build: every widget in every state, in all 18 themes, by keyboard, on a phone, in Chinese. And that
// the shipped console has no such page.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { themeNames } from '../apps/console/src/lib/theme-names.ts';
import { offences } from './axe.ts';
import { type Ending, type PageOptions, builtConsole, useStage } from './fixture.ts';
import { startGallery } from './support/gallery.ts';
import { expect, test } from './test.ts';

const stage = useStage();

type Look = { theme?: string; locale?: string };
/** The page of the widgets, in a theme and a language. */
const open = async (t: Ending, { theme = 'default', locale = 'en' }: Look = {}, options: PageOptions = {}) => {
  const address = await startGallery(t, stage.server);
  const page = await stage.page(t, options);
  await page.addInitScript(
    ([name, language]) => {
      localStorage.setItem('themeName', name);
      localStorage.setItem('locale', language);
    },
    [theme, locale] as const,
  );
  await page.goto(address);
  await page.getByRole('region', { name: 'Toast', exact: true }).waitFor();
  return page;
};
const axe = (page: Page) => () => new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']);

/** Each thing that comes up over the page, by the button that opens it. */
const opened = ['Dialog', 'Confirm', 'Confirm, typed', 'Confirm, busy', 'Prompt'];

for (const look of [{ theme: 'default' }, { theme: 'darkly', locale: 'cn' }])
  test(`no widget offends, ${look.theme}`, async ({ t }) => {
    const page = await open(t, look);
    const found: Record<string, string[]> = { page: await offences(page, axe(page)) };
    for (const name of opened) {
      await page.getByRole('button', { name: `Open ${name}`, exact: true }).click();
      await page.getByRole('dialog').waitFor();
      found[name] = await offences(page, axe(page));
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
    assert.deepEqual(
      Object.entries(found).filter(([, offence]) => offence.length > 0),
      [],
    );
  });

test('every widget can be read in all 18 themes', async ({ t }) => {
  const page = await open(t);
  const found: Record<string, string[]> = {};
  for (const theme of themeNames) {
    await page.getByLabel('Theme').selectOption(theme);
    await expect(page.locator('link[data-theme]')).toHaveCount(1);
    await expect(page.locator(`link[data-theme="${theme}"]`)).toHaveCount(1);
    const bad = await offences(page, () => new AxeBuilder({ page }).withRules(['color-contrast']));
    if (bad.length > 0) found[theme] = bad;
  }
  assert.deepEqual(found, {});
});

/** What can be used: what Tab should come to, one of each group that is one stop. */
const usable = 'button, input:not([type=file]), select, textarea, a[href], summary, [tabindex="0"]';

test('Tab comes to every widget, each shows that it has the focus', async ({ t }) => {
  const page = await open(t);
  const stops = await page.evaluate((selector) => {
    const isStop = (element: Element): boolean =>
      element instanceof HTMLElement &&
      element.tabIndex >= 0 &&
      !element.matches(':disabled') &&
      element.checkVisibility();
    const groups = new Set<string>();
    // Radio buttons of one name are one stop.
    const isNew = (element: Element): boolean => {
      if (!(element instanceof HTMLInputElement) || element.type !== 'radio') return true;
      const known = groups.has(element.name);
      groups.add(element.name);
      return !known;
    };
    return [...document.querySelectorAll(`main :is(${selector})`)].filter((each) => isStop(each) && isNew(each)).length;
  }, usable);
  assert.ok(stops > 80, `${stops} stops`);
  const bare: string[] = [];
  await page.locator('body').press('Home');
  for (let at = 0; at < stops; at += 1) {
    await page.keyboard.press('Tab');
    const offence = await page.evaluate(() => {
      const element = document.activeElement;
      if (!(element instanceof HTMLElement) || element.closest('main') === null) return 'left the page';
      const plain = getComputedStyle(element);
      const shows = plain.outlineStyle !== 'none' || plain.boxShadow !== 'none';
      return shows ? '' : `no focus to be seen: ${element.outerHTML.slice(0, 120)}`;
    });
    if (offence !== '') bare.push(offence);
  }
  assert.deepEqual(bare, []);
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('main') === null)).toBe(true);
});

test('a typed confirm, a prompt and an undo are answered without a pointer', async ({ t }) => {
  const page = await open(t);
  await page.getByRole('button', { name: 'Open Confirm, typed' }).press('Enter');
  await expect(page.getByRole('textbox', { name: 'Type TRK-104 to confirm' })).toBeFocused();
  await page.keyboard.type('TRK-104');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'Unknown device' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Open Confirm, typed' })).toBeFocused();
  await page.getByRole('button', { name: 'Show undo' }).press('Enter');
  await page.getByRole('button', { name: 'Undo' }).waitFor();
  await page.keyboard.press('Alt+T');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(page.getByText('This could not be undone')).toBeVisible();
});

test('a list of several and a picked colour are chosen without a pointer', async ({ t }) => {
  const page = await open(t);
  const several = page.getByRole('region', { name: 'MultiSelectField' }).getByRole('button').first();
  await several.press('ArrowDown');
  await expect(page.getByRole('listbox')).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.press('Space');
  await page.keyboard.press('Escape');
  await expect(several).toBeFocused();
  await expect(several).toHaveAccessibleName('Direction: North-west');
  const colours = page.getByRole('region', { name: 'ColourField' });
  await colours.getByRole('button', { name: 'Pick a colour' }).nth(1).press('Enter');
  await page.getByRole('slider', { name: 'Hue' }).press('ArrowRight');
  await expect(colours.getByRole('textbox').nth(1)).not.toHaveValue('#0693E3');
  await page.keyboard.press('Escape');
  await expect(colours.getByRole('button', { name: 'Pick a colour' }).nth(1)).toBeFocused();
});

test('on a phone every target is 44 px high, and nothing is wider than the page', async ({ t }) => {
  const page = await open(t, { locale: 'tw' }, { phone: true });
  const small = await page.evaluate((selector) => {
    const target = (element: Element): Element => element.closest('label, .form-control') ?? element;
    return [...document.querySelectorAll(`main :is(${selector})`)]
      .filter((element) => element.checkVisibility() && !element.matches('[role=tabpanel]'))
      .map((element) => ({
        height: target(element).getBoundingClientRect().height,
        html: element.outerHTML.slice(0, 140),
      }))
      .filter(({ height }) => height < 43.5);
  }, usable);
  assert.deepEqual(small, []);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(
    0,
  );
});

test('the shipped console has no page of widgets', () => {
  const folder = builtConsole();
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(js|html|css)$/.test(name),
  );
  assert.ok(files.length > 20, `${files.length} files`);
  const traces = /Every widget in every state|Open Confirm|gallery/i;
  const found = files.filter((name) => /gallery/i.test(name) || traces.test(readFileSync(join(folder, name), 'utf8')));
  assert.deepEqual(found, []);
});
