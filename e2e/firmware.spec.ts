// The firmware screen: files are uploaded, renamed and linked; devices show their version and are told to update, with their progress until
// they have restarted; plans and roll-outs. The recorders are simulated and really install what they fetch. What the server does by itself is
// integration/firmware-updates.test.ts and firmware-plans.test.ts.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { createVehicle, type Faults, type Vehicle } from '../apps/simulator/src/index.ts';
import { firmwareImage, linkOf, storeFirmware } from '../integration/support/firmware.ts';
import { Channel } from '../integration/support/operator.ts';
import { HOST } from '../integration/support/server.ts';
import { until } from '../integration/support/until.ts';
import { type Ending, useStage } from './fixture.ts';
import { inOrder } from './in-order.ts';
import { framesOf, logSockets } from './socket-log.ts';
import { expect, test } from './test.ts';

const IDS = ['13800000981', '13800000982', '13800000983'] as const;
const [ID, SLOW, HALF] = IDS;
const OLD = 'outrider-0.1.0';
const NEW = 'outrider-0.2.0';
const MAX_BYTES = 209_715_200;
const stage = useStage({}, async ({ register }) => {
  await inOrder(IDS, (id) => register(id, 1));
});

const PATH = '/devicefirmwareupdate';
const tab = (page: Page, name: string): Promise<void> => page.getByRole('tab', { name, exact: true }).click();
const row = (page: Page, text: string): Locator => page.getByRole('row').filter({ hasText: text });
const updateButton = (page: Page, id: string): Locator =>
  page.getByRole('button', { name: `Update ${id}`, exact: true });
const notice = (page: Page, title: string, text: string): Locator =>
  page.locator('[data-sonner-toast]').filter({ hasText: title }).filter({ hasText: text });
const drive = async (t: Ending, phone: string, faults: Faults = {}): Promise<Vehicle> => {
  const options = { host: HOST, port: stage.server.ports.jt808, phone, channels: 1, clips: null, faults };
  const vehicle = createVehicle(options);
  t.after(() => vehicle.stop());
  vehicle.start();
  await vehicle.whenOnline();
  return vehicle;
};
/** Between two questions for the status of a device, ms: the usual one. */
const usualGap = async (page: Page, id: string): Promise<number> => {
  const times = (await framesOf(page, 'sent', 'D10'))
    .filter(({ message }) => message['I'] === id)
    .map(({ atMs }) => atMs);
  const gaps = times.slice(1).map((atMs, i) => atMs - (times[i] ?? 0));
  assert.ok(gaps.length > 3, `asked ${times.length} times`);
  return gaps.toSorted((one, other) => one - other)[Math.floor(gaps.length / 2)] ?? 0;
};
/** Requests that change something, by method and path. */
const changesOf = (page: Page, path: string): string[] => {
  const seen: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET' && new URL(request.url()).pathname === path) seen.push(request.method());
  });
  return seen;
};
/** Puts a firmware into the store beside the page. */
const stored = async (version: string, bytes = 200_000, name = 'box.bin') => {
  const operator = await Channel.signedIn(stage.server);
  const firmware = await storeFirmware(stage.server, operator, firmwareImage(version, bytes), name);
  operator.close();
  return { firmware, link: linkOf(stage.server, firmware) };
};

test('[F-ROUTE-028 E-FW-001 E-ROLE-003] ui: levels 0 and 1 see three tabs, levels 2 and 3 are led to the start', async ({
  t,
}) => {
  await inOrder([0, 1, 2, 3], async (level) => {
    const account = await stage.account(`firmware-${level}`, level);
    const page = await stage.signedIn(t, { account, path: PATH });
    if (level > 1) {
      await page.waitForURL((url) => url.pathname !== PATH);
      return;
    }
    await expect(page.getByRole('tab')).toHaveText(['Firmware Update', 'Firmware Store', 'Auto Update Plan']);
    await inOrder(['Firmware Store', 'Auto Update Plan', 'Firmware Update'], async (name) => {
      await tab(page, name);
      await expect(page.getByRole('tabpanel', { name })).toBeVisible();
    });
  });
});

