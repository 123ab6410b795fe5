// The accounts as an administrator keeps them: the table, adding, changing and removing one, what is refused before it is sent, and what
// the variants change. The rules by script are integration/users.test.ts.
import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page, Request } from '@playwright/test';
import { toPasswordHash } from '../apps/server/src/kernel/access/credentials.ts';
import { addressOf, startStageServer, useStage } from './fixture.ts';
import type { StageServer } from './fixture.ts';
import { offences } from './axe.ts';
import { becomes } from './support/becomes.ts';
import { expect, test } from './test.ts';

const stage = useStage();
const DAY_MS = 86_400_000;

const table = (page: Page) => page.getByRole('table', { name: 'User setting' });
const row = (page: Page, name: string) =>
  table(page)
    .getByRole('row')
    .filter({ has: page.getByText(name, { exact: true }) });
const names = (page: Page): Promise<string[]> => table(page).locator('tbody tr td:first-child').allTextContents();
const sheet = (page: Page, title: string) => page.getByRole('region', { name: title });
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const add = (page: Page) => page.getByRole('button', { name: 'Add', exact: true });
const update = (page: Page) => page.getByRole('button', { name: 'Update', exact: true });
const optionsOf = (page: Page): Promise<string[]> => field(page, 'Permission').locator('option').allTextContents();

const addUsers = async (
  { app }: StageServer,
  ...accounts: (readonly [name: string, level: number])[]
): Promise<void> => {
  for (const [name, level] of accounts)
    await app.users.add({
      name,
      passwordHash: toPasswordHash('Sesame-1'),
      level,
      rights: null,
      expiresMs: null,
      groupIds: [1],
    });
};

/** What the next such request carries. */
const sent = async (page: Page, method: string, act: () => Promise<unknown>): Promise<Record<string, unknown>> => {
  const isOurs = (request: Request): boolean =>
    request.method() === method && new URL(request.url()).pathname === '/gkserver/account';
  const [request] = await Promise.all([page.waitForRequest(isOurs), act()]);
  const body: unknown = request.postDataJSON();
  return Object.fromEntries(Object.entries(typeof body === 'object' && body !== null ? body : {}));
};

const fillNew = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name: 'New user' }).click();
  await field(page, 'Name').fill(name);
  await field(page, 'Password').fill('Sesame-1');
  await field(page, 'Repeat password').fill('Sesame-1');
  await field(page, 'Group').selectOption({ index: 1 });
};

