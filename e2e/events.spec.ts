// Alarms, recoveries and calls as an operator meets them: pushed by simulated vehicles over the real event socket, told as toasts,
// rung, listed under the bell; and what becomes of the socket itself.
import assert from 'node:assert/strict';
import type { Locator, Page, WebSocketRoute } from '@playwright/test';
import type { Vehicle } from '../apps/simulator/src/index.ts';
import { eventsReach, logEvents, readEvents } from './event-log.ts';
import { type Ending, type SignedInOptions, useStage } from './fixture.ts';
import { logSockets, readSockets } from './socket-log.ts';
import { deviceRow, leaf, limitToast, tiles } from './tree.ts';
import { standStill } from './support/clock.ts';
import { expect, test } from './test.ts';
import { until } from '../integration/support/until.ts';

const stage = useStage();
const SECOND_MS = 1000;

/** A vehicle that stands still and reports only when the test says so. */
const parked = (t: Ending, phone: string, details: Record<string, unknown> = {}): Promise<Vehicle> =>
  stage.vehicle(t, { phone, channels: 1, parked: true, intervalMs: 3_600_000, alarms: false }, details);

/** Signed in on the dashboard with the event socket open and the devices known, which toasts and the list of alarms name. */
const listening = async (t: Ending, options: SignedInOptions = {}): Promise<Page> => {
  const page = await stage.signedIn(t, {
    path: '/blockview',
    ...options,
    prepare: async (made) => {
      await logEvents(made);
      await options.prepare?.(made);
    },
  });
  await eventsReach(page, 'openedMs', 1);
  await page.waitForFunction(() => localStorage.getItem('dashboardTime') !== null, undefined, { polling: 20 });
  return page;
};

/** As `listening`, with a clock that stands still until the test moves it. */
const listeningInStillTime = (t: Ending, options: SignedInOptions = {}): Promise<Page> =>
  listening(t, {
    ...options,
    prepare: async (made) => {
      await made.clock.install({ time: Date.now() });
      await made.clock.pauseAt(Date.now() + SECOND_MS);
      await options.prepare?.(made);
    },
  });

const toasts = (page: Page, type = ''): Locator =>
  page.locator(type === '' ? '[data-sonner-toast]' : `[data-sonner-toast][data-type="${type}"]`);

/** Lets the page's time pass frame by frame until the toast is there: the moment is known to within a frame. */
const comesUp = async (page: Page, toast: Locator): Promise<void> => {
  while ((await toast.count()) === 0) await page.clock.runFor(20);
};

const placeOf = (toast: Locator): Promise<(string | null)[]> =>
  Promise.all(['data-y-position', 'data-x-position'].map((name) => toast.getAttribute(name)));

const bell = (page: Page): Locator => page.getByRole('button', { name: /^Alarms/ });

const ring = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const audio = document.querySelector('audio');
    return audio === null ? 'none' : audio.paused ? 'paused' : 'playing';
  });

test('[F-EVENTSOCK-002] [F-ERR-026] an alarm is told in a warning toast at the bottom right for 15 s; a click leads to the device', async ({
  t,
}) => {
  const vehicle = await parked(t, '013800000401', { drivername: '王小明 <b>x</b>', vehicleid: 'TRK-401' });
  const page = await listeningInStillTime(t);
  vehicle.sendAlarm('collision');
  await eventsReach(page, 'heard', 1);
  const toast = toasts(page, 'warning');
  await comesUp(page, toast);
  assert.deepEqual(await placeOf(toast), ['bottom', 'right']);
  const words = await toast.innerText();
  assert.match(words, /^G-sensor/);
  assert.match(words, /TRK-401 · (?:[^·]+ · )?王小明 <b>x<\/b> · 13800000401/);
  assert.match(words, /\d\d:\d\d:\d\d · -?\d+\.\d{5}, -?\d+\.\d{5}/);
  await page.clock.runFor(14_900);
  assert.equal(await toast.count(), 1);
  await page.clock.runFor(600);
  await toast.waitFor({ state: 'detached' });
  vehicle.clearAlarm('collision');
  vehicle.sendAlarm('smoking');
  await eventsReach(page, 'heard', 3);
  const second = toasts(page, 'warning');
  await comesUp(page, second);
  await page.clock.runFor(500);
  assert.match(await second.innerText(), /^Smoking start/);
  await second.getByText('TRK-401').click();
  await page.waitForURL('**/liveview/13800000401');
});

