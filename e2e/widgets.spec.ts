// The page /ui of the development build: every widget in every state, light and dark, on a phone, in Chinese. And that the
// shipped console has no such page.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
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

/** What can be used. */
const usable = 'button, input:not([type=file]), select, textarea, a[href], summary, [tabindex="0"]';

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
  const traces = /Every widget in every state|Open Confirm/;
  const found = files.filter((name) => /gallery/i.test(name) || traces.test(readFileSync(join(folder, name), 'utf8')));
  assert.deepEqual(found, []);
});
