// Nine recorded CIF channels in step in a real browser without a graphics card, at 1 and 4 times the pace: whether the clock keeps time,
// whether every picture is shown, and how soon a click shows one. Server and browser share this machine.
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { type StageServer, addressOf, savePassword, startStageServer } from '../e2e/fixture.ts';
import { putFootage } from '../e2e/support/recorded.ts';
import { Channel } from '../integration/support/operator.ts';
import { HOST } from '../integration/support/server.ts';
import { type Bench, type Row, limitRow } from '../tools/bench-row.ts';
import { openBrowser } from './support/browser.ts';

const NINE = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;
const DEVICE = 'BENCH-9';
const SECONDS = 200;
const SETTLE_MS = 3000;
const MEASURE_MS = 10_000;
const SEEKS = 9;
/** Nine o'clock of the day before. */
const START_MS = new Date(Date.now() - 86_400_000).setHours(9, 0, 0, 0);

/** The playing time as the page shows it, UTC ms in whole seconds. */
const playingTime = async (page: Page): Promise<number> =>
  Number(await page.locator('[data-playing-time]').getAttribute('data-playing-time')) * 1000;

const prepared = async (): Promise<StageServer> => {
  const server = await startStageServer();
  const channel = await Channel.signedIn(server, server.admin);
  await channel.get('D01', { I: DEVICE, C: NINE.length, Z: {} });
  channel.close();
  const footage = { deviceId: DEVICE, channels: NINE, startMs: START_MS, endMs: START_MS + SECONDS * 1000 };
  await putFootage(server.app, server.config.data, footage);
  return server;
};

const open = async (page: Page, server: StageServer): Promise<void> => {
  await savePassword(page, server.admin, HOST);
  await page.goto(addressOf(server, `/splayback/${DEVICE}?at=${START_MS / 1000}&ch=${NINE.join('.')}&map=0`));
  for (const channel of NINE) await page.locator(`[data-channel="${channel}"] [data-phase="playing"]`).waitFor();
};

/** Pictures that came and were shown, over all tiles, as their statistics say. */
const readShown = async (page: Page): Promise<{ shown: number; dropped: number }> => {
  const sum = { shown: 0, dropped: 0 };
  for (const channel of NINE) {
    const tile = page.locator(`[data-channel="${channel}"]`);
    await tile.focus();
    await page.keyboard.press('i');
    sum.shown += Number(((await tile.locator('[data-field="shown"]').textContent()) ?? '').split(' of ')[0]);
    sum.dropped += Number(await tile.locator('[data-field="dropped"]').textContent());
    await page.keyboard.press('i');
  }
  return sum;
};

/** How the playing time went against real time at a pace, per cent: 100 is a clock that never waited. */
const pace = async (page: Page, speed: number): Promise<Row[]> => {
  await wait(SETTLE_MS);
  const before = { ...(await readShown(page)), playedMs: await playingTime(page), atMs: performance.now() };
  await wait(MEASURE_MS);
  const playedMs = (await playingTime(page)) - before.playedMs;
  const share = (100 * playedMs) / (performance.now() - before.atMs) / speed;
  const after = await readShown(page);
  const dropped = after.dropped - before.dropped;
  const all = after.shown - before.shown + dropped;
  return [
    // Seconds are whole, so a clock that never waits may read a second less.
    limitRow(
      `nine tiles at ${speed}×, the clock's pace`,
      { value: 100 - share, unit: '% behind' },
      100 / (MEASURE_MS / 1000) / speed + 2,
    ),
    limitRow(
      `nine tiles at ${speed}×, pictures not shown`,
      { value: (100 * dropped) / Math.max(1, all), unit: '%' },
      speed === 1 ? 1 : 5,
    ),
  ];
};

/** Presses the second button of a name and waits until the first tile draws; gives the ms. As text: the page has other types. */
const press = (name: string): string => `(async () => {
  const tile = document.querySelector('[data-channel="1"] canvas').parentElement;
  const last = async () => {
    const detail = {};
    tile.dispatchEvent(new CustomEvent('playback-report', { detail }));
    return (await detail.drawn).at(-1) ?? { atMs: 0, takenMs: 0 };
  };
  const wanted = ${START_MS} + ${Number(name)} * 1000;
  const pressedMs = performance.timeOrigin + performance.now();
  document.querySelector('button[aria-label="Second ${name}"]').click();
  for (;;) {
    const { atMs, takenMs } = await last();
    if (atMs > pressedMs && takenMs >= wanted && takenMs < wanted + 1000) return atMs - pressedMs;
  }
})()`;

/** From a press on another second to the first picture of it on screen, the middle of several. */
const seeks = async (page: Page): Promise<Row> => {
  const took: number[] = [];
  for (let i = 0; i < SEEKS; i += 1) {
    took.push(Number(await page.evaluate(press(i % 2 === 0 ? '45' : '20'))));
    await wait(1500);
  }
  const middle = took.toSorted((a, b) => a - b)[SEEKS >> 1] ?? Number.NaN;
  return limitRow('nine tiles, click to picture', { value: middle, unit: 'ms' }, 300);
};

const run = async (): Promise<Row[]> => {
  const server = await prepared();
  const browser = await openBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1600, height: 900 } });
    await open(page, server);
    const atOne = await pace(page, 1);
    const soon = await seeks(page);
    await page.keyboard.press(']');
    await page.keyboard.press(']');
    return [...atOne, ...(await pace(page, 4)), soon];
  } finally {
    await browser.close();
    await server.close();
  }
};

export const bench: Bench = {
  name: 'playback-tiles',
  yardstick: 'real time',
  run,
};
