// What the screens of events have in common: who opens them, what their pickers offer, what a save says, that nothing is deleted without a
// question, and that a server out of reach is no toast. What each does by itself is in its own spec.
import assert from 'node:assert/strict';
import {
  eventCodes,
  getEventDefine,
  getEventReports,
  getPushPlans,
  postEventQuery,
  postFaces,
} from '@outrider/contract';
import type { Locator, Page } from '@playwright/test';
import { addFace, addPhoto } from '../integration/support/faces.ts';
import { asJson, asList, httpCall, type Json } from '../integration/support/operator.ts';
import { pngPicture } from '../integration/support/pictures.ts';
import { until } from '../integration/support/until.ts';
import { eventsReach, logEvents } from './event-log.ts';
import { type Ending, useStage } from './fixture.ts';
import { inOrder } from './in-order.ts';
import { eventRow, eventTable, plant } from './support/events.ts';
import { expect, test } from './test.ts';

const [ID, OTHER] = ['13800000811', '13800000812'];
const stage = useStage({}, async ({ register }) => {
  await register(ID, 4, { vehicleid: 'TRK-811' });
  await register(OTHER, 4, { vehicleid: 'TRK-812' });
});
const DEFINE = '/gkevent/eventdefine';
const DOWNLOAD = '/gkevent/eventdownloadplan';
const PUSH = '/gkevent/pusheventplan';
const REALTIME = '/gkevent/realtimeeventplan';
const REPORT = '/gkevent/eventreport';
const FIRMWARE = '/gkserver/autofw';
const SCRIPT = 'POST https://hooks.example.org/alarm\n\n{deviceid}';

const ask = async (method: string, path: string, input: Json): Promise<unknown> => {
  const { ports, admin } = stage.server;
  const { status, body } = await httpCall(ports.http, method, path, { account: admin, input });
  assert.equal(status, 200, `${method} ${path} ${JSON.stringify(body)}`);
  return body;
};
const toasts = (page: Page): Locator => page.locator('[data-sonner-toast]');
const dialog = (page: Page): Locator => page.getByRole('dialog');
const press = (room: Page | Locator, name: string): Promise<void> =>
  room.getByRole('button', { name, exact: true }).click();
const type = (room: Page | Locator, label: string, text: string): Promise<void> =>
  room.getByLabel(label, { exact: true }).fill(text);
const target = { deviceid: ID, groupid: 'root', updateMode: 'DEVICE' };
const downloadPlan = {
  ...target,
  appdevid: 13,
  downloadtype: 1,
  downloadplan: 1,
  streamtype: 0,
  preoffset: null,
  postoffset: null,
  entimepart: 0,
  timepart: '',
  intermission: 0,
  enupload: 0,
  upload: '',
  custompath: 0,
  accoffonly: 0,
  maxbackupsecs: 0,
  snapshotmode: 0,
  mediatype: '1',
};
const pushPlan = { ...target, appdevid: 13, enable: 1, name: 'Hook', script: SCRIPT };
const realtimePlan = { ...target, appdevid: 13, call_en: 1, call_time: 30, email_en: 0, receivers: '', sms_en: 0 };
const definition = { definename: 'Trucks', eventtype: 13, eventname: 'Fast', notifytext: '', notifycolor: '#FFFFFF' };
const report = { profile: 'Depot', type: 'event detail' };
/** What stands under GLOBAL without being stored stays. */
const forgetDefinitions = async (): Promise<void> => {
  const names = new Set(asList(await ask('GET', DEFINE, {})).map(({ definename }) => definename));
  names.delete('GLOBAL');
  for (const definename of names) await ask('DELETE', DEFINE, { definename });
};
/** Beside the first row of a device there is one of another code, for the list at the left to delete. */
const prepare = async (): Promise<void> => {
  for (const [path, word, plan] of [
    [DOWNLOAD, 'eventDownloadPlan', downloadPlan],
    [PUSH, 'pushEventPlan', pushPlan],
    [REALTIME, 'realtimeEventPlan', realtimePlan],
  ] as const) {
    for (const old of asList(await ask('GET', path, {}))) await ask('DELETE', path, { [word]: old });
    for (const appdevid of [13, 16]) await ask('POST', path, { [word]: { ...plan, appdevid } });
  }
  await forgetDefinitions();
  for (const eventtype of [13, 16]) await ask('POST', DEFINE, { eventDefine: { ...definition, eventtype } });
  for (const old of asList(await ask('GET', REPORT, {})))
    await ask('DELETE', REPORT, { eventReport: { reportid: old['reportid'] } });
  await ask('POST', REPORT, { eventReport: report });
};

