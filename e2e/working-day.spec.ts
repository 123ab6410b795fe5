// The work of a day, from one screen to the next: what an operator of the fleet does with events, footage and reports, and what an
// administrator edits. How each screen behaves is in its own spec.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { t0704LocationBatch } from '@outrider/jt808';
import type { Locator, Page } from '@playwright/test';
import { Device, locationAt } from '../integration/support/device.ts';
import { firmwareImage } from '../integration/support/firmware.ts';
import { addressOf, useStage } from './fixture.ts';
import { inOrder } from './in-order.ts';
import { eventRow, plant } from './support/events.ts';
import * as remote from './support/remote.ts';
import { expect, test } from './test.ts';

const DRIVEN = '13800000951';
const DAY_MS = 86_400_000;
/** Yesterday about noon: the pages stand in a zone in which it is noon now. */
const noonMs = Date.now() - DAY_MS;
const dayOf = (ms: number): string => new Date(ms).toLocaleDateString('sv', { timeZone: remote.noonZone() });

const stage = useStage({}, async ({ server, register }) => {
  await register(DRIVEN, 1);
  const device = await Device.online(server.ports.jt808, { phone: `0${DRIVEN}` });
  const way = [0, 1, 2, 3].map((minute) =>
    locationAt(noonMs + minute * 60_000, { latitude: 24 + minute / 100, speedKmh: 60 }),
  );
  assert.equal(await device.ask(t0704LocationBatch, { type: 1, items: way }), 0);
  device.close();
  // Of the month before the one that the page stands in, in which all days are over.
  const database = new DatabaseSync(join(server.config.data, 'outrider.sqlite'));
  const insert =
    'INSERT INTO data_use (device_key, day, in_bytes, out_bytes) SELECT key, ?, ?, 0 FROM devices WHERE id = ?';
  const [year = 0, month = 0] = dayOf(Date.now()).split('-').map(Number);
  const before = new Date(Date.UTC(year, month - 2, 1)).toISOString().slice(0, 10);
  database.prepare(insert).run(before, 1.5 * 1024 ** 3, DRIVEN);
  database.close();
});

const press = (place: Page | Locator, name: string): Promise<void> =>
  place.getByRole('button', { name, exact: true }).click();
const type = (place: Page | Locator, label: string, text: string): Promise<void> =>
  place.getByLabel(label, { exact: true }).fill(text);
/** It has nothing left to save: it is off while it saves, too, and a page that is loaded again then would lose what it sends. */
const settled = async (save: Locator): Promise<void> => {
  await expect(save).toBeDisabled();
  await expect(save).toHaveAttribute('aria-busy', 'false');
};
const dialog = (page: Page): Locator => page.getByRole('dialog');
const rowWith = (page: Page, table: string, text: string | RegExp): Locator =>
  page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: text }).first();

type Task = readonly [name: string, path: string, work: (page: Page) => Promise<void>];

const watchAndFetch = async (page: Page): Promise<void> => {
  await remote.segments(page).nth(5).click();
  await press(page, 'From its beginning');
  await press(page, 'Play');
  await expect(remote.playingTime(page)).toHaveText(/\d:\d\d:\d\d/);
  await press(page, 'Stop');
  await page.getByLabel('Sound of the file').selectOption('Without sound, faster');
  const saved = page.waitForEvent('download', { timeout: 90_000 });
  await press(page, 'Download');
  assert.match((await saved).suggestedFilename(), /_60s\.mp4$/);
};

