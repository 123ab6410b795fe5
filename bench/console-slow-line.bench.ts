// The dashboard with 10,000 devices over a line of 2 Mbit/s: from opening until it can be used, for the first time and with what the
// browser kept of the console. The yardstick is the line alone with the same bytes.
import type { Browser } from '@playwright/test';
import { type Bench, type Row, limitRow } from '../tools/bench-row.ts';
import { openBrowser } from './support/browser.ts';
import { type BigFleet, startBigFleet } from './support/big-fleet.ts';
import { newContext, usableMs } from './support/console-page.ts';
import { median, scaled } from './support/scale.ts';
import { withFolder } from './support/server-process.ts';
import { type SlowLine, startSlowLine } from './support/slow-line.ts';

const DEVICES = scaled(10_000, 40);
const CONNECTED = scaled(1000, 10);
const OPENINGS = scaled(5, 1);
const GOAL_MS = 4000;
/** 2 Mbit/s each way, 50 ms there and back. */
const SPEED = { bytesPerS: 250_000, delayMs: 25 };

type Opening = { readonly ms: number; readonly bytes: number };

/** In a row: each after the bytes of the one before are through. */
const openings = async (browser: Browser, fleet: BigFleet, line: SlowLine): Promise<[Opening, Opening]> => {
  const context = await newContext(browser);
  const open = async (): Promise<Opening> => {
    const before = line.carried;
    const ms = await usableMs(browser, fleet, DEVICES, context);
    return { ms, bytes: line.carried - before };
  };
  const both: [Opening, Opening] = [await open(), await open()];
  await context.close();
  return both;
};

const rowOf = (what: string, all: readonly Opening[]): Row => {
  const ms = median(all.map((each) => each.ms));
  const bytes = median(all.map((each) => each.bytes));
  const bareMs = (bytes / SPEED.bytesPerS) * 1000;
  return {
    ...limitRow(what, { value: ms, unit: 'ms' }, GOAL_MS),
    yardstick: `the line alone with these ${Math.round(bytes / 1000)} kB, ${Math.round(bareMs)} ms`,
    ratio: ms / bareMs,
  };
};

const measure = async (browser: Browser, fleet: BigFleet, line: SlowLine): Promise<Row[]> => {
  const first: Opening[] = [];
  const again: Opening[] = [];
  for (let n = 0; n < OPENINGS; n += 1) {
    const [one, two] = await openings(browser, fleet, line);
    first.push(one);
    again.push(two);
  }
  const what = `dashboard with ${DEVICES} devices over a line of 2 Mbit/s`;
  return [rowOf(`${what}, for the first time`, first), rowOf(`${what}, opened before`, again)];
};

export const bench: Bench = {
  name: 'console-slow-line',
  yardstick: 'the line alone with the same bytes',
  run: () =>
    withFolder(async (folder) => {
      const fleet = await startBigFleet(folder, DEVICES, CONNECTED);
      const { http, command, stream } = fleet.server.ports;
      const line = await startSlowLine([http, command, stream], SPEED);
      const browser = await openBrowser(line.args);
      try {
        await fleet.report();
        return await measure(browser, fleet, line);
      } finally {
        await browser.close();
        await Promise.all([line.close(), fleet.stop()]);
      }
    }),
};
