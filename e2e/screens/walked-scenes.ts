// Pictures of what is a few clicks away from a path: tiles in the tree view, modals over the dashboard.
import type { Page } from '@playwright/test';
import { until } from '../../integration/support/until.ts';
import { inOrder } from '../in-order.ts';
import { openMenu } from '../menus.ts';
import { playing as playingChannel, seen } from '../tiles.ts';
import { trailReport } from '../support/map.ts';
import { channelButton, deviceRow, leaf, tiles } from '../tree.ts';
import type { Screen } from './screen.ts';

/** A first alarm of the demo fleet, with its photo, takes its time. */
const PATIENT_PAGE = { timeout: 180_000 };

/** A phone is what is held in a hand, upright or sideways. */
const PHONE_BELOW_PX = 500;

const playing = (page: Page, count: number): Promise<unknown> =>
  page
    .locator('[data-phase="playing"]')
    .nth(count - 1)
    .waitFor();

const onPhone = (page: Page): boolean => {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  return Math.min(width, height) < PHONE_BELOW_PX;
};

/** The small map of a vehicle, with the vehicle on it. */
export const mapTileIsDrawn = async (page: Page): Promise<void> => {
  const map = page.locator('section[aria-label="Map"] > div');
  await until('the map tile is drawn', async () => (await trailReport(page, map)).heading !== null);
};

/** Six tiles of two vehicles, as in the scripted walk; on a phone, where the tree is a drawer, the layout that the demo saved. */
const fillTree = async (page: Page): Promise<void> => {
  if (onPhone(page)) return void (await playing(page, 1));
  await channelButton(page, 'TRK-101').click();
  await deviceRow(page, 'TRK-102').click();
  await leaf(page, '2 Road').last().click();
  await leaf(page, 'Map').last().click();
  await tiles(page).nth(5).waitFor();
  await playing(page, 5);
  return mapTileIsDrawn(page);
};

const overDashboard = (name: string, open: (page: Page) => Promise<unknown>, dialog: string, phone = true): Screen => ({
  name,
  path: () => '/blockview',
  signedIn: true,
  onPhone: phone,
  ready: async (page) => {
    await page.getByText('TRK-101').first().waitFor();
    await open(page);
    await page.getByRole('dialog', { name: dialog }).waitFor();
  },
});

const fromOther = async (page: Page, entry: string): Promise<void> => {
  if (onPhone(page)) await page.getByRole('button', { name: 'More' }).click();
  else await openMenu(page, 'Other');
  const menu = onPhone(page) ? page : page.getByRole('navigation', { name: 'Screens' });
  await menu.getByRole('button', { name: entry, exact: true }).click();
};

/** As first and as last day. */
const chooseToday = async (page: Page): Promise<void> => {
  const today = page.getByRole('region', { name: 'Days' }).locator('td[data-today="true"] button');
  await today.click();
  await today.click();
};

/** The newest minute that the server has of the first vehicle. */
const playRecorded = async (page: Page): Promise<void> => {
  await page.getByRole('table', { name: 'Devices' }).getByRole('row').filter({ hasText: 'TRK-101' }).click();
  const times = page.getByRole('region', { name: 'Time' });
  if (onPhone(page)) await page.getByRole('button', { name: 'Time', exact: true }).click();
  await times.getByRole('group', { name: 'Hour' }).locator('button:enabled').last().click();
  await times.getByRole('group', { name: 'Minute' }).locator('button:enabled').last().click();
  if (onPhone(page)) await page.getByRole('button', { name: 'Close', exact: true }).click();
  else {
    await inOrder([2, 3, 4], (channel) => playingChannel(page, channel));
    await page.locator('section[aria-label="Map"][data-lat]').waitFor();
    await mapTileIsDrawn(page);
  }
  await playingChannel(page, 1);
};

