// The list of today's events as an operator works with it: brought up to date by itself, pages and hours, what each column shows, memo and
// check status, photo, clip, playback and map. Files of it: event-export.spec.ts.
import assert from 'node:assert/strict';
import { rights } from '@outrider/contract';
import type { Page, Request } from '@playwright/test';
import { asJson, httpCall, type Json } from '../integration/support/operator.ts';
import { until } from '../integration/support/until.ts';
import { type Ending, type SignedInOptions, type Stage, addressOf, useStage } from './fixture.ts';
import { becomes } from './support/becomes.ts';
import { allAsked, standStill } from './support/clock.ts';
import { cellUnder, eventRow, eventTable, headers, plant, serialsInSight } from './support/events.ts';
import { settableClock } from './support/server-clock.ts';
import { expect, test } from './test.ts';

const [A, B] = ['13800000801', '13800000802'];
const clock = settableClock();
const furnish = async (made: Stage): Promise<void> => {
  await made.register(A, 8, { vehicleid: 'TRK-801', plate: 'EVT-801', drivername: '王小明' });
  await made.register(B, 8, { vehicleid: 'TRK-802', plate: 'EVT-802' });
};
// Their time runs far ahead, and would come to the end of the idle countdown.
const stage = useStage({ disableIdle: true }, furnish, {}, { clock });
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

const opened = (t: Ending, options: SignedInOptions = {}): Promise<Page> =>
  stage.signedIn(t, { path: '/todayevents', ...options });
const number = (page: Page) => page.getByLabel('Events today');
const asked = (page: Page): Json[] => {
  const bodies: Json[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/gkevent/eventquery') bodies.push(asJson(request.postDataJSON()));
  });
  return bodies;
};
const toast = (page: Page, text: string | RegExp) => page.locator('[data-sonner-toast]').filter({ hasText: text });
/** A day to come that no other test has events on. */
const dayOf = (n: number): number => new Date(2030, 2, n, 0, 0, 0).getTime();
/** Page and server believe that it is three in the afternoon of that day. */
const onDay = (n: number, more: SignedInOptions = {}): SignedInOptions => ({
  ...more,
  prepare: async (page) => {
    clock.set(dayOf(n) + 15 * HOUR_MS);
    await page.clock.setFixedTime(new Date(dayOf(n) + 15 * HOUR_MS));
    await more.prepare?.(page);
  },
});

test('[E-TODAY-001] [E-TODAY-002] [E-TODAY-003] [E-TODAY-010] [E-TODAY-011] [E-TODAY-012] [F-ROUTE-021] [E-HTTP-001] the day is listed, and every ten seconds what changed comes by itself', async ({
  t,
}) => {
  // A day before those of the other tests: this page's time runs ahead, and must not come to midnight.
  const nowMs = dayOf(0) + 15 * HOUR_MS;
  clock.set(nowMs);
  const [, own = 0] = await plant(stage, { id: A, deviceMs: nowMs - DAY_MS }, { id: A, deviceMs: nowMs });
  let bodies: Json[] = [];
  let answered = 0;
  const page = await opened(t, {
    prepare: async (made) => {
      await made.clock.install({ time: nowMs });
      bodies = asked(made);
      const ended = (request: Request): void => {
        if (new URL(request.url()).pathname === '/gkevent/eventquery') answered += 1;
      };
      made.on('requestfinished', ended);
      made.on('requestfailed', ended); // given up with a list that begins again
    },
  });
  const midnight = new Date(nowMs).setHours(0, 0, 0, 0) / 1000;
  const next = { between: () => page.clock.runFor(10_000) };
  await until('the event is listed', async () => (await eventRow(page, own).count()) === 1, next);
  assert.deepEqual(bodies[0], { afterTime: midnight });
  const rows = (await serialsInSight(page)).length;
  await expect(number(page)).toHaveText(`${rows} event${rows === 1 ? '' : 's'}`);
  await expect(eventTable(page)).not.toContainText(new Date(nowMs - DAY_MS).toISOString().slice(0, 10));
  const before = await page.getByText(/^last update/).innerText();

  await standStill(page);
  // It asks one question at a time: while an answer is on its way none is sent.
  const settled = async (): Promise<void> => {
    await allAsked(page);
    await until('every question is answered', () => answered === bodies.length);
    await allAsked(page);
  };
  await settled();
  const sent = bodies.length;
  await page.clock.runFor(8000);
  await settled();
  assert.equal(bodies.length - sent <= 1, true, 'no more than one in so many seconds');
  const soFar = bodies.length;
  await page.clock.runFor(10_000);
  await expect.poll(() => bodies.length).toBe(soFar + 1);
  for (const { afterTime, afterUpdatetime, ...rest } of bodies.slice(1)) {
    assert.deepEqual([afterTime, rest], [midnight, {}]);
    assert.equal(typeof afterUpdatetime, 'number');
  }

  const [added = 0] = await plant(stage, { id: B, deviceMs: nowMs });
  const { server } = stage;
  const memo = { serialno: own, memo: 'seen by a colleague' };
  await httpCall(server.ports.http, 'POST', '/gkevent/eventset', { account: server.admin, input: memo });
  await until('the new one is there', async () => (await eventRow(page, added).count()) === 1, next);
  await until('the memo too', async () => (await eventRow(page, own).innerText()).includes('seen by'), next);
  await expect(number(page)).toHaveText(`${rows + 1} events`);
  assert.equal((await serialsInSight(page)).filter((serialno) => serialno === own).length, 1);
  await expect(page.getByText(/^last update/)).not.toHaveText(before);
});

