// The dashboard: every value of a device in its column, filters and counters that agree, adding and removing devices, and what the
// operator sees when there is nothing to see or the server is gone.
import assert from 'node:assert/strict';
import { standardItem } from '@outrider/jt808';
import type { Locator, Page } from '@playwright/test';
import { locationAt } from '../integration/support/device.ts';
import { type Json, asJson, asList } from '../integration/support/operator.ts';
import { SECOND_MS, cell, idsIn as ids, nowMs, recorderOn, rowOf, textIn } from './device-table.ts';
import { addressOf, fillSignIn, startStageServer, useStage } from './fixture.ts';
import { changeAnswers, framesOf, inRows, logSockets, readSockets } from './socket-log.ts';
import { becomes } from './support/becomes.ts';
import { standStill } from './support/clock.ts';
import { footageOf, hourOfYesterday } from './support/playback.ts';
import { expect, test } from './test.ts';

const stage = useStage();

const ACC_ON_AND_FIX = 3;
const recorder = recorderOn(stage);

test('[F-PRODUCT-005 F-DEVICE-001 F-DEVICE-002 F-DEVICE-003 F-DEVICE-004 F-DEVICE-011 F-DEVICE-013 F-DEVICE-023] each value of a device stands in its column', async ({
  t,
}) => {
  const id = '13800000301';
  const details = { drivername: 'A. Driver', vehicleid: 'TRK-301', plate: 'ABC-3010' };
  const device = await recorder(t, id, details);
  const items = [
    standardItem(0x06, { temperatureC: 30 }),
    standardItem(0x30, { signalStrength: 28 }),
    standardItem(0x31, { satellites: 11 }),
  ];
  await device.locate(locationAt(nowMs(), { status: ACC_ON_AND_FIX, items }));
  const page = await stage.signedIn(t, { path: '/blockview', prepare: logSockets });
  await rowOf(page, id).waitFor();
  const [list] = await framesOf(page, 'received', 'Q03');
  const wire = asList(inRows(list?.message ?? {}).Z).find(({ deviceid }) => deviceid === id);
  assert.equal(wire?.temperature, 300);
  // Names and plate come with an answer of their own, after the list.
  for (const [header, text] of [
    [/^Device$/, `TRK-301\n${id}`],
    [/^Driver$/, 'A. Driver'],
    [/^Device Memo$/, 'TRK-301'],
    [/^Plate$/, 'ABC-3010'],
    [/^Temperature$/, '30.0 °C'],
    [/^ACC$/, 'On'],
    [/^Signal$/, '90 %'],
    [/^Satellites$/, '11'],
    [/^Channels$/, '4'],
  ] as const)
    await becomes(() => textIn(page, id, header), text, `${header}`);
  await (await cell(page, id, /^Signal$/)).getByTitle('Signal 28 of 31').waitFor();
  await device.locate(locationAt(nowMs() + SECOND_MS, { status: 2, items }));
  await page.reload();
  await becomes(() => textIn(page, id, /^ACC$/), 'Off');
});

test('[F-DEVICE-008] [A-PROD-005] a device with status 1 shows as online, one with 0 as offline, as soon as it leaves', async ({
  t,
}) => {
  const id = '13800000302';
  const device = await recorder(t, id);
  await device.locate(locationAt(nowMs(), { speedKmh: 0 }));
  const account = await stage.account('dealer', 2);
  const page = await stage.signedIn(t, { account, path: '/blockview' });
  await rowOf(page, id).getByRole('img', { name: 'Idle' }).waitFor();
  assert.equal(asJson((await stage.command('Q05', { I: id })).Z).status, 1);
  device.close();
  await rowOf(page, id).getByRole('img', { name: 'Offline' }).waitFor();
  assert.equal(asJson((await stage.command('Q05', { I: id })).Z).status, 0);
  const again = await stage.device(t, { phone: id });
  await again.locate(locationAt(nowMs() + SECOND_MS, { speedKmh: 0 }));
  await rowOf(page, id).getByRole('img', { name: 'Idle' }).waitFor();
});