/** By the page's clock, which stands still: it is there for so long, and then it goes. */
const lasts = async (page: Page, toast: Locator, ms: number): Promise<void> => {
  await comesUp(page, toast);
  await page.clock.runFor(ms - 100);
  assert.equal(await toast.count(), 1);
  await page.clock.runFor(600);
  await toast.waitFor({ state: 'detached' });
};

test('[F-CONST-006] toasts last 1 s, 5 s, and 15 s for an alarm', async ({ t }) => {
  const vehicle = await parked(t, '013800000408');
  await stage.register('TILES-408', 13);
  const page = await listening(t, { path: '/treeview', prepare: (made) => made.clock.install() });
  await deviceRow(page, 'TILES-408').click();
  for (let channel = 1; channel <= 12; channel += 1) await leaf(page, `ch${channel}`).click();
  await tiles(page).nth(11).waitFor();
  await page.getByRole('button', { name: 'Other' }).click();
  await page.getByRole('button', { name: 'Custom download' }).click();
  const form = page.getByRole('dialog', { name: 'Custom event' });
  await form.getByLabel('Device ID').fill('TILES-408');
  await form.getByRole('checkbox', { name: 'Download channel 1' }).check();
  await standStill(page);
  await form.getByRole('button', { name: 'Ask for the footage' }).click();
  await lasts(page, toasts(page, 'success').filter({ hasText: 'Success' }), 5 * SECOND_MS);
  await page.keyboard.press('Escape');
  await page.clock.runFor(SECOND_MS);
  await form.waitFor({ state: 'detached' });
  await leaf(page, 'ch13').click();
  await page.mouse.move(700, 700); // a pointer over a toast would hold it
  await lasts(page, limitToast(page), SECOND_MS);
  vehicle.sendAlarm('collision');
  await eventsReach(page, 'heard', 1);
  await lasts(page, toasts(page, 'warning'), 15 * SECOND_MS);
});

test('[F-ERR-027] without the focus an alarm raises no toast; the bell counts it all the same', async ({ t }) => {
  const vehicle = await parked(t, '013800000402');
  const page = await listening(t);
  await page.evaluate(() => {
    document.hasFocus = () => false;
  });
  vehicle.sendAlarm('collision');
  await page.getByRole('button', { name: 'Alarms (1)' }).waitFor();
  await eventsReach(page, 'heard', 1); // the bell may count it before the page hears of it
  assert.equal(await toasts(page).count(), 0);
  await page.evaluate(() => {
    document.hasFocus = () => true;
  });
  vehicle.sendAlarm('rollover');
  await toasts(page, 'warning').getByText('Rollover warning').waitFor();
  assert.equal(await toasts(page).count(), 1);
});

test('[F-ERR-028] with event notifications off an alarm raises no toast, and the choice is kept', async ({ t }) => {
  const vehicle = await parked(t, '013800000403');
  const page = await listening(t);
  await page.getByRole('button', { name: 'Settings' }).click();
  const choice = page.getByRole('switch', { name: 'Event notifications' });
  await expect(choice).toBeChecked();
  await choice.click();
  assert.equal(await page.evaluate(() => localStorage.getItem('eventNotify')), 'false');
  await page.keyboard.press('Escape');
  vehicle.sendAlarm('collision');
  await page.getByRole('button', { name: 'Alarms (1)' }).waitFor();
  vehicle.sendAlarm('sos'); // its call shows in any case, and after what came before it
  await toasts(page, 'info').waitFor();
  assert.equal(await toasts(page, 'warning').count(), 0);
  await page.reload();
  await eventsReach(page, 'openedMs', 1);
  await bell(page).click();
  await expect(choice).toBeChecked({ checked: false });
  await choice.click();
  await page.keyboard.press('Escape');
  vehicle.sendAlarm('rollover');
  await toasts(page, 'warning').getByText('Rollover warning').waitFor();
});

