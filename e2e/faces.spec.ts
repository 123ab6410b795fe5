// Faces of drivers: the list that the server keeps with its photos, and the slots of a recorder, which answers from its own memory. What
// the server does by itself is integration/faces.test.ts and face-slots.test.ts.
import assert from 'node:assert/strict';
import type { Locator, Page, Request } from '@playwright/test';
import { type Vehicle, createVehicle } from '../apps/simulator/src/index.ts';
import { addFace, addPhoto, faceCall, listFaces, listPhotos } from '../integration/support/faces.ts';
import { pngPicture } from '../integration/support/pictures.ts';
import { until } from '../integration/support/until.ts';
import { HOST } from '../integration/support/server.ts';
import { type Ending, useStage } from './fixture.ts';
import { standStill } from './support/clock.ts';
import { expect, test } from './test.ts';

const ID = '13800000741';
const AWAY = '13800000742';
const stage = useStage({}, async ({ register }) => {
  await register(ID, 2, { vehicleid: 'Bus 41' });
  await register(AWAY, 2, { vehicleid: 'Bus 42' });
});

const PATH = '/facerecognitionsetting';
const devices = (page: Page): Locator => page.getByRole('region', { name: 'Devices' });
const entry = (page: Page, id: string): Locator => devices(page).getByRole('row').filter({ hasText: id });
const faces = (page: Page): Locator => page.getByRole('table', { name: 'Faces' });
const slots = (page: Page): Locator => page.getByRole('table', { name: 'Slots' });
const faceRow = (page: Page, id: number): Locator =>
  faces(page)
    .getByRole('row')
    .filter({ has: page.getByRole('checkbox', { name: `Choose face ${id}`, exact: true }) });
const slotRow = (page: Page, slot: number): Locator =>
  slots(page)
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: `Reload slot ${slot}`, exact: true }) });
const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
const dialog = (page: Page): Locator => page.getByRole('dialog');
const toast = (page: Page, text: string): Locator => page.locator('[data-sonner-toast]').filter({ hasText: text });
const headers = async (list: Locator): Promise<string[]> =>
  (await list.getByRole('columnheader').allInnerTexts()).map((text) => text.replace(/[↑↓]$/, '').trim());

/** Requests that change something or ask a device, from now on. */
const watched = (page: Page): Request[] => {
  const seen: Request[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/gkserver\/face|^\/web\.cgi/.test(pathname) && !['GET', 'OPTIONS'].includes(request.method()))
      seen.push(request);
  });
  return seen;
};
const sent = (seen: readonly Request[], method: string, path: string): Request[] =>
  seen.filter((request) => request.method() === method && new URL(request.url()).pathname === path);
const pages = (seen: readonly Request[], type: string): Request[] =>
  seen.filter((request) => new URL(request.url()).searchParams.get('type') === type);

/** The first device, on line, with nobody in its slots. */
const recorder = async (t: Ending): Promise<Vehicle> => {
  const vehicle = createVehicle({
    host: HOST,
    port: stage.server.ports.jt808,
    phone: ID,
    clips: null,
    vendorBlock: true,
  });
  t.after(() => vehicle.stop());
  vehicle.start();
  await vehicle.whenOnline();
  return vehicle;
};

const clear = async (): Promise<void> => {
  for (const { faceid } of await listFaces(stage.server)) await faceCall(stage.server, 'DELETE', 'faces', { faceid });
};