test('[F-DEVICE-009] [A-DASH-049] without a position the time of the status is shown, as local time', async ({ t }) => {
  const id = '13800000303';
  await recorder(t, id);
  const { status_time: seconds } = asJson((await stage.command('Q05', { I: id })).Z);
  const page = await stage.signedIn(t, {
    path: '/blockview',
    context: { timezoneId: 'Asia/Kathmandu' },
    prepare: (made) => made.addInitScript(() => localStorage.setItem('showColumns', 'driver,report')),
  });
  await rowOf(page, id).waitFor();
  const shown = (await cell(page, id, /^Last report$/)).locator('time');
  const local = new Date(Number(seconds) * SECOND_MS).toLocaleString('sv-SE', { timeZone: 'Asia/Kathmandu' });
  await expect(shown).toHaveAttribute('title', `${local} (UTC+5:45)`);
});

test('a live value that changes flashes once and softly', async ({ t }) => {
  const id = '13800000304';
  const device = await recorder(t, id);
  await device.locate(locationAt(nowMs(), { speedKmh: 40 }));
  const page = await stage.signedIn(t, { path: '/blockview' });
  await rowOf(page, id).waitFor();
  const speed = await cell(page, id, /^Speed/);
  await speed.getByText('40').waitFor();
  await speed.evaluate((element) => {
    element.addEventListener('animationstart', (event) => {
      element.setAttribute('data-seen', event instanceof AnimationEvent ? event.animationName : '');
    });
  });
  await device.locate(locationAt(nowMs() + SECOND_MS, { speedKmh: 63 }));
  await speed.getByText('63').waitFor();
  await page.waitForFunction(
    (element) => element?.getAttribute('data-seen')?.includes('flash'),
    await speed.elementHandle(),
  );
});

const filterButton = (page: Page, name: string): Locator =>
  page.getByRole('group', { name: 'Device filters' }).getByRole('button', { name, exact: false });
const counterOf = async (page: Page, name: string): Promise<number> =>
  Number(/(\d+)$/.exec((await filterButton(page, name).first().innerText()).trim())?.[1]);

test('[F-FILTER-001 F-FILTER-002 F-FILTER-003 F-FILTER-004 F-FILTER-005 F-FILTER-006 F-FILTER-012 F-STATUSBAR-006] each filter shows the devices it names', async ({
  t,
}) => {
  const speeds = { 311: 5.1, 312: 5, 313: 99.9, 314: 100, 315: 50 };
  for (const [ending, speedKmh] of Object.entries(speeds)) {
    const device = await recorder(t, `13800000${ending}`);
    await device.locate(locationAt(nowMs(), { speedKmh }));
    if (ending === '315') device.close();
  }
  await stage.device(t, { phone: '13800000316' }); // nobody adds this one
  const page = await stage.signedIn(t, { path: '/blockview' });
  await rowOf(page, '13800000315').getByRole('img', { name: 'Offline' }).waitFor();
  const shows = async (name: string, expected: string[]): Promise<void> => {
    await filterButton(page, name).first().click();
    await becomes(async () => (await ids(page)).map((id) => id.slice(-3)).toSorted(), expected, name);
  };
  await shows('All', ['311', '312', '313', '314', '315']);
  await shows('Online', ['311', '312', '313', '314', '316']);
  await shows('Offline', ['315']);
  await shows('Driving', ['311', '313', '314']);
  await shows('Idle', ['312', '316']);
  await shows('Over speed', ['314']);
  // Six devices in all but one new: 5 - 5 + 1.
  await becomes(() => counterOf(page, 'Offline'), 1);
  await filterButton(page, 'Online').getByText('+ 1 new').waitFor();
  await expect(filterButton(page, 'Online')).toHaveText(/^Online\s+4\s+\+ 1 new$/, { useInnerText: true });
  // Four registered ones are online: three drive and one is idle.
  await expect(filterButton(page, 'Driving')).toHaveText(/^Driving\s+3$/);
  await expect(filterButton(page, 'Idle')).toHaveText(/^Idle\s+1\s+\+ 1$/);
  await expect(filterButton(page, 'Not recording')).toHaveText(/^Not recording\s+4\s+\+ 1$/);
});

