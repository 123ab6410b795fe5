// Pictures under the pointer on the timeline: of the second pointed at, from the server's key pictures, decoded in the page.
import assert from 'node:assert/strict';
import type { Locator, Page } from '@playwright/test';
import { loadClips, loadH265Clips } from '../apps/simulator/src/index.ts';
import { until } from '../integration/support/until.ts';
import { type Ending, useStage } from './fixture.ts';
import { footageOf, hourOfYesterday, playingAt } from './support/playback.ts';
import { expect, test } from './test.ts';

const H264 = 'TRK-PREVIEW';
const H265 = 'TRK-PREVIEW-265';
const START_MS = hourOfYesterday(10);
const MINUTE_MS = 60_000;

const stage = useStage({}, async (made) => {
  const span = { startMs: START_MS, endMs: START_MS + 10 * MINUTE_MS, sound: false };
  await footageOf(made, H264, { channels: [1, 2], ...span });
  const clips = loadH265Clips(loadClips());
  await footageOf(made, H265, { channels: [1], ...span, endMs: START_MS + MINUTE_MS, stream: 'main', clips });
});

const timeline = (page: Page): Locator => page.getByRole('region', { name: 'Recordings' });
const band = (page: Page, channel: number): Locator =>
  timeline(page).locator(`[data-row="${channel}"] [data-holding="server"]`).first();
const picture = (page: Page): Locator => timeline(page).getByRole('img', { name: /^Picture of / });

/** Video playback of the vehicle, with a timeline on which a second can be pointed at. */
const open = async (t: Ending, deviceId: string, { plain = false, phone = false } = {}): Promise<Page> => {
  const page = await stage.signedIn(t, { path: `/splayback/${deviceId}?at=${START_MS / 1000}`, plain, phone });
  await playingAt(page, START_MS);
  const shown = timeline(page).getByRole('combobox', { name: 'Time span shown' });
  await shown.selectOption({ label: '1 h' });
  await band(page, 1).waitFor({ state: 'attached' });
  return page;
};

/** Points at so much of a channel's footage, 0 its beginning and 1 its end. */
const point = async (page: Page, channel: number, share: number): Promise<void> => {
  const box = await band(page, channel).boundingBox();
  assert.ok(box !== null);
  await page.mouse.move(box.x + box.width * share, box.y + box.height / 2);
};

/** The picture that is drawn, as text, once it has more than a few colours: its name is there a moment before it. */
const drawn = async (page: Page): Promise<string> => {
  await expect(timeline(page).locator('figure[data-standing="shown"]')).toBeVisible();
  return until('a picture with colours', () =>
    picture(page).evaluate((canvas) => {
      if (!(canvas instanceof HTMLCanvasElement)) throw new Error('no canvas');
      const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
      return new Set(pixels).size > 16 && canvas.toDataURL();
    }),
  );
};
/** Another picture than this one, once it is drawn. */
const another = (page: Page, before: string): Promise<string> =>
  until('another picture', async () => {
    const now = await drawn(page);
    return now !== before && now;
  });

const namedTime = async (page: Page): Promise<string> => (await picture(page).getAttribute('aria-label')) ?? '';

test('the picture of the second under the pointer, another one further on and on another channel, none where the server has nothing', async ({
  t,
}) => {
  const page = await open(t, H264);
  assert.equal(await picture(page).count(), 0, 'nothing is pointed at');
  await point(page, 1, 0.2);
  const first = await drawn(page);
  const firstName = await namedTime(page);
  assert.match(firstName, /^Picture of .* at 10:0[12]:\d\d$/);
  const said = timeline(page).getByText(/^10:0[12]:\d\d /);
  await expect(said).toHaveText(/^10:0[12]:\d\d .* · On the server$/);
  await point(page, 1, 0.7);
  await expect.poll(() => namedTime(page)).not.toBe(firstName);
  const second = await another(page, first);
  await point(page, 2, 0.7);
  await another(page, second);
  const box = await band(page, 1).boundingBox();
  assert.ok(box !== null);
  await page.mouse.move(box.x + box.width + 40, box.y + box.height / 2);
  await expect(picture(page)).toHaveCount(0);
  await expect(timeline(page).getByText(/^10:1\d:\d\d /), 'where there is no picture a tip says it').toHaveText(
    / · Not on the server$/,
  );
  await point(page, 1, 0.7);
  await until('the first channel shows its own again', async () => (await drawn(page)) === second);
  await page.mouse.move(10, 10);
  await expect(picture(page)).toHaveCount(0);
});