test('[F-ROUTE-018 A-USER-002 A-USER-003 A-USER-006 A-USER-007 A-USER-010 A-USER-028 A-USER-032] the table is searched and sorted; an account is added, changed and removed', async ({
  t,
}) => {
  await addUsers(stage.server, ['carl', 3], ['bert', 1]);
  const page = await stage.signedIn(t, { path: '/usersetting' });
  await expect(table(page)).toBeVisible();
  await becomes(() => names(page), ['admin', 'bert', 'carl']);
  const group = row(page, 'admin').getByRole('cell').nth(2);
  await expect(group, 'level 0 sees every device whatever its group').toHaveText('All devices');
  await table(page).getByRole('button', { name: 'Name' }).click();
  await becomes(() => names(page), ['admin', 'bert', 'carl']);
  await table(page).getByRole('button', { name: 'Name' }).click();
  await becomes(() => names(page), ['carl', 'bert', 'admin']);
  await page.getByLabel('Search', { exact: true }).fill('BER');
  await becomes(() => names(page), ['bert']);
  await page.getByLabel('Search', { exact: true }).fill('');
  assert.equal(await update(page).count(), 0, 'no form');

  await page.getByRole('button', { name: 'New user' }).click();
  await expect(sheet(page, 'New user')).toBeVisible();
  await expect(field(page, 'Permission')).toHaveValue('2');
  await field(page, 'Name').fill('dora');
  await field(page, 'Password').fill('Sesame-1');
  await field(page, 'Repeat password').fill('Sesame-1');
  await field(page, 'Group').selectOption({ index: 1 });
  await add(page).click();
  await expect(row(page, 'dora')).toBeVisible();
  await expect(add(page), 'the form is gone').toHaveCount(0);

  await row(page, 'dora').click();
  await expect(sheet(page, 'dora')).toBeVisible();
  assert.equal(await field(page, 'Name').count(), 0, 'the name is fixed');
  assert.deepEqual(await offences(page, () => new AxeBuilder({ page })), []);
  await page.getByRole('button', { name: 'Delete user' }).click();
  const question = page.getByRole('dialog', { name: 'Delete user' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toHaveCount(0);
  await expect(row(page, 'dora')).toBeVisible();
  assert.ok(stage.server.app.users.byName('dora'), 'dismissed: she is kept');
  await page.getByRole('button', { name: 'Delete user' }).click();
  await question.getByRole('button', { name: 'Delete user' }).click();
  await expect(row(page, 'dora')).toHaveCount(0);
  await expect(sheet(page, 'dora')).toHaveCount(0);
  assert.equal(stage.server.app.users.byName('dora'), undefined);
  await row(page, 'admin').click();
  await expect(sheet(page, 'admin')).toBeVisible();
  assert.equal(await page.getByRole('button', { name: 'Delete user' }).count(), 0);
});

test('[A-USER-011 A-USER-012 A-USER-014 A-USER-016 A-USER-023 A-USER-027] what is missing or wrong keeps Add away and is said by its field', async ({
  t,
}) => {
  await addUsers(stage.server, ['TakeN', 3]);
  const page = await stage.signedIn(t, { path: '/usersetting' });
  await fillNew(page, 'erna');
  await expect(add(page)).toBeEnabled();
  for (const [label, empty, filled] of [
    ['Name', '', 'erna'],
    ['Name', 'Taken', 'erna'],
    ['Expires', '2024-13-40', ''],
    ['Map location', 'abc', '24.07,120.52'],
  ] as const) {
    await field(page, label).fill(empty);
    await expect(add(page), `${label} ${empty}`).toBeDisabled();
    await field(page, label).fill(filled);
    await expect(add(page), `${label} ${filled}`).toBeEnabled();
  }
  await field(page, 'Password').fill('');
  await field(page, 'Repeat password').fill('');
  await expect(add(page)).toBeDisabled();
  await field(page, 'Password').fill('Sesame-1');
  await field(page, 'Repeat password').fill('Sesame-2');
  await expect(page.getByText('Incorrect', { exact: true })).toBeVisible();
  await expect(add(page)).toBeDisabled();
  await field(page, 'Repeat password').fill('Sesame-1');
  await expect(page.getByText('Incorrect', { exact: true })).toHaveCount(0);
  await field(page, 'Group').selectOption({ index: 0 });
  await expect(add(page)).toBeDisabled();
});

test('[A-USER-004 A-USER-005 A-USER-017 A-USER-018 A-USER-019 A-USER-038 A-USER-040] every field is saved and comes back; the password goes along only when it changes', async ({
  t,
}) => {
  const { app } = stage.server;
  await app.users.setPermissionSet({ id: 2, name: 'Dispatcher', rights: new Set(['P_live']) });
  await stage.register('13800000601');
  const page = await stage.signedIn(t, { path: '/usersetting' });
  await fillNew(page, 'fritz');
  await expect(field(page, 'Permission').locator('option:checked')).toHaveText('2 Dispatcher');
  await expect(page.getByText('Sees 1 of 1 vehicle · Live view · as far back as there is')).toBeVisible();
  const filled = {
    Expires: '2999-12-31',
    'Days back': '30',
    'Map location': '24.07,120.52',
    Mail: 'f@example.org',
    Phone: '0800',
    Memo: 'Night shift',
    'External user': 'geo',
  };
  for (const [label, text] of Object.entries(filled)) await field(page, label).fill(text);
  await field(page, 'External password').fill('Geheim-9');
  await expect(page.getByText(/30 days back/)).toBeVisible();
  const added = await sent(page, 'POST', () => add(page).click());
  const thirteen =
    'editingName editingPW editingPermission editingGroupid editingChangingPassword expirydate rdbretention maplocation mail1 phone extuser extpass memo';
  for (const key of thirteen.split(' ')) assert.ok(key in added, key);
  assert.equal(added['editingPermission'], 2, 'the number of the permission, whatever its name');
  await row(page, 'fritz').click();
  for (const [label, text] of Object.entries(filled)) await expect(field(page, label)).toHaveValue(text);
  await expect(field(page, 'External password')).toHaveValue('********');
  await expect(row(page, 'fritz')).toContainText('Dispatcher');
  await expect(row(page, 'fritz')).toContainText(`admin`);

  await expect(update(page)).toBeDisabled();
  await field(page, 'Memo').fill('Day shift');
  await expect(update(page)).toBeEnabled();
  await field(page, 'Expires').fill('abc');
  await expect(update(page)).toBeDisabled();
  await field(page, 'Expires').fill('2999-12-31');
  await field(page, 'Group').selectOption({ index: 0 });
  await expect(update(page)).toBeDisabled();
  await field(page, 'Group').selectOption({ index: 1 });
  await page.getByRole('checkbox', { name: 'Change password' }).check();
  await expect(update(page)).toBeDisabled();
  await field(page, 'Password').fill('Other-12');
  await field(page, 'Repeat password').fill('Other-1');
  await expect(update(page)).toBeDisabled();
  await field(page, 'Repeat password').fill('Other-12');
  await expect(update(page)).toBeEnabled();
  await page.getByRole('checkbox', { name: 'Change password' }).uncheck();
  const changed = await sent(page, 'PUT', () => update(page).click());
  assert.deepEqual([changed['memo'], 'editingPW' in changed, 'password' in changed], ['Day shift', false, false]);
  await expect(row(page, 'fritz')).toContainText('Day shift');
  assert.ok(await app.users.verify('fritz', toPasswordHash('Sesame-1')), 'the old password');
  await expect(row(page, 'fritz').getByRole('cell').nth(4)).toHaveText('');
  await app.users.signedIn(app.users.byName('fritz')?.id ?? 0);
  await page.reload();
  await expect(row(page, 'fritz').getByRole('cell').nth(4)).toHaveText(/\d{4}/);
});

test('[A-USER-001 A-USER-030 A-USER-031 F-PRODUCT-011] who is not named admin sees and makes no other administrator; who is none does not come in', async ({
  t,
}) => {
  const boss = await stage.account('boss', 0);
  await addUsers(stage.server, ['chief', 0], ['gerd', 2]);
  const page = await stage.signedIn(t, { path: '/usersetting', account: boss });
  await expect(row(page, 'gerd')).toBeVisible();
  const seen = await names(page);
  assert.deepEqual([seen.includes('boss'), seen.includes('chief'), seen.includes('admin')], [true, false, false]);
  await page.getByRole('button', { name: 'New user' }).click();
  await expect(field(page, 'Permission')).toBeVisible();
  assert.ok((await optionsOf(page)).every((text) => !text.startsWith('0 ')));
  const admins = await stage.signedIn(t, { path: '/usersetting' });
  await expect(row(admins, 'chief')).toBeVisible();
  await admins.getByRole('button', { name: 'New user' }).click();
  await expect(field(admins, 'Permission')).toBeVisible();
  assert.ok((await optionsOf(admins)).some((text) => text.startsWith('0 ')));
  // On the page of the server itself: users and groups are kept.
  await admins.reload();
  await fillNew(admins, 'hugo');
  await add(admins).click();
  await expect(row(admins, 'hugo')).toBeVisible();
  assert.equal(stage.server.app.users.byName('hugo')?.name, 'hugo');
  await admins.goto(addressOf(stage.server, '/groupsetting'));
  await admins.getByLabel('New group below').fill('depot');
  await admins.getByRole('button', { name: 'Add child' }).click();
  await expect(admins.getByRole('tree', { name: 'Groups' }).getByRole('treeitem', { name: 'depot' })).toBeVisible();
  for (const level of [1, 2, 3]) {
    const lower = await stage.signedIn(t, { path: '/usersetting', account: await stage.account(`low${level}`, level) });
    await lower.waitForURL((url) => url.pathname === '/');
  }
});

test('[A-USER-008 A-USER-009 A-USER-013 A-USER-024 A-USER-029 A-USER-033 A-USER-039] the variants: strict passwords, old sign-ins, no removal, another first permission', async ({
  t,
}) => {
  const server = await startStageServer({
    strictPassword: true,
    peerToPeer: true,
    customerRecords: true,
    elseAdmin: true,
  });
  t.after(() => server.close());
  await addUsers(server, ['old', 2], ['young', 2], ['boss', 0]);
  const database = new DatabaseSync(join(server.config.data, 'outrider.sqlite'));
  const signedIn = database.prepare('UPDATE users SET signed_in_ms = ? WHERE name = ?');
  signedIn.run(Date.now() - 181 * DAY_MS, 'old');
  signedIn.run(Date.now() - 179 * DAY_MS, 'young');
  database.close();
  await server.app.users.reload();
  const boss = { user: 'boss', password: 'Sesame-1', hash: toPasswordHash('Sesame-1') };
  const page = await stage.signedIn(t, { path: '/usersetting', server, account: boss });
  const again = page.getByRole('button', { name: 'Reactivate old' });
  await expect(again).toBeVisible();
  assert.equal(await page.getByRole('button', { name: 'Reactivate young' }).count(), 0);
  const colourOf = (name: string) =>
    row(page, name)
      .getByRole('cell')
      .nth(4)
      .locator('span')
      .last()
      .evaluate((e) => getComputedStyle(e).color);
  const stale = await colourOf('old');
  assert.notEqual(stale, await colourOf('young'));
  assert.match(stale, /^rgb\(1[5-9]\d|rgb\(2\d\d/, 'red');
  const body = await sent(page, 'PUT', () => again.click());
  assert.ok('resetLogintime' in body);
  await expect(again).toHaveCount(0);
  await becomes(() => colourOf('old'), await colourOf('young'));

  await row(page, 'young').click();
  await expect(sheet(page, 'young')).toBeVisible();
  assert.equal(await page.getByRole('button', { name: 'Delete user' }).count(), 0);
  await fillNew(page, 'hans');
  await expect(field(page, 'Permission')).toHaveValue('1');
  assert.ok(
    (await optionsOf(page)).some((text) => text.startsWith('0 ')),
    'extra administrators may make others',
  );
  const rule = page.getByText(/^At least 8 characters/);
  await field(page, 'Password').fill('abc');
  await field(page, 'Repeat password').fill('abc');
  await expect(rule).toBeVisible();
  await expect(add(page)).toBeDisabled();
  await field(page, 'Password').fill('Abcdefg1');
  await field(page, 'Repeat password').fill('Abcdefg1');
  await expect(rule).toHaveCount(0);
  await expect(add(page)).toBeEnabled();
});

test('[A-USER-015 A-USER-025] at 1000 accounts Add is away and the screen says why', async ({ t }) => {
  const server = await startStageServer();
  t.after(() => server.close());
  const database = new DatabaseSync(join(server.config.data, 'outrider.sqlite'));
  const insert = database.prepare(
    "INSERT INTO users (name, password, level, rights, created_ms) VALUES (?, '', 3, '', 0)",
  );
  database.exec('BEGIN');
  for (let n = 0; n < 998; n += 1) insert.run(`user${n}`);
  database.exec('COMMIT');
  database.close();
  await server.app.users.reload();
  const page = await stage.signedIn(t, { path: '/usersetting', server });
  await fillNew(page, 'last');
  await expect(add(page)).toBeEnabled();
  await add(page).click();
  await expect(add(page), 'the form is gone').toHaveCount(0);
  await expect(page.getByText('Cannot add new user because max member count = 1000')).toBeVisible();
  await fillNew(page, 'one-more');
  await expect(add(page)).toBeDisabled();
  assert.equal(server.app.users.list().length, 1000);
});

test('two administrators: what the other one saved meanwhile is said, and both values can be had; a phone shows the sheet alone', async ({
  t,
}) => {
  await addUsers(stage.server, ['ida', 2]);
  const page = await stage.signedIn(t, { path: '/usersetting?row=ida', phone: true, expected: /409/ });
  await expect(sheet(page, 'ida')).toBeVisible();
  await expect(table(page)).toHaveCount(0);
  await field(page, 'Memo').fill('mine');
  const ida = stage.server.app.users.byName('ida');
  await stage.server.app.users.change(ida?.id ?? 0, { memo: 'theirs', phone: '0900' });
  await update(page).click();
  // In the sheet: the toast of the refusal says it too, a moment later.
  const conflict = sheet(page, 'ida').getByRole('alert');
  await expect(conflict).toHaveText(/^command line changed this at/);
  await expect(field(page, 'Memo')).toHaveValue('mine');
  await expect(page.getByText('command line saved: theirs')).toBeVisible();
  await expect(field(page, 'Phone')).toHaveValue('0900');
  await update(page).click();
  await expect(table(page)).toBeVisible();
  assert.deepEqual(
    [stage.server.app.users.byName('ida')?.memo, stage.server.app.users.byName('ida')?.phone],
    ['mine', '0900'],
  );
});

test('what is typed about an account asks before another one is opened or the sheet is closed; a removal asks once', async ({
  t,
}) => {
  await addUsers(stage.server, ['typed', 3], ['other', 3]);
  const page = await stage.signedIn(t, { path: '/usersetting?row=typed' });
  const discard = page.getByRole('dialog', { name: 'Discard the changes?' });
  await field(page, 'Memo').fill('half');
  for (const leave of [
    () => row(page, 'other').click(),
    () => sheet(page, 'typed').getByRole('button', { name: 'Close' }).click(),
    () => page.getByRole('button', { name: 'New user' }).click(),
  ]) {
    await leave();
    await discard.getByRole('button', { name: 'Keep editing' }).click();
    await expect(discard).toHaveCount(0);
    await expect(field(page, 'Memo')).toHaveValue('half');
  }
  await row(page, 'other').click();
  await discard.getByRole('button', { name: 'Discard' }).click();
  await expect(sheet(page, 'other')).toBeVisible();
  await field(page, 'Memo').fill('gone with it');
  await page.getByRole('button', { name: 'Delete user' }).click();
  await page.getByRole('dialog', { name: 'Delete user' }).getByRole('button', { name: 'Delete user' }).click();
  await expect(row(page, 'other')).toHaveCount(0);
  await expect(discard).toHaveCount(0);
});