test('[F-STATUSBAR-005] [A-DASH-011] each counter equals the number of devices its filter gives', async ({ t }) => {
  for (const [phone, speedKmh] of [
    ['13800000321', 120],
    ['13800000322', 30],
    ['13800000323', 0],
  ] as const) {
    const device = await recorder(t, phone);
    await device.locate(locationAt(nowMs(), { speedKmh }));
  }
  (await recorder(t, '13800000324')).close();
  const page = await stage.signedIn(t, { path: '/blockview' });
  await rowOf(page, '13800000324').getByRole('img', { name: 'Offline' }).waitFor();
  for (const [name, count] of [
    ['All', 4],
    ['Online', 3],
    ['Driving', 2],
    ['Idle', 1],
    ['Over speed', 1],
    ['Recording', 0],
    ['Not recording', 3],
    ['Offline', 1],
  ] as const) {
    const button = page
      .getByRole('group', { name: 'Device filters' })
      .getByRole('button', { name: new RegExp(`^${name} \\d`) });
    await button.click();
    await becomes(() => button.getAttribute('aria-pressed'), 'true', name);
    const both = async (): Promise<number[]> => [
      Number(/\d+$/.exec((await button.innerText()).trim())?.[0]),
      (await ids(page)).length,
    ];
    await becomes(both, [count, count], name);
  }
});

test('[F-FILTER-009 F-FILTER-010 F-NAV-011] [A-DASH-010] the filter box finds id, driver, memo and plate in any case, and nothing else', async ({
  t,
}) => {
  const words = { drivername: 'Zoltan', vehicleid: 'BUS-7', plate: 'QX-99' };
  const phones = ['13800000331', '13800000332', '13800000333', '13800000334'];
  await Promise.all([
    recorder(t, phones[0] ?? '', { drivername: words.drivername }),
    recorder(t, phones[1] ?? '', { vehicleid: words.vehicleid }),
    recorder(t, phones[2] ?? '', { plate: words.plate }),
    recorder(t, phones[3] ?? ''),
  ]);
  // Nothing sets an external id yet: it is put into the list on its way.
  const withExternalId = (device: Json): Json =>
    device.deviceid === phones[3] ? { ...device, extid: 'EXT-Q' } : device;
  const page = await stage.signedIn(t, {
    path: '/blockview',
    prepare: (made) =>
      changeAnswers(made, (line) =>
        Array.isArray(line.Z) ? { ...line, Z: asList(line.Z).map(withExternalId) } : line,
      ),
  });
  const found = (expected: readonly (string | undefined)[], what: string): Promise<void> =>
    becomes((): Promise<readonly (string | undefined)[]> => ids(page), expected, what);
  await found(phones, 'at first');
  await page.keyboard.press('/');
  const box = page.getByRole('searchbox', { name: 'Filter devices' });
  await expect(box).toBeFocused();
  for (const [word, phone] of [
    ['zoltan', phones[0]],
    ['bus', phones[1]],
    ['qx-9', phones[2]],
    ['00334', phones[3]],
  ] as const) {
    await box.fill(word);
    await found([phone], word);
  }
  await box.fill('EXT-Q');
  await page.getByText('No device matches the filter').waitFor();
  await box.press('Escape');
  await found(phones, 'after Escape');
});

test('[A-DASH-039] a press on a header sorts by its column, another one turns the order', async ({ t }) => {
  for (const [phone, plate, speedKmh] of [
    ['13800000341', 'C', 10],
    ['13800000342', 'A', 90],
    ['13800000343', 'B', 50],
  ] as const) {
    const device = await recorder(t, phone, { plate });
    await device.locate(locationAt(nowMs(), { speedKmh }));
  }
  const page = await stage.signedIn(t, { path: '/blockview' });
  await rowOf(page, '13800000343').waitFor();
  const endings = async (): Promise<string[]> => (await ids(page)).map((id) => id.slice(-1));
  await becomes(endings, ['1', '2', '3']);
  const head = (name: RegExp): Locator => page.getByRole('columnheader', { name });
  const byId = head(/^Device(?! Memo)/);
  await byId.getByRole('button').click();
  await becomes(endings, ['3', '2', '1']);
  await byId.getByRole('button').click();
  await becomes(endings, ['1', '2', '3']);
  await head(/^Plate/)
    .getByRole('button')
    .click();
  await becomes(endings, ['2', '3', '1']);
  await expect(head(/^Plate/)).toHaveAttribute('aria-sort', 'ascending');
  await head(/^Speed/)
    .getByRole('button')
    .click();
  await becomes(endings, ['1', '3', '2']);
  await head(/^Speed/)
    .getByRole('button')
    .click();
  await becomes(endings, ['2', '3', '1']);
  await expect(head(/^Speed/)).toHaveAttribute('aria-sort', 'descending');
  await expect(head(/^Plate/)).toHaveAttribute('aria-sort', 'none');
});