test('[E-TODAY-004] [E-TODAY-005] [E-TODAY-006] [E-CONST-001] [E-CONST-002] [E-CONST-003] pages, the newest, and the hours with their counts', async ({
  t,
}) => {
  const at = (hour: number, n: number) => ({ id: A, deviceMs: dayOf(1) + hour * HOUR_MS + n * 1000 });
  const serials = await plant(
    stage,
    ...Array.from({ length: 20 }, (_, n) => at(9, n)),
    ...Array.from({ length: 5 }, (_, n) => at(14, n)),
  );
  const page = await opened(t, onDay(1));
  await expect(number(page)).toHaveText('25 events');
  const choice = (label: string) => page.getByLabel(label, { exact: true });
  const [size, pages, hour] = [choice('Page size'), choice('Page'), choice('Hour')];
  const valuesOf = (select: typeof size) =>
    select.locator('option').evaluateAll((all: HTMLOptionElement[]) => all.map(({ value }) => value));
  assert.deepEqual(await valuesOf(size), ['10', '20', '50', '100', '200', '500', '1000', '2000', '5000', '10000']);
  await expect(size).toHaveValue('100');
  await size.selectOption('10');
  await becomes(() => serialsInSight(page), serials.slice(-10).toReversed());
  await expect(pages.locator('option')).toHaveText(['Newest', 'Page 1', 'Page 2', 'Page 3']);
  assert.deepEqual(await valuesOf(pages), ['-1', '1', '2', '3']);
  await expect(pages).toHaveValue('-1');
  await pages.selectOption('2');
  await becomes(() => serialsInSight(page), serials.slice(5, 15).toReversed());
  await pages.selectOption('-1');
  await size.selectOption('100');
  const texts = await hour.locator('option').allInnerTexts();
  assert.equal(texts.length, 25);
  assert.deepEqual(
    [texts[0], texts[1], texts[10], texts[15], texts[24]],
    ['All Time', '00:00 (0)', '09:00 (20)', '14:00 (5)', '23:00 (0)'],
  );
  assert.deepEqual(await valuesOf(hour), ['-1', ...Array.from({ length: 24 }, (_, n) => String(n))]);
  await hour.selectOption('14');
  await becomes(() => serialsInSight(page), serials.slice(20).toReversed());
  await page.reload();
  await becomes(() => serialsInSight(page), serials.slice(20).toReversed());
  await page.getByLabel('Hour', { exact: true }).selectOption('-1');
  await expect(eventTable(page).locator('tbody tr').first()).toBeVisible();
  await expect(page.getByText('25 rows', { exact: true })).toBeVisible();
});

const COLUMNS =
  'Source,UID,Event Time,Notify,Event Name,Device ID,Vehicle ID,Plate,Try,ok,Memo,Fence,speed (km/h),Update Time,Video,Photo,DL,PB,map';

