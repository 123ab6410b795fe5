// The group editor and the overview as administrators and others use them: the tree, its edits, devices in groups, the diagram, who sees what.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Locator, Page } from '@playwright/test';
import { asList } from '../integration/support/operator.ts';
import { addressOf, useStage } from './fixture.ts';
import { changeAnswers } from './socket-log.ts';
import { expect, test } from './test.ts';

const [BUS, VAN] = ['13800000901', '13800000902'];

const stage = useStage({}, async ({ register }) => {
  await register(BUS, 1, { vehicleid: 'Bus of north' });
  await register(VAN, 1);
});

/** The key that the server has for a device. */
const keyOf = (id: string): number => {
  const database = new DatabaseSync(join(stage.server.config.data, 'outrider.sqlite'), { readOnly: true });
  try {
    return Number(database.prepare('SELECT key FROM devices WHERE id = ?').get(id)?.['key']);
  } finally {
    database.close();
  }
};

const path = (page: Page): Locator => page.getByRole('navigation', { name: 'Path of the group' });
const crumbs = (page: Page): Locator => path(page).getByRole('listitem');
const children = (page: Page): Locator => page.getByRole('region', { name: 'Groups below' }).getByRole('button');
const child = (page: Page, name: string): Locator => children(page).filter({ hasText: new RegExp(`^${name}$`) });
const tools = (page: Page): Locator => page.getByRole('region', { name: 'Change this group' });
const button = (page: Page, name: string): Locator => tools(page).getByRole('button', { name });
const newName = (page: Page): Locator => tools(page).getByLabel('New group below');
const ownName = (page: Page): Locator => tools(page).getByLabel('Name', { exact: true });
const parent = (page: Page): Locator => tools(page).getByLabel('Group above');
const dialog = (page: Page): Locator => page.getByRole('dialog');

const addChild = async (page: Page, name: string): Promise<void> => {
  await newName(page).fill(name);
  await button(page, 'Add child').click();
  await expect(child(page, name)).toBeVisible();
};
const inTree = (page: Page, name: string): Locator =>
  page.getByRole('tree', { name: 'Groups' }).getByRole('treeitem', { name });

test('[F-ROUTE-019 A-GROUP-001 A-GROUP-002 A-GROUP-003 A-GROUP-004 A-GROUP-010 A-GROUP-012 A-GROUP-013] ui: groups are added, gone through and renamed; what breaks the rule of names is not taken up', async ({
  t,
}) => {
  const page = await stage.signedIn(t, { path: '/groupsetting', expected: /409/ });
  await expect(page.getByRole('heading', { name: 'Group setting' })).toBeVisible();
  await expect(crumbs(page)).toHaveText(['All devices']);
  await expect(button(page, 'Add child')).toBeDisabled();
  for (const name of ['c', 'a', 'b']) await addChild(page, name);
  await expect(children(page)).toHaveText(['a', 'b', 'c']);
  await expect(newName(page)).toHaveValue('');

  await child(page, 'a').click();
  await expect(crumbs(page)).toHaveText(['All devices', 'a']);
  await addChild(page, 'deep');
  await child(page, 'deep').click();
  await expect(crumbs(page)).toHaveText(['All devices', 'a', 'deep']);
  await path(page).getByRole('button', { name: 'a', exact: true }).click();
  await expect(crumbs(page)).toHaveText(['All devices', 'a']);

  // By keys, by paste, and by what an input method makes; a quote and a space alike.
  await newName(page).focus();
  await page.keyboard.type("no rth'");
  await expect(newName(page)).toHaveValue('north');
  for (const text of ['two words', "it's"]) {
    await page.evaluate((pasted) => {
      const data = new DataTransfer();
      data.setData('text/plain', pasted);
      const taken = document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      );
      if (taken === true) document.execCommand('insertText', false, pasted);
    }, text);
    await expect(newName(page)).toHaveValue('north');
  }
  await newName(page).fill('');
  await expect(button(page, 'Add child')).toBeDisabled();

  await expect(ownName(page)).toHaveValue('a');
  await ownName(page).fill('');
  await expect(button(page, 'Rename')).toBeDisabled();
  await ownName(page).fill('alpha');
  await button(page, 'Rename').click();
  await expect(crumbs(page)).toHaveText(['All devices', 'alpha']);
  await expect(inTree(page, 'alpha')).toBeVisible();
  await expect(ownName(page)).toHaveValue('alpha');

  // Somebody else was faster: said in words, and what was typed stays.
  const { groups } = stage.server.app;
  const alpha = groups.list().find(({ name }) => name === 'alpha')?.id ?? 0;
  await page.route('**/gkserver/usergroup', async (route) => {
    await groups.change(alpha, { name: 'theirs' }, { by: 'eve' });
    await route.continue();
  });
  await ownName(page).fill('mine');
  await button(page, 'Rename').click();
  await expect(page.getByText(/eve changed this at/)).toBeVisible();
  await page.unroute('**/gkserver/usergroup');
  await expect(crumbs(page)).toHaveText(['All devices', 'theirs']);
  await expect(ownName(page)).toHaveValue('theirs');
});

