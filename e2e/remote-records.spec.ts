// The record list and the choice of channels and moments in remote playback: limits, types, days, moments without a record, devices
// that cannot be asked.
import assert from 'node:assert/strict';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { until } from '../integration/support/until.ts';
import { type Ending, type SignedInOptions, useStage } from './fixture.ts';
import { offences, withTheme } from './axe.ts';
import { shownDay } from './support/calendar.ts';
import * as remote from './support/remote.ts';
import { expect, test } from './test.ts';

const stage = useStage();

const opened = (t: Ending, path: string, options: SignedInOptions = {}): Promise<Page> =>
  stage.signedIn(t, {
    ...options,
    path: `/remoteplayback/${path}`,
    context: { timezoneId: remote.noonZone(), ...options.context },
  });

/** Until exactly these channels are on. */
const on = (page: Page, names: readonly string[]): Promise<unknown> =>
  until(`${names.join(' ')} are on`, async () => {
    const pressed = page.getByRole('group', { name: 'Channels' }).locator('[aria-pressed="true"]');
    return (await pressed.allTextContents()).join(' ') === names.join(' ');
  });

/** Until all the lines that are drawn fit: after a choice they are those of before for a moment. */
const every = async (page: Page, what: string, fits: (text: string) => boolean, atLeast = 1): Promise<void> => {
  let texts: readonly string[] = [];
  await expect
    .poll(async () => {
      texts = await remote.segmentTexts(page);
      return texts.length >= atLeast && texts.every(fits);
    })
    .toBe(true)
    .catch((cause: unknown) => {
      throw new Error(`${what}: ${texts.join(' | ')}`, { cause });
    });
};

test('[E-REMOTE-009 E-REMOTE-010] several channels begin with the first four; a tenth is refused in words', async ({
  t,
}) => {
  const { deviceId } = await stage.vehicle(t, { phone: '013800000411', channels: 16 });
  const page = await opened(t, deviceId);
  await remote.segments(page).first().waitFor();
  await on(page, ['ch1']);
  await remote.button(page, 'Multi').click();
  await on(page, ['ch1', 'ch2', 'ch3', 'ch4']);
  for (const name of ['ch5', 'ch6', 'ch7', 'ch16', 'ch9'])
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await remote.channel(page, name).click();
  const nine = ['ch1', 'ch2', 'ch3', 'ch4', 'ch5', 'ch6', 'ch7', 'ch9', 'ch16'];
  await on(page, nine);
  await remote.tileCount(page, 9);
  await Promise.all([
    page.getByText('over max channels count(9)', { exact: true }).waitFor(), // for some seconds only
    remote.channel(page, 'ch10').click(),
  ]);
  await on(page, nine); // the tenth is not added;
  await page.reload();
  await remote.segments(page).first().waitFor();
  await on(page, nine); // the address keeps the choice;
  await remote.button(page, 'Multi').click();
  await on(page, ['ch1']);
});

test('[E-REMOTE-011] a moment without a segment says No Record and cannot be played', async ({ t }) => {
  const { deviceId } = await stage.vehicle(t, { phone: '013800000412', channels: 1 });
  const page = await opened(t, deviceId);
  await remote.segments(page).nth(3).click();
  await remote.button(page, 'From its beginning').click();
  await until('a moment with a record can be played', () => remote.button(page, 'Play').isEnabled());
  await page.getByLabel('Start time').fill('00:10:00');
  await page.getByLabel('Start time').press('Enter');
  const words = page.getByText('No Record', { exact: true });
  await expect(words, 'beside the field and in the tile').toHaveCount(2);
  await expect(remote.button(page, 'Play')).toBeDisabled();
  const slider = page.getByRole('slider', { name: 'Time' });
  const { width, height } = (await slider.boundingBox()) ?? { width: 0, height: 0 };
  await slider.click({ position: { x: width * 0.4, y: height - 10 } }); // about a quarter to ten
  await words.first().waitFor({ state: 'detached' });
  await until('the timeline chose a moment with a record', () => remote.button(page, 'Play').isEnabled());
  await slider.click({ position: { x: width * 0.95, y: height - 10 } });
  await words.first().waitFor();
});