test('a press on an id, two presses on a row and Enter open the live view; arrow keys go from row to row', async ({
  t,
}) => {
  await recorder(t, '13800000351');
  await recorder(t, '13800000352');
  const page = await stage.signedIn(t, { path: '/blockview' });
  // The page follows its address a moment later: what is on it says where it is.
  const others = page.getByRole('navigation', { name: 'Devices' });
  const open = async (how: () => Promise<void>): Promise<void> => {
    await how();
    await page.waitForURL('**/liveview/13800000351');
    await others.waitFor();
    await page.goBack();
    await others.waitFor({ state: 'detached' });
    await rowOf(page, '13800000351').waitFor();
  };
  await open(() => page.getByRole('link', { name: '13800000351', exact: true }).click());
  await open(() => rowOf(page, '13800000351').getByRole('cell').nth(3).dblclick());
  await open(() => rowOf(page, '13800000351').press('Enter'));
  await rowOf(page, '13800000351').press('ArrowDown');
  await page.keyboard.press(' ');
  await page.getByRole('complementary', { name: 'Selected vehicle' }).getByText('13800000352').first().waitFor();
  await expect(rowOf(page, '13800000352')).toHaveAttribute('aria-current', 'true');
});

/** The notices at the top centre. */
const toast = (page: Page): Locator => page.locator('[data-sonner-toast]');

test('[F-ERR-010 F-ERR-011 F-NAV-004 F-STATE-004] a new device waits until the administrator adds it, and a notice says so for 5 s', async ({
  t,
}) => {
  const id = '13800000361';
  const second = '13800000362';
  await stage.device(t, { phone: id });
  await stage.device(t, { phone: second });
  t.after(() => stage.command('D02', { I: id }));
  const page = await stage.signedIn(t, {
    path: '/blockview',
    prepare: async (made) => {
      await made.clock.install();
      await logSockets(made);
    },
  });
  const fresh = page.getByRole('region', { name: 'New devices' });
  await fresh.getByText(second).waitFor();
  const icon = page.getByRole('link', { name: 'Dashboard' });
  await becomes(() => icon.getAttribute('aria-label'), 'Dashboard (2)');
  await fresh.getByRole('button', { name: `Add device ${id}` }).click();
  const dialog = page.getByRole('dialog', { name: `Add device ${id}` });
  await dialog.getByLabel('Device Memo').fill('TRK-361');
  await dialog.getByLabel('Driver').fill('N. Newman');
  await dialog.getByLabel('Channels').selectOption('2');
  await dialog.getByLabel('Name of channel 2').fill('Road');
  await standStill(page);
  await dialog.getByRole('button', { name: 'Add device' }).click();
  await framesOf(page, 'received', 'D01');
  while ((await toast(page).count()) === 0) await page.clock.runFor(20);
  await toast(page).getByText('REGISTER DEVICE').waitFor();
  await expect(toast(page)).toHaveText(/REGISTER DEVICE\s+13800000361 added/, { useInnerText: true });
  await page.clock.runFor(500); // it has slid in
  const box = await toast(page).boundingBox();
  const width = page.viewportSize()?.width ?? 0;
  assert.ok(box !== null && box.y < 100 && Math.abs(box.x + box.width / 2 - width / 2) < 2, JSON.stringify(box));
  await page.clock.runFor(4400);
  assert.equal(await toast(page).count(), 1);
  await page.clock.runFor(1000);
  await toast(page).waitFor({ state: 'detached' });
  await page.clock.resume(); // the list is drawn with a frame
  await rowOf(page, id).waitFor();
  // What somebody typed comes with an answer of its own, after the row.
  await becomes(() => textIn(page, id, /^Device Memo$/), 'TRK-361');
  await becomes(() => textIn(page, id, /^Driver$/), 'N. Newman');
  await becomes(() => textIn(page, id, /^Channels$/), '2');
  await expect(fresh.getByText(id)).toHaveCount(0);
  await becomes(() => icon.getAttribute('aria-label'), 'Dashboard (1)');
});

