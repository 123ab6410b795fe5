// The player of a live tile, its time in the test's hands: when it plays and when not, when it connects again, what broken data does to
// it, how it fits its tile. The recorder sends exactly the pictures that the test says.
import assert from 'node:assert/strict';
import type { Page, Worker } from '@playwright/test';
import { decodeStreamMessage, streamKinds } from '@outrider/contract';
import { loadClips } from '../apps/simulator/src/index.ts';
import { Recorder } from '../integration/support/recorder.ts';
import { until } from '../integration/support/until.ts';
import { advanceWorker, drivenContext, driveWorkers } from './driven-worker.ts';
import { type Ending, useStage } from './fixture.ts';
import { standStill } from './support/clock.ts';
import { expect, test } from './test.ts';
import { playing, seen, tile } from './tiles.ts';

const stage = useStage();
const { frames } = loadClips().videoFor(1, 'sub');

/** A registered recorder with one channel that sends nothing by itself. */
const quietRecorder = async (t: Ending, phone: string): Promise<Recorder> => {
  await stage.register(phone, 1);
  const recorder = await Recorder.online(stage.server.ports, { phone });
  t.after(() => recorder.close());
  return recorder;
};

/** Sends the first pictures of a real clip, the key picture among them. */
const sendPictures = (recorder: Recorder, count = 5): void => {
  for (const [i, body] of frames.slice(0, count).entries()) recorder.camera.send(i, { key: i === 0, body });
};

const dialledIn = (recorder: Recorder, times = 1): Promise<boolean> =>
  until('the recorder dials in', () => recorder.cameras.length >= times);

/** The addresses of the page's stream sockets, in the order they are opened. */
const streamSockets = (page: Page): string[] => {
  const opened: string[] = [];
  page.on('websocket', (socket) => {
    if (socket.url().includes('/ws.cgi')) opened.push(socket.url());
  });
  return opened;
};

/** How many pictures came over the page's stream sockets: one that came after the clock was moved would begin another silence. */
const picturesOf = (page: Page): ((count: number) => Promise<boolean>) => {
  let came = 0;
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const read = typeof payload === 'string' ? undefined : decodeStreamMessage(payload);
      if (read?.header.kind === streamKinds.video) came += 1;
    }),
  );
  return (count) => until(`${count} pictures came`, () => came >= count);
};

const spinner = (page: Page) => tile(page, 1).locator('[data-spinner]');
/** Until the tile says that nothing comes any more. */
const silent = (page: Page): Promise<void> => tile(page, 1).locator('[data-phase="reconnecting"]').waitFor();

test('[F-PLAYER-002] [F-PLAYER-004] [F-PLAYER-005] nothing plays before data comes, then it does, and no longer 5 s after the last', async ({
  t,
}) => {
  const recorder = await quietRecorder(t, '13800000301');
  let pictures = (_count: number): Promise<boolean> => Promise.resolve(false);
  const page = await stage.signedIn(t, {
    path: '/liveview/13800000301',
    prepare: async (made) => {
      pictures = picturesOf(made);
      await driveWorkers(made);
    },
    context: drivenContext,
  });
  await dialledIn(recorder);
  await tile(page, 1).getByText('Waiting for the device').waitFor();
  await expect(spinner(page), 'a spinner while nothing plays').toBeVisible();
  assert.equal(await tile(page, 1).locator('[data-phase="playing"]').count(), 0, 'no video before data');
  sendPictures(recorder);
  await playing(page, 1);
  await seen(page, 1);
  await expect(spinner(page), 'no spinner over a picture').toHaveCount(0);
  await pictures(5);
  await advanceWorker(page, 4900);
  assert.equal(await tile(page, 1).locator('[data-phase="playing"]').count(), 1, 'still playing after 4.9 s');
  await advanceWorker(page, 400);
  await silent(page);
  await tile(page, 1).getByText('No signal since').waitFor();
  await expect(spinner(page), 'a spinner after 5 s of silence').toBeVisible();
  await seen(page, 1);
});