export const walkedScreens: readonly Screen[] = [
  { name: 'tree-view', path: () => '/treeview', signedIn: true, onPhone: true, ready: fillTree },
  {
    name: 'random-live',
    path: () => '/rendomliveview',
    signedIn: true,
    onPhone: true,
    // A phone has one tile in sight, and what is out of sight waits.
    ready: (page) => playing(page, onPhone(page) ? 1 : 3),
  },
  {
    name: 'live-popup',
    path: ({ deviceId }) => `/blockview?device=${deviceId}`,
    signedIn: true,
    onPhone: false,
    ready: async (page) => {
      const panel = page.getByRole('complementary', { name: 'Selected vehicle' });
      await panel.getByRole('button', { name: 'Live', exact: true }).click();
      await playing(page, 4);
    },
  },
  {
    name: 'talk',
    path: ({ deviceId }) => `/liveview/${deviceId}`,
    signedIn: true,
    onPhone: true,
    ready: async (page) => {
      await page.getByRole('button', { name: /^Talk to/ }).click();
      await page.getByRole('dialog', { name: 'Talk', exact: true }).getByText('Connected').waitFor();
    },
  },
  overDashboard('broadcast', (page) => fromOther(page, 'Broadcast'), 'Broadcast'),
  overDashboard('custom-event', (page) => fromOther(page, 'Custom download'), 'Custom event'),
  {
    name: 'stream-status',
    path: ({ deviceId }) => `/liveview/${deviceId}`,
    signedIn: true,
    onPhone: false,
    ready: async (page) => {
      await playing(page, 4);
      await page.getByRole('button', { name: /^Stream status/ }).click();
      await page.getByRole('dialog', { name: 'Stream status' }).getByRole('row').nth(4).waitFor();
    },
  },
  {
    name: 'idle',
    path: () => '/idle',
    signedIn: true,
    onPhone: true,
    ready: (page) => page.getByRole('heading', { name: 'Idle' }).waitFor({ state: 'attached' }),
  },
  {
    name: 'stream-log',
    path: () => '/uslog',
    signedIn: true,
    onPhone: true,
    ready: async (page) => {
      await chooseToday(page);
      await page.getByRole('button', { name: 'Query log' }).click();
      await page.getByRole('table', { name: 'User stream log' }).waitFor();
    },
  },
  {
    name: 'access-log',
    path: () => '/accesslog',
    signedIn: true,
    onPhone: true,
    ready: async (page) => {
      await chooseToday(page);
      await page.getByRole('button', { name: 'Query log' }).click();
      await page.getByRole('table', { name: 'Access log' }).waitFor();
    },
  },
  {
    name: 'auto-upload',
    path: () => '/autoupload',
    signedIn: true,
    onPhone: true,
    ready: async (page) => {
      await chooseToday(page);
      await page.getByRole('button', { name: 'Search', exact: true }).click();
      await page.getByRole('table', { name: 'Auto upload' }).or(page.getByText('no records')).first().waitFor();
    },
  },
  {
    name: 'disk-info',
    path: () => '/diskinfo',
    signedIn: true,
    onPhone: true,
    ready: (page) => page.getByRole('table', { name: 'Disks' }).waitFor(),
  },
  {
    name: 'translation',
    path: () => '/i18neditor',
    signedIn: true,
    onPhone: true,
    ready: (page) => page.getByRole('table', { name: 'Translation editor' }).waitFor(),
  },
  {
    name: 'talk-log',
    path: () => '/talklog',
    signedIn: true,
    onPhone: true,
    ready: async (page) => {
      await chooseToday(page);
      await page.getByRole('button', { name: 'Query log' }).click();
      await page.getByRole('table', { name: 'Talk log' }).waitFor();
    },
  },
  {
    name: 'today-events',
    path: () => '/todayevents',
    signedIn: true,
    onPhone: true,
    ready: (page) =>
      page.getByRole('table', { name: 'Events', exact: true }).getByRole('button').nth(8).waitFor(PATIENT_PAGE),
  },
  {
    name: 'event-album',
    path: () => '/todayevents?view=album',
    signedIn: true,
    onPhone: true,
    ready: (page) => page.getByRole('list', { name: 'Album' }).getByRole('listitem').first().waitFor(PATIENT_PAGE),
  },
  {
    name: 'event-query',
    path: () => '/queryeventex',
    signedIn: true,
    onPhone: true,
    ready: (page) => page.getByRole('button', { name: 'Search', exact: true }).waitFor(),
  },
  {
    name: 'device-usage',
    path: () => '/deviceusage',
    signedIn: true,
    onPhone: true,
    ready: async (page) => {
      await page.getByRole('button', { name: 'Query', exact: true }).click();
      await page.getByRole('table', { name: 'Device usage' }).waitFor();
    },
  },
  {
    name: 'device-netflow',
    path: () => '/devicenetflow',
    signedIn: true,
    onPhone: true,
    ready: async (page) => {
      await page.getByRole('button', { name: 'Query', exact: true }).click();
      // What was counted is written each minute.
      await page.getByRole('main').locator('table, h2').first().waitFor();
    },
  },
  {
    name: 'performance',
    path: () => '/performanceinfo',
    signedIn: true,
    onPhone: true,
    ready: (page) => page.getByRole('heading', { name: 'Performance info' }).waitFor(),
  },
  {
    name: 'event-definitions',
    path: () => '/eventdefinesetting',
    signedIn: true,
    onPhone: true,
    ready: (page) =>
      page.getByRole('table', { name: 'Event definitions' }).getByRole('row').nth(3).waitFor(PATIENT_PAGE),
  },
  {
    name: 'download-plans',
    path: () => '/eventdownloadplansetting',
    signedIn: true,
    onPhone: true,
    ready: (page) => page.getByRole('table', { name: 'Event download plan' }).getByRole('row').nth(2).waitFor(),
  },
  {
    name: 'push-plans',
    path: () => '/pusheventplansetting',
    signedIn: true,
    onPhone: true,
    ready: (page) => page.getByRole('region', { name: 'Whose plans' }).waitFor(PATIENT_PAGE),
  },
  {
    name: 'realtime-plans',
    path: () => '/realtimeeventplansetting',
    signedIn: true,
    onPhone: true,
    ready: (page) => page.getByRole('region', { name: 'Whose plans' }).waitFor(PATIENT_PAGE),
  },
  {
    name: 'event-reports',
    path: () => '/eventreportsetting',
    signedIn: true,
    onPhone: true,
    ready: (page) => page.getByRole('button', { name: 'Save New' }).waitFor(),
  },
  {
    name: 'report-files',
    path: () => '/reportfilelist',
    signedIn: true,
    onPhone: true,
    ready: (page) => page.getByRole('button', { name: 'Query Report Files' }).waitFor(),
  },
  {
    name: 'mileage',
    path: () => '/mileage',
    signedIn: true,
    onPhone: true,
    ready: async (page) => {
      await chooseToday(page);
      await page.getByRole('button', { name: 'Search' }).click();
      await page.getByRole('table', { name: 'Mileage' }).waitFor();
    },
  },
  {
    name: 'remote-playback',
    path: ({ deviceId }) => `/remoteplayback/${deviceId}?multi=1&ch=1,2`,
    signedIn: true,
    onPhone: true,
    ready: async (page) => {
      await page.getByRole('table', { name: 'Record list' }).locator('tbody tr').nth(3).click();
      await page.getByRole('button', { name: 'From its beginning' }).click();
      await page.getByRole('button', { name: 'Play', exact: true }).click();
      await inOrder([1, 2], (channel) => seen(page, channel));
    },
  },
  { name: 'video-playback', path: () => '/splayback', signedIn: true, onPhone: true, ready: playRecorded },
  {
    name: 'timeline-preview',
    path: () => '/splayback',
    signedIn: true,
    onPhone: false,
    ready: async (page) => {
      await playRecorded(page);
      const timeline = page.getByRole('region', { name: 'Recordings' });
      await timeline.getByRole('combobox', { name: 'Time span shown' }).selectOption({ label: '1 h' });
      await timeline.locator('[data-row="2"] [data-holding="server"]').first().hover();
      await timeline.locator('figure[data-standing="shown"]').waitFor();
    },
  },
];
