// Every screen that has a picture: where it is, and what must be on it before the picture is taken. Taking it is make-screens.ts.
import type { Page } from '@playwright/test';
import { until } from '../../integration/support/until.ts';
import { trackMap } from '../support/track.ts';
import { administrationScreens } from './administration-scenes.ts';
import { brandScreens } from './brand-scenes.ts';
import { viewerScreens } from './viewer-scenes.ts';
import { mapTileIsDrawn, walkedScreens } from './walked-scenes.ts';
import type { Screen } from './screen.ts';
import type { MapReport } from '../../apps/console/src/map/map-report.ts';

/** Of the demo fleet the first vehicles bring a track of yesterday. */
const DROVE_YESTERDAY = '13800000101';
const DAY_MS = 86_400_000;
/** Their day is that of UTC+8, and begins to drive at eight: in UTC the same date. */
const ZONE_MS = 8 * 3_600_000;
const PATIENT = { deadlineMs: 120_000 };
/** A steady drive is few lines: one for each class of speed. */
const TRAIL_LINES = 2;

const nothing: MapReport = {
  zoom: 0,
  largestZoom: 0,
  center: { lat: 0, lng: 0 },
  vehicles: [],
  clusters: [],
  trailLines: 0,
  loads: 0,
};

/** Until the map shows its vehicles, and at least so many lines of a trail. */
const mapIsDrawn = (page: Page, trailLines: number): Promise<unknown> =>
  until(
    'the map shows vehicles and a trail',
    async () => {
      const report = await page.getByTestId('fleet-map').evaluate((map, detail) => {
        map.dispatchEvent(new CustomEvent('map-report', { detail }));
        return detail;
      }, nothing);
      return report.vehicles.length > 0 && report.trailLines >= trailLines;
    },
    PATIENT,
  );

/** Of the twelve tiles of a page one has no place. */
const TILES_WITH_GROUND = 8;

/** Until the tiles beside the table show the ground around their vehicles. A phone has cards instead. */
const boardIsDrawn = async (page: Page): Promise<void> => {
  await page.getByText('TRK-101').first().waitFor();
  const board = page.getByRole('region', { name: 'Vehicles on the map' });
  if (await page.getByRole('banner').getByRole('navigation', { name: 'Screens' }).isHidden()) return;
  await until(
    'the tiles are drawn',
    async () => {
      const drawn = await board
        .locator('canvas')
        .evaluateAll(
          (all) =>
            all.filter(
              (each) =>
                each instanceof HTMLCanvasElement && each.getContext('2d')?.getImageData(0, 0, 1, 1).data[3] === 255,
            ).length,
        );
      return drawn >= TILES_WITH_GROUND;
    },
    PATIENT,
  );
};

/** Until every tile of the live view plays and knows how far behind it is. */
const tilesPlay = async (page: Page): Promise<void> => {
  const tiles = page.locator('[data-channel]');
  await tiles.first().waitFor();
  for (const tile of await tiles.all()) await tile.locator('[data-phase="playing"] .num').waitFor();
};

/** In the order of the menus. */
export const screens: readonly Screen[] = [
  {
    name: 'login',
    path: () => '/login',
    signedIn: false,
    onPhone: true,
    ready: (page) => page.getByRole('button', { name: 'Sign in' }).waitFor(),
  },
  ...brandScreens,
  {
    name: 'dashboard',
    path: () => '/blockview',
    signedIn: true,
    onPhone: true,
    ready: boardIsDrawn,
  },
  {
    name: 'dashboard-device',
    path: ({ deviceId }) => `/blockview?device=${deviceId}`,
    signedIn: true,
    onPhone: false,
    ready: mapTileIsDrawn,
  },
  {
    name: 'map',
    path: () => '/',
    signedIn: true,
    onPhone: false,
    ready: (page) => mapIsDrawn(page, 0),
  },
  {
    name: 'map-vehicle',
    path: ({ deviceId }) => `/?device=${deviceId}`,
    signedIn: true,
    onPhone: false,
    ready: (page) => mapIsDrawn(page, TRAIL_LINES),
  },
  {
    name: 'device-list',
    path: () => '/liveview',
    signedIn: true,
    onPhone: true,
    ready: (page) => page.getByText('TRK-101').first().waitFor(),
  },
  {
    name: 'live-view',
    path: ({ deviceId }) => `/liveview/${deviceId}`,
    signedIn: true,
    onPhone: true,
    ready: tilesPlay,
  },
  {
    name: 'gps-playback',
    path: () =>
      `/gpsplayback?device=${DROVE_YESTERDAY}&day=${new Date(Date.now() + ZONE_MS - DAY_MS).toISOString().slice(0, 10)}`,
    signedIn: true,
    onPhone: true,
    ready: async (page) => {
      await page.locator('[data-points]:not([data-points="0"])').nth(3).waitFor();
      await until('the track is drawn', async () => (await trackMap(page)).drawn > 0, PATIENT);
    },
  },
  ...walkedScreens,
  ...viewerScreens,
  ...administrationScreens,
  {
    name: 'connect-recorder',
    path: () => '/connectrecorder',
    signedIn: true,
    onPhone: true,
    ready: (page) => page.getByText('listening').first().waitFor(),
  },
];
