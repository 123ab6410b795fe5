// Channels of a playback in step: what each tile shows is read from the stamp that the camera put into every picture, never from the
// player's own clock.
import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { until } from '../integration/support/until.ts';
import { useStage } from './fixture.ts';
import { footageOf, hourOfYesterday, playingAt, playingTime } from './support/playback.ts';
import { putFootage } from './support/recorded.ts';
import { expect, test } from './test.ts';
import { playing, seen, tile } from './tiles.ts';

const DEVICE = 'TRK-SYNC';
const NINE = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;
/** The clips have 15 pictures a second. */
const FRAME_MS = 1000 / 15;
const START_MS = hourOfYesterday(10);
const END_MS = START_MS + 120_000;

const stage = useStage({}, async (made) => {
  await footageOf(made, DEVICE, { channels: NINE, startMs: START_MS, endMs: END_MS }, 9);
  // A hole that all channels have, then channel 1 some seconds before and after the other.
  await footageOf(made, 'TRK-GAP', { channels: [1, 2], startMs: START_MS, endMs: START_MS + 20_000 });
  const { app, config } = made.server;
  const more = (channel: number, fromS: number, toS: number): Promise<void> =>
    putFootage(app, config.data, {
      deviceId: 'TRK-GAP',
      channels: [channel],
      startMs: START_MS + fromS * 1000,
      endMs: START_MS + toS * 1000,
    });
  await more(1, 600, 644);
  await more(2, 615, 640);
});

type Drawn = { atMs: number; takenMs: number };

/** The latest pictures that a tile put on screen, with the moment it did. */
const drawnBy = (page: Page, channel: number): Promise<Drawn[]> =>
  tile(page, channel)
    .locator('canvas, video')
    .evaluate(async (element) => {
      const detail: { drawn?: Promise<Drawn[]> } = {};
      element.parentElement?.dispatchEvent(new CustomEvent('playback-report', { detail }));
      return (await detail.drawn) ?? [];
    });

/** What was on screen at a moment. */
const shownAt = (drawn: readonly Drawn[], atMs: number): number | undefined =>
  drawn.findLast((picture) => picture.atMs <= atMs)?.takenMs;

/** How far apart the pictures of all tiles were at many moments of the last second, ms: the worst of each moment. */
const spreads = async (page: Page, channels: readonly number[]): Promise<number[]> => {
  const all = await Promise.all(channels.map((channel) => drawnBy(page, channel)));
  const fromMs = Math.max(...all.map((drawn) => drawn[0]?.atMs ?? Infinity));
  const toMs = Math.min(...all.map((drawn) => drawn.at(-1)?.atMs ?? -Infinity));
  const found: number[] = [];
  for (let atMs = fromMs; atMs <= toMs; atMs += 20) {
    const shown = all.flatMap((drawn) => shownAt(drawn, atMs) ?? []);
    found.push(Math.max(...shown) - Math.min(...shown));
  }
  return found;
};
const middle = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Infinity;

const pausedPictures = async (page: Page, channels: readonly number[], slack: number): Promise<number[]> => {
  await page.keyboard.press('k');
  await page.locator('[data-speed-now="0"]').waitFor();
  const read = async (): Promise<number[]> => {
    const all = await Promise.all(channels.map((channel) => drawnBy(page, channel)));
    return all.map((drawn) => drawn.at(-1)?.takenMs ?? Number.NaN);
  };
  // A video element takes a few frames of the browser to stand at the moment it was told.
  const frames = (): Promise<void> =>
    page.evaluate(async () => {
      for (let i = 0; i < 12; i += 1) await new Promise(requestAnimationFrame);
    });
  // Paused pictures may still be on their way for a moment; standing, they must be those of one moment.
  let shown = await read();
  const inStep = (): boolean => Math.max(...shown) - Math.min(...shown) < FRAME_MS + slack;
  let before: number[] = [];
  for (let round = 0; round < 300 && !(inStep() && shown.join() === before.join()); round += 1) {
    before = shown;
    await frames();
    shown = await read();
  }
  return shown;
};

for (const plain of [false, true])
  test(`nine channels play in step on ${plain ? 'plain http' : 'a secure page'}, at 1 and 4 times the pace, and after seeks`, async ({
    t,
  }) => {
    const path = `/splayback/${DEVICE}?at=${START_MS / 1000 + 10.4}&ch=${NINE.join('.')}&map=0`;
    const page = await stage.signedIn(t, { path, plain });
    for (const channel of NINE) await playing(page, channel);
    // A video element that is told a moment between two pictures may take the one or the other.
    const slack = plain ? 1 : 0;
    await seen(page, 9);
    await playingAt(page, START_MS + 13_000);
    // Without WebCodecs the browser's own elements are led by their pace: they are in step where they stand. Where the machine held
    // everything up, some seconds pass until they are.
    const apartAtOne = async (): Promise<number> => (plain ? 0 : middle(await spreads(page, NINE)));
    await expect.poll(apartAtOne, 'ms apart at 1').toBeLessThan(FRAME_MS);
    const first = await pausedPictures(page, NINE, slack);
    assert.ok(
      Math.max(...first) - Math.min(...first) < FRAME_MS + slack,
      `paused: ${first.map((ms) => ms - START_MS).join()}`,
    );
    await page.keyboard.press('k');
    for (const speed of [2, 4]) {
      await page.keyboard.press(']');
      await page.locator(`[data-speed-now="${speed}"]`).waitFor();
    }
    await playingAt(page, (await playingTime(page)) + 12_000);
    const second = await pausedPictures(page, NINE, slack);
    assert.ok(
      Math.max(...second) - Math.min(...second) < FRAME_MS + slack,
      `at 4: ${second.map((ms) => ms - START_MS).join()}`,
    );
    await page.getByRole('button', { name: 'Second 40', exact: true }).click();
    await page.locator('[data-speed-now="1"]').waitFor();
    await playingAt(page, START_MS + 41_000);
    const third = await pausedPictures(page, NINE, slack);
    assert.ok(
      Math.max(...third) - Math.min(...third) < FRAME_MS + slack,
      `sought: ${third.map((ms) => ms - START_MS).join()}`,
    );
    assert.ok(Math.min(...third) >= START_MS + 40_000, 'nothing before the moment asked for');
  });