test('[A-GROUP-005 A-GROUP-006 A-GROUP-007 A-GROUP-011 A-GROUP-014 A-GROUP-015 A-GROUP-016 A-GROUP-017] ui: a group is moved and deleted, devices are ticked in and out', async ({
  t,
}) => {
  const { groups } = stage.server.app;
  const top = await groups.add(1, 'top');
  const [left, right] = [await groups.add(top, 'left'), await groups.add(top, 'right')];
  const leaf = await groups.add(left, 'leaf');
  const page = await stage.signedIn(t, { path: `/groupsetting?group=${left}` });
  await expect(crumbs(page)).toHaveText(['All devices', 'top', 'left']);
  await expect(
    parent(page)
      .locator('option')
      .filter({ hasText: /^All devices → top → right$/ }),
  ).toHaveCount(1);
  const offered = await parent(page).locator('option').allTextContents();
  assert.ok(!offered.some((text) => text.includes('left')), 'neither itself nor what is below');
  await expect(button(page, 'Change parent')).toBeDisabled();
  await parent(page).selectOption({ label: 'All devices → top' });
  await expect(button(page, 'Change parent')).toBeDisabled();
  await parent(page).selectOption({ label: 'All devices → top → right' });
  await button(page, 'Change parent').click();
  await expect(crumbs(page)).toHaveText(['All devices', 'top', 'right', 'left']);
  assert.equal(groups.one(left).parentId, right);

  await expect(button(page, 'Delete group')).toHaveCount(0);
  await path(page).getByRole('button', { name: 'All devices' }).click();
  await expect(crumbs(page)).toHaveText(['All devices']);
  await expect(button(page, 'Delete group')).toHaveCount(0);
  await expect(parent(page)).toHaveCount(0);
  await page.goto(addressOf(stage.server, `/groupsetting?group=${leaf}`));

  const list = page.getByRole('listbox', { name: 'Devices of leaf' });
  const device = (id: string): Locator => list.getByRole('option', { name: id });
  await expect(device(BUS)).toHaveAttribute('aria-selected', 'false');
  await device(BUS).click();
  await expect(device(BUS)).toHaveAttribute('aria-selected', 'true');
  await expect.poll(async () => linksOf(page)).toContainEqual({ groupid: String(leaf), deviceid: BUS });
  await page.getByLabel('Find devices').fill('bus of');
  await expect(list.getByRole('option')).toHaveCount(1);
  await device(BUS).click();
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(device(BUS)).toHaveAttribute('aria-selected', 'true');
  assert.ok((await linksOf(page)).some(({ deviceid }) => deviceid === BUS));
  await device(BUS).click();
  await dialog(page).getByRole('button', { name: 'Take out' }).click();
  await expect(device(BUS)).toHaveAttribute('aria-selected', 'false');
  await expect.poll(async () => linksOf(page)).not.toContainEqual({ groupid: String(leaf), deviceid: BUS });

  await button(page, 'Delete group').click();
  await expect(dialog(page)).toContainText('No device is in it.');
  await dialog(page).getByRole('button', { name: 'Delete' }).click();
  await expect(crumbs(page)).toHaveText(['All devices', 'top', 'right', 'left']);
  await expect(inTree(page, 'leaf')).toHaveCount(0);
});