test('[F-CMD-027] [F-ERR-013] the recordings of a device are deleted after a confirmation, and a notice says so', async ({
  t,
}) => {
  const id = '13800000372';
  const startMs = hourOfYesterday(9);
  await footageOf(stage, id, { channels: [1, 2], startMs, endMs: startMs + 20_000 });
  const page = await stage.signedIn(t, { path: '/blockview', prepare: logSockets });
  await rowOf(page, id).click();
  await page.getByRole('button', { name: 'Delete all local records' }).click();
  const dialog = page.getByRole('dialog', { name: `Delete all recordings of ${id}?` });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  const days = async (): Promise<unknown> => (await stage.command('Q08', { I: id, O: 0 })).Z;
  await becomes(async () => [await days()].flat().length, 1);
  await page.getByRole('button', { name: 'Delete all local records' }).click();
  await dialog.getByRole('textbox').fill(id);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page)).toHaveText(/^\s*Delete Recorded Data\s*Success\s*$/);
  const [asked] = await framesOf(page, 'sent', 'D13');
  assert.deepEqual([asked?.message['I']], [id]);
  await becomes(days, []);
  await dialog.waitFor({ state: 'detached' });
});

test('[F-ERR-012] [A-DASH-017] a device leaves the list after a confirmation, and a notice says so', async ({ t }) => {
  const id = '13800000371';
  await stage.register(id);
  const page = await stage.signedIn(t, { path: '/blockview', prepare: logSockets });
  await rowOf(page, id).hover();
  await rowOf(page, id)
    .getByRole('button', { name: `Remove device ${id}` })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect(rowOf(page, id)).toHaveCount(1);
  const removals = async (): Promise<number> =>
    (await readSockets(page)).frames.filter(({ way, code }) => way === 'sent' && code === 'D02').length;
  assert.equal(await removals(), 0);
  await rowOf(page, id)
    .getByRole('button', { name: `Remove device ${id}` })
    .click();
  await page
    .getByRole('dialog', { name: `Remove device ${id}?` })
    .getByRole('button', { name: 'Remove' })
    .click();
  await toast(page).getByText('REMOVE DEVICE').waitFor();
  await expect(toast(page)).toHaveText(/REMOVE DEVICE\s+13800000371 removed/, { useInnerText: true });
  await rowOf(page, id).waitFor({ state: 'detached' });
  assert.equal(await removals(), 1);
});

test('an empty fleet leads the administrator to connecting a recorder', async ({ t }) => {
  const page = await stage.page(t); // it is closed before its server
  const server = await startStageServer();
  t.after(() => server.close());
  await page.goto(addressOf(server, '/login'));
  await fillSignIn(page, server.admin);
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await page.getByText('No devices yet').waitFor();
  await page.getByRole('button', { name: 'Connect a recorder' }).click();
  await page.waitForURL('**/connectrecorder');
});

test('when the server goes away a banner says since when, the list stays, and all is well again after it is back', async ({
  t,
}) => {
  const server = await startStageServer();
  t.after(() => server.close());
  const page = await stage.signedIn(t, {
    server,
    account: server.admin,
    path: '/blockview',
    expected: /WebSocket connection|ERR_CONNECTION_REFUSED|Failed to load resource/,
    prepare: (made) => made.clock.install(),
  });
  await page.getByText('No devices yet').waitFor();
  await standStill(page); // so that nothing is tried again before the button is pressed
  await server.stop();
  const banner = page.getByText(/No connection to the server since \d\d:\d\d:\d\d\. What you see is from before/);
  await banner.waitFor();
  await page.getByTitle('Disconnected').waitFor();
  await server.reopen();
  await page.getByRole('button', { name: 'Try now' }).click();
  await banner.waitFor({ state: 'hidden' });
  await page.getByTitle('Connected', { exact: true }).waitFor();
});
