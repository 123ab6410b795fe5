// The editor of translations as an administrator uses it: languages, words, texts, what a save sends and does for others, and two who edit
// at once. The call by script is integration/translations.test.ts.
import assert from 'node:assert/strict';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { asJson, asList, httpCall } from '../integration/support/operator.ts';
import { offences } from './axe.ts';
import { useStage } from './fixture.ts';
import { standStill } from './support/clock.ts';
import { expect, test } from './test.ts';

const stage = useStage();

const table = (page: Page) => page.getByRole('table', { name: 'Translation editor' });
const cell = (page: Page, word: string, language: string) =>
  page.getByRole('textbox', { name: `${word} in ${language}`, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const find = (page: Page, word: string) => page.getByLabel('Search', { exact: true }).fill(word);
const isSave = (request: { method: () => string; url: () => string }): boolean =>
  request.method() === 'PUT' && request.url().endsWith('/i18n/config');
const isLoad = (request: { method: () => string; url: () => string }): boolean =>
  request.method() === 'GET' && request.url().endsWith('/i18n/config');
const sent = async (page: Page) => {
  const [request] = await Promise.all([page.waitForRequest(isSave), button(page, 'Save').click()]);
  await (await request.response())?.finished();
  await expect(button(page, 'Save')).toBeDisabled();
  // It is off while it saves, too: not before the page has taken the answer in do its three seconds begin.
  await expect(button(page, 'Save')).toHaveAttribute('aria-busy', 'false');
  return request;
};
const texts = async () => asJson((await httpCall(stage.server.ports.http, 'GET', '/i18n/config')).body);

test('[F-ROUTE-043 E-I18N-001 E-I18N-005 E-I18N-008 E-HTTP-068] each language has a checkbox with its flag and a column; a save sends what was typed and leaves empty texts out', async ({
  t,
}) => {
  const page = await stage.signedIn(t, { path: '/i18neditor' });
  await expect(table(page)).toBeVisible();
  for (const { icon, name } of asList((await texts())['configs'])) {
    const box = page.getByRole('checkbox', { name: String(name) });
    await expect(box).toBeChecked();
    await expect(page.locator('label', { has: box }).locator('img')).toHaveAttribute('src', String(icon));
    await expect(table(page).getByRole('columnheader', { name: String(name) })).toBeVisible();
    await box.uncheck();
    await expect(table(page).getByRole('columnheader', { name: String(name) })).toHaveCount(0);
    await box.check();
    await expect(table(page).getByRole('columnheader', { name: String(name) })).toBeVisible();
  }
  assert.deepEqual(await offences(page, () => new AxeBuilder({ page })), []);
  await find(page, 'Mileage');
  await cell(page, 'Mileage', 'English').fill('Kilometres');
  await cell(page, 'Mileage', '繁體中文').fill('');
  const request = await sent(page);
  assert.match(request.headers()['content-type'] ?? '', /^text\/plain/);
  const body = asJson(JSON.parse(request.postData() ?? ''));
  assert.deepEqual(Object.keys(body).slice(0, 3), ['configs', 'raw', 'data']);
  const { en, tw, cn } = asJson(body['data']);
  assert.equal(asJson(en)['Mileage'], 'Kilometres');
  assert.ok(!('Mileage' in asJson(tw)), 'a blank text is not sent');
  assert.equal(typeof asJson(cn)['Mileage'], 'string');

  // Another browser shows it, also after a restart of the server.
  const other = await stage.signedIn(t, { path: '/mileage' });
  await expect(other.getByRole('heading', { name: 'Kilometres' })).toBeVisible();
  await other.close();
  await page.close();
  await stage.server.stop();
  await stage.server.reopen();
  const third = await stage.signedIn(t, { path: '/mileage' });
  await expect(third.getByRole('heading', { name: 'Kilometres' })).toBeVisible();
  assert.equal(asJson(asJson((await texts())['data'])['tw'])['Mileage'], undefined);
});

test('[E-I18N-002 E-I18N-003 E-I18N-006] Del strikes a word through and back; one that stays struck leaves the list; Reload fetches again', async ({
  t,
}) => {
  const page = await stage.signedIn(t, { path: '/i18neditor' });
  await find(page, 'Compare');
  const [del, keep] = [button(page, 'Del Compare'), button(page, 'Del differs from')];
  await del.click();
  await expect(
    table(page)
      .getByRole('deletion')
      .filter({ hasText: /^Compare$/ }),
  ).toBeVisible();
  await del.click();
  await expect(table(page).getByRole('deletion')).toHaveCount(0);
  await expect(button(page, 'Save')).toBeDisabled();
  await del.click();
  await find(page, 'differs from');
  await keep.click();
  await keep.click();
  const body = asJson(JSON.parse((await sent(page)).postData() ?? ''));
  const { raw } = body;
  assert.ok(Array.isArray(raw) && raw.includes('differs from') && !raw.includes('Compare'));
  const words = (await texts())['raw'];
  assert.ok(Array.isArray(words) && words.includes('differs from') && !words.includes('Compare'));
  await Promise.all([page.waitForRequest(isLoad), button(page, 'Reload').click()]);
  await find(page, 'Compare');
  await expect(button(page, 'Del Compare')).toHaveCount(0);
});

test('[E-I18N-004 E-I18N-007] a new word stands below its row, cancel adds none, and texts are loaded again three seconds after a save', async ({
  t,
}) => {
  const page = await stage.signedIn(t, { path: '/i18neditor', prepare: (made) => made.clock.install() });
  const dialog = page.getByRole('dialog');
  const word = '<b>{depot}</b> & "x"';
  await find(page, 'Audio test');
  await button(page, 'New word after Audio test').click();
  await dialog.getByLabel('Please enter new word').fill('Never');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await button(page, 'New word after Audio test').click();
  await dialog.getByLabel('Please enter new word').fill(word);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await find(page, '');
  await find(page, 'depot');
  await cell(page, word, '简体中文').fill('{depot}车场');
  await expect(table(page).getByText('new', { exact: true })).toBeVisible();
  await standStill(page);
  let loads = 0;
  page.on('request', (request) => (loads += isLoad(request) ? 1 : 0));
  const raw = asJson(JSON.parse((await sent(page)).postData() ?? ''))['raw'];
  assert.ok(Array.isArray(raw));
  assert.equal(raw[raw.indexOf('Audio test') + 1], word, 'directly below');
  assert.ok(!raw.includes('Never'));
  await page.clock.runFor(2900);
  assert.equal(loads, 0);
  await Promise.all([page.waitForRequest(isLoad), page.clock.runFor(200)]);
  await expect(cell(page, word, '简体中文')).toHaveValue('{depot}车场');
  assert.equal(asJson(asJson((await texts())['data'])['cn'])[word], '{depot}车场');
});

test('two who edit at once: the later one is told who saved and when, keeps what was typed, and chooses where both changed a text', async ({
  t,
}) => {
  const [first, second] = await Promise.all([
    stage.signedIn(t, { path: '/i18neditor' }),
    stage.signedIn(t, { path: '/i18neditor', expected: /409/ }),
  ]);
  for (const page of [first, second]) {
    await find(page, 'Geofence');
    await find(page, 'Idle');
  }
  await cell(first, 'Idle', 'English').fill('Parked with engine on');
  await cell(second, 'Idle', 'English').fill('Waiting');
  await cell(second, 'Idle', '简体中文').fill('怠速中');
  await sent(first);
  await button(second, 'Save').click();
  await expect(second.getByRole('alert').filter({ hasText: 'saved other translations' })).toContainText('admin');
  await button(second, 'Load theirs and keep mine').click();
  const both = second.getByRole('region', { name: 'Changed by both' });
  await expect(both.getByRole('listitem')).toHaveCount(1);
  await expect(both.getByRole('button', { name: 'Mine: Waiting' })).toBeVisible();
  await expect(button(second, 'Save'), 'waits for the choice').toBeDisabled();
  await both.getByRole('button', { name: 'Theirs: Parked with engine on' }).click();
  await expect(cell(second, 'Idle', 'English')).toHaveValue('Parked with engine on');
  await expect(cell(second, 'Idle', '简体中文')).toHaveValue('怠速中');
  await sent(second);
  const { en, cn } = asJson((await texts())['data']);
  assert.deepEqual([asJson(en)['Idle'], asJson(cn)['Idle']], ['Parked with engine on', '怠速中'], 'nothing is lost');
});

test('what is typed while a save is on its way is not lost; Discard asks first', async ({ t }) => {
  const page = await stage.signedIn(t, { path: '/i18neditor' });
  const held = Promise.withResolvers<void>();
  await page.route('**/i18n/config', async (route) => {
    if (route.request().method() === 'PUT') await held.promise;
    await route.continue();
  });
  await find(page, 'Snapshot');
  await cell(page, 'Snapshot', '简体中文').fill('抓图');
  await Promise.all([page.waitForRequest(isSave), button(page, 'Save').click()]);
  await cell(page, 'Snapshot', '繁體中文').fill('抓拍圖');
  held.resolve();
  await expect(page.getByText('1 change', { exact: true })).toBeVisible();
  await expect(cell(page, 'Snapshot', '繁體中文')).toHaveValue('抓拍圖');
  const question = page.getByRole('dialog', { name: 'Discard the changes?' });
  await button(page, 'Discard').click();
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(question).toHaveCount(0);
  await expect(cell(page, 'Snapshot', '繁體中文')).toHaveValue('抓拍圖');
  await button(page, 'Discard').click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByText('1 change', { exact: true })).toHaveCount(0);
});
