// Where recordings go, and the disks of the server: its disks are made up here but for an image file, on which this machine makes a real file
// system. What slots do to recordings is integration/record-disks.test.ts.
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { systemDiskTools } from '../apps/server/src/app.ts';
import type { BlockDevice, DiskTools } from '../apps/server/src/kernel/storage/disk-tools.ts';
import { offences } from './axe.ts';
import { type Ending, useStage } from './fixture.ts';
import { inOrder } from './in-order.ts';
import { framesOf, logSockets, readSockets } from './socket-log.ts';
import { standStill } from './support/clock.ts';
import { ownServer } from './support/map.ts';
import { expect, test } from './test.ts';

const PATH = '/setting?tab=disks';
const UUID = '6f1c4cf6-0d3a-4a6c-9a0e-2b1c3d4e5f60';
const SECOND_MS = 1000;
const stage = useStage();

const disk = (name: string, changes: Partial<BlockDevice> = {}): BlockDevice => ({
  name,
  path: `/dev/${name}`,
  type: 'part',
  fstype: '',
  sizeBytes: 500 * 1024 ** 3,
  uuid: '',
  mountPoints: [],
  readOnly: false,
  attached: false,
  children: [],
  ...changes,
});
/** A server with these disks and an image file; a format is held until the test lets it go. */
const withDisks = async (t: Ending) => {
  const folder = await mkdtemp(join(tmpdir(), 'outrider-disks-'));
  const mounted = join(folder, 'mounted');
  const children = [
    disk('sdb1', { fstype: 'ext4', uuid: UUID, mountPoints: [mounted] }),
    disk('sdb2', { fstype: 'swap' }),
    disk('sdb3'),
    disk('sdb4', { fstype: 'unreadable', trouble: 'blkid: Input/output error' }),
  ];
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const formatted: string[] = [];
  const disks: DiskTools = {
    list: () => Promise.resolve([disk('sdb', { type: 'disk', sizeBytes: 1024 ** 4, children })]),
    find: (path) => (path.startsWith('/dev/sdb') ? Promise.resolve({ device: path }) : systemDiskTools.find(path)),
    async format(path) {
      formatted.push(path);
      await held;
      await systemDiskTools.format(path);
    },
  };
  const image = join(folder, 'disk.img');
  await writeFile(image, '');
  await truncate(image, 16 * 1024 * 1024);
  const allowDiskFormat = ['/dev/sdb', '/dev/sdb1', '/dev/sdb2', '/dev/sdb4', image];
  const { server, ending } = await ownServer(t, { allowDiskFormat }, { disks });
  t.after(() => rm(folder, { recursive: true }));
  return { server, ending, image, mounted, formatted, release };
};

const panel = (page: Page): Locator => page.getByRole('tabpanel').locator('> div:not([hidden])');
const toast = (page: Page, text: string): Locator => page.locator('[data-sonner-toast]').filter({ hasText: text });
const save = (page: Page): Locator => panel(page).getByRole('button', { name: 'Save' });
const listsAsked = async (page: Page): Promise<number> =>
  (await readSockets(page)).frames.filter(({ way, code }) => way === 'sent' && (code === 'Q03' || code === 'Q04'))
    .length;