test('[F-ROUTE-040] [E-FACE-001] [E-FACE-002] [E-FACE-003] [E-FACE-004] [E-FACE-006] [E-FACE-007] [E-FACE-009] the devices stand beside two sections; a device is selected, a group filters, and nothing is set without both', async ({
  t,
}) => {
  await clear();
  await recorder(t);
  const wang = await addFace(stage.server, { unit: 'North', idcard: 'A1', name: 'Wang' });
  const lin = await addFace(stage.server, { unit: 'South', idcard: 'B2', name: 'Lin' });
  await addPhoto(stage.server, wang, pngPicture({ colour: [200, 120, 40] }));
  const page = await stage.signedIn(t, { path: PATH });
  await expect(page.getByRole('tab', { name: 'Edit' })).toHaveAttribute('aria-selected', 'true');
  assert.deepEqual(await page.getByRole('tab').allInnerTexts(), ['Add', 'Edit']);
  await expect(entry(page, ID)).toContainText('Bus 41');
  const colour = (id: string): Promise<string> =>
    entry(page, id)
      .getByText(id, { exact: true })
      .evaluate((text) => getComputedStyle(text).color);
  const good = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = 'var(--o-good)';
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  });
  await expect(entry(page, ID)).toContainText('Online');
  await expect.poll(() => colour(ID)).toBe(good);
  assert.notEqual(await colour(AWAY), good);

  await page.getByRole('tab', { name: 'Add' }).click();
  await expect(faceRow(page, wang)).toContainText('Wang');
  assert.deepEqual(await headers(faces(page)), [
    'New',
    '',
    'Set',
    'Faceid',
    'Group',
    'Identify',
    'Name',
    'Contact',
    'Photo',
    'Memo',
    'Updatetime',
    'Delete',
  ]);
  const groups = page.getByRole('navigation', { name: 'Groups' });
  await expect(groups.getByRole('button')).toHaveText(['ALL', 'North', 'South'], { useInnerText: true });
  await groups.getByRole('button', { name: 'South' }).click();
  await expect(faceRow(page, wang)).toHaveCount(0);
  await expect(faceRow(page, lin)).toBeVisible();
  await groups.getByRole('button', { name: 'ALL' }).click();

  const setOne = (id: number): Locator => faceRow(page, id).getByRole('button', { name: `Set face ${id}` });
  await faceRow(page, wang).getByRole('checkbox').check();
  await expect(button(page, 'Set selected')).toBeDisabled(); // no device yet
  await expect(setOne(wang)).toBeDisabled();
  await entry(page, ID).click();
  await expect(entry(page, ID)).toHaveAttribute('aria-current', 'true');
  await expect(page.getByText(new RegExp(`^Selected device: .+ \\(${ID}\\)$`))).toBeVisible();
  await expect(button(page, 'Set selected')).toBeEnabled();
  await expect(setOne(wang)).toBeEnabled();
  await expect(setOne(lin)).toBeDisabled(); // without a photo
  await faceRow(page, wang).getByRole('checkbox').uncheck();
  await expect(button(page, 'Set selected')).toBeDisabled();
  await expect(faceRow(page, wang).getByRole('img')).toHaveJSProperty('complete', true);
  const width = () =>
    faceRow(page, wang)
      .getByRole('img')
      .evaluate((img: HTMLImageElement) => img.naturalWidth);
  await expect.poll(width).toBe(24);
  const address = new URL((await faceRow(page, wang).getByRole('img').getAttribute('src')) ?? '');
  assert.deepEqual([address.port, address.pathname], [String(stage.server.ports.stream), '/pic.cgi']);
});

test('[E-FACE-008] [E-FACE-011] [E-FACE-012] [E-FACE-020] [E-FACE-021] [E-FACE-022] [E-ERR-004] faces are added, written, given photos and removed, each with its rules', async ({
  t,
}) => {
  await clear();
  const page = await stage.signedIn(t, { path: `${PATH}?tab=add`, expected: /400/ });
  const seen = watched(page);
  await button(page, 'New').click();
  const [face] = await until('a face was added', async () => {
    const list = await listFaces(stage.server);
    return list.length === 1 ? list : undefined;
  });
  const id = Number(face?.['faceid']);
  await expect(faceRow(page, id)).toBeVisible();
  const [put] = sent(seen, 'PUT', '/gkserver/faces');
  assert.ok(put !== undefined && !('faceid' in Object(put.postDataJSON())));

  const word = (label: string): Locator => faceRow(page, id).getByRole('button', { name: `${label} of face ${id}` });
  const field = (label: string): Locator => faceRow(page, id).getByRole('textbox', { name: `${label} of face ${id}` });
  await word('Name').click();
  await field('Name').fill('Wang');
  await field('Name').press('Enter');
  await expect(word('Name')).toContainText('Wang');
  assert.deepEqual(Object.keys(Object(sent(seen, 'PUT', '/gkserver/faces').at(-1)?.postDataJSON())).toSorted(), [
    'faceid',
    'name',
    'updatetime',
  ]);
  const before = sent(seen, 'PUT', '/gkserver/faces').length;
  for (const label of ['Group', 'Identify']) {
    await word(label).click();
    await field(label).fill('');
    await field(label).press('Enter');
    await expect(toast(page, label).getByText('cannot be empty', { exact: true }).first()).toBeVisible();
    await field(label).press('Escape');
  }
  assert.equal(sent(seen, 'PUT', '/gkserver/faces').length, before, 'nothing was sent');

  const upload = faceRow(page, id).getByLabel(`Upload a photo of face ${id}`);
  const choose = (name: string, buffer: Buffer): Promise<void> =>
    upload.setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
  const refused = async (words: string): Promise<void> => {
    await expect(dialog(page).getByText(words, { exact: true })).toBeVisible();
    await dialog(page).getByRole('button', { name: 'Close' }).last().click();
    await expect(dialog(page)).toHaveCount(0); // the next one is not to be taken for this
  };
  await choose('face.gif', pngPicture());
  await refused('Error : Incorrect file type');
  await choose('face.png', pngPicture({ padTo: 2_097_153 }));
  await refused('Error : Exceeded size 2MB');
  assert.equal(seen.filter((request) => request.url().includes('facephoto/')).length, 0, 'no bytes were sent');
  await choose('face.PNG', pngPicture({ padTo: 2_097_152 }));
  await expect(faceRow(page, id).getByRole('img')).toHaveCount(1);
  await choose('face.png', pngPicture().subarray(0, 60));
  await refused('Error : Incorrect file type');
  await choose('second.png', pngPicture());
  await expect(faceRow(page, id).getByRole('img')).toHaveCount(2);
  await button(page, `Delete photo 2 of face ${id}`).click();
  await dialog(page).getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(faceRow(page, id).getByRole('img')).toHaveCount(1);
  assert.equal(sent(seen, 'DELETE', '/gkserver/facephotos').length, 1);
  assert.equal((await listPhotos(stage.server)).length, 1);

  await button(page, `Delete face ${id}`).click();
  await expect(dialog(page)).toContainText(`Do you really want to remove [${id}]`);
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  assert.equal(sent(seen, 'DELETE', '/gkserver/faces').length, 0);
  await button(page, `Delete face ${id}`).click();
  await dialog(page).getByRole('button', { name: 'Delete' }).click();
  await expect(faceRow(page, id)).toHaveCount(0);
  assert.deepEqual(await listPhotos(stage.server), []);
});