test('[F-EVENTSOCK-003] [F-ERR-029] a recovery is told in a success toast in the place of its alarm, for 15 s', async ({
  t,
}) => {
  const vehicle = await parked(t, '013800000404');
  const page = await listeningInStillTime(t);
  vehicle.sendAlarm('overspeed');
  await eventsReach(page, 'heard', 1);
  await comesUp(page, toasts(page, 'warning'));
  vehicle.clearAlarm('overspeed');
  await eventsReach(page, 'heard', 2);
  const toast = toasts(page, 'success');
  await comesUp(page, toast);
  assert.match(await toast.innerText(), /^Recovered: Over speed\s+13800000404/);
  assert.deepEqual(await placeOf(toast), ['bottom', 'right']);
  assert.equal(await toasts(page, 'warning').count(), 0);
  await page.clock.runFor(14_900);
  assert.equal(await toast.count(), 1);
  await page.clock.runFor(600);
  await toast.waitFor({ state: 'detached' });
  await bell(page).click();
  const over = page.getByRole('list', { name: 'Recent alarms' }).getByRole('listitem').first();
  await over.getByText('Recovered').waitFor({ state: 'attached' });
});

test('[F-EVENTSOCK-004] [F-ERR-030] [F-ERR-032] a call rings and stays in an info toast until it is closed', async ({
  t,
}) => {
  const vehicle = await parked(t, '013800000405');
  const page = await listeningInStillTime(t);
  assert.equal(await ring(page), 'none');
  const pressedMs = Date.now();
  vehicle.sendAlarm('sos');
  await eventsReach(page, 'heard', 2);
  const call = toasts(page, 'info');
  await comesUp(page, call);
  assert.match(await call.innerText(), /Call request: External alarm: SOS\s+13800000405/);
  const background = (toast: Locator): Promise<string> => toast.evaluate((el) => getComputedStyle(el).backgroundColor);
  assert.equal(await background(call), 'rgb(179, 16, 29)', 'nothing is redder than a call for help');
  assert.equal(await ring(page), 'playing');
  await page.clock.runFor(59 * SECOND_MS);
  assert.equal(await ring(page), 'playing');
  await page.clock.runFor(2 * SECOND_MS);
  assert.equal(await ring(page), 'none', 'nobody is at the desk: it does not ring for ever');
  await expect(call).toHaveCount(1);
  await toasts(page, 'warning').waitFor({ state: 'detached' });
  // A press in the same second of the device's clock is the same press.
  await until('the next second', () => Date.now() - pressedMs > 1000);
  vehicle.reportNow(); // the button has been let go
  vehicle.sendAlarm('sos');
  await eventsReach(page, 'heard', 4);
  await comesUp(page, toasts(page, 'warning'));
  assert.equal(await ring(page), 'playing');
  assert.equal(await call.count(), 1, 'one a device');
  await call.getByRole('button', { name: 'Close toast' }).click();
  await page.clock.runFor(500);
  await call.waitFor({ state: 'detached' });
  assert.equal(await ring(page), 'none');
});

test('[F-ERR-031] a call offers to talk on a secure page, which opens the talk; on plain http it does not', async ({
  t,
}) => {
  const vehicle = await parked(t, '013800000406');
  const page = await listening(t);
  const plain = await listening(t, { plain: true });
  vehicle.sendAlarm('sos');
  const call = toasts(page, 'info');
  const plainCall = toasts(plain, 'info');
  await call.waitFor();
  await plainCall.waitFor();
  assert.equal(await plainCall.getByRole('button', { name: 'Talk' }).count(), 0);
  assert.equal(await ring(page), 'playing');
  await call.getByRole('button', { name: 'Talk' }).click();
  await page.getByRole('dialog').getByText('13800000406').first().waitFor();
  await call.waitFor({ state: 'detached' });
  assert.equal(await ring(page), 'none');
});