test('[E-TABLE-002] [E-TABLE-003] [E-TABLE-011] [E-TABLE-012] [E-TABLE-013] [E-TABLE-014] [E-ENT-002] every column shows its value; channels follow the masks; an event without a place has no map', async ({
  t,
}) => {
  const moment = dayOf(2) + 10 * HOUR_MS;
  const base = { id: A, deviceMs: moment };
  const [first = 0, ...others] = await plant(
    stage,
    {
      ...base,
      code: 742,
      note: 'hello',
      speedKmh: 62.5,
      fetched: { download: 0b1000_0101, snap: 0b1000_0001_0000_0001, completed: true, tries: 2 },
    },
    { ...base, sourceType: 1, lat: null, lng: null },
    { ...base, sourceType: 2 },
    { ...base, sourceType: 3 },
  );
  const page = await opened(t, onDay(2));
  await eventRow(page, first).waitFor();
  assert.equal((await headers(page)).join(), COLUMNS);
  const cell = async (header: string) => cellUnder(page, first, header);
  const says = {
    Source: 'RealTime',
    'Event Time': '2030-03-02 10:00:00',
    Notify: 'hello',
    'Event Name': 'Phone call start',
    'Device ID': A,
    'Vehicle ID': 'TRK-801',
    Plate: 'EVT-801',
    Try: '2',
    ok: '✓',
    Memo: '–',
    Fence: '',
    'speed (km/h)': '62.5',
    Video: '138',
    Photo: '1916',
  };
  for (const [header, text] of Object.entries(says)) await expect(await cell(header)).toHaveText(text);
  await expect((await cell('UID')).locator('span').last()).toHaveText(String(first));
  await expect(await cell('Update Time')).toHaveText(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  const channels = async (what: 'Video' | 'Photo') =>
    (await cell(what)).getByRole('button').evaluateAll((all) => all.map(({ textContent }) => textContent));
  assert.deepEqual(
    [await channels('Video'), await channels('Photo')],
    [
      ['1', '3', '8'],
      ['1', '9', '16'],
    ],
  );
  const colours = new Set<string>();
  for (const [i, word] of ['RealTime', 'Recover', 'GMS', 'MCU'].entries()) {
    const source = await cellUnder(page, [first, ...others][i] ?? 0, 'Source');
    await expect(source).toHaveText(word);
    const dot = source.locator('[data-colour]');
    const name = (await dot.getAttribute('data-colour')) ?? '';
    const [drawn, themed] = await dot.evaluate((element, variable) => {
      const probe = element.appendChild(document.createElement('i'));
      probe.style.backgroundColor = `var(--bs-${variable})`;
      const both = [element, probe].map((each) => getComputedStyle(each).backgroundColor);
      probe.remove();
      return both;
    }, name);
    assert.ok(name === 'neutral' || drawn === themed, 'the colour of the theme');
    colours.add(name);
  }
  assert.deepEqual([...colours], ['neutral', 'info', 'primary', 'warning']);
  assert.equal(await (await cell('map')).getByRole('button').count(), 1);
  assert.equal(await (await cellUnder(page, others[0] ?? 0, 'map')).getByRole('button').count(), 0);
});

test('[E-TABLE-004] [E-TABLE-005] [E-TABLE-006] speeds in the chosen unit; four headers pin a value, four sort', async ({
  t,
}) => {
  const at = (n: number) => dayOf(3) + n * 1000;
  const serials = await plant(
    stage,
    { id: A, deviceMs: at(3), sourceType: 0, code: 13, speedKmh: 100, fetched: { tries: 1 } },
    { id: B, deviceMs: at(1), sourceType: 1, code: 742, fetched: { tries: 3 } },
    { id: A, deviceMs: at(2), sourceType: 1, code: 742, fetched: { tries: 2 } },
  );
  const [first = 0, second = 0, third = 0] = serials;
  const { db } = stage.server.app.db;
  const fence = { fence: 'Depot' };
  await db
    .withTables<{ events: typeof fence & { serialno: number } }>()
    .updateTable('events')
    .set(fence)
    .where('serialno', '=', first)
    .execute();
  const page = await opened(
    t,
    onDay(3, { prepare: (made) => made.addInitScript(() => localStorage.setItem('lengthUnit', 'mile')) }),
  );
  await becomes(() => serialsInSight(page), [third, second, first]);
  assert.ok((await headers(page)).includes('speed (mi/h)'));
  await expect(await cellUnder(page, first, /^speed/)).toHaveText('62.1');
  for (const [header, value, left] of [
    ['Source', 'Recover', [third, second]],
    ['Event Name', 'Over speed', [first]],
    ['Device ID', A, [third, first]],
    ['Fence', 'Depot', [first]],
  ] as const) {
    await page.getByLabel(`Show one ${header} only`).selectOption(value);
    await becomes(() => serialsInSight(page), [...left]);
    await page.getByRole('button', { name: `${header}: only ${value}. Show all again` }).click();
    await becomes(() => serialsInSight(page), [third, second, first]);
  }
  const sort = (name: string) => eventTable(page).getByRole('columnheader', { name }).getByRole('button').click();
  for (const [header, order] of [
    ['UID', [first, second, third]],
    ['Event Time', [second, third, first]],
    ['Try', [first, third, second]],
    ['Update Time', [first, second, third]],
  ] as const) {
    await sort(header);
    await becomes(() => serialsInSight(page), [...order]);
  }
});

test('[E-TABLE-015] [E-TABLE-008] [E-TABLE-009] playback begins 15 s before the event; a small map shows the place, and is not there without the right', async ({
  t,
}) => {
  const moment = dayOf(4) + 8 * HOUR_MS;
  const [serialno = 0] = await plant(stage, { id: A, deviceMs: moment });
  const streams: URLSearchParams[] = [];
  const page = await opened(
    t,
    onDay(4, {
      prepare: (made) =>
        made.on('websocket', (socket) => {
          if (socket.url().includes('type=lopb')) streams.push(new URL(socket.url()).searchParams);
        }),
    }),
  );
  await page.getByRole('button', { name: `Playback of event ${serialno}` }).click();
  await page.getByRole('dialog', { name: /Playback of/ }).waitFor();
  const begin = await until('a stream is asked for', () => streams[0]?.get('spbtime') ?? undefined);
  assert.equal(Number(begin), moment / 1000 - 15);
  await page.getByRole('dialog').and(page.locator(':focus-within')).waitFor(); // it hears keys from when it takes the focus
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: `Map of event ${serialno}` }).click();
  const dialog = page.getByRole('dialog', { name: /Over speed/ });
  await dialog.getByText('24.10000, 120.60000').waitFor();
  await expect(dialog.locator('canvas')).toBeVisible();
  const blind = await stage.account('no-map', 1, ['F_event', 'P_lopb']);
  const other = await opened(t, onDay(4, { account: blind }));
  await eventRow(other, serialno).waitFor();
  assert.ok(!(await headers(other)).includes('map'));
  assert.equal(await other.getByRole('button', { name: /^Map of event/ }).count(), 0);
});