test('[E-ERR-008] [E-FACE-005] [E-FACE-010] [E-FACE-013] [E-FACE-014] [E-FACE-017] [E-FACE-018] faces are set in a recorder, which then has them in its slots, where their words are changed', async ({
  t,
}) => {
  await clear();
  const vehicle = await recorder(t);
  const ids = [];
  for (const [idcard, name] of [
    ['A1', 'Wang'],
    ['B2', 'Lin'],
  ]) {
    const id = await addFace(stage.server, { unit: 'North', idcard, name });
    await addPhoto(stage.server, id, pngPicture({ colour: [200, 120, 40] }));
    ids.push(id);
  }
  const [wang = 0, lin = 0] = ids;
  const page = await stage.signedIn(t, {
    path: `${PATH}?tab=add&device=${ID}`,
    prepare: (made) => made.clock.install(),
  });
  const seen = watched(page);
  for (const id of ids) await expect(faceRow(page, id).getByRole('checkbox')).toBeVisible(); // it takes those of the list
  await button(page, 'Select ALL').click();
  for (const id of ids) await expect(faceRow(page, id).getByRole('checkbox')).toBeChecked();
  await button(page, 'Clear').click();
  for (const id of ids) await expect(faceRow(page, id).getByRole('checkbox')).not.toBeChecked();
  await standStill(page);
  const setWang = faceRow(page, wang).getByRole('button', { name: `Set face ${wang}` });
  const pushed = page.waitForResponse((response) => response.url().includes('facepush'));
  await setWang.click();
  await pushed;
  await expect(setWang).toHaveAttribute('aria-busy', 'false');
  await expect(setWang).toBeDisabled();
  await page.clock.runFor(990);
  await expect(setWang).toBeDisabled();
  await page.clock.runFor(20);
  await expect(setWang).toBeEnabled();
  await page.clock.resume();
  await expect(toast(page, 'set OK').first()).toBeVisible();
  await button(page, 'Select ALL').click();
  await button(page, 'Set selected').click();
  await expect(toast(page, '2 faces set').first()).toBeVisible();
  assert.equal(sent(seen, 'PUT', '/gkserver/facepush').length, 3);
  await expect.poll(() => [...vehicle.kept.faces.values()].map(({ name }) => name)).toEqual(['Wang', 'Lin']);

  await page.getByRole('tab', { name: 'Edit' }).click();
  await button(page, 'Load').click();
  await expect(toast(page, 'summary loaded').first()).toBeVisible();
  const [asked] = pages(seen, 'facesummary');
  assert.deepEqual(asked?.postDataJSON(), { deviceid: ID });
  await expect(slots(page)).toHaveAttribute('aria-rowcount', '17'); // a header, and one for each slot of the recorder
  assert.deepEqual(await headers(slots(page)), [
    'Reload',
    'Index',
    'Identify',
    'Name',
    'Photo',
    'MD5',
    'Edit',
    'Delete',
    'Update Time',
  ]);
  await expect(slotRow(page, 2)).toContainText('Lin');
  await expect(slotRow(page, 2)).toContainText(vehicle.kept.faces.get(2)?.md5 ?? 'none');
  await expect(slotRow(page, 2).getByRole('img')).toHaveCount(1);
  await expect(slotRow(page, 2)).toContainText(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/);
  await button(page, 'Reload slot 2').click();
  await expect(toast(page, 'detail loaded').first()).toBeVisible();
  assert.deepEqual(pages(seen, 'faceget').at(-1)?.postDataJSON(), { deviceid: ID, ch: 2 });

  const editor = page.getByRole('complementary', { name: 'Editor' });
  const part = (name: string): Locator => editor.getByRole('textbox', { name });
  await expect(button(page, 'Update')).toBeDisabled();
  await button(page, 'Edit slot 2').click();
  await expect(part('Deviceid')).toHaveValue(ID);
  await expect(part('Slot Index')).toHaveValue('2');
  for (const name of ['Deviceid', 'Slot Index']) await expect(part(name)).not.toBeEditable();
  for (const [name, text] of [
    ['Identify', 'B2'],
    ['Name', 'Lin'],
  ] as const) {
    await expect(part(name)).toHaveValue(text);
    await part(name).fill('');
    await expect(button(page, 'Update')).toBeDisabled();
    await part(name).fill(text);
    await expect(button(page, 'Update')).toBeEnabled();
  }
  await part('Name').fill('Lin Mei');
  await button(page, 'Update').click();
  await expect(slotRow(page, 2)).toContainText('Lin Mei');
  await expect.poll(() => vehicle.kept.faces.get(2)?.name).toBe('Lin Mei');
  for (const request of seen) assert.ok(!/Lin|Wang|B2/.test(request.url()), 'no name stands in an address');
  assert.ok(lin > 0);
});

