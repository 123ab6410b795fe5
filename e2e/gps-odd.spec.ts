// GPS playback where things are unusual: no map, a phone, long and foreign names, a device of others, a zone with a day of 25 hours.
import assert from 'node:assert/strict';
import { MAX_TRACK_EVENTS } from '@outrider/contract';
import { Device, locationAt } from '../integration/support/device.ts';
import { until } from '../integration/support/until.ts';
import { useStage } from './fixture.ts';
import { ownServer } from './support/map.ts';
import {
  dayText,
  driveTrack,
  hourRows,
  inUtc,
  steady,
  tracked,
  trackDayMs,
  trackMap,
  trackPath,
} from './support/track.ts';
import { expect, test } from './test.ts';
import { Channel } from '../integration/support/operator.ts';

const stage = useStage();

test('without the map the hours, the list and the export are still there', async ({ t }) => {
  const { server, ending } = await ownServer(t, { disableMap: true });
  const operator = await Channel.signedIn(server, server.admin);
  await operator.get('D01', { I: '13800000941', C: 1 });
  operator.close();
  const device = await Device.online(server.ports.jt808, { phone: '013800000941' });
  ending.after(() => device.close());
  await driveTrack(device, steady(8 * 3600, 5));
  const page = await stage.signedIn(ending, { server, path: trackPath(device.id), context: inUtc });
  await page.locator('[data-hour="8"][data-points="5"]').waitFor();
  await page.getByText('The map is switched off').waitFor();
  assert.equal(await page.getByTestId('track-map').count(), 0);
  await expect(page.getByRole('button', { name: 'Export CSV' })).toBeEnabled();
});

test('an id of 31 characters, markup as memo and a Chinese driver are found and shown as they are', async ({ t }) => {
  const id = 'A-very.long_device-id-of-31-chr';
  assert.equal(id.length, 31);
  const details = { simnumber: '13800000942', vehicleid: '<img src=x onerror=alert(1)>', drivername: '王小明' };
  await stage.register(id, 1, details);
  const device = await stage.device(t, { phone: '013800000942' });
  await driveTrack(device, steady(8 * 3600, 3));
  const page = await stage.signedIn(t, { path: `/gpsplayback?day=${dayText(trackDayMs())}`, context: inUtc });
  const field = page.getByRole('combobox', { name: 'Device' });
  await field.click();
  await field.fill('小明');
  await page.getByRole('option', { name: id }).waitFor();
  await field.press('Enter');
  await until('it is chosen', async () => (await field.inputValue()) === `<img src=x onerror=alert(1)> · ${id}`);
  await page.getByRole('button', { name: 'Query', exact: true }).click();
  await page.getByRole('region', { name: 'Track', exact: true }).getByText(id).waitFor();
});

test('more events than are told at once are not taken for all of them', async ({ t }) => {
  const device = await tracked(stage, t, '013800000947', steady(8 * 3600, 3));
  const page = await stage.signedIn(t, { path: '/gpsplayback', context: inUtc });
  const eventtimeutc = trackDayMs() / 1000 + 8 * 3600;
  const event = { appdevid: 13, message: '', eventtimeutc, vehiclex: 24.1, vehicley: 120.6, speed: 104 };
  await page.route('**/gkevent/trackevents', (route) =>
    route.fulfill({ json: Array.from({ length: MAX_TRACK_EVENTS }, (_, serialno) => ({ ...event, serialno })) }),
  );
  await page.goto(new URL(trackPath(device.id), page.url()).href);
  await page.getByRole('button', { name: 'Events (2000+)' }).waitFor();
});

test('a track without its events or its sums says so, and is still a track', async ({ t }) => {
  const device = await tracked(stage, t, '013800000946', steady(8 * 3600, 3));
  const page = await stage.signedIn(t, { path: '/gpsplayback', context: inUtc, expected: /503|out of order/ });
  for (const path of ['/gkevent/trackevents', '/gkdevice/trips'])
    await page.route(`**${path}`, (route) =>
      route.fulfill({ status: 503, json: { hasError: 1, message: `${path} is out of order` } }),
    );
  const refused = page.waitForResponse('**/gkevent/trackevents');
  await page.route('**/api/gps', async (route) => {
    await refused; // the track comes later than the refusal of its events
    await route.continue();
  });
  const toasts = page.locator('[data-sonner-toast]').filter({ hasText: '/gkevent/trackevents is out of order' });
  await Promise.all([
    toasts.filter({ hasText: 'The events could not be read' }).waitFor(),
    page.goto(new URL(trackPath(device.id), page.url()).href),
  ]);
  assert.equal(await toasts.count(), 1, 'one refusal is one toast');
  await page.locator('[data-hour="8"][data-points="3"]').waitFor();
  assert.equal(await page.getByRole('button', { name: /^Events/ }).count(), 0, 'nobody knows that there were none');
  const told = 'Distance and times cannot be told: /gkdevice/trips is out of order';
  await page.getByRole('alert').getByText(told).waitFor();
});

