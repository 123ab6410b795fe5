// Footage asked for by hand comes: fetched from a simulated recorder while the operator looks on, saved as a file; stopped, tried
// again and taken from the list while a device is away.
import assert from 'node:assert/strict';
import type { Locator, Page } from '@playwright/test';
import { probe } from '../integration/support/downloads.ts';
import { type Ending, useStage } from './fixture.ts';
import { expect, test } from './test.ts';

const SECONDS = 8;
const FILE_MS = 5 * 60_000;

const stage = useStage({ recordReserve: 0 }, (made) => made.register('AWAY-1', 4, { drivername: '<b>x</b>' }));

const form = (page: Page): Locator => page.getByRole('dialog', { name: 'Custom event' });
const rows = (page: Page): Locator => form(page).getByRole('list', { name: 'Requests' }).getByRole('listitem');

/** Signed in with the form open, its times in UTC. */
const asking = async (t: Ending, phone = false): Promise<Page> => {
  const page = await stage.signedIn(t, { path: '/blockview', phone, context: { timezoneId: 'UTC' } });
  await page.getByRole('button', { name: phone ? 'Menu' : 'Other' }).click();
  await page.getByRole('button', { name: 'Custom download' }).click();
  await form(page).waitFor();
  return page;
};

const enter = (page: Page, which: 'Start' | 'End', timeMs: number): Promise<void> =>
  form(page).getByLabel(which, { exact: true }).fill(new Date(timeMs).toISOString().slice(0, 19).replace('T', ' '));

const ask = async (page: Page, deviceId: string, startMs: number, channel: number): Promise<void> => {
  await form(page).getByLabel('Device ID').fill(deviceId);
  await enter(page, 'Start', startMs);
  await enter(page, 'End', startMs + SECONDS * 1000);
  await form(page)
    .getByRole('checkbox', { name: `Main stream ${channel}`, exact: true })
    .check();
  // With sound a device sends no faster than it is heard, so that it can be seen.
  await form(page).getByRole('switch', { name: 'With sound' }).click();
  await form(page).getByRole('button', { name: 'Ask for the footage' }).click();
};

test('an operator asks for eight seconds of a vehicle, sees them being fetched, and saves the file', async ({ t }) => {
  const vehicle = await stage.vehicle(t, { phone: '13800000021' });
  const page = await asking(t);
  // What the recorder has on its disk ends with its last whole file.
  const startMs = Math.floor(Date.now() / FILE_MS) * FILE_MS - 60_000;
  await ask(page, vehicle.deviceId, startMs, 2);
  const row = rows(page).filter({ hasText: vehicle.deviceId });
  // Both at once: it is being fetched for some seconds only.
  await row
    .filter({ has: page.getByText('Fetching', { exact: true }) })
    .getByRole('progressbar', { name: /^Footage of 13800000021: \d+ %$/ })
    .waitFor();
  await row.getByText('Done', { exact: true }).waitFor();
  await expect(row.getByRole('button', { name: 'Stop' }), 'nothing is left to stop').toHaveCount(0);
  const saving = page.waitForEvent('download');
  await row.getByRole('button', { name: 'Download channel 2 of 13800000021' }).click();
  const saved = await saving;
  assert.match(saved.suggestedFilename(), /^13800000021_.*_ch2_8s\.mp4$/);
  const { streams, durationS } = await probe(await saved.path());
  assert.deepEqual([streams[0]?.['codec_name'], streams[0]?.['nb_read_frames']], ['h264', String(SECONDS * 15)]);
  assert.ok(Math.abs(durationS - SECONDS) < 0.2, `${durationS} s`);
  await form(page).getByRole('list', { name: 'Downloads' }).getByText('Saved by the browser').waitFor();
});

test('a request for a device that is away waits, is stopped, tried again and removed, also on a phone', async ({
  t,
}) => {
  const page = await asking(t, true);
  await ask(page, 'AWAY-1', Date.UTC(2026, 2, 1, 8), 1);
  const row = rows(page).filter({ hasText: 'AWAY-1' });
  await row.getByText('Waiting', { exact: true }).waitFor();
  await row.getByRole('button', { name: 'Stop' }).click();
  await row.getByText('Cancelled', { exact: true }).waitFor();
  await row.getByRole('button', { name: 'Try again' }).click();
  await row.getByText('Waiting', { exact: true }).waitFor();
  await row.getByRole('button', { name: 'Remove AWAY-1 from the list' }).click();
  const sure = page.getByRole('dialog', { name: 'Remove the request' });
  await sure.getByText('The request of AWAY-1 leaves the list').waitFor();
  await sure.getByRole('button', { name: 'Cancel' }).click();
  await row.waitFor();
  await row.getByRole('button', { name: 'Remove AWAY-1 from the list' }).click();
  await sure.getByRole('button', { name: 'Remove' }).click();
  await row.waitFor({ state: 'detached' });
});