test('[F-PLAYER-006] [F-CONST-008] after 10 s of silence a new socket is opened, but none within 15 s of the last attempt', async ({
  t,
}) => {
  const recorder = await quietRecorder(t, '13800000302');
  let sockets: string[] = [];
  let pictures = (_count: number): Promise<boolean> => Promise.resolve(false);
  const prepare = async (page: Page): Promise<void> => {
    sockets = streamSockets(page);
    pictures = picturesOf(page);
    await driveWorkers(page);
  };
  const page = await stage.signedIn(t, { path: '/liveview/13800000302', prepare, context: drivenContext });
  await dialledIn(recorder);
  sendPictures(recorder);
  await playing(page, 1);
  assert.equal(sockets.length, 1);
  await pictures(5);
  // Attempted at 0, silent since 0: due at 10 s by the silence, at 15 s by the gap.
  await advanceWorker(page, 14_800);
  await silent(page);
  assert.equal(sockets.length, 1, 'not within 15 s of the first attempt');
  await advanceWorker(page, 400);
  await until('the second socket', () => sockets.length === 2);
  // What it gets to begin with are pictures: silent from here on, at 15.2 s.
  await playing(page, 1);
  await pictures(10);
  await advanceWorker(page, 7000);
  await silent(page);
  recorder.camera.send(5, { body: frames[5] ?? new Uint8Array() });
  await pictures(11);
  await advanceWorker(page, 400);
  await playing(page, 1);
  // The picture came at 22.2 s: the gap ends at 30.2 s, the silence lasts 10 s at 32.2 s.
  await advanceWorker(page, 9400);
  assert.equal(sockets.length, 2, 'not before 10 s of silence');
  await advanceWorker(page, 800);
  await until('the third socket', () => sockets.length === 3);
});

test('[F-PLAYER-007] broken data ends the worker and clears the canvas; the page goes on, and so does the tile', async ({
  t,
}) => {
  const recorder = await quietRecorder(t, '13800000303');
  const page = await stage.signedIn(t, { path: '/liveview/13800000303' });
  await dialledIn(recorder);
  sendPictures(recorder);
  await playing(page, 1);
  await seen(page, 1);
  const ofPlayer = (worker: Worker): boolean => worker.url().includes('player.worker');
  const worker = page.workers().find(ofPlayer);
  assert.ok(worker !== undefined);
  let ended = false;
  worker.once('close', () => {
    ended = true;
  });
  // Key pictures with nothing behind their head: one may be bad luck, more are not.
  await until('the worker ends', () => {
    recorder.camera.send(6, { key: true });
    return ended;
  });
  await tile(page, 1).getByText('The player stopped').waitFor();
  await tile(page, 1).locator('canvas').waitFor({ state: 'detached' }); // so no picture of the broken stream
  const button = page.getByRole('group', { name: 'Channels' }).getByRole('button');
  await button.click();
  await tile(page, 1).waitFor({ state: 'detached' });
  await button.click();
  // Which of the recorder's connections is the new one depends on how long the clicks took.
  await until('it plays again', async () => {
    sendPictures(recorder);
    return (await tile(page, 1).locator('[data-phase="playing"]').count()) === 1;
  });
  await seen(page, 1);
});

type Box = { x: number; y: number; width: number; height: number };

/** Where things lie, all at the same moment. */
const boxesOf = (page: Page, selectors: readonly string[]): Promise<Box[]> =>
  page.evaluate(
    (all) =>
      all.flatMap((selector) => {
        const { x, y, width, height } = document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
        return { x, y, width, height };
      }),
    selectors,
  );

test('[F-PLAYER-001] a double click on the picture fills the screen, another one goes back', async ({ t }) => {
  const { deviceId } = await stage.vehicle(t, { phone: '013800000304', channels: 2 });
  const page = await stage.signedIn(t, { path: `/liveview/${deviceId}` });
  await playing(page, 2);
  const before = await tile(page, 2).boundingBox();
  const full = (): Promise<string | undefined> =>
    page.evaluate(() => document.fullscreenElement?.getAttribute('data-channel') ?? undefined);
  await tile(page, 2).locator('canvas').dblclick();
  await page.waitForFunction(() => document.fullscreenElement !== null);
  assert.equal(await full(), '2');
  await tile(page, 2).locator('canvas').dblclick();
  await page.waitForFunction(() => document.fullscreenElement === null);
  const box = async (): Promise<string> => JSON.stringify(await tile(page, 2).boundingBox());
  await until('it is where it was', async () => (await box()) === JSON.stringify(before));
});

test('[F-PLAYER-008] the picture fits its tile 0.4 s after the tile changed its size', async ({ t }) => {
  const { deviceId } = await stage.vehicle(t, { phone: '013800000305', channels: 1 });
  const page = await stage.signedIn(t, { path: `/liveview/${deviceId}`, prepare: (made) => made.clock.install() });
  await page.clock.runFor(2000);
  await playing(page, 1);
  const [first] = await boxesOf(page, ['[data-channel="1"]']);
  let before = first;
  await standStill(page);
  for (const size of [
    { width: 900, height: 500 },
    { width: 1500, height: 700 },
  ]) {
    await page.setViewportSize(size);
    await page.waitForFunction(({ width }) => innerWidth === width, size);
    // The page has heard of the tile's new room: what observes is told with the next frame, in the order in which it began.
    await page.evaluate(
      () =>
        new Promise((done) => {
          new ResizeObserver(done).observe(document.querySelector('[data-channel="1"]') ?? document.body);
        }),
    );
    await page.clock.runFor(400);
    const edges = ({ x, y, width, height }: Box): number[] => [x, y, x + width, y + height].map(Math.round);
    // Its time stands still; on a busy machine it is drawn a little later.
    await expect(async () => {
      const [box, head, canvas] = await boxesOf(page, [
        '[data-channel="1"]',
        '[data-channel="1"] > header',
        '[data-channel="1"] canvas',
      ]);
      assert.ok(box !== undefined && head !== undefined && canvas !== undefined && before !== undefined);
      assert.ok(Math.abs(box.width - before.width) > 50, 'the tile has another size');
      const below = head.y + head.height;
      const rest = { ...box, y: below, height: box.y + box.height - below };
      assert.deepEqual(edges(canvas), edges(rest), 'all of the tile');
      assert.ok(box.x + box.width <= size.width && box.y + box.height <= size.height);
    }).toPass({ timeout: 30_000 });
    [before] = await boxesOf(page, ['[data-channel="1"]']);
    // The picture keeps its shape in whatever room there is.
    await expect(tile(page, 1).locator('canvas')).toHaveCSS('object-fit', 'contain');
  }
});