test('[F-ROUTE-024 F-ROUTE-025 F-ROUTE-026 F-ROUTE-027] ui: level 0 on the own host opens the editor of definitions and the three tables of plans', async ({
  t,
}) => {
  await prepare();
  const page = await stage.signedIn(t, { path: '/eventdefinesetting' });
  await expect(page.getByRole('region', { name: 'New definition' }).getByLabel('Event Code')).toBeVisible();
  for (const [path, title] of [
    ['/eventdownloadplansetting', 'Event download plan'],
    ['/pusheventplansetting', 'Push event plan'],
    ['/realtimeeventplansetting', 'Realtime event plan'],
  ] as const) {
    await page.goto(new URL(path, page.url()).href);
    await expect(page.getByRole('table', { name: title }).getByRole('row')).toHaveCount(3);
  }
});

test('[F-PRODUCT-009] ui: the events of the day are listed, and a new alarm raises a toast', async ({ t }) => {
  const vehicle = await stage.vehicle(t, {
    phone: '013800000813',
    channels: 1,
    parked: true,
    intervalMs: 3_600_000,
    alarms: false,
  });
  const [serialno = 0] = await plant(stage, { id: ID, code: 742 });
  const page = await stage.signedIn(t, { path: '/todayevents', prepare: logEvents });
  await expect(eventRow(page, serialno)).toContainText('Phone call start');
  await eventsReach(page, 'openedMs', 1); // a toast is for what the page hears
  await page.bringToFront();
  vehicle.sendAlarm('collision');
  await expect(toasts(page).filter({ hasText: '13800000813' })).toBeVisible();
  await expect(eventTable(page).locator('tbody tr').filter({ hasText: '13800000813' }).first()).toBeVisible();
});

/** What the picker of kinds of events offers: the name of each code. */
const offered = async (page: Page): Promise<ReadonlyMap<number, string>> =>
  new Map(
    await dialog(page)
      .getByLabel('Event Type', { exact: true })
      .locator('option')
      .evaluateAll((all) =>
        all.map((each): [number, string] => [Number(each.getAttribute('value')), each.textContent.toLowerCase()]),
      ),
  );
/** The names of rows E-ENT-037 and E-ENT-038. */
const upTo24 =
  'online,address changed,reboot,offline,info changed,system up time,gpio 0,gpio 1,gpio 2,gpio 3,gpio 4,gpio 5,gpio 6,gpio 7,disk error,over speed,idle,video loss,g-sensor,message received,notify,external alarm';
const later: readonly (readonly [number, RegExp])[] = [
  [51, /^trigger in$/],
  [52, /^trigger out$/],
  [90, /^sd backup/],
  [91, /^sd backup/],
  [92, /^sd backup/],
  [98, /^lost recording cover$/],
  [99, /^schedule$/],
  [100, /^custom download$/],
];

test('[E-ENT-012 E-ENT-037 E-ENT-038 E-ENT-039] ui: the picker has code and name of every kind of event, and no event is a bare number', async ({
  t,
}) => {
  await prepare();
  const page = await stage.signedIn(t, { path: '/pusheventplansetting' });
  await press(page, 'Add');
  await expect(dialog(page).getByLabel('Event Type', { exact: true })).toBeVisible(); // options are not waited for
  const kinds = await offered(page);
  for (const { code } of eventCodes) assert.match(kinds.get(code) ?? '', /[a-z]/, `code ${code} has a name`);
  const low = [...kinds].filter(([code]) => code <= 24).map(([, name]) => name);
  assert.deepEqual(low.toSorted(), upTo24.split(',').toSorted());
  for (const [code, name] of later) assert.match(kinds.get(code) ?? '', name);
  for (const [from, to] of [
    [700, 783],
    [1811, 1833],
  ] as const)
    assert.ok(
      [...kinds.keys()].some((code) => code >= from && code <= to),
      `${from} to ${to}`,
    );
  const serials = await plant(stage, { id: ID, code: 700 }, { id: ID, code: 1811 });
  await page.goto(new URL('/todayevents', page.url()).href);
  for (const [i, name] of ['Lane departure left start', 'Vendor lane departure left'].entries())
    await expect(eventRow(page, serials[i] ?? 0)).toContainText(name);
});

