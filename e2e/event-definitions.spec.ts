// The editor of event definitions as an administrator uses it: profiles of devices, the filter, the table, the form, and the toast that follows.
import assert from 'node:assert/strict';
import type { Locator, Page, Request } from '@playwright/test';
import { asJson, asList, httpCall, type Json } from '../integration/support/operator.ts';
import { useStage } from './fixture.ts';
import { eventsReach, logEvents } from './event-log.ts';
import { go } from './go.ts';
import { becomes } from './support/becomes.ts';
import { expect, test } from './test.ts';

const ID = '13800000951';
const OTHER = '13800000952';
const DEFINE = '/gkevent/eventdefine';
const stage = useStage();

const call = async (method: string, path: string, input?: Json): Promise<unknown> =>
  (await httpCall(stage.server.ports.http, method, path, { account: stage.server.admin, ...(input && { input }) }))
    .body;
const definition = (definename: string, eventtype: number, eventname: string): Json => ({
  eventDefine: { definename, eventtype, eventname, notifytext: '', notifycolor: '#FFFFFF' },
});
let prepared: Promise<unknown> | undefined;
const prepare = async (): Promise<void> => {
  prepared ??= (async () => {
    await stage.register(ID);
    await stage.register(OTHER);
    for (const name of ['Trucks', 'Buses']) await call('POST', DEFINE, definition(name, 13, `Fast ${name}`));
  })();
  await prepared;
};
const open = async (t: Parameters<typeof stage.signedIn>[0]): Promise<Page> => {
  await prepare();
  return stage.signedIn(t, { path: '/eventdefinesetting' });
};
const profiles = (page: Page): Locator => page.getByRole('region', { name: 'Profiles' });
const profileRows = (page: Page): Locator =>
  profiles(page)
    .getByRole('row')
    .filter({ hasNot: page.getByRole('columnheader') });
const profileOf = (page: Page, id: string): Locator => page.getByRole('combobox', { name: `Profile of ${id}` });
const table = (page: Page): Locator => page.getByRole('table', { name: 'Event definitions' });
const form = (page: Page): Locator => page.getByRole('region', { name: /^(?:New|Edit) definition$/ });
const field = (page: Page, name: string): Locator => form(page).getByLabel(name, { exact: true });
const save = (page: Page): Locator => form(page).getByRole('button', { name: 'Save', exact: true });
const sent = (page: Page, method: string, path: string): Promise<Request> =>
  page.waitForRequest((request) => request.method() === method && new URL(request.url()).pathname === path);

test('[E-DEF-001] [E-HTTP-013] [E-HTTP-014] ui: each device has its profile in a dropdown: the first choice posts, another one puts, GLOBAL deletes', async ({
  t,
}) => {
  const page = await open(t);
  const choice = profileOf(page, ID);
  await expect(choice).toHaveValue('GLOBAL');
  await expect(choice.locator('option')).toHaveText(['GLOBAL', 'Buses', 'Trucks']);
  const step = async (method: string, name: string): Promise<void> => {
    const request = sent(page, method, '/gkevent/eventdefinedevice');
    await choice.selectOption(name);
    const body = asJson((await request).postDataJSON());
    await (await request).response(); // the next step goes on from what the server has
    assert.deepEqual(body, method === 'DELETE' ? { deviceid: ID } : { deviceid: ID, definename: name });
    await expect(choice).toHaveValue(name);
  };
  await step('POST', 'Trucks');
  await step('PUT', 'Buses');
  await page.reload();
  await expect(profileOf(page, ID)).toHaveValue('Buses');
  await expect(profileOf(page, OTHER)).toHaveValue('GLOBAL');
  await step('DELETE', 'GLOBAL');
  assert.deepEqual(await call('GET', '/gkevent/eventdefinedevice'), []);
});

test('[E-DEF-002] [E-DEF-003] ui: the list of profiles begins with ALL and GLOBAL and filters the table; each is deleted after a question, ALL is not', async ({
  t,
}) => {
  await call('POST', DEFINE, definition('Gone', 13, 'Fast'));
  const page = await open(t);
  await expect(profileRows(page)).toHaveText([/^ALL/, /^GLOBAL/, /^Buses/, /^Gone/, /^Trucks/]);
  await profileRows(page).filter({ hasText: 'Trucks' }).click();
  await expect(table(page).getByText('Fast Trucks')).toBeVisible();
  await expect(table(page).getByText('Fast Buses')).toHaveCount(0);
  await expect(profiles(page).getByRole('button', { name: /^Delete/ })).toHaveCount(5);
  await expect(profiles(page).getByRole('button', { name: 'Delete ALL' })).toBeDisabled();
  await profiles(page).getByRole('button', { name: 'Delete Gone' }).click();
  const request = sent(page, 'DELETE', DEFINE);
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  assert.deepEqual((await request).postDataJSON(), { definename: 'Gone' });
  await expect(profileRows(page)).toHaveCount(4);
});

