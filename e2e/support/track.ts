// What the specs of GPS playback share: a vehicle with a track on a day gone by, the map asked what it draws, the way to a track.
import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import type { TrackMapReport } from '../../apps/console/src/map/map-report.ts';
import { type Device, locationAt } from '../../integration/support/device.ts';
import type { Json } from '../../integration/support/operator.ts';
import { until } from '../../integration/support/until.ts';
import type { Ending, Stage } from '../fixture.ts';

const DAY_MS = 86_400_000;
/** Of the start, so that no test crosses midnight. */
const TRACK_DAY_MS = Math.floor(Date.now() / DAY_MS) * DAY_MS - 3 * DAY_MS;
/** Midnight UTC three days ago: pages of these specs live in UTC. */
export const trackDayMs = (): number => TRACK_DAY_MS;
export const dayText = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
export const inUtc = { timezoneId: 'UTC', viewport: { width: 1440, height: 900 } };

export type TrackStep = { second: number; speedKmh?: number; alarm?: number; direction?: number };
const OVER_SPEED = 2;
export const overSpeed = { alarm: OVER_SPEED, speedKmh: 104 };

/** Sends positions of the track's day: each 30 m further to the north than the one before. The last answer means that all are stored. */
export const driveTrack = async (device: Device, steps: readonly TrackStep[], dayMs = trackDayMs()): Promise<void> => {
  const answers = steps.map(({ second, ...changes }, i) =>
    device.locate(
      locationAt(dayMs + second * 1000, { latitude: 24.1 + i * 0.0003, longitude: 120.6, direction: 0, ...changes }),
    ),
  );
  assert.deepEqual(new Set(await Promise.all(answers)), new Set([0]));
};

/** A registered vehicle that drove these steps. */
export const tracked = async (
  stage: Stage,
  t: Ending,
  phone: string,
  steps: readonly TrackStep[],
  details: Json = {},
): Promise<Device> => {
  const device = await stage.device(t, { phone });
  await stage.register(device.id, 4, details);
  await driveTrack(device, steps);
  return device;
};

/** So many positions from a second of the day on, one each 10 s. */
export const steady = (fromSecond: number, count: number, speedKmh = 40): TrackStep[] =>
  Array.from({ length: count }, (_, i) => ({ second: fromSecond + i * 10, speedKmh }));

const blank: TrackMapReport = {
  zoom: 0,
  center: { lat: 0, lng: 0 },
  colours: { full: '', current: '' },
  corners: 0,
  current: 0,
  drawn: 0,
  drawnMarks: 0,
  marks: [],
  vehicle: null,
};

/** Lets a call through only when told to. */
export const heldBack = async (page: Page, path: string): Promise<() => void> => {
  const { promise: gate, resolve: release } = Promise.withResolvers<void>();
  await page.route(`**${path}`, async (route) => {
    await gate;
    await route.continue();
  });
  return release;
};

/** What the map of the track draws at this moment. */
export const trackMap = (page: Page): Promise<TrackMapReport> =>
  page.getByTestId('track-map').evaluate((map, detail) => {
    map.dispatchEvent(new CustomEvent('map-report', { detail }));
    return detail;
  }, blank);

/** Until the map draws so many marks. */
export const marksDrawn = (page: Page, count: number): Promise<TrackMapReport> =>
  until(`${count} marks are drawn`, async () => {
    const now = await trackMap(page);
    return now.marks.length === count && now.drawnMarks >= count && now;
  });

/** The address that asks for the day of the track at once. */
export const trackPath = (id: string, more = '', dayMs = trackDayMs()): string =>
  `/gpsplayback?device=${id}&day=${dayText(dayMs)}${more}`;

export const queryButton = (page: Page) => page.getByRole('button', { name: 'Query', exact: true });
export const hourRows = (page: Page) => page.locator('[data-hour]');