type Link = { groupid: string; deviceid: string };
const linksOf = (page: Page): Promise<Link[]> =>
  page.evaluate(async () => {
    const response = await fetch('/gkserver/groupdevice');
    return (await response.json()) as Link[];
  });

test('[A-GROUP-008 A-GROUP-026 A-SUMMARY-011] ui: the diagram has every group and a line to each below another, is zoomed and printed; links that cannot be are shown and cleared away as such', async ({
  t,
}) => {
  const { groups } = stage.server.app;
  const tree = await groups.add(1, 'tree');
  const branch = await groups.add(tree, 'branch');
  await groups.add(branch, 'twig');
  const page = await stage.signedIn(t, {
    path: `/groupsetting?group=${branch}&view=diagram`,
    expected: /404/, // the server refuses to take an unknown device out
    prepare: async (made) => {
      const deleted: unknown[] = [];
      await made.exposeFunction('deletedLinks', () => deleted);
      await made.route('**/gkserver/groupdevice/admin', async (route) => {
        const response = await route.fetch();
        const { data } = (await response.json()) as { data: Link[] };
        await route.fulfill({ response, json: { data: [...data, { groupid: String(branch), deviceid: 'GHOST' }] } });
      });
      await made.route('**/gkserver/groupdevice', async (route) => {
        if (route.request().method() === 'DELETE') deleted.push(route.request().postDataJSON());
        await route.continue();
      });
    },
  });
  const deletedLinks = (): Promise<unknown> =>
    page.evaluate(() => (Reflect.get(globalThis, 'deletedLinks') as () => Promise<unknown>)());
  await stage.server.app.groups.link(keyOf(VAN), branch);
  const drawing = page.getByRole('application', { name: 'Diagram of the groups' });
  const nodes = drawing.locator('[data-group]');
  const all = groups.list();
  await expect(nodes).toHaveCount(all.length);
  for (const { id, name } of all) await expect(drawing.locator(`[data-group="${id}"]`)).toContainText(name);
  await expect(drawing.locator('[data-links]')).toHaveAttribute('data-links', String(all.length - 1));
  const boxOf = async (id: number) => {
    const box = await drawing.locator(`[data-group="${id}"] rect`).boundingBox();
    assert.ok(box);
    return box;
  };
  const [above, below] = [await boxOf(tree), await boxOf(branch)];
  assert.ok(below.x > above.x + above.width, 'what is below stands at the right');
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await expect.poll(async () => (await boxOf(tree)).width).toBeGreaterThan(above.width * 1.2);
  await page.getByRole('button', { name: 'Fit' }).click();
  await expect.poll(async () => (await boxOf(tree)).width).toBeCloseTo(above.width, 0);
  await drawing.locator(`[data-group="${tree}"]`).click();
  await expect(crumbs(page)).toHaveText(['All devices', 'tree']);

  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('contentinfo')).toBeHidden();
  await expect(page.locator('body > svg [data-group]')).toHaveCount(all.length);
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await page.emulateMedia({ media: 'screen' });
  await expect(page.getByRole('contentinfo')).toBeVisible();

  // The link to a device that the list lacks is asked to be deleted, once; the server has the last word, and nothing else goes.
  await expect.poll(deletedLinks).toEqual([{ groupid: String(branch), deviceid: 'GHOST' }]);
  assert.ok((await linksOf(page)).some(({ deviceid }) => deviceid === VAN));

  await page.route('**/gkserver/groupdevice', async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    const response = await route.fetch();
    const links = (await response.json()) as Link[];
    return route.fulfill({ response, json: [...links, { groupid: '987654', deviceid: BUS }] });
  });
  await page.goto(addressOf(stage.server, '/groupsummary'));
  const lost = page.getByRole('table', { name: 'Links' }).getByRole('row').filter({ hasText: BUS });
  await expect(lost.filter({ hasText: 'undefine' })).toHaveCount(1);
  assert.deepEqual(
    await deletedLinks(),
    [{ groupid: String(branch), deviceid: 'GHOST' }],
    'the overview deletes nothing',
  );
});