test('[F-PLAYER-003] [F-ROUTE-008] [A-PLAYBACK-007] the video test plays a stream by its address; a badge lies over the picture where one is given', async ({
  t,
}) => {
  const { deviceId } = await stage.vehicle(t, { phone: '013800000306', channels: 2 });
  const page = await stage.signedIn(t, { path: '/videotest' });
  await page.getByRole('heading', { name: 'Video test' }).waitFor();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.getByText('1 to 31 letters, digits').waitFor();
  await page.getByLabel('Device ID').fill(deviceId);
  await page.getByLabel('Channel', { exact: true }).fill('2');
  await page.getByLabel('Badge').fill('Bay 3 <b>北</b>');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await playing(page, 2);
  await seen(page, 2);
  await page.locator('[data-field="size"]').getByText('352×288').waitFor();
  await tile(page, 2).locator('[data-badge]').getByText('Bay 3 <b>北</b>').waitFor();
  const [over, picture] = await boxesOf(page, ['[data-channel="2"] [data-badge]', '[data-channel="2"] canvas']);
  assert.ok(over !== undefined && picture !== undefined && over.width > 0);
  assert.ok(over.y >= picture.y && over.x >= picture.x && over.x + over.width <= picture.x + picture.width);
  assert.ok(over.y + over.height <= picture.y + picture.height, 'the badge lies within the picture');
  await page.getByLabel('Badge').fill('');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await tile(page, 2).locator('[data-badge]').waitFor({ state: 'detached' });
  await playing(page, 2);
  assert.equal(await tile(page, 2).locator('[data-badge]').count(), 0);
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.getByText('No stream is open').waitFor();
  // The address alone, as somebody sends it, says all.
  const address = `ws://${new URL(page.url()).hostname}:${stage.server.ports.stream}/ws.cgi?deviceid=${deviceId}&channel=1`;
  await page.getByLabel('Device ID').fill('');
  await page.getByLabel('Stream address').fill(address);
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await playing(page, 1);
});

test('[F-ROUTE-009] [A-PLAYBACK-008] the audio test shows level and spectrum of the microphone', async ({ t }) => {
  const page = await stage.signedIn(t, { path: '/audiotest' });
  await page.getByRole('button', { name: 'Start listening' }).click();
  // Chromium's fake microphone beeps.
  await page.locator('[data-field="peak"]').getByText('Hz').waitFor();
  await page.getByRole('meter', { name: 'Level' }).evaluate(async (meter: HTMLMeterElement) => {
    while (meter.value <= meter.min) await new Promise(requestAnimationFrame);
  });
  const drawn = page.locator('figure[aria-label="Spectrum"] canvas');
  await drawn.evaluate(async (canvas: HTMLCanvasElement) => {
    const filled = (): boolean =>
      canvas
        .getContext('2d')
        ?.getImageData(0, 0, canvas.width, canvas.height)
        .data.some((value) => value > 0) === true;
    while (!filled()) await new Promise(requestAnimationFrame);
  });
  await page.getByRole('button', { name: 'Stop listening' }).click();
  await page.locator('[data-field="level"]').getByText('–').waitFor();
});

test('on plain http the audio test says what is missing; a refused microphone is said in place and only logged', async ({
  t,
}) => {
  const plain = await stage.signedIn(t, { path: '/audiotest', plain: true });
  await plain.getByText('A secure page is needed').waitFor();
  const page = await stage.signedIn(t, {
    path: '/audiotest',
    prepare: (made) =>
      made.addInitScript(() => {
        navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('denied', 'NotAllowedError'));
      }),
  });
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  await page.getByRole('button', { name: 'Start listening' }).click();
  await page.getByText('The browser does not give the microphone to this page').waitFor();
  await until('it is logged', () => logged.some((text) => text.includes('the microphone is not available')));
  assert.equal(await page.locator('[data-sonner-toast]').count(), 0);
});
