// The stand-alone viewer pages under axe: nothing serious or critical in a light and a dark theme, on a desktop and on a phone, and
// nothing wider than a phone.
import assert from 'node:assert/strict';
import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { addressOf, useStage } from './fixture.ts';
import { offences, withTheme } from './axe.ts';
import { inOrder } from './in-order.ts';
import { putFootage } from './support/recorded.ts';
import { test } from './test.ts';

const startMs = Math.floor(Date.now() / 3_600_000) * 3_600_000 - 3_600_000;
const startS = startMs / 1000;

const stage = useStage({}, async ({ register, server }) => {
  await register('REC', 4);
  await putFootage(server.app, server.config.data, {
    deviceId: 'REC',
    channels: [1, 2, 3, 4],
    startMs,
    endMs: startMs + 60_000,
  });
});

/** Each page, and what must be seen before it is judged. */
const pages: readonly (readonly [path: string, ready: (page: Page) => Locator])[] = [
  ['/live/REC', (page) => page.getByText('Device offline').first()],
  [`/playback/REC/0/${startS}`, (page) => page.locator('[data-phase="playing"]').nth(3)],
  [`/remote/REC@2/60/${startS}`, (page) => page.getByText('Device offline').first()],
  [`/dlplayback/REC@2/6/${startS}`, (page) => page.getByText('Pack to MP4 done.')],
  [`/dlremote/REC@2/60/${startS}`, (page) => page.getByText('Download fail')],
  ['/live/NOBODY', (page) => page.getByRole('alert')],
];

for (const theme of ['default', 'darkly'])
  for (const phone of [false, true])
    test(`no viewer page has a serious offence in the theme ${theme}${phone ? ' on a phone' : ''}`, async ({ t }) => {
      const page = await stage.page(t, { phone });
      await withTheme(theme)(page);
      const { user, password } = stage.server.admin;
      const found: Record<string, unknown> = {};
      await inOrder(pages, async ([path, ready]) => {
        await page.goto(addressOf(stage.server, `${path}/${user}/${password}`));
        await ready(page).waitFor();
        const bad = await offences(page, () => new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa']));
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        if (bad.length > 0 || wide > 0) found[path] = { bad, wide };
      });
      assert.deepEqual(found, {});
    });
