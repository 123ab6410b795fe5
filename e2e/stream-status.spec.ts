// The stream status modal: what flows, which devices stream, and who watches them from where.
import assert from 'node:assert/strict';
import type { Locator, Page } from '@playwright/test';
import { asJson, asList } from '../integration/support/operator.ts';
import { addressOf, useStage } from './fixture.ts';
import { changeAnswers } from './socket-log.ts';
import { becomes } from './support/becomes.ts';
import { expect, test } from './test.ts';

const stage = useStage();

const open = async (page: Page): Promise<Locator> => {
  await page.getByRole('button', { name: 'Stream status' }).click();
  return page.getByRole('dialog', { name: 'Stream status' });
};

const rowsOf = async (table: Locator): Promise<string[][]> => {
  const rows = await table.locator('tbody tr').all();
  return Promise.all(rows.map((row) => row.getByRole('cell').allInnerTexts()));
};

test('[F-STREAMINFO-002] each rate stands under its name: the server downloads from devices and uploads to viewers', async ({
  t,
}) => {
  const told = { hddBps: 512, downloadBps: 2048, uploadBps: 3 * 1024 * 1024 };
  const page = await stage.signedIn(t, {
    path: '/blockview',
    prepare: (made) =>
      changeAnswers(made, (line) => (line.M === 'Q10' ? { ...line, Z: { ...asJson(line.Z), ...told } } : line)),
  });
  const dialog = await open(page);
  for (const [name, rate] of [
    ['Disk', '512 B/s'],
    ['From devices', '2.0 KB/s'],
    ['To viewers', '3.0 MB/s'],
  ] as const)
    await dialog.getByText(name, { exact: true }).locator('xpath=..').getByText(rate, { exact: true }).waitFor();
});

test('[F-MODAL-002] [F-STREAMINFO-002] [F-STREAMINFO-003] [F-STREAMINFO-004] the stream status lists rates, devices and their viewers', async ({
  t,
}) => {
  const { deviceId } = await stage.vehicle(t, { phone: '13800000601', channels: 1 }, { vehicleid: 'TRK-601' });
  const page = await stage.signedIn(t, { path: '/blockview' });
  const dialog = await open(page);
  await dialog.getByText('Nobody is watching a device at the moment.').waitFor();
  for (const rate of ['Disk', 'From devices', 'To viewers'])
    await expect(dialog.getByText(rate, { exact: true }).locator('xpath=..')).toHaveText(/\d [KMG]?B\/s$/, {
      useInnerText: true,
    });

  const watcher = await stage.account('watcher', 1);
  const other = await stage.signedIn(t, { account: watcher, path: `/liveview/${deviceId}` });
  await other.locator('[data-phase="playing"]').first().waitFor();
  const streams = dialog.getByRole('region', { name: deviceId });
  await streams.waitFor(); // with the next poll
  const { Z } = await stage.command('Q10');
  const status = asJson(Z);
  for (const rate of ['hddBps', 'uploadBps', 'downloadBps']) assert.equal(typeof status[rate], 'number');
  const [told] = asList(status.devices);
  assert.equal(told?.deviceid, deviceId);
  assert.equal(told?.version, 'JT/T 808-2013');
  const [user] = asList(told?.users);
  assert.deepEqual([user?.type, user?.user, user?.ip], ['live ch1 sub', 'watcher', '127.0.0.1']);
  const shown = (seconds: unknown): string => new Date(Number(seconds) * 1000).toLocaleString('sv-SE');
  await expect(streams).toContainText('TRK-601');
  await expect(streams).toContainText('JT/T 808-2013');
  await streams.getByText(shown(told?.arrivedTime)).first().waitFor();
  const table = streams.getByRole('table', { name: `Viewers of ${deviceId}` });
  await expect(table.getByRole('columnheader')).toHaveText(['Type', 'User', 'IP address', 'Port', 'Since']);
  const expected = ['Live ch1 sub', 'watcher', '127.0.0.1', String(user?.port), shown(user?.arrivedTime)];
  await becomes(async () => (await rowsOf(table))[0], expected);

  await other.goto(addressOf(stage.server, '/idle'));
  await streams.waitFor({ state: 'detached' });
  await dialog.getByText('Nobody is watching a device at the moment.').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
});
