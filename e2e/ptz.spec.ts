// The pad that moves cameras: its channels, its ten buttons and what each sends from press to release; for whom it is not there, and that a
// deployment can take it away from everybody. The column it opens from is dashboard-columns.spec.ts.
import assert from 'node:assert/strict';
import type { Locator, Page } from '@playwright/test';
import { rights } from '@outrider/contract';
import { Channel } from '../integration/support/operator.ts';
import { until } from '../integration/support/until.ts';
import { rowOf, textIn } from './device-table.ts';
import { startStageServer, useStage } from './fixture.ts';
import { framesOf, logSockets } from './socket-log.ts';
import { expect, test } from './test.ts';

const ID = '13800000981';
const stage = useStage({}, ({ register }) => register(ID, 2));

const panel = (page: Page): Locator => page.getByRole('complementary', { name: 'Selected vehicle' });
/** Everything that moves cameras: in the panel, in the row, and the choice of its column. */
const controls = async (page: Page): Promise<number[]> => {
  await rowOf(page, ID).click();
  await expect(panel(page)).toBeVisible();
  await textIn(page, ID, /^Channels$/); // the row is filled
  const inRow = page.getByRole('button', { name: `Move the cameras of ${ID}` });
  return [await panel(page).getByRole('button', { name: 'PTZ', exact: true }).count(), await inRow.count()];
};

test('[A-PTZ-001] [A-PTZ-002] [A-PTZ-003] [A-PTZ-004] [A-PTZ-007] [A-PTZ-008] [F-CMD-026] a tab for each channel, ten buttons, each sends its code while it is held and STOP when it is let go', async ({
  t,
}) => {
  const vehicle = await stage.vehicle(t, { phone: '13800000982', channels: 4 });
  const page = await stage.signedIn(t, { path: '/blockview', prepare: logSockets });
  await page.getByRole('button', { name: `Move the cameras of ${vehicle.deviceId}` }).click();
  const pad = page.getByRole('dialog', { name: `Cameras of ${vehicle.deviceId}` });
  const tabs = pad.getByRole('group', { name: 'Channels' }).getByRole('button');
  await expect(tabs).toHaveText(['ch1', 'ch2', 'ch3', 'ch4']);
  await tabs.nth(2).click();
  await expect(tabs.nth(2)).toHaveAttribute('aria-pressed', 'true');
  const directions = pad.getByRole('group', { name: 'Directions' }).getByRole('button');
  const lens = pad.getByRole('group', { name: 'Lens' }).getByRole('button');
  await expect(directions).toHaveCount(8);
  await expect(lens).toHaveCount(2);
  const sent = async (): Promise<unknown[]> =>
    (await framesOf(page, 'sent', 'D12')).map(({ message: { I, C, A } }) => [I, C, A]);
  const codes = ['UPLT', 'UP', 'UPRT', 'LT', 'RT', 'DNLT', 'DN', 'DNRT', 'ZI', 'ZO'];
  const expected: unknown[] = [];
  for (const [i, code] of codes.entries()) {
    const key = i < 8 ? directions.nth(i) : lens.nth(i - 8);
    await key.hover();
    await page.mouse.down();
    expected.push([vehicle.deviceId, 3, code]);
    await expect.poll(sent, `${code} as it is pressed, and no STOP yet`).toEqual(expected);
    await page.mouse.up();
    expected.push([vehicle.deviceId, 3, 'STOP']);
    await expect.poll(sent, `STOP as ${code} is let go`).toEqual(expected);
  }
  await until('the camera stands', () => vehicle.memory.ptz.at(-1)?.values.join() === '0,0');
  assert.deepEqual([...new Set(vehicle.memory.ptz.map(({ channel }) => channel))], [3], 'the chosen channel alone');
});

test('[A-PTZ-005] without F_ptz nothing moves cameras, and the server refuses the command', async ({ t }) => {
  const page = await stage.signedIn(t, { path: '/blockview' });
  assert.deepEqual(await controls(page), [1, 1]);
  const granted = rights.filter((right) => right !== 'F_ptz');
  const account = await stage.account('no-cameras', 1, granted);
  const restricted = await stage.signedIn(t, { account, path: '/blockview' });
  assert.deepEqual(await controls(restricted), [0, 0]);
  const channel = await Channel.signedIn(stage.server, account);
  t.after(() => channel.close());
  const [refused] = await channel.ask('D12', { I: ID, C: 1, A: 'UP' });
  assert.equal(refused?.['R'], '403');
});

test('[A-PTZ-006] a deployment that switched it off has none, not even for the administrator, with F_ptz', async ({
  t,
}) => {
  const server = await startStageServer({ disablePtz: true });
  const admin = await Channel.signedIn(server, server.admin);
  await admin.get('D01', { I: ID, C: 2 });
  const page = await stage.signedIn(t, { server, account: server.admin, path: '/blockview' });
  t.after(() => server.close());
  assert.deepEqual(await controls(page), [0, 0]);
  const [refused] = await admin.ask('D12', { I: ID, C: 1, A: 'UP' });
  assert.equal(refused?.['R'], '403');
  admin.close();
});