test('[A-DISK-001 A-DISK-005 A-DISK-006 A-DISK-009 A-DISK-010 A-DISK-012 F-POLL-008] ui: disks with their parts; one is formatted by its exact name, and nothing is polled meanwhile', async ({
  t,
}) => {
  const { server, ending, image, mounted, formatted, release } = await withDisks(t);
  const page = await stage.signedIn(ending, {
    server,
    path: PATH,
    prepare: async (made) => {
      await made.clock.install();
      await logSockets(made);
    },
  });
  await Promise.all([
    expect(toast(page, 'load lsblk success')).toBeVisible(), // for some seconds only
    expect(toast(page, 'load setting success')).toBeVisible(),
  ]);
  const children = panel(page).getByRole('list', { name: 'Parts of sdb' }).getByRole('listitem');
  await expect(children).toHaveText([
    `sdb1 PartitionFile systemext4Size500 GBUUID${UUID}Mount point${mounted}Mounted`,
    /^sdb2 Partition.*Swap$/,
    /^sdb3 Partition/,
    /^sdb4 PartitionFile systemCannot be read: blkid: Input\/output error/,
  ]);
  const format = panel(page).getByRole('button', { name: /^Format disk/ });
  await expect(format).toHaveAccessibleName(`Format disk ${image}`);
  await format.click();
  const question = page.getByRole('dialog');
  const go = question.getByRole('button', { name: 'Format disk' });
  await inOrder(['', 'sdb1', `${image}g`, image.toUpperCase()], async (wrong) => {
    await question.getByRole('textbox').fill(wrong);
    await expect(go).toBeDisabled();
    await question.getByRole('textbox').press('Enter');
  });
  expect(formatted).toEqual([]);
  await question.getByRole('textbox').fill(image);
  await go.click();
  await expect(panel(page).getByText(`${image}: is format now please wait`)).toBeVisible();
  await expect(panel(page).getByRole('button', { name: /^Format disk/ })).toBeDisabled();
  await expect(panel(page).getByLabel('Slot 1', { exact: true })).toBeDisabled();
  await expect.poll(() => formatted).toEqual([image]);
  const before = await listsAsked(page);
  await page.clock.runFor(30 * SECOND_MS);
  expect(await listsAsked(page)).toBe(before);
  const looked = (await readSockets(page)).frames.filter(({ message }) => message.A === 'lsblk').length;
  await standStill(page); // the disks are asked for again five seconds later, which a busy machine may need to look
  release();
  await expect(panel(page).getByText('is format now please wait')).toHaveCount(0);
  await expect(panel(page).getByLabel('Slot 1', { exact: true })).toBeEnabled();
  await expect(panel(page).getByRole('listitem').last()).not.toContainText('ext4');
  await page.clock.runFor(5 * SECOND_MS);
  await page.clock.resume();
  await framesOf(page, 'sent', 'S03', looked + 2);
  await expect(panel(page).getByRole('listitem').last()).toContainText('File systemext4');
  await page.clock.runFor(10 * SECOND_MS);
  await expect.poll(() => listsAsked(page)).toBeGreaterThan(before);
  expect(await offences(page, () => new AxeBuilder({ page }))).toEqual([]);
});

test('[A-DISK-002 A-DISK-003 A-DISK-004 A-DISK-008 A-DISK-013] ui: a slot is a listed disk or a folder, comes with the one before, is read only where ticked, and is saved with the mode', async ({
  t,
}) => {
  const { server, ending, mounted } = await withDisks(t);
  const page = await stage.signedIn(ending, { server, path: PATH });
  const slot = (number: number): Locator => panel(page).getByLabel(`Slot ${number}`, { exact: true });
  const sent: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT') sent.push(request.postDataJSON());
  });
  await expect(slot(2)).toHaveCount(0);
  await expect(panel(page).locator(`datalist option[value="${UUID}"]`).first()).toHaveText(/sdb1/);
  await slot(1).fill(UUID);
  await expect(panel(page).getByText(`Mounted at ${mounted}`)).toBeVisible();
  await expect(slot(3)).toHaveCount(0);
  await slot(2).fill('folder');
  await expect(panel(page).getByText('Type the UUID of a disk, or a folder like /mnt/disk1.')).toBeVisible();
  await expect(slot(3)).toBeVisible();
  const folder = (number: number): string => join(server.config.data, `disk${number}`);
  await inOrder(
    Array.from({ length: 23 }, (_, i) => i + 2),
    (number) => slot(number).fill(folder(number)),
  );
  await expect(panel(page).getByLabel(/^Slot \d+$/)).toHaveCount(24);
  await panel(page).getByRole('checkbox', { name: 'Slot 2 is read only' }).check();
  await expect(panel(page).getByRole('radio')).toHaveCount(2);
  await panel(page).getByRole('radio', { name: 'Efficacy' }).check();
  /** Presses Save; the button is off as soon as it saves, which says nothing of the answer. */
  const saved = async (): Promise<void> => {
    const answer = page.waitForResponse((response) => response.request().method() === 'PUT');
    await save(page).click();
    await answer;
  };
  await saved();
  await expect(toast(page, 'set done')).toBeVisible();
  await panel(page).getByRole('radio', { name: 'Capacity' }).check();
  await saved();
  await expect(save(page)).toBeDisabled();
  expect(sent).toMatchObject([
    { media1: UUID, media24: folder(24), readonly1: 0, readonly2: 1, mode: 0 },
    { media1: UUID, media24: folder(24), mode: 1 },
  ]);
  await page.reload();
  await expect(panel(page).getByRole('checkbox', { name: 'Slot 2 is read only' })).toBeChecked();
  await expect(panel(page).getByRole('radio', { name: 'Capacity' })).toBeChecked();
  await expect(slot(1)).toHaveValue(UUID);
  await expect(slot(24)).toHaveValue(folder(24));
});