test('[E-DEF-004] [E-DEF-005] [E-DEF-006] [E-DEF-007] [E-HTTP-009] [E-ENT-006] ui: the form adds by POST and changes by PUT, needs a profile that is not ALL, takes numbers as code; a row is edited and deleted', async ({
  t,
}) => {
  const page = await open(t);
  await expect(field(page, 'Notify Colour')).toHaveValue('#FFFFFF');
  await field(page, 'Event Code').fill('');
  await field(page, 'Event Code').pressSequentially('ab742');
  await expect(field(page, 'Event Code')).toHaveValue('742');
  await field(page, 'Event Name').fill('Phone in hand');
  await field(page, 'Notify Text').fill('Call the driver');
  await expect(save(page)).toBeDisabled();
  await field(page, 'Profile').fill('ALL');
  await expect(save(page)).toBeDisabled();
  await field(page, 'Profile').fill('GLOBAL');
  await expect(save(page)).toBeEnabled();
  await field(page, 'Profile').fill('Trucks');
  const post = sent(page, 'POST', DEFINE);
  await save(page).click();
  const { updatetime: _, ...body } = asJson(asJson((await post).postDataJSON())['eventDefine']);
  assert.deepEqual(body, {
    definename: 'Trucks',
    eventtype: 742,
    eventname: 'Phone in hand',
    notifytext: 'Call the driver',
    notifycolor: '#FFFFFF',
  });
  await expect(field(page, 'Event Name')).toHaveValue(''); // a fresh form: it is saved, and nobody is asked about it
  await profileRows(page).filter({ hasText: 'Trucks' }).click();
  await table(page).getByRole('button', { name: 'Edit Trucks 742' }).click();
  await expect(field(page, 'Event Name')).toHaveValue('Phone in hand');
  await field(page, 'Event Name').fill('Telephone');
  await field(page, 'Notify Colour').fill('#FF8800');
  const put = sent(page, 'PUT', DEFINE);
  await save(page).click();
  await put;
  await expect(table(page).getByText('Telephone')).toBeVisible();
  await expect(field(page, 'Event Name')).toHaveValue('');
  await table(page).getByRole('button', { name: 'Delete Trucks 742' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(table(page).getByText('Telephone')).toHaveCount(0);
  const left = asList(await call('GET', DEFINE)).filter(({ definename }) => definename === 'Trucks');
  assert.deepEqual(
    left.map(({ eventtype }) => eventtype),
    [13],
  );
});

test('[E-ENT-005] ui: a device without a profile has the name and text of GLOBAL in toast and list; one with a profile has those', async ({
  t,
}) => {
  await prepare();
  const said = { notifytext: 'Tell the depot', notifycolor: '#FF8800' };
  const of = (definename: string, eventname: string): Json => ({
    eventDefine: { definename, eventtype: 16, eventname, ...said },
  });
  await call('PUT', DEFINE, of('GLOBAL', 'Much too fast'));
  await call('POST', DEFINE, {
    eventDefine: { ...asJson(of('Trucks', 'Truck too fast')['eventDefine']), notifytext: 'Brake' },
  });
  const start = (id: string) =>
    stage.vehicle(t, { phone: `0${id}`, parked: true, alarms: false, intervalMs: 3_600_000 });
  const [plain, truck] = [await start('13800000953'), await start('13800000954')];
  await call('POST', '/gkevent/eventdefinedevice', { deviceid: '13800000954', definename: 'Trucks' });
  const page = await stage.signedIn(t, { path: '/todayevents', prepare: logEvents });
  await eventsReach(page, 'openedMs', 1); // an alarm before that is in the list, and no toast
  await page.bringToFront();
  for (const [vehicle, name, text] of [
    [plain, 'Much too fast', 'Tell the depot'],
    [truck, 'Truck too fast', 'Brake'],
  ] as const) {
    vehicle.sendAlarm('collision');
    const toast = page.locator('[data-sonner-toast]').filter({ hasText: name });
    await expect(toast.filter({ hasText: text })).toBeVisible();
    await expect(toast.locator('[data-colour="#FF8800"]')).toBeVisible();
    await expect(page.getByRole('table').locator('tbody td', { hasText: name }).first()).toBeVisible();
  }
});

test('ui: what is typed is asked for before another profile or row is opened; a row that is deleted leaves an empty form', async ({
  t,
}) => {
  await prepare();
  await call('POST', DEFINE, definition('Trucks', 17, 'Braked hard'));
  const page = await open(t);
  const discard = page.getByRole('dialog', { name: 'Discard the changes?' });
  await field(page, 'Event Name').fill('Half typed');
  await profileRows(page).filter({ hasText: 'Trucks' }).click();
  await discard.getByRole('button', { name: 'Keep editing' }).click();
  await expect(discard).toHaveCount(0);
  await expect(field(page, 'Event Name')).toHaveValue('Half typed');
  await profileRows(page).filter({ hasText: 'Trucks' }).click();
  await discard.getByRole('button', { name: 'Discard' }).click();
  await expect(field(page, 'Profile')).toHaveValue('Trucks');
  await table(page).getByRole('button', { name: 'Edit Trucks 17' }).click();
  await expect(field(page, 'Event Name')).toHaveValue('Braked hard');
  await table(page).getByRole('button', { name: 'Delete Trucks 17' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByRole('region', { name: 'New definition' })).toBeVisible();
  await expect(field(page, 'Event Name')).toHaveValue('');
  await page.goto(new URL('/eventdefinesetting?profile=Nobody', page.url()).href);
  await expect(page.getByText('This profile has no definitions.')).toBeVisible();
});

test('ui: a save says which version was opened, also when the list has a later one; then it says who changed it, and saves over it', async ({
  t,
}) => {
  await prepare();
  await call('POST', DEFINE, definition('Buses', 18, 'Turned'));
  const page = await stage.signedIn(t, { path: '/eventdefinesetting?profile=Buses', expected: /409/ });
  await table(page).getByRole('button', { name: 'Edit Buses 18' }).click();
  await expect(field(page, 'Event Name')).toHaveValue('Turned');
  await field(page, 'Event Name').fill('Turned sharply');
  await call('PUT', DEFINE, definition('Buses', 18, 'Turned by a colleague'));
  const choose = sent(page, 'POST', '/gkevent/eventdefinedevice');
  await profileOf(page, OTHER).selectOption('Buses'); // fetches the list again
  await choose;
  await expect(table(page).getByText('Turned by a colleague')).toBeVisible();
  await expect(field(page, 'Event Name')).toHaveValue('Turned sharply');
  await save(page).click();
  await expect(form(page).getByRole('alert').filter({ hasText: 'Saving again keeps yours' })).toContainText('admin');
  await save(page).click();
  await expect(table(page).getByText('Turned sharply')).toBeVisible();
  await call('DELETE', '/gkevent/eventdefinedevice', { deviceid: OTHER });
});

/** Answers to these are held back until it is called. */
const holdBack = async (page: Page, method: string): Promise<() => void> => {
  const answer = Promise.withResolvers<void>();
  await page.route(`**${DEFINE}`, async (route) => {
    if (route.request().method() === method) await answer.promise;
    return route.continue();
  });
  return answer.resolve;
};

test('ui: nothing is typed into the form while its definition is on its way, or while one is saved and a fresh form follows', async ({
  t,
}) => {
  const page = await open(t);
  await profileRows(page).filter({ hasText: 'Trucks' }).click();
  await field(page, 'Event Code').fill('31');
  await field(page, 'Event Name').fill('Rolled over');
  const saved = await holdBack(page, 'POST');
  await field(page, 'Event Name').press('Enter');
  await expect(field(page, 'Event Name')).toBeDisabled();
  const next = field(page, 'Event Name').fill('The next one');
  saved();
  await next;
  await expect(table(page).getByText('Rolled over')).toBeVisible();
  await expect(field(page, 'Event Name')).toHaveValue('The next one');
  await field(page, 'Event Name').fill('');

  await call('POST', DEFINE, definition('Trucks', 32, 'Rolled back'));
  const listed = await holdBack(page, 'GET');
  await profileOf(page, OTHER).selectOption('Buses'); // fetches the list again
  await go(page, '/eventdefinesetting?profile=Trucks&row=32%20Trucks');
  await expect(form(page).getByText('Loading')).toBeVisible();
  await expect(field(page, 'Event Name')).toBeDisabled();
  const typed = field(page, 'Notify Text').fill('Come home');
  listed();
  await typed;
  await expect(field(page, 'Event Name')).toHaveValue('Rolled back');
  await expect(field(page, 'Notify Text')).toHaveValue('Come home');
  await call('DELETE', '/gkevent/eventdefinedevice', { deviceid: OTHER });
});

test('ui: profiles of devices that cannot be loaded are said, not shown as GLOBAL', async ({ t }) => {
  await prepare();
  const LINKS = '**/gkevent/eventdefinedevice';
  const page = await stage.signedIn(t, {
    path: '/eventdefinesetting',
    expected: /400/,
    prepare: (made) =>
      made.route(LINKS, (route) => route.fulfill({ status: 400, json: { hasError: 1, message: 'the disk said no' } })),
  });
  await expect(page.getByRole('alert').filter({ hasText: 'the disk said no' })).toBeVisible();
  await expect(profileOf(page, ID)).toHaveCount(0);
  await page.unroute(LINKS);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(profileOf(page, ID)).toBeVisible();
});

test('ui: at 1440 px names, texts and times of definitions are read whole', async ({ t }) => {
  await prepare();
  await call('POST', DEFINE, definition('Trucks', 40, 'Message received'));
  const page = await stage.signedIn(t, { path: '/eventdefinesetting?profile=Trucks' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(table(page).getByText('Message received')).toBeVisible();
  for (const cells of [table(page).getByRole('columnheader').getByRole('button'), table(page).getByRole('cell')])
    // The table takes its new width a moment after the window has it.
    await becomes(
      () =>
        cells.evaluateAll((all) =>
          all.filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent),
        ),
      [],
      'what is cut off',
    );
  const room = (): Promise<number> =>
    table(page).evaluate((each) => {
      const frame = each.parentElement;
      return frame === null ? 1 : frame.scrollWidth - frame.clientWidth;
    });
  await becomes(room, 0, 'nothing scrolls sideways');
});