test('a device of another group is not asked about: the page says that it is not seen', async ({ t }) => {
  const device = await tracked(stage, t, '013800000943', steady(8 * 3600, 3));
  const account = await stage.account('outsider', 1, undefined, []);
  const asked: string[] = [];
  const page = await stage.signedIn(t, {
    path: trackPath(device.id),
    account,
    context: inUtc,
    prepare: (made) =>
      made.route('**/api/gps', async (route) => {
        asked.push(route.request().url());
        await route.continue();
      }),
  });
  await expect(page.getByText(`You see no vehicle with the number ${device.id}`)).toBeVisible();
  await expect(hourRows(page)).toHaveCount(0);
  assert.deepEqual(asked, []);
});

test('a link is asked once: a vehicle that leaves and comes back does not drop what is looked at', async ({ t }) => {
  const device = await tracked(stage, t, '013800000961', steady(8 * 3600, 30), { vehicleid: 'Linked' });
  let asked = 0;
  const page = await stage.signedIn(t, {
    path: trackPath(device.id),
    context: inUtc,
    prepare: (made) =>
      made.route('**/api/gps', async (route) => {
        asked += 1;
        await route.continue();
      }),
  });
  await page.locator('[data-hour="8"][data-points="30"]').waitFor();
  const field = page.getByRole('combobox', { name: 'Device' });
  await expect(field).toHaveValue(`Linked · ${device.id}`);
  device.close();
  await stage.command('D02', { I: device.id });
  await expect(field).toHaveValue(device.id);
  await stage.register(device.id, 4, { vehicleid: 'Back' });
  await expect(field).toHaveValue(`Back · ${device.id}`);
  // Asked by hand, as often as it is pressed.
  await page.getByRole('button', { name: 'Query', exact: true }).click();
  await expect.poll(() => asked).toBe(2);
});

test('a track whose events cannot be had is there all the same, and a toast says what is missing', async ({ t }) => {
  const device = await tracked(stage, t, '013800000959', steady(8 * 3600, 30));
  const { promise: gate, resolve: release } = Promise.withResolvers<void>();
  const page = await stage.signedIn(t, {
    path: trackPath(device.id),
    context: inUtc,
    expected: /500|out of order/,
    prepare: (made) =>
      made.route('**/gkevent/trackevents', async (route) => {
        await gate;
        await route.fulfill({ status: 500, json: { hasError: true, message: 'out of order' } });
      }),
  });
  const toast = page.locator('[data-sonner-toast]').filter({ hasText: 'The events could not be read' });
  const told = toast.getByText('out of order').waitFor(); // for some seconds only
  release();
  await told;
  await page.locator('[data-hour="8"][data-points="30"]').waitFor();
});

test('on a phone query, map and hours stand below each other, nothing is wider, the track comes into sight', async ({
  t,
}) => {
  const device = await tracked(stage, t, '013800000944', steady(8 * 3600, 30));
  const page = await stage.signedIn(t, { path: trackPath(device.id), phone: true, context: { timezoneId: 'UTC' } });
  await page.locator('[data-hour="8"][data-points="30"]').waitFor();
  await until('the track is drawn', async () => (await trackMap(page)).drawn > 0);
  const tops = await until('the map comes into sight', async () => {
    const now = await page.evaluate(() =>
      ['form[aria-label="Query"]', 'section[aria-label="Map"]', 'section[aria-label="Speed"]'].map(
        (part) => document.querySelector(part)?.getBoundingClientRect().top ?? 0,
      ),
    );
    return (now[1] ?? 999) < 500 && now;
  });
  assert.deepEqual(
    tops,
    tops.toSorted((a, b) => a - b),
  );
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.equal(wide, 0);
});

test('on a day of 25 hours the repeated hour holds both runs, and a press goes to the first', async ({ t }) => {
  const device = await stage.device(t, { phone: '013800000945' });
  await stage.register(device.id, 1);
  const runs = ['2025-10-26T02:30:00+02:00', '2025-10-26T02:30:00+01:00', '2025-10-26T03:00:00+01:00'];
  for (const time of runs) assert.equal(await device.locate(locationAt(Date.parse(time))), 0);
  const page = await stage.signedIn(t, {
    path: `/gpsplayback?device=${device.id}&day=2025-10-26`,
    context: { ...inUtc, timezoneId: 'Europe/Berlin' },
  });
  await page.locator('[data-hour="2"][data-points="2"]').waitFor();
  await page.locator('[data-hour="3"][data-points="1"]').waitFor();
  await expect(hourRows(page)).toHaveCount(24);
  await page.getByRole('slider', { name: '03:00' }).fill('5');
  await page.locator('[data-hour="3"] [data-cursor="0"]').waitFor();
  await page.getByRole('slider', { name: '02:00' }).fill('1800');
  const moment = page.getByRole('slider', { name: 'Moment of the track' });
  const firstMs = Date.parse(runs[0] ?? '');
  await until('it goes to the first run', async () => Number(await moment.inputValue()) === firstMs);
});
