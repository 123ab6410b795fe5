// People, groups and rights at the size of a large fleet, in headless Chromium: going through the tree of groups, a tick in it until everybody
// has it, scrolling the permission matrix and the accounts, and what the tiles of a dashboard cost.
import type { Browser, Locator, Page } from '@playwright/test';
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
/** Of the plain table that scrolling is held against. */
const PLAIN_COLUMNS = 12;
const REPORT_EVERY_MS = 1000;
const TILES_MS = scaled(20_000, 3000);
const SETTLE_MS = scaled(5000, 2000);
const THREAD_GOAL_MS = 50;
const FRAME_MS = 1000 / 60;
const LATE_GOAL_PERCENT = 2;
const SEEN_GOAL_MS = 1000;
const TILES_GOAL_CORES = 0.3;

/** Runs in the page: a table that stays in sight of a large area, and has new texts in all cells when that is scrolled. */
const plainScript = (lines: number): string => `{
  const cell = '<td style="border:1px solid #ccc;width:132px;height:28px">Enable</td>';
  document.body.innerHTML =
    '<div style="height:860px;overflow:auto"><div style="width:30000px;height:9000px">' +
    '<table style="position:sticky;top:0;left:0;font:13px sans-serif;border-collapse:collapse">' +
    ('<tr>' + cell.repeat(${PLAIN_COLUMNS}) + '</tr>').repeat(${lines}) + '</table></div></div>';
  const cells = [...document.querySelectorAll('td')];
  let turn = 0;
  document.querySelector('div').addEventListener('scroll', () => {
    turn += 1;
    for (const [i, cell] of cells.entries()) cell.textContent = (i + turn) % 3 === 0 ? 'Disable' : 'Enable';
  });
}`;

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
const longestOf = (tasks: readonly number[]): string => `longest task ${longest(tasks).toPrecision(3)} ms CPU`;

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

/** Turns of the wheel over what is under the pointer; the tasks of the page's thread meanwhile, and per cent that cost more than a frame. */
const turned = async ({ page, watched }: Opened, sideways: boolean): Promise<{ tasks: number[]; late: number }> => {
  const tasks = await watched.tasksDuring(async () => {
    for (let step = 0; step < SCROLL_STEPS; step += 1) {
      const far = step % 10 === 9 ? 4000 : 200;
      await (sideways && step % 2 === 0 ? page.mouse.wheel(far, 0) : page.mouse.wheel(0, far));
      await page.evaluate('new Promise(requestAnimationFrame)');
    }
  });
  return { tasks, late: (tasks.filter((ms) => ms > FRAME_MS).length / SCROLL_STEPS) * 100 };
};

/** Draws as many cells as are in view of `table` into a plain page: new texts at each turn, no program else. */
const plainTable = async (browser: Browser, { page }: Opened, table: Locator, sideways: boolean) => {
  const seen = await table.locator('td, th, [role="cell"], [role="gridcell"]').count();
  const context = await browser.newContext({ viewport: page.viewportSize() });
  const plain = await context.newPage();
  const watched = await WatchedPage.watch(plain);
  await plain.goto('about:blank');
  await plain.evaluate(plainScript(Math.max(1, Math.ceil(seen / PLAIN_COLUMNS))));
  await plain.getByRole('table').hover();
  const turns = await turned({ page: plain, watched }, sideways);
  await context.close();
  return { ...turns, seen };
};

/** How many of a hundred turns of the wheel cost more of the page's thread than a frame has, beside a plain table. */
const scrolled = async (
  browser: Browser,
  { opened, table, what, sideways }: { opened: Opened; table: Locator; what: string; sideways: boolean },
): Promise<Row> => {
  const plain = await plainTable(browser, opened, table, sideways);
  const { tasks, late } = await turned(opened, sideways);
  return {
    ...limitRow(
      `${what}: turns of the wheel that miss a frame of 60 a second`,
      { value: late, unit: '%' },
      LATE_GOAL_PERCENT,
    ),
    yardstick: `a plain table of ${plain.seen} cells that get new texts, ${plain.late.toPrecision(2)} %, ${longestOf(plain.tasks)}; here ${longestOf(tasks)}`,
  };
};

const measureMatrix = async (browser: Browser, { server }: BigFleet): Promise<Row> => {
  const opened = await open(browser, server, '/permission');
  const matrix = opened.page.getByRole('table', { name: 'Permission setting' });
  await matrix
    .getByRole('button', { name: / for Viewer: / })
    .first()
    .hover();
  const row = await scrolled(browser, {
    opened,
    table: matrix,
    what: `the matrix of ${SETS} sets and ${rights.length} rights`,
    sideways: true,
  });
  await opened.page.context().close();
  return row;
};

const measureUsers = async (browser: Browser, { server }: BigFleet): Promise<Row> => {
  const opened = await open(browser, server, '/usersetting');
  const table = opened.page.getByRole('table', { name: 'User setting' });
  await table.getByText('person-1', { exact: true }).first().hover();
  const row = await scrolled(browser, { opened, table, what: `the table of ${USERS} accounts`, sideways: false });
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
    'plain limits: a task of 50 ms, a frame of 60 a second beside a plain table, a second until everybody has it; tiles beside a page at rest',
  run,
};
