// The console with 10,000 devices in headless Chromium: until the dashboard can be used, a poll with 1,000 changes, and memory after an
// hour of polls. Scrolling, a slow line and the map have benchmarks of their own.
import type { Browser } from '@playwright/test';
import { type Bench, type Row, limitRow } from '../tools/bench-row.ts';
import { openBrowser } from './support/browser.ts';
import { type BigFleet, startBigFleet } from './support/big-fleet.ts';
import { type Opened, openDashboard, usableMs } from './support/console-page.ts';
import { median, scaled, wait } from './support/scale.ts';
import { withFolder } from './support/server-process.ts';

const DEVICES = scaled(10_000, 40);
const CHANGED = scaled(1000, 10);
const FEW = 10;
const OPENINGS = scaled(5, 2);
const POLLS = scaled(4);
const POLL_MS = 10_000;
/** An hour of polls; memory is compared with that after the first few. */
const HOUR_POLLS = scaled(360, 12);
/** Of time on the clock: on a busy machine fewer polls are run, and the row says how many. */
const MEMORY_LIMIT_MS = 120_000;
const FIRST_POLLS = 10;
const USABLE_GOAL_MS = 2500;
const THREAD_GOAL_MS = 50;
const GROWTH_GOAL_MB = 5;
const MB = 1_000_000;

const medianUsable = async (browser: Browser, fleet: BigFleet, size: number): Promise<number> => {
  const all: number[] = [];
  for (let n = 0; n < OPENINGS; n += 1) all.push(await usableMs(browser, fleet, size));
  return median(all);
};

/** Processor time of one period between two polls; with changes or without. */
const periodMs = async ({ watched }: Opened, change: () => Promise<void>): Promise<number> => {
  await watched.untilLists(watched.lists + 1);
  await wait(500); // what the poll before brought is drawn
  const before = await watched.threadMs();
  await change();
  await watched.untilLists(watched.lists + 1);
  await wait(500);
  return (await watched.threadMs()) - before;
};

/** The longest task of such a period. Measured apart: the measuring itself costs time of the page. */
const longestOfPoll = async (opened: Opened, change: () => Promise<void>): Promise<number> => {
  const [longest = 0] = await opened.watched.tasksDuring(async () => {
    await periodMs(opened, change);
  });
  return longest;
};

const measurePolls = async (browser: Browser, fleet: BigFleet): Promise<Row[]> => {
  const opened = await openDashboard(browser, fleet);
  await opened.watched.untilLists(1);
  const busy: number[] = [];
  const calm: number[] = [];
  for (let n = 0; n < POLLS; n += 1) {
    calm.push(await periodMs(opened, () => Promise.resolve()));
    busy.push(await periodMs(opened, fleet.report));
  }
  const longestMs = await longestOfPoll(opened, fleet.report);
  await opened.page.context().close();
  const idleMs = median(calm);
  return [
    {
      ...limitRow(
        `a poll with ${CHANGED} of ${DEVICES} changed: page thread`,
        { value: median(busy) - idleMs, unit: 'ms CPU' },
        THREAD_GOAL_MS,
      ),
      yardstick: `10 s without changes, ${idleMs.toPrecision(3)} ms, taken off`,
    },
    limitRow('its longest task', { value: longestMs, unit: 'ms CPU' }, THREAD_GOAL_MS),
  ];
};

/** Lets the page's own clock run, one poll after another, each with changes. */
const measureMemory = async (browser: Browser, fleet: BigFleet): Promise<Row> => {
  const { watched, page } = await openDashboard(browser, fleet, { prepare: (made) => made.clock.install() });
  await watched.untilLists(1);
  const poll = async (): Promise<void> => {
    const before = watched.lists;
    await fleet.report();
    await page.clock.fastForward(POLL_MS);
    await watched.untilLists(before + 1);
  };
  for (let n = 0; n < FIRST_POLLS; n += 1) await poll();
  const first = await watched.heapBytes();
  const startedMs = performance.now();
  let polls = FIRST_POLLS;
  for (; polls < HOUR_POLLS && performance.now() - startedMs < MEMORY_LIMIT_MS; polls += 1) await poll();
  const last = await watched.heapBytes();
  await page.context().close();
  return {
    ...limitRow(
      `memory of the page after ${polls} polls with ${CHANGED} changes, growth`,
      { value: (last - first) / MB, unit: 'MB' },
      GROWTH_GOAL_MB,
    ),
    yardstick: `after ${FIRST_POLLS} polls, ${(first / MB).toPrecision(3)} MB; an hour has ${HOUR_POLLS}`,
  };
};

const measure = async (browser: Browser, fleet: BigFleet, small: BigFleet): Promise<Row[]> => {
  const fewMs = await medianUsable(browser, small, FEW);
  const manyMs = await medianUsable(browser, fleet, DEVICES);
  return [
    {
      ...limitRow(
        `dashboard with ${DEVICES} devices, from opening with a saved password until it can be used`,
        { value: manyMs, unit: 'ms' },
        USABLE_GOAL_MS,
      ),
      yardstick: `with ${FEW} devices, ${Math.round(fewMs)} ms`,
      ratio: manyMs / fewMs,
    },
    ...(await measurePolls(browser, fleet)),
    await measureMemory(browser, fleet),
  ];
};

const run = (): Promise<Row[]> =>
  withFolder((folder) =>
    withFolder(async (smallFolder) => {
      const small = await startBigFleet(smallFolder, FEW, FEW);
      const fleet = await startBigFleet(folder, DEVICES, CHANGED);
      const browser = await openBrowser();
      try {
        await fleet.report();
        await small.report();
        return await measure(browser, fleet, small);
      } finally {
        await browser.close();
        await Promise.all([fleet.stop(), small.stop()]);
      }
    }),
  );

export const bench: Bench = {
  name: 'console',
  yardstick:
    'the same console with 10 devices, the same page without changes, and its own beginning; the rest are plain limits',
  run,
};
