// Broadcast, told as an operator meets it: one voice to every vehicle or to those named, each in the coding of its loudspeaker, and
// a list that says who hears it.
import assert from 'node:assert/strict';
import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import type { Vehicle } from '../apps/simulator/src/index.ts';
import { until } from '../integration/support/until.ts';
import { offences, withTheme } from './axe.ts';
import { startStageServer, useStage } from './fixture.ts';
import { heardBy, toneMicrophone, toneShare, watchTalks } from './microphone.ts';
import { expect, test } from './test.ts';

const fleet: Vehicle[] = [];
const recorders = [
  ['013800000821', 'g711a', 'TRK-821'],
  ['013800000822', 'g726', '王 <b>x</b>'],
  ['013800000823', 'adpcm', 'שלום 823'],
] as const;

// Before the stage closes, which looks for what is left open.
test.afterAll(() => Promise.all(fleet.splice(0).map((vehicle) => vehicle.stop())));

const stage = useStage(
  {},
  async ({ vehicle, register }) => {
    // They stay until the last test is over.
    const forever = { after: () => undefined };
    for (const [phone, audio, vehicleid] of recorders)
      fleet.push(await vehicle(forever, { phone, audio, channels: 1 }, { vehicleid }));
    await register('ASLEEP', 1, { vehicleid: 'TRK-OFF' });
  },
  { full: true, switches: toneMicrophone() },
);

const modal = (page: Page): Locator => page.getByRole('dialog', { name: 'Broadcast', exact: true });
const button = (page: Page, name: string): Locator => modal(page).getByRole('button', { name, exact: true });
const mode = (page: Page, name: RegExp): Locator => modal(page).getByRole('radio', { name });
const ids = (page: Page): Locator => modal(page).getByLabel('Device ID');
const row = (page: Page, name: string): Locator => modal(page).getByRole('row').filter({ hasText: name });
const menu = (page: Page): Locator => page.getByRole('button', { name: 'Other', exact: true });
/** In the menu: the dashboard's own button stands behind it. */
const entry = (page: Page): Locator => page.getByRole('button', { name: 'Broadcast', exact: true }).first();

const open = async (page: Page): Promise<void> => {
  await menu(page).click();
  await entry(page).click();
  await button(page, 'Start').waitFor();
};
/** From now on: what was heard before does not count. */
const listen = (vehicles: readonly Vehicle[]) => {
  const before = vehicles.map(({ talkHeard }) => talkHeard.length);
  const heard = (i: number): Int16Array[] => {
    const vehicle = vehicles[i];
    return vehicle === undefined ? [] : heardBy(vehicle).slice(before[i]);
  };
  return {
    tone: () => until('the tone is heard', () => vehicles.every((_, i) => toneShare(heard(i)) > 0.7)),
    blocks: () => vehicles.map((_, i) => heard(i).length),
  };
};

test('[F-MODAL-006] [F-BCAST-001] [F-BCAST-002] [F-BCAST-003] [F-STREAMSOCK-004] a broadcast to all is heard by every vehicle that is online', async ({
  t,
}) => {
  const ears = listen(fleet);
  const page = await stage.signedIn(t, { path: '/blockview' });
  const talks = watchTalks(page);
  await open(page);
  await expect(mode(page, /^Devices/)).toBeChecked();
  await expect(ids(page)).toBeEnabled();
  await expect(button(page, 'Start'), 'nobody is named yet').toBeDisabled();
  await mode(page, /^All/).click();
  await expect(ids(page), 'devices cannot be named').toBeDisabled();
  await button(page, 'Start').click();
  await button(page, 'End').waitFor();
  await expect(button(page, 'Start')).toHaveCount(0);
  for (const each of [mode(page, /^All/), mode(page, /^Devices/), ids(page)]) await expect(each).toBeDisabled();
  await modal(page).getByText('3 hear you').waitFor();
  for (const [, , name] of recorders) await row(page, name).getByText('Connected').waitFor();
  assert.equal(await row(page, 'TRK-OFF').count(), 0, 'who is offline is not called');
  await ears.tone();
  const [talk, ...others] = talks;
  assert.deepEqual(
    [others.length, talk?.url.pathname, talk?.url.searchParams.get('type'), talk?.url.searchParams.get('deviceid')],
    [0, '/ws.cgi', 'talk', 'broadcast'],
  );
  await button(page, 'End').click();
  await button(page, 'Start').waitFor();
  await modal(page).getByText('3 ended').waitFor();
  await expect(mode(page, /^Devices/)).toBeEnabled();
});

