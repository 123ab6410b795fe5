// Asking for footage: the form of a custom event, the device selector it opens, what is sent, and what became of it.
import assert from 'node:assert/strict';
import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page, Request } from '@playwright/test';
import { until } from '../integration/support/until.ts';
import { offences, withTheme } from './axe.ts';
import { type Ending, type SignedInOptions, useStage } from './fixture.ts';
import { addGroup, putInGroup } from './support/administer.ts';
import { becomes } from './support/becomes.ts';
import { expect, test } from './test.ts';

const stage = useStage({}, async (made) => {
  await made.register('FLEET-A', 8, { drivername: '王小明', vehicleid: 'Night bus' });
  await made.register('FLEET-B', 8, { drivername: '<b>x</b>', vehicleid: 'أحمد' });
  await made.register('FLEET-C', 4);
});

/** What axe finds serious or critical on the page as it stands: rule and elements. */
const seriousOffences = (page: Page): Promise<string[]> =>
  offences(page, () => new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa']));

const toasts = (page: Page): Locator => page.locator('[data-sonner-toast]');
const form = (page: Page): Locator => page.getByRole('dialog', { name: 'Custom event' });
const picker = (page: Page): Locator => page.getByRole('dialog', { name: 'Choose devices' });
const devices = (page: Page): Locator => picker(page).getByRole('listbox', { name: 'Devices' });
const saveButton = (page: Page): Locator => form(page).getByRole('button', { name: 'Ask for the footage' });
const download = (page: Page, channel: number): Locator =>
  form(page).getByRole('checkbox', { name: `Download channel ${channel}`, exact: true });
const mainStream = (page: Page, channel: number): Locator =>
  form(page).getByRole('checkbox', { name: `Main stream ${channel}`, exact: true });

/** Signed in with the form open. */
const asking = async (t: Ending, options: SignedInOptions = {}): Promise<Page> => {
  const page = await stage.signedIn(t, { path: '/blockview', ...options });
  await page.getByRole('button', { name: 'Other' }).click();
  await page.getByRole('button', { name: 'Custom download' }).click();
  await form(page).waitFor();
  return page;
};

const enter = (page: Page, which: 'Start' | 'End', moment: string): Promise<void> =>
  form(page).getByLabel(which, { exact: true }).fill(moment);

/** Presses Save and gives what was sent. */
const save = async (page: Page): Promise<Record<string, unknown>> => {
  const sent = page.waitForRequest((request: Request) => isSave(request));
  await saveButton(page).click();
  const body: Record<string, unknown> = (await sent).postDataJSON();
  return body;
};
const isSave = (request: Request): boolean =>
  request.method() === 'POST' && new URL(request.url()).pathname === '/gkevent/customevent';

test('[F-MODAL-007] [F-CEVENT-006] [F-CEVENT-007] [F-CEVENT-008] [F-CEVENT-012] Save waits for a device and a channel; a download follows its main stream', async ({
  t,
}) => {
  const page = await asking(t);
  for (let channel = 1; channel <= 8; channel += 1) {
    await expect(download(page, channel)).toBeChecked({ checked: false });
    await expect(mainStream(page, channel)).toBeChecked({ checked: false });
  }
  await expect(form(page).getByRole('checkbox')).toHaveCount(16);
  await download(page, 1).check();
  await expect(saveButton(page), 'no device').toBeDisabled();
  await form(page).getByLabel('Device ID').fill('FLEET-A');
  await until('it can be saved', () => saveButton(page).isEnabled());
  await download(page, 1).uncheck();
  await until('without a channel it cannot be saved', () => saveButton(page).isDisabled());
  await mainStream(page, 2).check();
  await until('the download is ticked too', () => download(page, 2).isChecked());
  await until('it can be saved again', () => saveButton(page).isEnabled());
  await mainStream(page, 2).uncheck();
  await until('the download is ticked no more', async () => !(await download(page, 2).isChecked()));
  await download(page, 3).check();
  await form(page).getByLabel('Device ID').fill('<b>x</b>');
  await form(page).getByText('A device id is 1 to 31 characters').waitFor();
  await expect(saveButton(page), 'no id').toBeDisabled();
});

test('[F-MODAL-008] [F-CEVENT-001] [F-CEVENT-002] [F-CEVENT-003] [F-CEVENT-004] [F-CEVENT-005] [F-CEVENT-011] [F-HTTP-008] footage of two ticked devices is asked for, kept by the server and shown', async ({
  t,
}) => {
  const page = await asking(t, { context: { timezoneId: 'Asia/Taipei' } });
  await form(page).getByText('Times are those of this browser, UTC+8.').waitFor();
  await form(page).getByRole('button', { name: 'Choose devices' }).click();
  await picker(page).getByRole('option', { name: 'FLEET-A' }).click();
  await picker(page).getByRole('option', { name: 'FLEET-B' }).click();
  await picker(page).getByText('2 chosen').waitFor();
  await picker(page).getByRole('button', { name: 'Take over' }).click();
  await picker(page).waitFor({ state: 'detached' });
  await expect(form(page).getByLabel('Device ID')).toHaveValue('FLEET-A,FLEET-B');
  await enter(page, 'Start', '2024-05-06 07:08:09');
  await enter(page, 'End', '2024-05-01 07:18:09');
  await form(page).getByRole('button', { name: 'Open the calendar: End' }).click();
  await form(page)
    .getByRole('button', { name: /May 6th, 2024/ })
    .click();
  await form(page).getByRole('grid').waitFor({ state: 'detached' });
  await expect(form(page).getByLabel('End', { exact: true })).toHaveValue('2024-05-06 07:18:09');
  await download(page, 1).check();
  await mainStream(page, 3).check();
  await form(page).getByRole('switch', { name: 'With sound' }).click();
  const sent = await save(page);
  const startS = Date.UTC(2024, 4, 5, 23, 8, 9) / 1000;
  const wanted = { start: startS, end: startS + 600, downloadplan: 5, streamtype: 4, audioout: 1 };
  assert.deepEqual(sent, { deviceid: 'FLEET-A,FLEET-B', ...wanted });
  assert.match(String(sent['start']), /^\d{10}$/);
  await toasts(page).getByText('Success', { exact: true }).waitFor();
  const rows = form(page).getByRole('list', { name: 'Requests' }).getByRole('listitem');
  await rows.filter({ hasText: 'FLEET-B' }).getByText('2024-05-06 07:08:09 – 07:18:09').waitFor();
  assert.match(await rows.first().innerText(), /Waiting[\s\S]*Channels 1, 3 \(main\) · with sound · admin/);
  await mainStream(page, 3).uncheck();
  await mainStream(page, 2).check();
  await form(page).getByRole('switch', { name: 'With sound' }).click();
  const again = await save(page);
  assert.deepEqual([again['downloadplan'], again['streamtype'], again['audioout']], [3, 2, 0]);
  await rows.nth(3).waitFor();
  const kept = await page.evaluate(async () => {
    const response = await fetch('/gkevent/customevent', { credentials: 'same-origin' });
    const tasks: Record<string, unknown>[] = await response.json();
    return tasks.map((task) => [task['deviceid'], task['start'], task['downloadplan'], task['audioout']].join(' '));
  });
  assert.deepEqual(
    kept.toSorted((a, b) => (a < b ? -1 : 1)),
    [`FLEET-A ${startS} 3 0`, `FLEET-A ${startS} 5 1`, `FLEET-B ${startS} 3 0`, `FLEET-B ${startS} 5 1`],
  );
});

test('[F-CEVENT-009] [F-CEVENT-010] [F-ERR-006] [F-ERR-007] [F-ERR-008] a start after the end is said and sent all the same; a refusal is a toast and says why in the form; a success says what the server says', async ({
  t,
}) => {
  const page = await asking(t, { expected: /Failed to load resource.*400/ });
  await form(page).getByLabel('Device ID').fill('FLEET-C');
  await download(page, 4).check();
  await enter(page, 'Start', '2024-05-06 08:00:00');
  await enter(page, 'End', '2024-05-06 07:00:00');
  const sent = await save(page);
  assert.ok(Number(sent['start']) > Number(sent['end']));
  await toasts(page).locator('[data-title]').getByText('Start Time > End Time', { exact: true }).waitFor();
  await toasts(page).getByText('fail', { exact: true }).waitFor();
  await form(page).getByRole('alert').getByText('Start Time > End Time').waitFor();
  await enter(page, 'End', '2024-05-06 09:00:00');
  await page.route('**/gkevent/customevent', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ json: { hasError: 1, message: 'The disk is full.' } })
      : route.continue(),
  );
  await toasts(page).first().waitFor({ state: 'detached' });
  await saveButton(page).click();
  await toasts(page).getByText('fail', { exact: true }).waitFor();
  await form(page).getByRole('alert').getByText('The disk is full.').waitFor();
  assert.equal(await form(page).getByLabel('Device ID').inputValue(), 'FLEET-C', 'what was typed stays');
  await page.unroute('**/gkevent/customevent');
  await page.route('**/gkevent/customevent', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ json: { hasError: 0, message: 'Kept as <b>7</b>' } })
      : route.continue(),
  );
  await saveButton(page).click();
  await toasts(page).getByText('Kept as <b>7</b>', { exact: true }).waitFor();
});