const operating = (id: string, serialno: number): readonly Task[] => [
  [
    'an event is reviewed',
    '/todayevents',
    async (page) => {
      const status = page.getByLabel(`Check status of event ${serialno}`);
      await status.selectOption('Follow up');
      await expect(status).toHaveAttribute('data-set', 'true');
      await expect(eventRow(page, serialno)).toBeVisible();
    },
  ],
  ['what the recorder has is played and fetched', `/remoteplayback/${id}`, watchAndFetch],
  [
    'the mileage of a day',
    '/mileage',
    async (page) => {
      const pressed = page.getByRole('region', { name: 'Days' }).locator(`td[data-day="${dayOf(noonMs)}"] button`);
      await pressed.click();
      await pressed.click();
      await press(page, 'Search');
      await expect(rowWith(page, 'Mileage', DRIVEN)).toContainText(/3\.3\d km/);
    },
  ],
  [
    'the data of a month',
    '/devicenetflow',
    async (page) => {
      await page.getByLabel('Month', { exact: true }).selectOption({ index: 1 });
      await press(page, 'Query');
      await expect(rowWith(page, 'Device netflow', DRIVEN)).toContainText('1.5G');
    },
  ],
  [
    'firmware is stored',
    '/devicefirmwareupdate?tab=store',
    async (page) => {
      const buffer = Buffer.from(firmwareImage('day', 5000));
      await page.getByLabel('File', { exact: true }).setInputFiles({ name: 'day.bin', mimeType: '', buffer });
      await press(page, 'Upload');
      await expect(page.getByRole('row').filter({ hasText: 'day.bin' })).toBeVisible();
    },
  ],
  [
    'the log of changes has it',
    '/accesslog',
    async (page) => {
      const today = page.getByRole('region', { name: 'Days' }).locator('td[data-today="true"] button');
      await today.click();
      await today.click();
      await press(page, 'Query log');
      await expect(
        page
          .getByRole('row')
          .filter({ hasText: /firmware/i })
          .first(),
      ).toBeVisible();
    },
  ],
  [
    'a face is added',
    '/facerecognitionsetting?tab=add',
    async (page) => {
      await press(page, 'New');
      await expect(page.getByRole('button', { name: /Name of face \d+/ })).toBeVisible();
    },
  ],
  [
    'a scheduled report is written',
    '/eventreportsetting',
    async (page) => {
      await type(page, 'Profile Name', 'Office');
      await press(page, 'Save New');
      await expect(page.getByRole('row').filter({ hasText: 'Office' })).toBeVisible();
    },
  ],
  [
    'it is planned who is told',
    '/realtimeeventplansetting',
    async (page) => {
      await press(page, 'Add');
      await type(dialog(page), 'Event Code', '17');
      await press(dialog(page), 'Save');
      await expect(rowWith(page, 'Realtime event plan', '17')).toBeVisible();
    },
  ],
];

test('[E-APP-005] ui: events are reviewed, footage is played and fetched, mileage and data are counted, firmware, faces, reports and plans are kept', async ({
  t,
}) => {
  test.slow();
  const { deviceId } = await stage.vehicle(t, { phone: '013800000952', channels: 1 });
  const [serialno = 0] = await plant(stage, { id: deviceId });
  const page = await stage.signedIn(t, {
    path: '/idle',
    context: { timezoneId: remote.noonZone(), acceptDownloads: true },
  });
  await inOrder(operating(deviceId, serialno), ([name, path, work]) =>
    test.step(name, async () => {
      await page.goto(addressOf(stage.server, path));
      await work(page);
    }),
  );
});

/** Each editor of level 0, and a change in it that is there after a reload. */
const editors: readonly Task[] = [
  [
    'event definitions',
    '/eventdefinesetting',
    async (page) => {
      const form = page.getByRole('region', { name: 'New definition' });
      await type(form, 'Profile', 'Vans');
      await type(form, 'Event Code', '17');
      await type(form, 'Event Name', 'Written');
      await press(form, 'Save');
      const kept = page.getByRole('region', { name: 'Profiles' }).getByText('Vans');
      await expect(kept).toBeVisible();
      await page.reload();
      await expect(kept).toBeVisible();
    },
  ],
  [
    'download plans',
    '/eventdownloadplansetting',
    async (page) => {
      await press(page, 'Add');
      await type(dialog(page), 'Event Code', '17');
      await press(dialog(page), 'Save');
      await expect(rowWith(page, 'Event download plan', '17')).toBeVisible();
      await page.reload();
      await expect(rowWith(page, 'Event download plan', '17')).toBeVisible();
    },
  ],
  [
    'translations',
    '/i18neditor',
    async (page) => {
      await type(page, 'Search', 'Talk log');
      const word = page.getByRole('textbox', { name: 'Talk log in English', exact: true });
      await word.fill('Conversations');
      await press(page, 'Save');
      await settled(page.getByRole('button', { name: 'Save', exact: true }));
      await page.reload();
      await type(page, 'Search', 'Talk log');
      await expect(word).toHaveValue('Conversations');
    },
  ],
  [
    'permission groups',
    '/permission',
    async (page) => {
      const ptz = page.getByRole('button', { name: /^PTZ for Viewer: / });
      await expect(ptz).toHaveText('Disable');
      await ptz.click();
      await press(page, 'Save all');
      await settled(page.getByRole('button', { name: 'Save all' }));
      await page.reload();
      await expect(ptz).toHaveText('Enable');
    },
  ],
];

test('[E-APP-006] ui: definitions, download plans, translations and permissions open and save for level 0; a lower level is led to the start', async ({
  t,
}) => {
  const page = await stage.signedIn(t, { path: '/idle' });
  const lower = await stage.signedIn(t, { account: await stage.account('second', 1), path: '/idle' });
  await inOrder(editors, ([name, path, work]) =>
    test.step(name, async () => {
      await page.goto(addressOf(stage.server, path));
      await work(page);
      await lower.goto(addressOf(stage.server, path));
      await lower.waitForURL((url) => url.pathname === '/');
    }),
  );
});