test('a storm of alarms shows a few and counts the rest; the bell has the last hundred', async ({ t }) => {
  const routes: WebSocketRoute[] = [];
  const page = await listening(t, {
    prepare: (made) =>
      made.routeWebSocket(/event\.cgi/, (socket) => {
        socket.connectToServer();
        routes.push(socket);
      }),
  });
  const lines = Array.from({ length: 150 }, (_, n) => ({
    cmd: 'new',
    serialno: 1_000_000 + n, // above those that the server keeps of the tests before
    deviceid: `TRK-${n}`,
    appdevid: n === 149 ? 4711 : 13,
    eventname: n === 149 ? '4711' : '<i>x</i>',
    notifytext: '<i>y</i>',
    notifycolor: '#FF8800',
    message: n === 149 ? '' : '<b>note</b>',
    eventtime: '2026-03-01 14:02:31',
    eventtimeutc: 1_790_000_000,
    vehiclex: null,
    vehicley: null,
    speed: 0,
    sourcetype: 0,
  }));
  routes[0]?.send(`${lines.map((line) => JSON.stringify(line)).join('\n')}\n`);
  await toasts(page).getByText('… and 147 more').waitFor();
  await expect(toasts(page)).toHaveCount(4);
  await toasts(page).getByText('<i>x</i>: <b>note</b>').first().waitFor();
  await page.getByRole('button', { name: 'Alarms (99+)' }).waitFor();
  await toasts(page).getByRole('button', { name: 'Show' }).click();
  const rows = page.getByRole('list', { name: 'Recent alarms' }).getByRole('listitem');
  await rows.nth(99).waitFor();
  await expect(rows).toHaveCount(100);
  assert.match(await rows.first().innerText(), /^4711\s+Notice\s+<i>y<\/i>\s+TRK-149/);
  await bell(page).click();
  await page.getByRole('button', { name: 'Alarms', exact: true }).waitFor();
});

test('the bell lists what happened to which device, and leads to its live view and its place on the map', async ({
  t,
}) => {
  const vehicle = await parked(t, '013800000407', { drivername: 'أحمد', vehicleid: 'TRK-407' });
  const page = await listening(t);
  vehicle.sendAlarm('collision');
  await page.getByRole('button', { name: 'Alarms (1)' }).click();
  const row = page.getByRole('list', { name: 'Recent alarms' }).getByRole('listitem').filter({ hasText: 'TRK-407' });
  assert.match(await row.innerText(), /^G-sensor\s+Urgent\s+TRK-407 · (?:[^·]+ · )?أحمد · 13800000407/);
  await row.getByRole('img', { name: 'Alarm' }).waitFor();
  await row.getByRole('link', { name: 'Map' }).click();
  await page.waitForURL('**/?device=13800000407');
  await page.getByRole('button', { name: 'Alarms', exact: true }).click();
  await row.getByRole('link', { name: 'Live view' }).click();
  await page.waitForURL('**/liveview/13800000407');
  await row.waitFor({ state: 'detached' });
});

test('a session whose cookie could not be had at first hears its alarms all the same', async ({ t }) => {
  const vehicle = await parked(t, '013800000416');
  let asked = 0;
  const page = await listening(t, {
    expected: /503/,
    prepare: (made) =>
      made.route('**/gkserver/session', (route) => {
        asked += 1;
        return asked === 1 ? route.fulfill({ status: 503, json: { hasError: 1, message: 'busy' } }) : route.continue();
      }),
  });
  vehicle.sendAlarm('collision');
  await toasts(page, 'warning').waitFor();
  assert.equal(asked, 2);
});

