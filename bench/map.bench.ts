// The map with 10,000 vehicles in headless Chromium without a graphics card: what 1,000 moved vehicles cost the page's thread, and how
// fast panning is beside 10,000 plain circles on the same ground.
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { type Server, createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, Page } from '@playwright/test';
import { type Bench, type Row, limitRow, ratioRow } from '../tools/bench-row.ts';
import { openBrowser } from './support/browser.ts';

const VEHICLES = 10_000;
const MOVED = 1000;
const UPDATES = 8;
const PAN_STEPS = 100;
const PAN_ROUNDS = 3;
/** At least 0.7 of the frame rate is at most 1.43 of the frame time. */
const FRAME_RATIO = 1.43;
const THREAD_MS = 50;

const flags = ['--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'];
const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
};
const consoleFolder = join(import.meta.dirname, '../apps/console');

const buildPage = (outDir: string): void => {
  const vite = join(import.meta.dirname, '../node_modules/vite/bin/vite.js');
  const args = [
    'build',
    join(consoleFolder, 'bench'),
    '--mode',
    'tests',
    '--outDir',
    outDir,
    '--target',
    'es2023',
    '--logLevel',
    'error',
  ];
  execFileSync(process.execPath, [vite, ...args, '--configLoader', 'runner'], {
    cwd: join(consoleFolder, 'bench'),
    stdio: 'inherit',
  });
};

const servePage = async (folder: string): Promise<{ server: Server; url: string }> => {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://here').pathname;
    readFile(join(folder, path === '/' ? 'index.html' : path)).then(
      (body) => response.writeHead(200, { 'content-type': types[extname(path) || '.html'] ?? '' }).end(body),
      () => response.writeHead(204).end(),
    );
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the page of the benchmark has no port');
  return { server, url: `http://127.0.0.1:${address.port}/` };
};

/** Runs an expression that uses the page's `bench` object. */
const run = <T>(page: Page, expression: string): Promise<T> => page.evaluate<T>(expression);
const drawn = (page: Page): Promise<number> => run(page, 'bench.drawn()');
const loads = (page: Page): Promise<number> => run(page, 'bench.loads()');

const waitFor = async (what: string, holds: () => Promise<boolean>): Promise<void> => {
  for (let tries = 0; tries < 600; tries += 1) {
    if (await holds()) return;
    await pause(50);
  }
  throw new Error(`the map never got there: ${what}`);
};

const open = async (browser: Browser, url: string, start: string): Promise<Page> => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(url);
  await run(page, start);
  await waitFor('markers drawn', async () => (await drawn(page)) > VEHICLES / 4);
  return page;
};

/** Drags the map to and fro; gives the middle time of a frame, ms. */
const panFrameMs = async (page: Page): Promise<number> => {
  await page.mouse.move(720, 450);
  await page.mouse.down();
  await run(page, 'globalThis.counting = bench.frames()');
  for (let step = 0; step < PAN_STEPS; step += 1) {
    const angle = (step / PAN_STEPS) * Math.PI * 4;
    await page.mouse.move(720 + 200 * Math.sin(angle), 450 + 120 * (1 - Math.cos(angle)));
  }
  const times = await run<number[]>(page, 'counting.stop()');
  await page.mouse.up();
  if (times.length < 10) throw new Error(`only ${times.length} frames while panning`);
  return times.reduce((sum, ms) => sum + ms, 0) / times.length;
};

/** Processor time of the page's thread, ms since it began; all its tasks, drawing included. */
const threadMs = async (page: Page): Promise<() => Promise<number>> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'ThreadTime')?.value ?? Number.NaN) * 1000;
  };
};

const updateMs = async (page: Page): Promise<{ whole: number; call: number }> => {
  const spent = await threadMs(page);
  const before = await spent();
  let call = 0;
  for (let n = 0; n < UPDATES; n += 1) {
    const taken = await loads(page);
    call += await run<number>(page, `bench.move(${MOVED})`);
    await waitFor('moved vehicles drawn', async () => (await loads(page)) > taken);
    await pause(1000);
  }
  return { whole: ((await spent()) - before) / UPDATES, call: call / UPDATES };
};

/** The calmest of a few rounds, taken in turn: whatever else the machine does slows both maps alike. */
const panBoth = async (circles: Page, fleet: Page): Promise<{ circlesMs: number; fleetMs: number }> => {
  let best = { circlesMs: Infinity, fleetMs: Infinity };
  for (let round = 0; round < PAN_ROUNDS; round += 1) {
    await circles.bringToFront();
    const circlesMs = Math.min(best.circlesMs, await panFrameMs(circles));
    await fleet.bringToFront();
    best = { circlesMs, fleetMs: Math.min(best.fleetMs, await panFrameMs(fleet)) };
  }
  return best;
};

const measure = async (browser: Browser, url: string): Promise<Row[]> => {
  const circles = await open(browser, url, `bench.startCircles(${VEHICLES})`);
  const fleet = await open(browser, url, `bench.startFleet(${VEHICLES})`);
  const { circlesMs, fleetMs } = await panBoth(circles, fleet);
  await circles.close();
  const { whole, call } = await updateMs(fleet);
  return [
    ratioRow(
      'map with 10,000 vehicles, time of a frame while panning',
      { value: fleetMs, unit: 'ms' },
      { what: '10,000 plain circles', value: circlesMs },
      FRAME_RATIO,
    ),
    limitRow('map, 1,000 of 10,000 moved: handing them over, page thread', { value: call, unit: 'ms' }, THREAD_MS),
    limitRow(
      'map, 1,000 of 10,000 moved: all of the page thread, drawing included',
      { value: whole, unit: 'ms CPU' },
      THREAD_MS,
    ),
  ];
};

export const bench: Bench = {
  name: 'map',
  yardstick: '10,000 plain circles on the same ground in the same browser',
  run: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'outrider-bench-map-'));
    buildPage(folder);
    const { server, url } = await servePage(folder);
    const browser = await openBrowser(flags);
    try {
      return await measure(browser, url);
    } finally {
      await browser.close();
      server.close();
      await rm(folder, { recursive: true, force: true });
    }
  },
};
