// What tests see of live tiles: their states, figures and pixels.
import type { Locator, Page } from '@playwright/test';

/** The tile of a channel. */
export const tile = (page: Page, channel: number): Locator => page.locator(`[data-channel="${channel}"]`);
/** Waits until a channel plays. */
export const playing = (page: Page, channel: number): Promise<void> =>
  tile(page, channel).locator('[data-phase="playing"]').waitFor();
/** A figure of the statistics panel. */
export const field = (page: Page, name: string): Locator => page.locator(`[data-field="${name}"]`);

/** The pixels of a tile's picture, 64 by 64. */
const pixels = (page: Page, channel: number): Promise<number[]> =>
  tile(page, channel)
    .locator('canvas:not([data-marks]), video')
    .evaluate((element) => {
      const context = new OffscreenCanvas(64, 64).getContext('2d');
      if (context === null || !(element instanceof HTMLCanvasElement || element instanceof HTMLVideoElement)) return [];
      context.drawImage(element, 0, 0, 64, 64);
      return [...context.getImageData(0, 0, 64, 64).data];
    });

/** How many different colours the picture of a tile has, coarsely: 1 is an empty box. */
export const colours = async (page: Page, channel: number): Promise<number> => {
  const data = await pixels(page, channel);
  const coarse = (i: number): number => (data[i] ?? 0) >> 5;
  const seen = new Set<number>();
  for (let i = 0; i < data.length; i += 4) seen.add(coarse(i) * 64 + coarse(i + 1) * 8 + coarse(i + 2));
  return seen.size;
};

/** The picture of a tile as text, to see that it changes. */
export const pictureText = async (page: Page, channel: number): Promise<string> =>
  (await pixels(page, channel)).join(',');

/** Waits until a picture with more than a few colours is really on screen. */
export const seen = async (page: Page, channel: number): Promise<void> => {
  while ((await colours(page, channel)) <= 4) await page.evaluate(() => new Promise(requestAnimationFrame));
};

/** Waits until the picture is another one. */
export const changesFrom = async (page: Page, channel: number, before: string): Promise<void> => {
  while ((await pictureText(page, channel)) === before) await page.evaluate(() => new Promise(requestAnimationFrame));
};
