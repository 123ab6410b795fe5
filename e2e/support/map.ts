// What the specs of the map share: what it draws, asked of itself, and recorders that stand where a test wants them.
import assert from 'node:assert/strict';
import type { Locator, Page } from '@playwright/test';
import type { AreaMapReport, MapReport, TrailMapReport } from '../../apps/console/src/map/map-report.ts';
import { type Device, locationAt } from '../../integration/support/device.ts';
import type { Json } from '../../integration/support/operator.ts';
import { until } from '../../integration/support/until.ts';
import { type Ending, type Stage, type StageServer, startStageServer } from '../fixture.ts';

const blank: MapReport = {
  zoom: 0,
  largestZoom: 0,
  center: { lat: 0, lng: 0 },
  vehicles: [],
  clusters: [],
  trailLines: 0,
  loads: 0,
};

/** What the map draws at this moment; nothing before it is there. */
export const report = (page: Page): Promise<MapReport> =>
  page.getByTestId('fleet-map').evaluate((map, detail) => {
    map.dispatchEvent(new CustomEvent('map-report', { detail }));
    return detail; // which the map has just filled in
  }, blank);
/** The same of the small map in the panel, or of the one in a frame. */
export const trailReport = (page: Page, frame = page.locator('[data-trail-points]')): Promise<TrailMapReport> =>
  frame.evaluate(
    (map, detail) => {
      map.dispatchEvent(new CustomEvent('map-report', { detail }));
      return detail;
    },
    { zoom: 0, center: { lat: 0, lng: 0 }, trailLines: 0, heading: null },
  );

/** The same of a map on which areas are drawn. */
export const areaReport = (map: Locator): Promise<AreaMapReport> =>
  map.evaluate(
    (element, detail) => {
      element.dispatchEvent(new CustomEvent('map-report', { detail }));
      return detail;
    },
    { zoom: 0, center: { lat: 0, lng: 0 }, handles: [], drawn: 0, others: 0 },
  );

type Drawn = MapReport['vehicles'][number];
/** One vehicle as it is drawn, undefined while it is not. */
export const drawn = async (page: Page, id: string): Promise<Drawn | undefined> =>
  (await report(page)).vehicles.find((vehicle) => vehicle.id === id);
export const shown = (page: Page, id: string): Promise<Drawn> => until(`${id} is on the map`, () => drawn(page, id));
export const near = (a: number, b: number): boolean => Math.abs(a - b) < 2e-6;

export const row = (page: Page, id: string): Locator => page.locator(`[data-device="${id}"]`);
export const panel = (page: Page): Locator => page.getByRole('complementary', { name: 'Selected vehicle' });
export const infoWindow = (page: Page): Locator => page.getByRole('region', { name: 'Vehicle on the map' });

/** A server of the test's own. Pages that get the given ending close before it, so that they never miss it. */
export const ownServer = async (
  t: Ending,
  changes: Parameters<typeof startStageServer>[0] = {},
  overrides: Parameters<typeof startStageServer>[2] = {},
): Promise<{ server: StageServer; ending: Ending }> => {
  const server = await startStageServer(changes, undefined, overrides);
  const hooks: Parameters<Ending['after']>[0][] = [];
  t.after(async () => {
    try {
      for (const hook of hooks) await hook();
    } finally {
      await server.close();
    }
  });
  return { server, ending: { after: (hook) => void hooks.push(hook) } };
};

export const START = { latitude: 24.1, longitude: 120.6 };
/** A registered recorder that has reported where it is, standing or moving as told. */
export const placed = async (
  stage: Stage,
  t: Ending,
  phone: string,
  place: Partial<typeof START & { speedKmh: number; direction: number }> = {},
  details: Json = {},
): Promise<{ device: Device; startMs: number }> => {
  const device = await stage.device(t, { phone });
  await stage.register(device.id, 4, details);
  const startMs = Math.floor(Date.now() / 1000) * 1000 - 60_000;
  assert.equal(await device.locate(locationAt(startMs, { ...START, ...place })), 0);
  return { device, startMs };
};
