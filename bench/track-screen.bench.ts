// GPS playback in headless Chromium: from the press of Query to the drawn track, what the page's thread does meanwhile, and panning
// the map with a month of track on it against the same map without.
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { TracksFile } from '../apps/server/src/features/position/store/tracks-file.ts';
import { builtConsole, savePassword } from '../e2e/fixture.ts';
import { dayText, trackMap } from '../e2e/support/track.ts';
import { HOST } from '../integration/support/server.ts';
import { type Bench, type Row, limitRow, ratioRow } from '../tools/bench-row.ts';
import { openBrowser } from './support/browser.ts';
import { DAY_START_MS, storeDrivenDay } from './support/driven-day.ts';
import { median, scaled } from './support/scale.ts';
import { ServerProcess, withFolder } from './support/server-process.ts';
import { WatchedPage } from './support/watched-page.ts';

const DEVICE = '13800000101';
/** Keys count from 1: the only device of a new server. */
const DEVICE_KEY = 1;
const DAYS = scaled(31, 2);
const ROUNDS = scaled(5, 1);
const PAN_STEPS = scaled(100, 10);
const DAY_GOAL_MS = 1000;
const MONTH_GOAL_MS = 8000;
const TASK_GOAL_MS = 50;
const FRAME_RATIO = 1.43;
const DAY_MS = 86_400_000;
const ZONE = 'Asia/Taipei';
const flags = ['--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'];

/** Runs in the page. */
const NEXT_FRAME = 'new Promise((next) => requestAnimationFrame(() => next()))';

/** The day of the track in the zone of its page. */
const localDay = (n: number): string => dayText(DAY_START_MS + 8 * 3_600_000 + n * DAY_MS);

const open = async (server: ServerProcess, page: Page, last: number): Promise<void> => {
  const span = `day=${localDay(0)}${last === 0 ? '' : `&to=${localDay(last)}`}`;
  await page.goto(`http://${HOST}:${server.ports.http}/gpsplayback?device=${DEVICE}&${span}`);
  await drawn(page);
};

const drawn = async (page: Page): Promise<void> => {
  await page.locator('[data-status="idle"] [data-points]:not([data-points="0"])').first().waitFor({ timeout: 120_000 });
  while ((await trackMap(page)).drawn === 0) await page.evaluate(NEXT_FRAME);
};

/** ms on the clock from the press until the track is drawn. */
const queryMs = async (page: Page): Promise<number> => {
  const startMs = performance.now();
  // The press takes the old track away; the new one is drawn after the first answer.
  const answered = page.waitForResponse('**/api/gps');
  await page.getByRole('button', { name: 'Query', exact: true }).click();
  await answered;
  await drawn(page);
  return performance.now() - startMs;
};

const medianQueryMs = async (page: Page, rounds: number): Promise<number> => {
  const all: number[] = [];
  for (let round = 0; round < rounds; round += 1) all.push(await queryMs(page));
  return median(all);
};

/** Counts frames until `stop`; gives the middle time of one, ms. */
const COUNT = `(() => {
  const times = [];
  let last = performance.now();
  let going = true;
  const next = (now) => { times.push(now - last); last = now; if (going) requestAnimationFrame(next); };
  requestAnimationFrame(next);
  return { stop: () => { going = false; return times; } };
})()`;

/** Drags the map to and fro; the mean time of a frame, ms. */
const panFrameMs = async (page: Page): Promise<number> => {
  const box = await page.getByTestId('track-map').boundingBox();
  if (box === null) throw new Error('there is no map');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.evaluate(`globalThis.counting = ${COUNT}; undefined`);
  for (let step = 0; step < PAN_STEPS; step += 1) {
    const angle = (step / PAN_STEPS) * Math.PI * 4;
    await page.mouse.move(x + 160 * Math.sin(angle), y + 100 * (1 - Math.cos(angle)));
  }
  const times = await page.evaluate<number[]>('counting.stop()');
  await page.mouse.up();
  if (times.length < 5) throw new Error(`only ${times.length} frames while panning`);
  return times.reduce((sum, ms) => sum + ms, 0) / times.length;
};

/** Down to about the zoom at which the track was seen: more ground costs more as well. */
const zoomOut = async (page: Page, zoom: number): Promise<void> => {
  await page.getByTestId('track-map').locator('canvas').focus();
  for (let now = (await trackMap(page)).zoom; now > zoom + 0.5;) {
    await page.keyboard.press('-');
    const before = now;
    while (Math.abs(now - Math.round(now)) > 0.01 || now === before) {
      await page.evaluate(NEXT_FRAME);
      now = (await trackMap(page)).zoom;
    }
  }
};

const measure = async (server: ServerProcess, positions: number): Promise<Row[]> => {
  const browser = await openBrowser(flags);
  try {
    const viewport = { width: 1440, height: 900 };
    const context = await browser.newContext({ viewport, timezoneId: ZONE, serviceWorkers: 'block' });
    const page = await context.newPage();
    const watched = await WatchedPage.watch(page);
    await savePassword(page, { user: server.admin.user, hash: server.admin.hash, password: '' }, HOST);
    await open(server, page, 0);
    const dayMs = await medianQueryMs(page, ROUNDS);
    await open(server, page, DAYS - 1);
    const monthMs = await medianQueryMs(page, Math.min(3, ROUNDS));
    const tasks = await watched.tasksDuring(async () => void (await queryMs(page)));
    const { zoom } = await trackMap(page);
    const withTrack = await panFrameMs(page);
    await page.goto(`http://${HOST}:${server.ports.http}/gpsplayback?device=${DEVICE}`);
    await page.getByTestId('track-map').locator('canvas').waitFor();
    while ((await trackMap(page)).zoom === 0) await page.evaluate(NEXT_FRAME);
    await zoomOut(page, zoom);
    const without = await panFrameMs(page);
    return [
      limitRow('track of a device-day in the browser, Query to drawn', { value: dayMs, unit: 'ms' }, DAY_GOAL_MS),
      limitRow(
        `track of ${DAYS} days (${positions.toLocaleString('en')} positions), Query to drawn`,
        { value: monthMs, unit: 'ms' },
        MONTH_GOAL_MS,
      ),
      limitRow(
        `track of ${DAYS} days, longest task of the page thread`,
        { value: tasks[0] ?? 0, unit: 'ms CPU' },
        TASK_GOAL_MS,
      ),
      ratioRow(
        `map with a track of ${DAYS} days, time of a frame while panning`,
        { value: withTrack, unit: 'ms' },
        { what: 'the same map without a track', value: without },
        FRAME_RATIO,
      ),
    ];
  } finally {
    await browser.close();
  }
};

const run = (): Promise<Row[]> =>
  withFolder(async (folder) => {
    const server = await ServerProcess.start(folder, { consoleFolder: builtConsole() });
    try {
      await server.register([DEVICE]);
      const file = new TracksFile(join(folder, 'tracks.sqlite'));
      const positions = await storeDrivenDay(file, {
        hours: 24 * DAYS,
        vehicles: 1,
        firstKey: DEVICE_KEY,
        items: 'columns',
      });
      file.close();
      return await measure(server, positions);
    } finally {
      await server.stop();
    }
  });

export const bench: Bench = {
  name: 'track screen',
  yardstick: 'the same map at the same zoom without a track, in the same browser',
  run,
};