test('[E-CONST-018 E-CONST-026] ui: ALL and GLOBAL are there without any definition; a new plan is for all devices, in the group root', async ({
  t,
}) => {
  await prepare();
  await forgetDefinitions();
  const page = await stage.signedIn(t, { path: '/eventdefinesetting' });
  await expect(page.getByRole('region', { name: 'Profiles' }).locator('tbody tr')).toHaveText([/^ALL/, /^GLOBAL/]);
  await inOrder(['/eventdownloadplansetting', '/pusheventplansetting', '/realtimeeventplansetting'], async (path) => {
    await page.goto(new URL(path, page.url()).href);
    await press(page, 'Add');
    await expect(dialog(page).getByRole('radio', { name: 'GLOBAL' })).toBeChecked();
    await type(dialog(page), 'Event Code', '19');
    if (path.startsWith('/push')) await type(dialog(page), 'Script', SCRIPT);
    const request = page.waitForRequest((sent) => sent.method() === 'POST' && sent.url().includes('plan'));
    await press(dialog(page), 'Save');
    const [plan] = Object.values(asJson((await request).postDataJSON()));
    assert.deepEqual([asJson(plan)['updateMode'], asJson(plan)['groupid']], ['GLOBAL', 'root']);
    await expect(dialog(page)).toHaveCount(0); // it is saved before the page is left
  });
});

/** Each editor: where it is, what it saves with, and how. */
const editors: readonly {
  path: string;
  call: string;
  save: (page: Page) => Promise<void>;
}[] = [
  {
    path: '/eventdefinesetting',
    call: DEFINE,
    save: async (page) => {
      const form = page.getByRole('region', { name: 'New definition' });
      await type(form, 'Profile', 'Vans');
      await type(form, 'Event Code', '17');
      await type(form, 'Event Name', 'Written');
      await press(form, 'Save');
    },
  },
  {
    path: '/eventdownloadplansetting',
    call: DOWNLOAD,
    save: async (page) => {
      await press(page, 'Add');
      await type(dialog(page), 'Event Code', '17');
      await press(dialog(page), 'Save');
    },
  },
  {
    path: '/pusheventplansetting',
    call: PUSH,
    save: async (page) => {
      await press(page, 'Add');
      await type(dialog(page), 'Event Code', '17');
      await type(dialog(page), 'Script', SCRIPT);
      await press(dialog(page), 'Save');
    },
  },
  {
    path: '/realtimeeventplansetting',
    call: REALTIME,
    save: async (page) => {
      await press(page, 'Add');
      await type(dialog(page), 'Event Code', '17');
      await press(dialog(page), 'Save');
    },
  },
  {
    path: '/eventreportsetting',
    call: REPORT,
    save: async (page) => {
      await type(page, 'Profile Name', 'Office');
      await press(page, 'Save New');
    },
  },
  {
    path: '/devicefirmwareupdate?tab=plan',
    call: FIRMWARE,
    save: async (page) => {
      await page.getByRole('tab', { name: 'Auto Update Plan' }).click();
      const form = page.locator('form').filter({ has: page.getByRole('button', { name: 'Add Plan' }) });
      await form.getByLabel('Source version').fill('old-8');
      await form.getByLabel('Address (URL)').fill('https://files.example.org/new-8.bin');
      await press(form, 'Add Plan');
    },
  },
];

test('[E-ERR-002] ui: a save of each editor, and a download, are a success toast with the words of the server', async ({
  t,
}) => {
  await prepare();
  const [serialno = 0] = await plant(stage, { id: ID, code: 742, fetched: { download: 1, completed: true, tries: 1 } });
  const page = await stage.signedIn(t, { path: '/idle' });
  const fetchAgain = {
    path: '/todayevents',
    call: '/gkevent/download',
    save: (each: Page) => press(each, `Fetch the files of event ${serialno} again`),
  };
  await inOrder([...editors, fetchAgain], async ({ path, call, save }) => {
    const message = `Kept, says ${call}`;
    await page.route(`**${call}`, async (route) => {
      if (route.request().method() === 'GET') return route.continue();
      if (call === fetchAgain.call) {
        const reply = { serialno, completed: 1, try: 2, download: 1, updatetime: 1_790_000_000, message };
        return route.fulfill({ json: reply });
      }
      const response = await route.fetch();
      return route.fulfill({ response, json: { ...asJson(await response.json()), message } });
    });
    await page.goto(new URL(path, page.url()).href);
    await save(page);
    const said = toasts(page).filter({ hasText: message });
    await expect(said).toHaveAttribute('data-type', 'success');
    await page.unroute(`**${call}`);
  });
});