test('[E-HTTP-036 E-HTTP-037 F-CMD-031 F-ERR-016 E-FW-008 E-FW-010] ui: a file is uploaded with its memo, linked, renamed and removed', async ({
  t,
}) => {
  const page = await stage.signedIn(t, { path: `${PATH}?tab=store`, prepare: logSockets });
  const bytes = Buffer.from(firmwareImage('uploaded', 5_000_000));
  const upload = page.getByRole('button', { name: 'Upload', exact: true });
  await expect(upload).toBeDisabled();
  await page.getByLabel('File', { exact: true }).setInputFiles({ name: 'bus-2.bin', mimeType: '', buffer: bytes });
  await expect(upload).toBeEnabled();
  await page.getByLabel('Memo', { exact: true }).fill('for the long buses');
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/gkserver/firmware/**', async (route) => {
    await held;
    await route.continue();
  });
  await upload.click();
  await expect(upload).toBeDisabled();
  await expect(upload).toHaveAttribute('aria-busy', 'true');
  release();
  await expect(notice(page, 'Firmware Upload', 'Success')).toBeVisible();
  await expect(upload).toBeDisabled();
  const [announced] = await framesOf(page, 'sent', 'U01');
  assert.deepEqual(
    [announced?.message['A'], announced?.message['B'], announced?.message['C']],
    ['for the long buses', 'bus-2.bin', bytes.length],
  );
  const file = row(page, 'bus-2.bin');
  await expect(file).toContainText('for the long buses');
  await expect(file).toContainText('4.8 MB');
  await expect(file).toContainText(createHash('md5').update(bytes).digest('hex'));
  const link = file.getByRole('link');
  const { hostname } = new URL(page.url());
  await expect(link).toHaveText(
    new RegExp(`^${hostname.replaceAll('.', '\\.')}:${stage.server.ports.stream}/fw\\.cgi\\?id=[0-9a-f]{32}$`),
  );
  const answer = await page.request.get((await link.getAttribute('href')) ?? '');
  assert.deepEqual([answer.status(), (await answer.body()).equals(bytes)], [200, true], 'level 0 opens it');

  const changes = changesOf(page, '/gkserver/fwstore');
  const name = page.getByRole('textbox', { name: 'File name' });
  await file.getByRole('button', { name: 'Change File name: bus-2.bin' }).click();
  await name.fill('');
  await name.press('Enter');
  await expect(notice(page, 'File name', 'cannot be empty')).toBeVisible();
  assert.deepEqual(changes, []);
  await name.fill('bus-3.bin');
  await name.press('Enter');
  await expect(row(page, 'bus-3.bin')).toBeVisible();
  await row(page, 'bus-3.bin').getByRole('button', { name: 'Delete bus-3.bin' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(row(page, 'bus-3.bin')).toHaveCount(0);
  assert.deepEqual(changes, ['PUT', 'DELETE']);
});

test('[E-FW-009 E-ERR-004] ui: a file above 200 MB is refused with an alert, one of 200 MB is taken', async ({ t }) => {
  const folder = await mkdtemp(join(tmpdir(), 'firmware-'));
  t.after(() => rm(folder, { recursive: true }));
  const sized = async (name: string, bytes: number): Promise<string> => {
    const path = join(folder, name);
    await writeFile(path, '');
    const file = await open(path, 'r+');
    await file.truncate(bytes).finally(() => file.close());
    return path;
  };
  const page = await stage.signedIn(t, { path: `${PATH}?tab=store` });
  const upload = page.getByRole('button', { name: 'Upload', exact: true });
  await page.getByLabel('File', { exact: true }).setInputFiles(await sized('large.bin', MAX_BYTES + 1));
  await expect(page.getByRole('alert')).toHaveText('Error : Exceeded size 200MB');
  await page.getByRole('dialog').getByRole('button', { name: 'OK' }).click();
  await expect(upload).toBeDisabled();
  await page.getByLabel('File', { exact: true }).setInputFiles(await sized('whole.bin', MAX_BYTES));
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(upload).toBeEnabled();
});

test('[E-HTTP-038 E-HTTP-039 E-FW-003 E-FW-004] ui: a device shows its version, is told to update, and its new version is there after its restart', async ({
  t,
}) => {
  const { firmware, link } = await stored(NEW, 1_000_000, 'told.bin');
  // For some seconds, or a busy page misses it; within the ten that the button is off.
  const vehicle = await drive(t, ID, { slowUpgradeBytesPerS: 200_000 });
  const page = await stage.signedIn(t, { path: PATH, prepare: logSockets });
  await expect(row(page, ID)).toContainText(OLD);
  await expect(updateButton(page, ID)).toBeDisabled();
  await page.getByLabel('Firmware', { exact: true }).selectOption(String(firmware['firmwareid']));
  await expect(page.getByLabel('Address (URL)')).toHaveValue(link.replace('127.0.0.1', new URL(page.url()).hostname));
  await expect(updateButton(page, ID)).toBeEnabled();
  const beganMs = performance.now();
  await updateButton(page, ID).click();
  await expect(updateButton(page, ID)).toBeDisabled();
  const [told] = await framesOf(page, 'sent', 'D09');
  assert.deepEqual([told?.message['I'], told?.message['U'], told?.message['P']], [ID, undefined, undefined]);
  assert.match(String(told?.message['A']), /fw\.cgi\?id=/);
  await expect(row(page, ID)).toContainText('Fetching');
  await expect(row(page, ID).getByRole('progressbar')).toBeVisible();
  await expect(row(page, ID)).toContainText('100 %');
  await expect(row(page, ID)).toContainText(NEW);
  assert.equal(vehicle.kept.firmware, NEW);
  const gapMs = await usualGap(page, ID);
  assert.ok(gapMs >= 900 && gapMs < 2000, `asked each ${gapMs} ms`);
  await expect(updateButton(page, ID)).toBeEnabled();
  assert.ok(performance.now() - beganMs >= 9_500, 'ten seconds after the press, not before');

  await page.getByLabel('User', { exact: true }).fill('fleet');
  await page.getByLabel('Password', { exact: true }).fill('secret');
  await updateButton(page, ID).click();
  await until('told again', async () => (await framesOf(page, 'sent', 'D09')).length === 2);
  const again = (await framesOf(page, 'sent', 'D09'))[1];
  assert.deepEqual([again?.message['U'], again?.message['P']], ['fleet', 'secret']);
  await expect(row(page, ID)).toContainText('The device has this version already');
});

test('[E-FW-002] ui: the button is off at 50 per cent, on at 0 and at 100', async ({ t }) => {
  const { firmware } = await stored(NEW, 400_000, 'half.bin');
  await drive(t, SLOW);
  await drive(t, HALF, { upgrade: 'silent' });
  const page = await stage.signedIn(t, { path: PATH });
  await page.getByLabel('Firmware', { exact: true }).selectOption(String(firmware['firmwareid']));
  await expect(row(page, HALF)).toContainText('0 %');
  await expect(updateButton(page, HALF)).toBeEnabled();
  await updateButton(page, HALF).click();
  await updateButton(page, SLOW).click();
  await expect(row(page, HALF)).toContainText('50 %');
  await expect(row(page, SLOW)).toContainText('100 %');
  await expect(updateButton(page, SLOW)).toBeEnabled();
  await expect(updateButton(page, HALF)).toBeDisabled();
});

test('[E-FW-005 E-FW-006 E-FW-007] ui: a plan needs version and address, its memo may be empty, and it is removed', async ({
  t,
}) => {
  const page = await stage.signedIn(t, { path: `${PATH}?tab=plan` });
  const add = page.getByRole('button', { name: 'Add Plan' });
  const field = (name: string): Locator => page.getByLabel(name, { exact: true });
  await expect(add).toBeDisabled();
  await field('Source version').fill('old-1');
  await expect(add).toBeDisabled();
  await field('Address (URL)').fill('http://example.com/box.bin');
  await expect(add).toBeEnabled();
  await field('Source version').fill('');
  await expect(add).toBeDisabled();
  await field('Source version').fill('old-1');
  await field('Memo').fill('trial');
  await add.click();
  await expect(row(page, 'old-1')).toContainText('trial');

  const changes = changesOf(page, '/gkserver/autofw');
  const cell = (name: string): Locator => row(page, 'example.com').getByRole('textbox', { name });
  const edit = async (name: string, text: string): Promise<void> => {
    await row(page, 'example.com')
      .getByRole('button', { name: `Change ${name}: ${text}` })
      .click();
    await cell(name).fill('');
    await cell(name).press('Enter');
  };
  await edit('Source version', 'old-1');
  await expect(notice(page, 'Source version', 'cannot be empty')).toBeVisible();
  await cell('Source version').press('Escape');
  await row(page, 'old-1').getByRole('button', { name: 'Change Address (URL): http://example.com/box.bin' }).click();
  const address = page.getByRole('row').getByRole('textbox', { name: 'Address (URL)' });
  await address.fill('');
  await address.press('Enter');
  await expect(notice(page, 'Address (URL)', 'cannot be empty')).toBeVisible();
  assert.deepEqual(changes, []);
  await address.press('Escape');
  await edit('Memo', 'trial');
  await expect(row(page, 'old-1')).not.toContainText('trial');
  await until('it was sent', () => changes.length === 1);
  assert.deepEqual(changes, ['PUT']);
  await row(page, 'old-1').getByRole('button', { name: 'Delete old-1' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('No plans yet')).toBeVisible();
});

test('a roll-out is begun for chosen devices, stops by itself, and is ended and removed', async ({ t }) => {
  const { firmware } = await stored('outrider-0.3.0', 10_000, 'many.bin');
  await drive(t, ID, { upgrade: 'corrupt' });
  const page = await stage.signedIn(t, { path: PATH });
  const begin = page.getByRole('button', { name: 'Roll out to many …' });
  await expect(begin).toBeDisabled();
  await page.getByLabel('Firmware', { exact: true }).selectOption(String(firmware['firmwareid']));
  await begin.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Device ID').fill(`${ID},${HALF}`);
  await dialog.getByLabel('Memo').fill('first trial');
  await dialog.getByRole('button', { name: 'Begin' }).click();
  const list = page.getByRole('region', { name: 'Roll-outs' });
  await expect(list).toContainText('first trial');
  await expect(list).toContainText('Stopped by itself: too many failed');
  await expect(list).toContainText('0 done · 1 failed · 0 under way · 1 to come');
  await list.getByRole('button', { name: 'Show devices' }).click();
  await expect(list.getByRole('listitem').filter({ hasText: HALF }).last()).toContainText('Its turn has not come');
  await list.getByRole('button', { name: 'End', exact: true }).click();
  await expect(dialog).toContainText('the 1 that are still to come do not');
  await dialog.getByRole('button', { name: 'End', exact: true }).click();
  await list.getByRole('button', { name: 'Remove' }).click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(list).toHaveCount(0);
});