test('a broadcast to chosen devices reaches those, and says which one it does not reach', async ({ t }) => {
  const [first, second, third] = fleet;
  assert.ok(first && second && third);
  const ears = listen([first, second]);
  const others = listen([third]);
  const page = await stage.signedIn(t, { path: '/blockview' });
  const talks = watchTalks(page);
  await open(page);
  await mode(page, /^Devices/).click();
  await ids(page).fill('NOSUCH');
  await modal(page).getByText('Unknown device NOSUCH').waitFor();
  await expect(button(page, 'Start')).toBeDisabled();
  await ids(page).fill('ASLEEP');
  await button(page, 'Choose devices').click();
  const picker = page.getByRole('dialog', { name: 'Choose devices' });
  for (const vehicle of [first, second]) await picker.getByText(vehicle.deviceId).first().click();
  await picker.getByRole('button', { name: 'Take over' }).click();
  await picker.waitFor({ state: 'detached' });
  await expect(ids(page)).toHaveValue(['ASLEEP', first.deviceId, second.deviceId].join());
  await button(page, 'Start').click();
  await modal(page).getByText('2 hear you').waitFor();
  await modal(page).getByText('1 not reached').waitFor();
  await row(page, 'TRK-OFF').getByText('Device offline').waitFor();
  await ears.tone();
  assert.deepEqual(others.blocks(), [0]);
  assert.equal(talks[0]?.url.searchParams.get('deviceid'), `ASLEEP,${first.deviceId},${second.deviceId}`);
  await page.keyboard.press('Escape');
  await modal(page).waitFor({ state: 'detached' });
});

test('from the page of a vehicle the broadcast opens on that vehicle', async ({ t }) => {
  const [first] = fleet;
  assert.ok(first);
  const page = await stage.signedIn(t, { path: `/blockview?device=${first.deviceId}` });
  await open(page);
  await expect(mode(page, /^Devices/)).toBeChecked();
  await expect(ids(page)).toHaveValue(first.deviceId);
});

test('without a microphone nobody is called, and the dialog says why', async ({ t }) => {
  const page = await stage.signedIn(t, {
    path: '/blockview',
    prepare: (made) =>
      made.addInitScript(() => {
        MediaDevices.prototype.getUserMedia = () => Promise.reject(new DOMException('none', 'NotFoundError'));
      }),
  });
  const talks = watchTalks(page);
  await open(page);
  await mode(page, /^All/).click();
  await button(page, 'Start').click();
  await modal(page).getByRole('alert').getByText('There is no microphone').waitFor();
  await modal(page).getByText('nobody was called').waitFor();
  await button(page, 'Start').waitFor();
  assert.equal(talks.length, 0);
});

test('on plain http the broadcast says that a secure page is needed, and how to get one', async ({ t }) => {
  const page = await stage.signedIn(t, { path: '/blockview', plain: true });
  await menu(page).click();
  await entry(page).click();
  await modal(page).getByRole('heading', { name: 'A secure page is needed' }).waitFor();
  await modal(page).getByText('--tls self-signed').waitFor();
  assert.equal(await button(page, 'Start').count(), 0);
});

test('[F-VARIANT-010] [F-PRODUCT-006] live view offers sound and talk; broadcast is offered by the variants that enable it', async ({
  t,
}) => {
  const goesAway = /WebSocket connection|Failed to load resource/; // its server ends before the page does
  const enabled = await startStageServer({ pageVariant: 6 });
  t.after(() => enabled.close());
  const disabled = await startStageServer({ pageVariant: 7 });
  t.after(() => disabled.close());
  const [vehicle] = fleet;
  assert.ok(vehicle);
  const page = await stage.signedIn(t, { path: `/liveview/${vehicle.deviceId}` });
  await page.locator('[data-channel="1"] [data-phase="playing"]').waitFor();
  await page.locator('[data-channel="1"]').hover();
  await page.getByRole('button', { name: 'Sound on' }).waitFor();
  await page
    .getByRole('button', { name: /^Talk to/ })
    .first()
    .waitFor();
  const other = await stage.signedIn(t, { path: '/blockview', server: enabled, expected: goesAway });
  await open(other);
  const without = await stage.signedIn(t, { path: '/blockview', server: disabled, expected: goesAway });
  await menu(without).click();
  await without.getByRole('button', { name: 'Custom download', exact: true }).waitFor();
  assert.equal(await entry(without).count(), 0);
});

test('a broadcast under way has no serious offence against accessibility, in a light and a dark theme', async ({
  t,
}) => {
  for (const theme of ['default', 'darkly']) {
    const page = await stage.signedIn(t, { path: '/blockview', prepare: withTheme(theme) });
    await open(page);
    await mode(page, /^All/).click();
    await button(page, 'Start').click();
    await modal(page).getByText('3 hear you').waitFor();
    const axe = (): AxeBuilder => new AxeBuilder({ page }).include('[role="dialog"]').withTags(['wcag2a', 'wcag2aa']);
    assert.deepEqual(await offences(page, axe), []);
    await page.keyboard.press('Escape');
    await modal(page).waitFor({ state: 'detached' });
  }
});