test('[E-TODAY-007] [E-TODAY-008] [E-TABLE-007] [E-TABLE-017] a simulated alarm brings its own photo and clip into album and table by itself; fetching again asks the device', async ({
  t,
}) => {
  clock.set(Date.now());
  const phone = '13800000803';
  const quiet = { parked: true, intervalMs: 3_600_000, alarms: false };
  const vehicle = await stage.vehicle(t, { phone: `0${phone}`, channels: 4, ...quiet }, { vehicleid: 'TRK-803' });
  // Older than the alarm, whose time is in whole seconds.
  await plant(stage, { id: phone, code: 13, deviceMs: clock.now() - 5000 });
  const page = await opened(t, { path: `/todayevents?device=${phone}&view=album` });
  await page.getByText('No event here has a photo').waitFor();
  vehicle.sendAlarm('phone-call');
  const album = page.getByRole('list', { name: 'Album' });
  const tile = album.getByRole('listitem').filter({ hasText: 'TRK-803' });
  await expect(tile).toHaveCount(1, { timeout: 60_000 });
  await expect(album.getByRole('listitem'), 'and none without a photo').toHaveCount(1);
  const drawn = (image: ReturnType<Page['locator']>) =>
    until('the picture is drawn', () => image.evaluate((img: HTMLImageElement) => img.naturalWidth > 0));
  await drawn(tile.locator('img'));
  await expect(tile.locator('img')).toHaveAttribute('src', /pic\.cgi\?type=snap&t=\d+&deviceid=13800000803&ch=2/);
  await page.getByRole('button', { name: 'Table mode' }).click();
  await page.getByRole('button', { name: /^Photo of channel 2, event/ }).click();
  const photo = page.getByRole('dialog', { name: /TRK-803 · Phone call start/ });
  await drawn(photo.locator('img'));
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Video of channel 2, event/ }).click();
  const film = photo.locator('video');
  await expect(film).toHaveAttribute('src', /^\/gkevent\/footage\/13800000803_\d{8}T\d{6}Z_ch2\.mp4\?s=\d+&c=2$/);
  await until('the clip plays', () => film.evaluate((video: HTMLVideoElement) => video.currentTime > 0));
  await page.keyboard.press('Escape');

  const serialno = (await serialsInSight(page))[0] ?? 0;
  const posted = page.waitForRequest((request) => new URL(request.url()).pathname === '/gkevent/download');
  await page.getByRole('button', { name: `Fetch the files of event ${serialno} again` }).click();
  const fields = { serialno, deviceid: phone, appdevid: 742 };
  assert.deepEqual(asJson((await posted).postDataJSON()), fields);
  await toast(page, 'The device is asked for the files again.').waitFor();
  await until('the device was asked again', () => vehicle.received.filter(({ id }) => id === 0x9208).length === 2);
  await expect(await cellUnder(page, serialno, 'Try')).toHaveText('2', { timeout: 60_000 });
  await expect(await cellUnder(page, serialno, 'ok')).toHaveText('✓', { timeout: 60_000 });
});

