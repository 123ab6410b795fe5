// Telling a device to do something, from its panel: what is asked before, what the notices say for each answer of a real device, and the list
// of orders, with one that waits, is delivered or cancelled. What the server does by itself is integration/device-queue.test.ts.
import assert from 'node:assert/strict';
import type { Locator, Page } from '@playwright/test';
import { Device } from '../integration/support/device.ts';
import { until } from '../integration/support/until.ts';
import { rowOf } from './device-table.ts';
import { useStage } from './fixture.ts';
import { framesOf, logSockets, readSockets } from './socket-log.ts';
import { expect, test } from './test.ts';

const ID = '13800000961';
const TEXT = 0x8300;
const stage = useStage({}, ({ register }) => register(ID, 2));

const panel = (page: Page): Locator => page.getByRole('complementary', { name: 'Selected vehicle' });
const press = (page: Page, name: string): Promise<void> =>
  panel(page).getByRole('button', { name, exact: true }).click();
const dialog = (page: Page): Locator => page.getByRole('dialog');
const notice = (page: Page, title: string, text: string): Locator =>
  page.locator('[data-sonner-toast]').filter({ hasText: title }).filter({ hasText: text });
const sendText = async (page: Page, text: string, { keep = false } = {}): Promise<void> => {
  await press(page, 'Send text');
  await dialog(page).getByRole('textbox', { name: 'Text' }).fill(text);
  if (keep) await dialog(page).getByLabel('Keep it until the device is back').check();
  await dialog(page).getByRole('button', { name: 'Send', exact: true }).click();
};
/** What failed is said in the question, too, which stays with what was typed. */
const stays = async (page: Page, typed: string, words: string): Promise<void> => {
  await expect(dialog(page).getByRole('alert')).toHaveText(words);
  await expect(dialog(page).getByRole('textbox', { name: 'Text' })).toHaveValue(typed);
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
};
const sentCount = async (page: Page, code: string): Promise<number> =>
  (await readSockets(page)).frames.filter((frame) => frame.way === 'sent' && frame.code === code).length;

test('[A-DEVACT-003] [F-ERR-015] [F-ERR-017] [F-ERR-018] [F-ERR-019] [F-ERR-020] [F-ERR-021] a text is asked for first, and each answer of the device has its words; what is kept waits in the list', async ({
  t,
}) => {
  const { server } = stage;
  const page = await stage.signedIn(t, { path: '/blockview', prepare: logSockets });
  const device = await Device.online(server.ports.jt808, { phone: ID });
  t.after(() => device.close());
  await rowOf(page, ID).click();
  for (const [button, code] of [
    ['Send text', 'D21'],
    ['MCU command', 'D26'],
  ] as const) {
    await press(page, button);
    await expect(dialog(page).getByRole('textbox')).toBeFocused();
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog(page)).toHaveCount(0);
    assert.equal(await sentCount(page, code), 0, button);
  }
  await press(page, 'Restart');
  await expect(dialog(page)).toContainText(`Restart ${ID}?`);
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();

  for (const [result, words] of [
    [0, 'Success'],
    [7, 'Failed'],
    [3, 'Text not supported'],
  ] as const) {
    await sendText(page, 'Call the office');
    device.reply((await device.take(TEXT)).header, result);
    await expect(notice(page, `Send to ${ID}`, words).first()).toBeVisible();
    // What the device took closes the question, what it refused stays to be sent again.
    await expect(dialog(page)).toHaveCount(result === 0 ? 0 : 1);
    await (result === 0 ? undefined : stays(page, 'Call the office', words));
  }
  await sendText(page, 'Anybody there?');
  await expect(notice(page, `Send to ${ID}`, 'Text no response')).toBeVisible();
  await stays(page, 'Anybody there?', 'Text no response');
  assert.equal(await sentCount(page, 'D22'), 0, 'a question that was cancelled sends nothing');
  const [frame] = await framesOf(page, 'sent', 'D21');
  assert.deepEqual([frame?.message['I'], frame?.message['A']], [ID, 'Call the office']);

  device.close();
  await until(
    'it is away',
    async () => Number(Reflect.get(Object((await stage.command('Q05', { I: ID }))['Z']), 'status')) === 0,
  );
  await sendText(page, 'Now');
  await expect(notice(page, `Send to ${ID}`, 'Deivice offline')).toBeVisible();
  await stays(page, 'Now', 'Deivice offline');
  for (const text of ['Later', 'Never']) await sendText(page, text, { keep: true });
  await expect(notice(page, `Send to ${ID}`, 'Waits for the device').first()).toBeVisible();
  const waiting = panel(page).getByRole('region', { name: 'Orders' }).getByRole('listitem');
  await expect(waiting).toHaveCount(2);
  await waiting.filter({ hasText: 'Never' }).getByRole('button').click();
  await expect(waiting).toHaveCount(1);
  await press(page, 'All orders');
  await page.waitForURL(`**/deviceorders?find=${ID}`);
  const row = (text: string): Locator => page.getByRole('row').filter({ hasText: text });
  await expect(row('Later')).toContainText('Waiting');
  await expect(row('Never')).toContainText('Cancelled');
  await expect(row('Anybody there?')).toContainText('No answer');
  const back = await Device.online(server.ports.jt808, { phone: ID, authCode: device.authCode });
  t.after(() => back.close());
  back.reply((await back.take(TEXT)).header);
  await expect(row('Later')).toContainText('Done');
});