test('[F-HTTP-007] a group joins the devices that are ticked already, each once', async ({ t }) => {
  await addGroup(stage.server, '夜班<b>n</b>');
  for (const id of ['FLEET-B', 'FLEET-C']) await putInGroup(stage.server, id, '2');
  const page = await asking(t);
  await form(page).getByLabel('Device ID').fill('FLEET-A,FLEET-B');
  await form(page).getByRole('button', { name: 'Choose devices' }).click();
  await picker(page).getByText('2 chosen').waitFor();
  await picker(page).getByRole('combobox', { name: 'Add a group' }).selectOption({ label: '夜班<b>n</b>' });
  await picker(page).getByText('3 chosen').waitFor();
  const ticked = devices(page).getByRole('option', { selected: true });
  await becomes(
    () => ticked.evaluateAll((all) => all.map((option) => option.getAttribute('aria-label'))),
    ['Night bus · 王小明 · FLEET-A', 'أحمد · <b>x</b> · FLEET-B', 'FLEET-C'],
  );
  await picker(page).getByRole('button', { name: 'Take over' }).click();
  await picker(page).waitFor({ state: 'detached' });
  await expect(form(page).getByLabel('Device ID')).toHaveValue('FLEET-A,FLEET-B,FLEET-C');
});

test('devices are found by word and state, and ticked without a pointer; Escape closes the selector and keeps the form', async ({
  t,
}) => {
  const page = await asking(t);
  await form(page).getByRole('button', { name: 'Choose devices' }).click();
  const shown = devices(page).getByRole('option');
  await devices(page).getByRole('option', { name: 'FLEET-C' }).waitFor();
  await expect(shown).toHaveCount(3);
  await expect(picker(page).getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('night');
  await picker(page).getByRole('option', { name: 'FLEET-B' }).waitFor({ state: 'detached' });
  await expect(shown).toHaveCount(1);
  await picker(page).getByRole('searchbox').fill('');
  await picker(page).getByRole('combobox', { name: 'State' }).selectOption('online');
  await picker(page).getByText('No device matches the filter').waitFor();
  await picker(page).getByRole('combobox', { name: 'State' }).selectOption('all');
  await expect(shown).toHaveCount(3);
  await devices(page).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await picker(page).getByText('1 chosen').waitFor();
  await expect(picker(page).getByRole('option', { name: 'FLEET-B' })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Control+a');
  await picker(page).getByText('3 chosen').waitFor();
  await expect(picker(page).getByRole('checkbox', { name: 'Select all 3 shown' })).toBeChecked();
  await picker(page).getByRole('button', { name: 'Clear' }).click();
  await picker(page).getByText('0 chosen').waitFor();
  await page.keyboard.press('Escape');
  await picker(page).waitFor({ state: 'detached' });
  await form(page).getByLabel('Device ID').fill('FLEET-A');
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Discard the changes?' });
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(form(page).getByLabel('Device ID')).toHaveValue('FLEET-A');
  await form(page).getByRole('button', { name: 'Close', exact: true }).first().click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await form(page).waitFor({ state: 'detached' });
});

test('the calendar opens and closes by the keyboard and leaves the form where it is', async ({ t }) => {
  const page = await asking(t);
  const start = form(page);
  const field = start.getByLabel('Start', { exact: true });
  await field.fill('2024-02-28 10:00:00');
  const focused = (day: RegExp): Promise<void> =>
    start.getByRole('button', { name: day }).and(page.locator(':focus')).waitFor();
  await start.getByRole('button', { name: 'Open the calendar: Start' }).press('Enter');
  await focused(/February 28th, 2024/);
  await page.keyboard.press('ArrowRight');
  await focused(/February 29th, 2024/);
  await page.keyboard.press('Enter');
  await start.getByRole('grid').waitFor({ state: 'detached' });
  await expect(field).toHaveValue('2024-02-29 10:00:00');
  await start.getByRole('button', { name: 'Open the calendar: Start' }).press('Enter');
  await focused(/February 29th, 2024/);
  await page.keyboard.press('Escape');
  await start.getByRole('grid').waitFor({ state: 'detached' });
  await field.fill('2024-02-30 10:00');
  await start.getByText('Write the moment as 2026-03-01 14:05:00.').waitFor();
});

test('the form, its calendar and the device selector have no serious offence, light, dark and on a phone', async ({
  t,
}) => {
  for (const [theme, phone] of [
    ['default', false],
    ['darkly', true],
  ] as const) {
    const page = await stage.signedIn(t, {
      path: '/blockview',
      phone,
      prepare: withTheme(theme),
    });
    await page.getByRole('button', { name: phone ? 'Menu' : 'Other' }).click();
    await page.getByRole('button', { name: 'Custom download' }).click();
    await form(page)
      .getByText('No footage has been asked for yet.')
      .or(form(page).getByRole('listitem').first())
      .waitFor();
    await form(page).getByRole('button', { name: 'Open the calendar: Start' }).click();
    await form(page).getByRole('grid').waitFor();
    assert.deepEqual(await seriousOffences(page), []);
    await page.keyboard.press('Escape');
    await form(page).getByRole('button', { name: 'Choose devices' }).click();
    await devices(page).getByRole('option', { name: 'FLEET-A' }).click();
    assert.deepEqual(await seriousOffences(page), []);
  }
});

test('from the page of a vehicle the form opens with it: its channels by number and name, times as one field each', async ({
  t,
}) => {
  await stage.register('CAB-4', 4, { vehicleid: 'Cab 4' });
  const page = await stage.signedIn(t, { path: '/liveview/CAB-4' });
  await page.getByText('Unknow device or device offline', { exact: true }).waitFor();
  const facts = page.getByRole('main');
  for (const words of ['Cab 4', 'Offline since', 'not known', 'It has not been online since it was registered.'])
    await facts.getByText(words).first().waitFor();
  await page.getByRole('button', { name: 'Other' }).click();
  await page.getByRole('button', { name: 'Custom download' }).click();
  await expect(form(page).getByLabel('Device ID')).toHaveValue('CAB-4');
  await expect(form(page).getByRole('checkbox', { name: /^Download channel/ })).toHaveCount(4);
  await expect(form(page).getByLabel('Start', { exact: true })).toHaveValue(/^\d{4}-\d\d-\d\d \d\d:\d\d:00$/);
  await form(page).getByLabel('Device ID').fill('CAB-4,FLEET-A');
  await expect(form(page).getByRole('checkbox', { name: /^Download channel/ })).toHaveCount(8);
});