test('who may not see events has no bell, no switch and no event socket', async ({ t }) => {
  const account = await stage.account('noevents', 1, ['P_dash', 'P_live']);
  const page = await stage.signedIn(t, { account, path: '/blockview', prepare: logEvents });
  await page.waitForFunction(() => localStorage.getItem('dashboardTime') !== null); // the sign-in is through
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByLabel('Theme').waitFor();
  assert.equal(await page.getByRole('switch', { name: 'Event notifications' }).count(), 0);
  assert.equal(await bell(page).count(), 0);
  assert.deepEqual((await readEvents(page)).openedMs, []);
});

test('[F-SESSION-012] signing out closes both sockets, and neither is opened again', async ({ t }) => {
  const page = await listeningInStillTime(t, { prepare: logSockets });
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL('**/login');
  await eventsReach(page, 'closedMs', 1);
  await page.waitForFunction(() => Reflect.get(globalThis, 'socketLog').closed.length === 1, undefined, {
    polling: 20,
  });
  await page.clock.runFor(60 * SECOND_MS);
  await page.evaluate(() => fetch('/gkserver/protocol').then((answer) => answer.text())); // what a connection begins with
  assert.equal((await readEvents(page)).openedMs.length, 1);
  assert.equal((await readSockets(page)).opened.length, 1);
});

test('[F-SESSION-014] [F-CONST-003] a lost event socket comes back 1 s later, a lost main channel 10 s later', async ({
  t,
}) => {
  const events: WebSocketRoute[] = [];
  const main: WebSocketRoute[] = [];
  const page = await listeningInStillTime(t, {
    prepare: async (made) => {
      await made.routeWebSocket(/./, (socket) => {
        socket.connectToServer();
        (socket.url().includes('event.cgi') ? events : main).push(socket);
      });
      await logEvents(made);
      await logSockets(made);
    },
  });
  const now = (): Promise<number> => page.evaluate(() => Date.now());
  await events[0]?.close();
  await eventsReach(page, 'closedMs', 1);
  const eventLostMs = await now();
  await page.clock.runFor(999);
  assert.equal(events.length, 1);
  await page.clock.runFor(1);
  await eventsReach(page, 'openedMs', 2);
  assert.equal(((await readEvents(page)).openedMs[1] ?? 0) - eventLostMs, SECOND_MS);
  await main[0]?.close();
  await page.getByText('No connection to the server since').waitFor();
  await page.clock.runFor(9999);
  assert.equal(main.length, 1);
  await page.clock.runFor(1);
  await page.getByText('No connection to the server since').waitFor({ state: 'hidden' });
  assert.equal(main.length, 2);
});

test('[F-ERR-035] a failed request and a lost socket are only logged: no toast, and the page goes on', async ({
  t,
}) => {
  const routes: WebSocketRoute[] = [];
  const logged: string[] = [];
  const page = await listening(t, {
    expected: /Failed to load resource/,
    prepare: async (made) => {
      made.on('console', (message) => logged.push(message.text()));
      await made.routeWebSocket(/event\.cgi/, (socket) => {
        socket.connectToServer();
        routes.push(socket);
      });
    },
  });
  await page.route('**/gkserver/usergroup', (route) => route.abort());
  await page.route('**/gkevent/customevent', (route) => route.abort());
  await page.getByRole('button', { name: 'Other' }).click();
  await page.getByRole('button', { name: 'Custom download' }).click();
  const dialog = page.getByRole('dialog', { name: 'Custom event' });
  await dialog.getByText('This did not work').waitFor();
  await routes[0]?.close();
  await eventsReach(page, 'openedMs', 2);
  for (const words of ['Failed to load resource', 'the event socket is lost'])
    await until(`'${words}' is logged`, () => logged.some((text) => text.includes(words)));
  assert.equal(await toasts(page).count(), 0);
  await page.unroute('**/gkevent/customevent');
  await dialog.getByRole('button', { name: 'Try again' }).click();
  const list = dialog.getByRole('list', { name: 'Requests' });
  await list.or(dialog.getByText('No footage has been asked for yet.')).waitFor();
});