test('[E-REMOTE-012] days to come cannot be chosen, an earlier day asks again', async ({ t }) => {
  const { deviceId } = await stage.vehicle(t, { phone: '013800000413', channels: 1 });
  const asked: string[] = [];
  const page = await opened(t, deviceId, {
    prepare: (made) =>
      made.on('request', (request) => {
        if (request.url().endsWith('/gkdevice/recordlist')) asked.push(request.postData() ?? '');
      }),
  });
  await remote.segments(page).first().waitFor();
  const [yesterday, tomorrow] = await page.evaluate(() =>
    [-1, 1].map((days) => {
      const day = new Date();
      day.setDate(day.getDate() + days);
      return `${day.getFullYear()}-${String(day.getMonth() + 1).padStart(2, '0')}-${String(day.getDate()).padStart(2, '0')}`;
    }),
  );
  const calendar = page.getByRole('region', { name: 'Day' });
  await expect(calendar.locator(`td[data-day="${tomorrow}"] button`)).toBeDisabled();
  await expect(calendar.locator('td[data-today="true"] button')).toBeEnabled();
  await (await shownDay(calendar, yesterday ?? '')).click();
  await page.getByText('Nothing is recorded on this day.').waitFor();
  await page.getByRole('heading', { name: 'No Record' }).waitFor();
  assert.equal(new URL(page.url()).searchParams.get('day'), yesterday);
  assert.equal(asked.length, 2);
});

test('[E-ENT-021] segments say why they were recorded: Normal, GSensor, Alarm; the list is narrowed by it', async ({
  t,
}) => {
  const { deviceId } = await stage.vehicle(t, { phone: '013800000414', channels: 2, alarms: true });
  const page = await opened(t, deviceId);
  await remote.segments(page).first().waitFor();
  const all = Number(await remote.recordTable(page).getAttribute('aria-rowcount')) - 1;
  let sum = 0;
  for (const name of ['Normal', 'GSensor', 'Alarm']) {
    // oxlint-disable-next-line no-await-in-loop -- one choice after the other
    await page.getByLabel('Segments of type').selectOption(name);
    // oxlint-disable-next-line no-await-in-loop
    await every(page, name, (text) => text.includes(name), 4);
    // oxlint-disable-next-line no-await-in-loop
    sum += Number(await remote.recordTable(page).getAttribute('aria-rowcount')) - 1;
  }
  assert.equal(sum, all);
  await page.getByLabel('Segments of channel').selectOption('ch2');
  await every(page, 'Alarm of channel 2', (text) => /5:002Alarm/.test(text));
  await page.getByRole('region', { name: 'Timeline' }).locator('[data-alarm]').first().waitFor({ state: 'attached' });
});

test('a device that is away says so; one of another group and one that is none are unknown; a cancelled question can be asked again', async ({
  t,
}) => {
  await stage.register('AWAY-1', 2);
  const away = await opened(t, 'AWAY-1');
  await away.getByText('The device is offline').waitFor();
  await away.getByRole('heading', { name: 'Unknown', exact: true }).waitFor();
  await expect(remote.button(away, 'Play')).toBeDisabled();
  await away.goto(away.url().replace('AWAY-1', 'NOBODY'));
  await away.getByText('Unknow device or device offline').waitFor();
  const slow = await opened(t, 'AWAY-1', {
    prepare: (made) => made.route('**/gkdevice/recordlist', () => {}, { times: 1 }), // never answered
  });
  await slow.getByRole('progressbar', { name: 'Asking the device what it recorded' }).waitFor();
  await remote.button(slow, 'Cancel').click();
  await slow.getByText('The record list was not fetched').waitFor();
  await remote.button(slow, 'Ask the device').click();
  await slow.getByText('The device is offline').waitFor();
});