test('[E-ERR-003] ui: a server out of reach is written to the console, and is no toast', async ({ t }) => {
  const logged: string[] = [];
  const page = await stage.signedIn(t, {
    path: '/idle',
    expected: /ERR_CONNECTION_REFUSED|Failed to load/,
    prepare: (made) =>
      made.on('console', (message) => {
        if (message.type() === 'error') logged.push(message.location().url);
      }),
  });
  await inOrder(
    [
      ['/todayevents', postEventQuery],
      ['/eventdefinesetting', getEventDefine],
      ['/pusheventplansetting', getPushPlans],
      ['/eventreportsetting', getEventReports],
      ['/facerecognitionsetting?tab=add', postFaces],
    ] as const,
    async ([path, call]) => {
      const place = `**${call.path.replaceAll(/\{\w+\}/g, '*')}`;
      await page.route(place, (route) => route.abort('connectionrefused'));
      await page.goto(new URL(path, page.url()).href);
      await expect(page.getByText(/The server cannot be reached/).first()).toBeVisible();
      await until(`${path} is in the console`, () =>
        logged.some((address) => address.includes(call.path.split('{')[0] ?? '')),
      );
      assert.equal(await toasts(page).count(), 0, path);
      await page.unroute(place);
    },
  );
});

/** Presses the button twice: the first question is cancelled and nothing is sent, the second one is answered. */
const deletes = async (page: Page, name: string): Promise<void> => {
  const sent: string[] = [];
  const hear = (request: { method: () => string; url: () => string }): void => {
    if (request.method() === 'DELETE') sent.push(new URL(request.url()).pathname);
  };
  page.on('request', hear);
  await press(page, name);
  await expect(dialog(page), name).toBeVisible();
  await press(dialog(page), 'Cancel');
  await expect(dialog(page)).toHaveCount(0);
  assert.deepEqual(sent, [], `${name}: nothing is sent before the answer`);
  await press(page, name);
  const request = page.waitForRequest((each) => each.method() === 'DELETE');
  await press(dialog(page), 'Delete');
  await request;
  await expect(dialog(page)).toHaveCount(0);
  assert.equal(sent.length, 1, `${name}: one is sent after it`);
  page.off('request', hear);
};

const deleteEach = async (page: Page, path: string, names: readonly string[]): Promise<void> => {
  await page.goto(new URL(path, page.url()).href);
  await inOrder(names, (name) => deletes(page, name));
};

const openFaces = async (t: Ending): Promise<{ page: Page; faceid: number }> => {
  const faceid = await addFace(stage.server, { unit: 'North', idcard: 'A1', name: 'Wang' });
  await addPhoto(stage.server, faceid, pngPicture());
  return { page: await stage.signedIn(t, { path: '/facerecognitionsetting?tab=add' }), faceid };
};

test('[E-CONFIRM-001] ui: whatever is deleted on a screen of events, firmware or faces is asked for first', async ({
  t,
}) => {
  await prepare();
  await ask('POST', FIRMWARE, { targetfw: 'old-9', url: 'https://files.example.org/x.bin', memo: '' });
  const { page, faceid } = await openFaces(t);
  await deletes(page, `Delete photo 1 of face ${faceid}`);
  await deletes(page, `Delete face ${faceid}`);
  await deleteEach(page, '/eventdefinesetting?profile=Trucks', ['Delete Trucks 13', 'Delete Trucks']);
  await deleteEach(page, '/eventdownloadplansetting', [`Delete 13 ${ID}`, `Delete TRK-811 (${ID})`]);
  await deleteEach(page, '/pusheventplansetting', [`Delete ${ID} Over speed`, `Delete TRK-811 (${ID})`]);
  await deleteEach(page, '/realtimeeventplansetting', [`Delete ${ID} Over speed`, `Delete TRK-811 (${ID})`]);
  const [{ reportid } = {}] = asList(await ask('GET', REPORT, {}));
  await deleteEach(page, '/eventreportsetting', [`Delete Depot [${String(reportid)}]`]);
  await page.goto(new URL('/devicefirmwareupdate', page.url()).href);
  await page.getByRole('tab', { name: 'Auto Update Plan' }).click();
  await deletes(page, 'Delete old-9');
});
