// Scrolling the dashboard's table of 10,000 devices in headless Chromium: the longest task of the page's thread.
import { type Bench, type Row, limitRow } from '../tools/bench-row.ts';
import { openBrowser } from './support/browser.ts';
import { startBigFleet } from './support/big-fleet.ts';
import { type Opened, openDashboard } from './support/console-page.ts';
import { median, scaled } from './support/scale.ts';
import { withFolder } from './support/server-process.ts';

const DEVICES = scaled(10_000, 40);
const CONNECTED = scaled(1000, 10);
const STEPS = scaled(120, 10);
/** Of rounds; the middle one counts: what else the machine does makes single tasks longer. */
const ROUNDS = 3;
const GOAL_MS = 50;

/** Turns the wheel, every tenth time over hundreds of rows; gives the processor time of each task. */
const scrolled = ({ watched, page }: Opened): Promise<number[]> =>
  watched.tasksDuring(async () => {
    for (let step = 0; step < STEPS; step += 1) {
      await page.mouse.wheel(0, step % 10 === 9 ? 20_000 : 400);
      await page.evaluate('new Promise(requestAnimationFrame)');
    }
  });

const measure = async (opened: Opened): Promise<Row[]> => {
  const { watched, page } = opened;
  await watched.untilLists(1);
  await page.locator('table tbody tr').first().hover();
  const longest: number[] = [];
  const above: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const tasks = await scrolled(opened);
    longest.push(tasks[0] ?? Number.NaN);
    above.push(tasks.filter((ms) => ms > GOAL_MS).length);
    await page.mouse.wheel(0, -10_000_000);
  }
  return [
    {
      ...limitRow(`scrolling a table of ${DEVICES}: longest task`, { value: median(longest), unit: 'ms CPU' }, GOAL_MS),
      yardstick: `${STEPS} turns of the wheel, ${median(above)} tasks above ${GOAL_MS} ms`,
    },
  ];
};

export const bench: Bench = {
  name: 'console-scroll',
  yardstick: 'a plain limit',
  run: () =>
    withFolder(async (folder) => {
      const fleet = await startBigFleet(folder, DEVICES, CONNECTED);
      const browser = await openBrowser();
      try {
        await fleet.report();
        return await measure(await openDashboard(browser, fleet));
      } finally {
        await browser.close();
        await fleet.stop();
      }
    }),
};
