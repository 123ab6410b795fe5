// People, groups and rights at the size of a large fleet, in headless Chromium: going through the tree of groups, a tick in it until everybody
// has it, scrolling the permission matrix and the accounts, and what the tiles of a dashboard cost.
import type { Browser, Page } from '@playwright/test';
import { rights } from '@outrider/contract';
import { savePassword } from '../e2e/fixture.ts';
import { Channel, type Json } from '../integration/support/operator.ts';
import { HOST } from '../integration/support/server.ts';
import { until } from '../integration/support/until.ts';
import { type Bench, type Row, limitRow } from '../tools/bench-row.ts';
import { openBrowser } from './support/browser.ts';
import { type BigFleet, startBigFleet } from './support/big-fleet.ts';
import { measureCores } from './support/live-tiles.ts';
import { addPeople, THEIR_GROUP } from './support/many-people.ts';
import { scaled, wait } from './support/scale.ts';
import { type ServerProcess, withFolder } from './support/server-process.ts';
import { WatchedPage } from './support/watched-page.ts';

const GROUPS = scaled(2000, 60);
const DEVICES = scaled(10_000, 120);
const SETS = scaled(200, 12);
/** With the administrator as many as there may be. */
const USERS = scaled(999, 40);
const SIGNED_IN = scaled(100, 5);
const SCROLL_STEPS = scaled(120, 10);
const TILES = 12;
const REPORT_EVERY_MS = 1000;
const TILES_MS = scaled(20_000, 3000);
const SETTLE_MS = scaled(5000, 2000);
const THREAD_GOAL_MS = 50;
const FRAME_MS = 1000 / 60;
const LATE_GOAL_PERCENT = 2;
const SEEN_GOAL_MS = 1000;
const TILES_GOAL_CORES = 0.3;

type Opened = { page: Page; watched: WatchedPage };

const open = async (browser: Browser, server: ServerProcess, path: string): Promise<Opened> => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' });
  const page = await context.newPage();
  const watched = await WatchedPage.watch(page);
  await savePassword(page, { user: server.admin.user, hash: server.admin.hash, password: '' }, HOST);
  await page.goto(`http://${HOST}:${server.ports.http}${path}`);
  return { page, watched };
};

const longest = (tasks: readonly number[]): number => tasks[0] ?? Number.NaN;

/** Goes through the tree: unfolds, opens groups, filters, scrolls the devices. */
const goThrough = async (page: Page): Promise<void> => {
  const tree = page.getByRole('tree', { name: 'Groups' });
  await tree.focus();
  for (const key of ['ArrowDown', 'ArrowRight', 'ArrowDown', 'ArrowRight', 'ArrowDown', 'Enter', 'End', 'Home'])
    await tree.press(key);
  await page.getByRole('searchbox', { name: 'Find groups' }).pressSequentially('p-19');
  await page.getByRole('treeitem').first().waitFor();
  await page.getByRole('searchbox', { name: 'Find groups' }).fill('');
  const list = page.getByRole('listbox');
  await list.hover();
  for (let step = 0; step < SCROLL_STEPS; step += 1) {
    await page.mouse.wheel(0, step % 10 === 9 ? 20_000 : 400);
    await page.evaluate('new Promise(requestAnimationFrame)');
  }
  await page.getByRole('searchbox', { name: 'Find devices' }).pressSequentially('TRK-7');
  await list.getByRole('option').first().waitFor();
};

const measureTree = async (browser: Browser, { server }: BigFleet): Promise<Row> => {
  const { page, watched } = await open(browser, server, '/groupsetting');
  await page.getByRole('listbox').getByRole('option').first().waitFor();
  const tasks = await watched.tasksDuring(() => goThrough(page));
  await page.context().close();
  return {
    ...limitRow(
      `the tree of ${GROUPS} groups and ${DEVICES} devices, gone through: longest task`,
      { value: longest(tasks), unit: 'ms CPU' },
      THREAD_GOAL_MS,
    ),
    yardstick: `${tasks.length} tasks, ${tasks.filter((ms) => ms > THREAD_GOAL_MS).length} above ${THREAD_GOAL_MS} ms`,
  };
};

/** Signed in, subscribed, with its list; keeps asking for what it is told of, as the console does. */
const colleague = async (server: ServerProcess, token: string): Promise<(id: string) => Promise<number>> => {
  const channel = await Channel.open(server.ports.command);
  await channel.get('Q02', { K: token });
  const { fin } = await channel.list('Q03');
  await channel.get('P01', { A: 'all', D: 1 });
  channel.lines.length = 0;
  return async (id) => {
    await until('it is told', () => channel.pushes.some(({ M }) => M === 'P03'));
    const { rows } = await channel.list('Q04', { T: fin['T'], C: fin['C'] });
    if (!rows.some((row: Json) => row['deviceid'] === id)) throw new Error(`${id} did not come`);
    channel.close();
    return rows.length;
  };
};

