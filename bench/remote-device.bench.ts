// The remote recorder: how soon what a device is set to can be worked with, beyond what the device takes to answer, and what ten thousand
// orders that wait for devices cost a server at rest, against the same server without one.
import type { Page } from '@playwright/test';
import { createVehicle, type Vehicle } from '../apps/simulator/src/index.ts';
import { builtConsole, savePassword } from '../e2e/fixture.ts';
import { dialog, openSheet, save } from '../e2e/setup-dialog.ts';
import { Channel } from '../integration/support/operator.ts';
import { HOST } from '../integration/support/server.ts';
import { type Bench, limitRow, type Row } from '../tools/bench-row.ts';
import { openBrowser } from './support/browser.ts';
import { median, scaled, wait } from './support/scale.ts';
import { ServerProcess, spanOf, withFolder } from './support/server-process.ts';
import type { Watched } from './support/thread-watch.ts';

const PHONE = '13800300001';
const ROUNDS = scaled(7, 2);
const SCREEN_GOAL_MS = 1500;
const ORDERS = scaled(10_000, 64);
const OF_A_DEVICE = 64;
const FIRST_AWAY = 13_800_400_001;
const SETTLE_MS = scaled(20_000, 500);
const REST_MS = scaled(60_000, 1000);
/** Nothing, but for what one minute differs from another. */
const REST_GOAL_PERCENT = 0.3;
const DELAY_GOAL_MS = 10;

/** From the press until the first panel can be saved, and what of that the device's answer took. */
const openedMs = async (page: Page): Promise<{ allMs: number; answerMs: number }> => {
  const answered = page.waitForResponse((response) => response.url().includes('/gkserver/gkdevicesetup/'));
  const fromMs = performance.now();
  await page.getByRole('complementary').getByRole('button', { name: 'Remote Device Setting' }).click();
  const response = await answered;
  await save(page).waitFor();
  const allMs = performance.now() - fromMs;
  await response.finished();
  const answerMs = response.request().timing().responseEnd;
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  return { allMs, answerMs };
};

const measureScreen = async (server: ServerProcess): Promise<Row> => {
  await server.register([PHONE], 4);
  const vehicle: Vehicle = createVehicle({
    host: HOST,
    port: server.ports.jt808,
    phone: PHONE,
    channels: 4,
    clips: null,
  });
  vehicle.start();
  await vehicle.whenOnline();
  const browser = await openBrowser();
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' });
    const page = await context.newPage();
    await savePassword(page, { user: server.admin.user, hash: server.admin.hash, password: '' }, HOST);
    await page.goto(`http://${HOST}:${server.ports.http}/devicesetup`);
    await openSheet(page, PHONE);
    await save(page).waitFor();
    await page.keyboard.press('Escape');
    const rounds: { allMs: number; answerMs: number }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await openedMs(page));
    const answerMs = median(rounds.map((one) => one.answerMs));
    const beyondMs = median(rounds.map((one) => one.allMs - one.answerMs));
    return {
      ...limitRow(
        'what a device is set to, from the press until it can be worked with, without its answer',
        { value: beyondMs, unit: 'ms' },
        SCREEN_GOAL_MS,
      ),
      yardstick: `its answer, ${answerMs.toPrecision(3)} ms; a second of the rest is prescribed; median of ${ROUNDS}`,
    };
  } finally {
    await browser.close();
    await vehicle.stop();
  }
};

type Rest = { percent: number } & Watched;

const atRest = async (server: ServerProcess): Promise<Rest> => {
  await wait(SETTLE_MS);
  const before = await server.usage();
  await server.watch();
  await wait(REST_MS);
  const watched = await server.watched();
  const { cpuMs, elapsedMs } = spanOf(before, await server.usage());
  return { ...watched, percent: (100 * cpuMs) / elapsedMs };
};

/** Texts for devices that are away. */
const leaveOrders = async (server: ServerProcess): Promise<void> => {
  const ids = Array.from({ length: Math.ceil(ORDERS / OF_A_DEVICE) }, (_, i) => String(FIRST_AWAY + i));
  await server.register(ids, 1);
  const operator = await Channel.signedIn(server);
  for (let n = 0; n < ORDERS; n += 1) {
    const I = ids[Math.floor(n / OF_A_DEVICE)];
    const R = (await operator.ask('D21', { I, A: `text ${n}`, W: 1 }))[0]?.['R'];
    if (R !== '2') throw new Error(`order ${n} was answered ${String(R)}`);
    operator.lines.length = 0;
  }
  operator.close();
};

const measureOrders = async (server: ServerProcess): Promise<Row[]> => {
  const without = await atRest(server);
  await leaveOrders(server);
  const waiting = await atRest(server);
  return [
    {
      ...limitRow(
        `${ORDERS} orders that wait: processor at rest, above the same server without one`,
        { value: waiting.percent - without.percent, unit: '% of a core' },
        REST_GOAL_PERCENT,
      ),
      yardstick: `without an order, ${without.percent.toPrecision(3)} % of a core`,
    },
    {
      ...limitRow(
        'the same, longest delay of the main thread',
        { value: waiting.longestMs, unit: 'ms' },
        DELAY_GOAL_MS,
      ),
      yardstick: `without an order, ${without.longestMs.toPrecision(3)} ms`,
    },
  ];
};

const run = (): Promise<Row[]> =>
  withFolder(async (folder) => {
    const server = await ServerProcess.start(folder, { consoleFolder: builtConsole('production') });
    try {
      const orders = await measureOrders(server);
      return [await measureScreen(server), ...orders];
    } finally {
      await server.stop();
    }
  });

export const bench: Bench = {
  name: 'remote-device',
  yardstick: "the device's own answer; the same server without orders",
  run,
};