test('[E-FACE-015] [E-FACE-016] [E-FACE-019] a slot is deleted in the recorder after a question, and reads Deleted since then', async ({
  t,
}) => {
  await clear();
  const vehicle = await recorder(t);
  const id = await addFace(stage.server, { unit: 'North', idcard: 'A1', name: 'Wang' });
  await addPhoto(stage.server, id, pngPicture());
  assert.equal((await faceCall(stage.server, 'PUT', 'facepush', { faceid: id, deviceid: ID })).status, 200);
  const page = await stage.signedIn(t, { path: `${PATH}?device=${ID}`, expected: /404/ });
  const seen = watched(page);
  await button(page, 'Load').click();
  await expect(slotRow(page, 1)).toContainText('Wang');
  await expect(slotRow(page, 2)).toContainText('Deleted'); // its value is 0
  await button(page, 'Delete slot 1').click();
  await expect(dialog(page)).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  assert.equal(pages(seen, 'facedel').length, 0);
  await button(page, 'Delete slot 1').click();
  const answered = page.waitForResponse((response) => response.url().includes('facedel'));
  await dialog(page).getByRole('button', { name: 'Delete' }).click();
  const { updatetime } = Object((await (await answered).json()) as unknown);
  await expect(slotRow(page, 1)).toContainText('Deleted');
  const shown = await page.evaluate((s) => new Date(s * 1000).toTimeString().slice(0, 8), Number(updatetime));
  await expect(slotRow(page, 1)).toContainText(shown);
  await expect.poll(() => vehicle.kept.faces.size).toBe(0);
  await button(page, 'Load').click();
  await expect(slotRow(page, 1)).toContainText('Deleted');

  await entry(page, AWAY).click();
  await expect(page.getByText('Load asks')).toBeVisible();
  await button(page, 'Load').click();
  await expect(toast(page, 'The device is offline').first()).toBeVisible();
});

test('a slot that has not been read yet is read before it is edited', async ({ t }) => {
  await clear();
  const vehicle = await recorder(t);
  const id = await addFace(stage.server, { unit: 'North', idcard: 'A1', name: 'Wang' });
  await addPhoto(stage.server, id, pngPicture());
  assert.equal((await faceCall(stage.server, 'PUT', 'facepush', { faceid: id, deviceid: ID })).status, 200);
  const page = await stage.signedIn(t, { path: `${PATH}?device=${ID}&tab=edit`, expected: /404/ });
  const { promise: told, resolve: tell } = Promise.withResolvers<void>();
  await page.route('**/web.cgi?*type=faceget*', async (route) => {
    await told;
    await route.continue();
  });
  await button(page, 'Load').click();
  await button(page, 'Edit slot 1').click();
  const part = (name: string): Locator =>
    page.getByRole('complementary', { name: 'Editor' }).getByRole('textbox', { name });
  await expect(part('Slot Index')).toHaveValue('1');
  await expect(part('Name')).not.toBeEditable();
  await expect(button(page, 'Update')).toBeDisabled();
  tell();
  await expect(part('Name')).toHaveValue('Wang');
  await expect(part('Identify')).toHaveValue('A1');
  await part('Name').fill('Wang Li');
  await button(page, 'Update').click();
  await expect.poll(() => [...vehicle.kept.faces.values()].map(({ name }) => name)).toEqual(['Wang Li']);
});