test('[A-GROUP-026] ui: while half of the device list is there no link is taken for one to a lost device, however long that lasts', async ({
  t,
}) => {
  const { groups } = stage.server.app;
  const half = await groups.add(1, 'half');
  for (const id of [BUS, VAN]) await groups.link(keyOf(id), half);
  const deleted: unknown[] = [];
  const page = await stage.signedIn(t, {
    path: `/groupsetting?group=${half}`,
    prepare: async (made) => {
      await made.clock.install();
      await changeAnswers(made, (line) => {
        if (line['M'] !== 'Q03') return line;
        if (!Array.isArray(line['Z'])) return undefined; // the end of the list never comes
        return { ...line, Z: asList(line['Z']).filter(({ deviceid }) => deviceid === BUS) };
      });
      made.on('request', (request) => {
        if (request.method() === 'DELETE') deleted.push(request.postDataJSON());
      });
    },
  });
  await expect(crumbs(page)).toHaveText(['All devices', 'half']);
  await page.clock.runFor(20_000);
  await expect(inTree(page, 'half')).toBeVisible();
  assert.deepEqual(deleted, []);
  assert.deepEqual(groups.groupsOf(keyOf(VAN)).includes(half), true);
});

test('[A-GROUP-026] ui: a link to a device that this console has not heard of yet stays: the server is asked, and knows it', async ({
  t,
}) => {
  const { groups } = stage.server.app;
  const late = await groups.add(1, 'late');
  for (const id of [BUS, VAN]) await groups.link(keyOf(id), late);
  const asked: unknown[] = [];
  const deleted: unknown[] = [];
  const page = await stage.signedIn(t, {
    path: `/groupsetting?group=${late}`,
    prepare: async (made) => {
      await made.clock.install();
      // The list came to its end, and is behind: as after a change that is still on its way.
      await changeAnswers(made, (line) => {
        if (line['M'] === 'Q05') asked.push(line['R']);
        if (line['M'] !== 'Q03' || !Array.isArray(line['Z'])) return line;
        return { ...line, Z: asList(line['Z']).filter(({ deviceid }) => deviceid === BUS) };
      });
      made.on('request', (request) => {
        if (request.method() === 'DELETE') deleted.push(request.postDataJSON());
      });
    },
  });
  await expect(crumbs(page)).toHaveText(['All devices', 'late']);
  await page.clock.runFor(1000);
  await expect.poll(() => asked.length + deleted.length).toBeGreaterThan(0);
  await page.clock.runFor(20_000);
  assert.ok((await linksOf(page)).some(({ groupid, deviceid }) => groupid === String(late) && deviceid === VAN));
  assert.deepEqual([asked, deleted], [['1'], []]);
});

for (const level of [1, 2, 3])
  test(`[A-GROUP-009 A-SUMMARY-001] ui: level ${level} looks at its groups, edits none, and is sent away from the overview`, async ({
    t,
  }) => {
    const { groups } = stage.server.app;
    const own = await groups.add(1, `own${level}`);
    await groups.link(keyOf(BUS), own);
    const account = await stage.account(`level${level}`, level, undefined, [own]);
    const page = await stage.signedIn(t, { path: '/groupsetting', account });
    await expect(crumbs(page)).toHaveText([`own${level}`]);
    const list = page.getByRole('listbox', { name: `Devices of own${level}` });
    const bus = list.getByRole('option', { name: BUS });
    await expect(bus).toHaveAttribute('aria-selected', 'true');
    await expect(list).toHaveAttribute('aria-readonly', 'true');
    await bus.click();
    await list.press('Space');
    assert.equal(await dialog(page).count(), 0);
    for (const name of ['Add child', 'Rename', 'Change parent', 'Delete group'])
      assert.equal(await page.getByRole('button', { name }).count(), 0, name);
    await page.goto(addressOf(stage.server, '/groupsummary'));
    await page.waitForURL(addressOf(stage.server, '/'));
  });