test('[E-TABLE-016] [E-TABLE-018] [E-HTTP-006] memo and check status are saved from the row; what is unchanged is not sent; over a change of somebody else nothing is saved', async ({
  t,
}) => {
  const [serialno = 0] = await plant(stage, { id: A, deviceMs: dayOf(5) });
  const page = await opened(t, onDay(5, { expected: /409/ }));
  const sent: Json[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/gkevent/eventset')
      sent.push({ method: request.method(), ...asJson(request.postDataJSON()) });
  });
  const memo = page.getByLabel(`Memo of event ${serialno}`);
  const edit = page.getByRole('button', { name: `Change Memo of event ${serialno}` });
  await edit.click();
  await memo.press('Enter');
  await edit.click();
  await memo.fill('spoke with the driver');
  await memo.press('Enter');
  await expect(edit).toHaveText('spoke with the driver');
  const status = page.getByLabel(`Check status of event ${serialno}`);
  await expect(status).toHaveValue('Unchecked');
  await expect(status.locator('option')).toHaveText(['Unchecked', 'Checked', 'False alarm', 'Follow up']);
  await status.selectOption('False alarm');
  await expect(status).toHaveAttribute('data-set', 'true');
  assert.deepEqual(
    sent.map(({ method, serialno: of, memo: text, checkstatus }) => [method, of, text ?? checkstatus]),
    [
      ['POST', serialno, 'spoke with the driver'],
      ['PUT', serialno, 'False alarm'],
    ],
  );
  const { server } = stage;
  const later = { account: server.admin, input: { serialno, memo: 'by another' } };
  assert.equal((await httpCall(server.ports.http, 'POST', '/gkevent/eventset', later)).status, 200);
  await edit.click();
  await memo.fill('mine');
  await memo.press('Enter');
  await expect(eventRow(page, serialno).getByRole('alert')).toContainText('admin');
  await expect(memo).toHaveValue('mine');
  // Without the flag of events there is no memo to write, and the server takes none.
  const account = await stage.account(
    'no-events',
    1,
    rights.filter((right) => right !== 'F_event'),
  );
  const without = await stage.signedIn(t, { account, path: '/idle' });
  await without.goto(addressOf(server, '/todayevents'));
  await without.waitForURL((url) => url.pathname === '/');
  await expect(without.getByRole('button', { name: /^Change Memo/ })).toHaveCount(0);
  const own = { account, input: { serialno, memo: 'by script' } };
  assert.equal((await httpCall(server.ports.http, 'POST', '/gkevent/eventset', own)).status, 403);
});

test('a failure is said above the list, which stays; on a phone every event is a card', async ({ t }) => {
  // The page's time runs ahead here, too, and must not come to midnight.
  const nowMs = dayOf(6) + 15 * HOUR_MS;
  clock.set(nowMs);
  const [serialno = 0] = await plant(stage, { id: A, code: 742 });
  const page = await opened(t, {
    phone: true,
    expected: /eventquery|ERR_FAILED|Failed to load/,
    prepare: (made) => made.clock.install({ time: nowMs }),
  });
  const next = { between: () => page.clock.runFor(10_000) };
  await until('the event is listed', async () => (await eventRow(page, serialno).count()) === 1, next);
  await expect(eventRow(page, serialno).locator('[data-header="Event Name"]')).toHaveText('Phone call start');
  await page.route('**/gkevent/eventquery', (route) => route.abort());
  const said = page.getByText(/^The list could not be brought up to date/);
  await until('it is said', async () => (await said.count()) === 1, next);
  await expect(eventRow(page, serialno)).toBeVisible();
  assert.equal(await page.locator('[data-sonner-toast]').count(), 0);
  await page.unroute('**/gkevent/eventquery');
  await until('it is over', async () => (await said.count()) === 0, next);
});