test('a pointer that sweeps over an hour of seconds asks for few pictures, and the last one is that of where it stopped', async ({
  t,
}) => {
  const page = await open(t, H264);
  const asked: number[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/recordedpreview')) asked.push(Date.now());
  });
  const beganMs = Date.now();
  for (let step = 0; step <= 100; step += 1) await point(page, 1, 0.1 + step / 200);
  await drawn(page);
  const seconds = (Date.now() - beganMs) / 1000;
  assert.ok(asked.length <= 2 + 10 * Math.ceil(seconds), `${asked.length} questions in ${seconds} s`);
  await expect.poll(() => namedTime(page)).toMatch(/ at 10:0[56]:\d\d$/);
});

test('H.265, which this browser does not decode, has pictures too', async ({ t }) => {
  const page = await open(t, H265);
  await point(page, 1, 0.3);
  const first = await drawn(page);
  const name = await namedTime(page);
  await point(page, 1, 0.8);
  await expect.poll(() => namedTime(page)).not.toBe(name);
  await another(page, first);
});

test('on plain http, where browsers have no decoder for pages, the video element makes the pictures', async ({ t }) => {
  const page = await open(t, H264, { plain: true });
  assert.equal(await page.evaluate(() => 'VideoDecoder' in globalThis), false);
  await point(page, 1, 0.3);
  const first = await drawn(page);
  const name = await namedTime(page);
  await point(page, 1, 0.8);
  await expect.poll(() => namedTime(page)).not.toBe(name);
  await another(page, first);
});

test('with the keyboard on the timeline the picture stands over the playing time and follows it', async ({ t }) => {
  const page = await open(t, H264);
  await page.keyboard.press('Space');
  const slider = timeline(page).getByRole('slider', { name: 'Time' });
  await until('the keyboard is on the slider', async () => {
    await page.keyboard.press('Tab');
    return slider.evaluate((element) => element === document.activeElement);
  });
  await expect(picture(page)).toBeVisible();
  const name = await namedTime(page);
  await drawn(page);
  await page.keyboard.press('Shift+ArrowRight');
  await expect.poll(() => namedTime(page)).not.toBe(name);
  await page.keyboard.press('Tab');
  await expect(picture(page)).toHaveCount(0);
});

test('a finger that rests on the timeline shows the same picture, which follows it; letting go plays there; one that moves at once pans', async ({
  t,
}) => {
  const page = await open(t, H264, { phone: true });
  const finger = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', places: readonly { x: number; y: number }[]) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: [...places] });
  await timeline(page).scrollIntoViewIfNeeded();
  const place = async (share: number): Promise<{ x: number; y: number }> => {
    const box = await band(page, 1).boundingBox();
    assert.ok(box !== null);
    return { x: box.x + box.width * share, y: box.y + box.height / 2 };
  };
  await touch('touchStart', [await place(0.3)]);
  await drawn(page);
  const before = (await place(0)).x;
  await touch('touchMove', [await place(0.55)]);
  await touch('touchMove', [await place(0.8)]);
  await expect.poll(() => namedTime(page)).toMatch(/ at 10:0[78]:\d\d$/);
  assert.equal((await place(0)).x, before, 'the timeline stands still meanwhile');
  await touch('touchEnd', []);
  await expect(picture(page)).toHaveCount(0);
  await playingAt(page, START_MS + 7 * MINUTE_MS);

  await touch('touchStart', [await place(0.8)]);
  await touch('touchMove', [await place(0.6)]);
  await touch('touchMove', [await place(0.3)]);
  await expect.poll(async () => (await place(0)).x).toBeLessThan(before - 10);
  assert.equal(await picture(page).count(), 0, 'a finger that pans points at nothing');
  await touch('touchEnd', []);
});