test('[F-ROUTE-020 A-SUMMARY-002 A-SUMMARY-003 A-SUMMARY-004 A-SUMMARY-005 A-SUMMARY-006 A-SUMMARY-007 A-SUMMARY-010] ui: the overview has all links, duplicates, the way to each group, who sees what, and takes a link away', async ({
  t,
}) => {
  const { groups } = stage.server.app;
  // The first of the list, of which the page draws what can be seen: tests before leave groups.
  const [alps, arctic] = [await groups.add(1, 'alps'), await groups.add(1, 'arctic')];
  const shore = await groups.add(alps, 'shore');
  await groups.setDeviceGroups(keyOf(BUS), [shore, arctic]);
  await groups.setDeviceGroups(keyOf(VAN), [arctic]);
  await stage.account('westerner', 2, [], [alps]);
  const page = await stage.signedIn(t, { path: '/groupsummary' });
  const table = page.getByRole('table', { name: 'Links' });
  const row = (device: string, group: string): Locator =>
    table.getByRole('row').filter({ hasText: device }).filter({ hasText: group });
  const rows = table.locator('tbody tr');
  await expect(rows).toHaveCount(3);
  for (const [device, group, count] of [
    [BUS, 'shore', '2'],
    [BUS, 'arctic', '2'],
    [VAN, 'arctic', '1'],
  ] as const)
    await expect(row(device, group).getByText(count, { exact: true })).toBeVisible();
  const duplicate = page.getByRole('button', { name: 'duplicate', exact: true });
  await duplicate.click();
  await expect(rows).toHaveCount(2);
  await expect(row(VAN, 'arctic')).toHaveCount(0);
  await duplicate.click();
  const search = page.getByLabel('Device ID or group name');
  await search.fill(VAN.slice(-3));
  await expect(rows).toHaveCount(1);
  await search.fill('SHOR');
  await expect(rows).toHaveCount(1);
  await expect(row(BUS, 'shore')).toBeVisible();
  await search.fill('');

  await expect(page.getByRole('heading', { name: 'Viewable Group List' })).toBeVisible();
  const list = page.getByRole('table', { name: 'Viewable Group List' });
  await expect(list.getByText('All devices → alps → shore', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Find Setting' })).toBeVisible();
  const found = page.getByRole('table', { name: 'Find Setting' });
  const sees = (user: string): Locator => found.getByRole('row').filter({ hasText: user });
  await row(BUS, 'shore').click();
  await expect(sees('westerner')).toContainText('2');
  await expect(sees('westerner')).toContainText('All devices → alps');
  await expect(sees('admin')).toContainText('sees everything');
  await list.getByText('All devices → arctic', { exact: true }).click();
  await expect(sees('admin')).toHaveCount(1);
  await expect(sees('westerner')).toHaveCount(0);

  const asked: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() === 'DELETE') asked.push([new URL(request.url()).pathname, request.postDataJSON()]);
  });
  const away = page.getByRole('button', { name: `Take ${VAN} out of arctic` });
  await away.click();
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog(page)).toHaveCount(0);
  assert.deepEqual([await rows.count(), asked], [3, []]);
  await away.click();
  await dialog(page).getByRole('button', { name: 'Take out' }).click();
  await expect(rows).toHaveCount(2);
  assert.deepEqual(asked, [['/gkserver/groupdevice', { groupid: String(arctic), deviceid: VAN }]]);
  assert.deepEqual(groups.groupsOf(keyOf(VAN)), []);
});