/** An administrator ticks a device into a group of theirs; in the page, as the operator does. */
const measureTick = async (
  browser: Browser,
  { server }: BigFleet,
  { tokens, unseen }: { tokens: readonly string[]; unseen: string },
): Promise<Row[]> => {
  const waiting = await Promise.all(tokens.slice(0, SIGNED_IN).map((token) => colleague(server, token)));
  const { page, watched } = await open(browser, server, `/groupsetting?group=${THEIR_GROUP}`);
  await page
    .getByRole('treeitem', { name: `group-${THEIR_GROUP}` })
    .first()
    .click();
  await page.getByRole('searchbox', { name: 'Find devices' }).fill(unseen);
  const option = page.getByRole('option').filter({ hasText: unseen });
  await option.waitFor();
  let seenMs = 0;
  let rows: number[] = [];
  const tasks = await watched.tasksDuring(async () => {
    const fromMs = performance.now();
    await option.click();
    rows = await Promise.all(waiting.map((sees) => sees(unseen)));
    seenMs = performance.now() - fromMs;
    await page.locator('[role="option"][aria-selected="true"]').filter({ hasText: unseen }).waitFor();
  });
  await page.context().close();
  return [
    {
      ...limitRow(
        `a tick in it until the last of ${SIGNED_IN} people has the device`,
        { value: seenMs, unit: 'ms' },
        SEEN_GOAL_MS,
      ),
      yardstick: `longest task of the page ${longest(tasks).toPrecision(2)} ms CPU`,
    },
    limitRow('the same, rows that one of them was sent for it', { value: Math.max(...rows), unit: 'rows' }, 1),
  ];
};

/** How many of a hundred turns of the wheel cost more of the page's thread than a frame has. */
const scrolled = async ({ page, watched }: Opened, what: string, sideways: boolean): Promise<Row> => {
  const tasks = await watched.tasksDuring(async () => {
    for (let step = 0; step < SCROLL_STEPS; step += 1) {
      const far = step % 10 === 9 ? 4000 : 200;
      await (sideways && step % 2 === 0 ? page.mouse.wheel(far, 0) : page.mouse.wheel(0, far));
      await page.evaluate('new Promise(requestAnimationFrame)');
    }
  });
  const late = tasks.filter((ms) => ms > FRAME_MS).length;
  return {
    ...limitRow(
      `${what}: turns of the wheel that miss a frame of 60 a second`,
      { value: (late / SCROLL_STEPS) * 100, unit: '%' },
      LATE_GOAL_PERCENT,
    ),
    yardstick: `longest task ${longest(tasks).toPrecision(3)} ms CPU of ${SCROLL_STEPS} turns`,
  };
};

const measureMatrix = async (browser: Browser, { server }: BigFleet): Promise<Row> => {
  const opened = await open(browser, server, '/permission');
  const matrix = opened.page.getByRole('table', { name: 'Permission setting' });
  await matrix
    .getByRole('button', { name: / for Viewer: / })
    .first()
    .hover();
  const row = await scrolled(opened, `the matrix of ${SETS} sets and ${rights.length} rights`, true);
  await opened.page.context().close();
  return row;
};

const measureUsers = async (browser: Browser, { server }: BigFleet): Promise<Row> => {
  const opened = await open(browser, server, '/usersetting');
  const table = opened.page.getByRole('table', { name: 'User setting' });
  await table.getByText('person-1', { exact: true }).first().hover();
  const row = await scrolled(opened, `the table of ${USERS} accounts`, false);
  await opened.page.context().close();
  return row;
};

const drive = async (fleet: BigFleet, over: AbortSignal): Promise<void> => {
  while (!over.aborted) {
    await fleet.report();
    await wait(REPORT_EVERY_MS);
  }
};

/** Twelve vehicles that drive, each with its tile, on the first page of the dashboard. */
const measureTiles = async (browser: Browser, fleet: BigFleet): Promise<Row> => {
  const { page } = await open(browser, fleet.server, '/blockview');
  await page
    .getByRole('region', { name: 'Vehicles on the map' })
    .getByRole('listitem')
    .nth(TILES - 1)
    .waitFor();
  const driven = new AbortController();
  const driving = drive(fleet, driven.signal);
  await wait(SETTLE_MS);
  const cores = await measureCores(TILES_MS);
  driven.abort();
  await driving;
  await wait(SETTLE_MS);
  const still = await measureCores(TILES_MS / 2);
  await page.context().close();
  return {
    ...limitRow(
      `tiles of ${TILES} vehicles that report each second: browser`,
      { value: cores, unit: 'of a core' },
      TILES_GOAL_CORES,
    ),
    yardstick: `the same page while nothing reports, ${still.toPrecision(2)} of a core`,
  };
};

const run = (): Promise<Row[]> =>
  withFolder((folder) =>
    withFolder(async (smallFolder) => {
      const fleet = await startBigFleet(folder, DEVICES, 1);
      const small = await startBigFleet(smallFolder, TILES, TILES);
      const people = await addPeople(fleet.server, folder, { groups: GROUPS, sets: SETS, users: USERS });
      const browser = await openBrowser();
      try {
        return [
          await measureTree(browser, fleet),
          ...(await measureTick(browser, fleet, people)),
          await measureMatrix(browser, fleet),
          await measureUsers(browser, fleet),
          await measureTiles(browser, small),
        ];
      } finally {
        await browser.close();
        await Promise.all([fleet.stop(), small.stop()]);
      }
    }),
  );

export const bench: Bench = {
  name: 'people',
  yardstick:
    'plain limits: a task of 50 ms, a frame of 60 a second, a second until everybody has it; tiles beside the same page at rest',
  run,
};
