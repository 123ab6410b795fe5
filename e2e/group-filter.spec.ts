// The group filter of administrators: who is asked for groups, and that lists, counters and map narrow to the chosen one.
import assert from 'node:assert/strict';
import type { Locator, Page } from '@playwright/test';
import { locationAt } from '../integration/support/device.ts';
import { addressOf, useStage } from './fixture.ts';
import { inOrder } from './in-order.ts';
import { framesOf, logSockets } from './socket-log.ts';
import { addGroup, putInGroup } from './support/administer.ts';
import { becomes } from './support/becomes.ts';
import { allAsked } from './support/clock.ts';
import { expect, test } from './test.ts';

const SECOND_MS = 1000;
/** North and its group coast hold two, the third is in no group. */
const [NORTH, COAST, FREE] = ['13800000811', '13800000812', '13800000813'];

const stage = useStage({}, async ({ register, device: connect, server }) => {
  await inOrder([NORTH, COAST, FREE], async (id) => {
    await register(id, 1, { drivername: `Driver of ${id}` });
    const device = await connect({ after: () => undefined }, { phone: id });
    await device.locate(locationAt(Math.floor(Date.now() / SECOND_MS) * SECOND_MS, { speedKmh: 40 }));
  });
  await addGroup(server, 'north<b>x</b>');
  await addGroup(server, 'coast', { parent: '2' });
  await putInGroup(server, NORTH, '2');
  await putInGroup(server, COAST, '3');
});

const filter = (page: Page): Locator => page.getByRole('combobox', { name: 'Group filter' });
const rows = (page: Page, ids: readonly string[]): Promise<number[]> =>
  Promise.all(ids.map((id) => page.getByRole('main').getByRole('link', { name: id }).count()));
const counter = (page: Page, name: string): Locator =>
  page.getByRole('contentinfo').getByRole('button', { name: new RegExp(`^${name} `) });
/** The groups come when the server took them over, which a reload of the page then shows. */
const ready = async (page: Page): Promise<void> => {
  await filter(page).locator('option', { hasText: 'coast' }).waitFor({ state: 'attached' });
};

test('[F-NAV-012 F-FILTER-011] choosing a group narrows lists, counters and the map to its devices, those of groups below included', async ({
  t,
}) => {
  const page = await stage.signedIn(t, { path: '/blockview' });
  await ready(page);
  await expect(filter(page).locator('option')).toHaveText(['All groups', 'All devices', 'coast', 'north<b>x</b>']);
  await counter(page, 'Online').getByText('3', { exact: true }).waitFor();
  await filter(page).selectOption({ label: 'north<b>x</b>' });
  await counter(page, 'All').getByText('2', { exact: true }).waitFor();
  await page.getByRole('main').getByRole('link', { name: FREE }).waitFor({ state: 'detached' });
  await becomes(() => rows(page, [NORTH, COAST, FREE]), [1, 1, 0]);
  await expect(counter(page, 'Online')).toHaveText(/2$/);
  await expect(counter(page, 'Driving')).toHaveText(/2$/);
  await expect(counter(page, 'Offline')).toHaveText(/0$/);
  await page.goto(addressOf(stage.server, '/'));
  await counter(page, 'All').getByText('2', { exact: true }).waitFor();
  const list = page.getByRole('main');
  await list.getByText(NORTH).first().waitFor();
  await list.getByText(FREE).first().waitFor({ state: 'detached' });
  await filter(page).selectOption({ label: 'coast' });
  await counter(page, 'All').getByText('1', { exact: true }).waitFor();
  await filter(page).selectOption({ label: 'All groups' });
  await counter(page, 'All').getByText('3', { exact: true }).waitFor();
  await list.getByText(FREE).first().waitFor();
});

test('a list that the group leaves empty offers the way back to all devices, the group included', async ({ t }) => {
  const page = await stage.signedIn(t, { path: '/blockview' });
  await ready(page);
  await filter(page).selectOption({ label: 'coast' });
  await page.getByRole('searchbox', { name: 'Filter devices' }).fill(FREE);
  await page.getByRole('button', { name: 'Show all devices' }).click();
  await page.getByRole('main').getByRole('link', { name: FREE }).waitFor();
  await expect(filter(page)).toHaveValue('');
});

test('[F-POLL-011] as level 0 the groups are asked after sign-in, as level 1 to 3 they are not', async ({ t }) => {
  await inOrder([0, 1, 2, 3], async (level) => {
    const account = await stage.account(`asks-${level}`, level);
    const asked: string[] = [];
    const page = await stage.signedIn(t, {
      account,
      path: '/idle',
      prepare: async (made) => {
        made.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
        await logSockets(made);
        await made.clock.install();
      },
    });
    await page.clock.runFor(15 * SECOND_MS);
    await framesOf(page, 'sent', 'Q04'); // a first poll has been and gone
    // Asked apart from the poll, and on a busy machine after it.
    const groups = (): number => asked.filter((each) => each === 'GET /gkserver/usergroup').length;
    await becomes(() => groups() > 0 || level > 0, true, `questions for groups of level ${level}`);
    await page.clock.runFor(SECOND_MS);
    await allAsked(page);
    assert.equal(groups(), level === 0 ? 1 : 0, `questions for groups of level ${level}`);
    await page.context().close();
  });
});