for (const plain of [false, true])
  test(`the last picture stands at the end on ${plain ? 'plain http' : 'a secure page'}`, async ({ t }) => {
    const channels = [1, 2, 3, 4];
    const path = `/splayback/${DEVICE}?at=${END_MS / 1000 - 20}&ch=${channels.join('.')}&map=0`;
    const page = await stage.signedIn(t, { path, plain });
    for (const channel of channels) await playing(page, channel);
    for (let step = 0; step < 2; step += 1) await page.keyboard.press(']');
    for (const channel of channels) await tile(page, channel).getByText('End of the recording').waitFor();
    for (const channel of channels) {
      const last = async (): Promise<number> => (await drawnBy(page, channel)).at(-1)?.takenMs ?? Number.NaN;
      await until(`channel ${channel} shows its last picture`, async () => END_MS - (await last()) < FRAME_MS + 1);
    }
  });

for (const plain of [false, true])
  test(`single pictures go forward and back, all channels together, on ${plain ? 'plain http' : 'a secure page'}`, async ({
    t,
  }) => {
    const path = `/splayback/${DEVICE}?at=${START_MS / 1000 + 20}&ch=1.2.3.4&map=0`;
    const page = await stage.signedIn(t, { path, plain });
    for (const channel of [1, 2, 3, 4]) await playing(page, channel);
    const [before = 0] = await pausedPictures(page, [1, 2, 3, 4], plain ? 1 : 0);
    const picturesAt = async (wanted: number): Promise<void> => {
      for (const channel of [1, 2, 3, 4])
        await until(`channel ${channel} shows the picture of ${wanted}`, async () => {
          const shown = (await drawnBy(page, channel)).at(-1)?.takenMs ?? 0;
          return Math.abs(shown - wanted) <= 2;
        });
    };
    await page.keyboard.press('.');
    await picturesAt(before + FRAME_MS);
    await page.keyboard.press('.');
    await picturesAt(before + 2 * FRAME_MS);
    await page.keyboard.press(',');
    await picturesAt(before + FRAME_MS);
    await page.keyboard.press(',');
    await picturesAt(before);
    await expect(page.locator('[data-speed-now]')).toHaveAttribute('data-speed-now', '0');
  });

test('what nobody recorded is jumped over, what one channel lacks is said in its tile, and the end is said', async ({
  t,
}) => {
  const page = await stage.signedIn(t, { path: `/splayback/TRK-GAP?at=${START_MS / 1000 + 18}&map=0` });
  await playing(page, 2);
  await playingAt(page, START_MS + 600_000);
  const beforeMs = ((await drawnBy(page, 2)).at(-1)?.takenMs ?? 0) - START_MS;
  assert.ok(beforeMs > 19_500 && beforeMs < 20_000, `the last picture before the gap is that of ${beforeMs}`);
  await tile(page, 2).getByText('Nothing recorded until').waitFor();
  await playing(page, 1);
  await playing(page, 2);
  assert.ok((await playingTime(page)) >= START_MS + 614_000);
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowLeft');
  await page.goto(page.url().replace(/at=\d+/, `at=${START_MS / 1000 + 638}`));
  await tile(page, 2).getByText('End of the recording').waitFor();
  await tile(page, 1).getByText('End of the recording').waitFor();
  await page.goto(page.url().replace(/at=\d+/, `at=${START_MS / 1000 + 5000}`));
  for (const channel of [1, 2]) await tile(page, channel).getByText('No Record').waitFor();
});

test('sound is of one tile, and only at the pace it was recorded in', async ({ t }) => {
  const page = await stage.signedIn(t, { path: `/splayback/${DEVICE}?at=${START_MS / 1000 + 5}&ch=1.2&map=0` });
  for (const channel of [1, 2]) await playing(page, channel);
  for (const channel of [1, 2]) {
    await tile(page, channel).hover();
    await tile(page, channel).getByRole('button', { name: 'Statistics' }).click();
  }
  const sound = (channel: number) => tile(page, channel).locator('[data-field="sound"]');
  await tile(page, 1).getByRole('button', { name: 'Sound on' }).click();
  await sound(1)
    .getByText(/G\.711.*-?\d+ dB/)
    .waitFor();
  await tile(page, 2).getByRole('button', { name: 'Sound on' }).click();
  await sound(2)
    .getByText(/G\.711.*-?\d+ dB/)
    .waitFor();
  await sound(1)
    .getByText(/silent|off/)
    .waitFor();
  await page.keyboard.press(']');
  await sound(2).getByText('silent').waitFor();
  await page.keyboard.press('[');
  await sound(2)
    .getByText(/-?\d+ dB/)
    .waitFor();
});
