// The disks as an administrator sees them: rates, disks to choose from, the room of events. What the numbers are worth is
// integration/disk-info.test.ts: here they are the server's, with what cannot be had in a test put in their place.
import assert from 'node:assert/strict';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { asJson, asList, httpCall } from '../integration/support/operator.ts';
import { until } from '../integration/support/until.ts';
import { offences } from './axe.ts';
import { useStage } from './fixture.ts';
import { becomes } from './support/becomes.ts';
import { allAsked, standStill } from './support/clock.ts';
import { expect, test } from './test.ts';

const stage = useStage();

const PATH = '/api/diskinfo';
const disk = (path: string, minMB: number) => ({
  path,
  status: 'normal',
  full_size: 1025,
  free_size: 512,
  reserve: 100,
  used: 2048,
  minMB,
});
const ANSWER = {
  disks: [disk('/disk/one', 61.44), disk('/disk/two', 122.88)],
  footageUsedSize: 1536,
  footageFullSize: 0,
  snapshotUsedSize: 256,
  snapshotFullSize: 10_240,
  sdUsedSize: 128,
  sdFullSize: 1024,
  autouploadUsedSize: 512,
  autouploadFullSize: 2048,
  rootUsableSize: 1025,
};
const region = (page: Page, name: string) => page.getByRole('region', { name });

test("[F-ROUTE-034 E-DISK-003] each disk of the server stands in the list with the server's values, and a click selects it", async ({
  t,
}) => {
  const page = await stage.signedIn(t, { path: '/diskinfo' });
  const { body } = await httpCall(stage.server.ports.http, 'GET', PATH, { account: stage.server.admin });
  const [one = {}] = asList(asJson(body)['disks']);
  const row = page
    .getByRole('table', { name: 'Disks' })
    .getByRole('row')
    .filter({ hasText: String(one['path']) });
  const gb = `${(Number(one['full_size']) / 1024).toFixed(4)} GB`;
  await expect(row.getByRole('cell')).toContainText([
    String(one['path']),
    'normal',
    gb,
    /^\d+\.\d{4} GB$/,
    `${String(one['reserve'])} MB`,
    '0.0000 GB',
  ]);
  await row.click();
  await expect(row).toHaveAttribute('aria-current', 'true');
  await expect(region(page, 'Data traffic')).toContainText(String(one['path']));
  await row.click();
  await expect(region(page, 'Data traffic')).toContainText('All disks together');
  assert.deepEqual(await offences(page, () => new AxeBuilder({ page })), []);
});

test('[E-DISK-001 E-DISK-002 E-DISK-004 E-DISK-005 E-DISK-006 E-CONST-019] rates of all disks or of the chosen one, the room of events and of the system, asked again every five seconds', async ({
  t,
}) => {
  let asked = 0;
  let rootUsableSize = ANSWER.rootUsableSize;
  const page = await stage.signedIn(t, {
    path: '/diskinfo',
    prepare: async (made) => {
      await made.clock.install();
      await made.route(`**${PATH}`, (route) => {
        asked += 1;
        return route.fulfill({ json: { ...ANSWER, rootUsableSize } });
      });
    },
  });
  const traffic = region(page, 'Data traffic');
  await expect(traffic).toContainText('184.32 MB/min');
  await expect(traffic).toContainText('10.8000 GB/h');
  const rows = page.getByRole('table', { name: 'Disks' }).getByRole('row');
  await rows.filter({ hasText: '/disk/one' }).click();
  await expect(traffic).toContainText('61.44 MB/min');
  await expect(traffic).toContainText('3.6000 GB/h');
  await expect(rows.filter({ hasText: '/disk/one' })).toContainText('1.0010 GB');
  const folder = region(page, 'Event Download Folder');
  await expect(folder.getByRole('heading')).toHaveText('Event Download Folder');
  const line = (name: string) => folder.getByText(name, { exact: true }).locator('..');
  await expect(line('Footage Space')).toContainText('1.5000 GB of undefined');
  await expect(line('Snapshot Space')).toContainText('0.2500 GB of 10.0000 GB');
  await expect(line('SD Backup Space')).toContainText('0.1250 GB of 1.0000 GB');
  await expect(line('Auto Upload Space')).toContainText('0.5000 GB of 2.0000 GB');
  const room = region(page, 'System Root Space');
  await expect(room).toContainText('1.0010 GB');
  await standStill(page);
  // The next question counts from the answer: it is waited for until the page has taken that, which a number of its own shows.
  const taken = (size: string, stepMs: number): Promise<unknown> =>
    until(`the answer with ${size} is taken`, async () => (await room.innerText()).includes(size), {
      between: () => page.clock.runFor(stepMs),
    });
  rootUsableSize = 2048;
  await taken('2.0000 GB', 1000);
  await allAsked(page);
  const before = asked;
  for (let round = 1; round <= 3; round += 1) {
    rootUsableSize = 1024 * (round + 2);
    await page.clock.runFor(5000);
    await allAsked(page);
    await becomes(() => asked, before + round);
    await taken(`${round + 2}.0000 GB`, 1); // drawing takes no more of it
  }
});