test('[F-ROUTE-013 F-DEVLIST-001] without a device the list of devices leads to the recordings of one', async ({
  t,
}) => {
  const { deviceId } = await stage.vehicle(t, { phone: '013800000415', channels: 1 });
  const page = await opened(t, '');
  await page.getByRole('heading', { name: 'Choose a device to play back' }).waitFor();
  await page.getByRole('row').filter({ hasText: deviceId }).click();
  await page.waitForURL((url) => url.pathname === `/remoteplayback/${deviceId}`);
  await remote.segments(page).first().waitFor();
});

test('the record list, the timeline and the controls have no serious offence, and fit a phone', async ({ t }) => {
  const { deviceId } = await stage.vehicle(t, { phone: '013800000416', channels: 4, alarms: true });
  for (const [theme, phone] of [
    ['default', false],
    ['darkly', true],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    const page = await opened(t, `${deviceId}?multi=1`, { phone, prepare: withTheme(theme) });
    // oxlint-disable-next-line no-await-in-loop
    await remote.segments(page).nth(3).click();
    // oxlint-disable-next-line no-await-in-loop
    await remote.button(page, 'From its beginning').click();
    // oxlint-disable-next-line no-await-in-loop
    const bad = await offences(page, () => new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa']));
    assert.deepEqual(bad, [], theme);
    // oxlint-disable-next-line no-await-in-loop
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.equal(wide, 0);
  }
});

test('the timeline zooms, pans and seeks by keys, and says what lies under its cursor', async ({ t }) => {
  const { deviceId } = await stage.vehicle(t, { phone: '013800000417', channels: 1 });
  const page = await opened(t, deviceId);
  await remote.segments(page).nth(5).click();
  await remote.button(page, 'From its beginning').click();
  const slider = page.getByRole('slider', { name: 'Time' });
  const at = async (): Promise<number> => Number(await slider.getAttribute('aria-valuenow'));
  await page.locator('[data-cursor]').waitFor({ state: 'attached' }); // before, the slider says the middle of the day
  const start = await at();
  const shown = page.getByLabel('Time span shown');
  await expect(shown).toHaveValue('86400000');
  await expect(slider).toHaveAttribute('aria-valuetext', /^\d{4}-\d\d-\d\d \d\d:\d[05]:00\. ch1: On the device$/);
  await slider.press('ArrowRight');
  await until('ten minutes on', async () => (await at()) === start + 600);
  await shown.selectOption('10 min');
  await slider.press('ArrowLeft');
  await until('five seconds back', async () => (await at()) === start + 595);
  await slider.press('Home');
  await until('at the left edge', async () => (await at()) < start + 595);
  await slider.press('-');
  const length = shown.locator('option:checked');
  await until('twice as much is shown', async () => (await length.textContent()) === '20 min');
  await slider.hover();
  await page.mouse.wheel(0, -1200);
  await until('the wheel came nearer', async () => (await length.textContent()) !== '20 min');
});

test('[E-REMOTE-010] a list in several messages is whole; one that lacks what the device claims says that it is incomplete', async ({
  t,
}) => {
  const whole = await stage.vehicle(t, { phone: '013800000427', channels: 1, faults: { listParts: 7 } });
  const page = await opened(t, whole.deviceId);
  await remote.segments(page).first().waitFor();
  const rows = Number(await remote.recordTable(page).getAttribute('aria-rowcount')) - 1;
  assert.ok(rows > 60, `${rows} segments of six hours`);
  const short = await stage.vehicle(t, { phone: '013800000428', channels: 1, faults: { wrongCount: true } });
  await page.goto(page.url().replace(whole.deviceId, short.deviceId));
  await page.getByText('The list is incomplete: the device has more recordings than it listed.').waitFor();
  await remote.segments(page).first().waitFor();
});
