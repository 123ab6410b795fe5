// Recorders that send H.265 to a browser that has no decoder for it (Debian's Chromium): pictures all the same, live and recorded, in the
// console and on viewer pages, on a secure page and on plain http; and the words where the deployment does not want it.
import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { ClipStore, createVehicle, loadClips, loadH265Clips } from '../apps/simulator/src/index.ts';
import { Channel } from '../integration/support/operator.ts';
import { HOST } from '../integration/support/server.ts';
import { until } from '../integration/support/until.ts';
import { type Ending, addressOf, startStageServer, useStage } from './fixture.ts';
import { becomes } from './support/becomes.ts';
import { footageOf, hourOfYesterday, playingAt } from './support/playback.ts';
import * as remote from './support/remote.ts';
import { expect, test } from './test.ts';
import { changesFrom, field, pictureText, playing, seen, tile } from './tiles.ts';

const RECORDED = 'TRK-H265';
const START_MS = hourOfYesterday(11);
const SECONDS = 30;
const FRAME_MS = 1000 / 15;
const others = loadClips();
const clips = loadH265Clips(others);
/** A recorder whose main stream is H.265 and whose sub-stream is not, as most have it. */
const mixed = new ClipStore(
  others.loopMs,
  [clips.videoFor(1, 'main'), ...others.video.filter(({ stream }) => stream === 'sub')],
  others.audio,
  others.photo,
);

const stage = useStage({}, (made) =>
  footageOf(made, RECORDED, { channels: [1, 2], startMs: START_MS, endMs: START_MS + SECONDS * 1000, clips }),
);

/** The decoder is fetched when a stream needs it. */
const noteFetched = (page: Page, paths: string[]): unknown =>
  page.on('request', (request) => {
    if (request.url().includes('hevc')) paths.push(new URL(request.url()).pathname);
  });

/** A moving picture on a canvas, by our own decoder. */
const moves = async (page: Page, channel: number): Promise<void> => {
  await playing(page, channel);
  await seen(page, channel);
  await changesFrom(page, channel, await pictureText(page, channel));
  await expect(tile(page, channel).locator('canvas')).toHaveCount(1);
};

type Drawn = { atMs: number; takenMs: number };
/** What a tile of recorded video shows last, by the stamp inside the picture. */
const shownBy = (page: Page, channel: number): Promise<number> =>
  tile(page, channel)
    .locator('canvas')
    .evaluate(async (element) => {
      const detail: { drawn?: Promise<Drawn[]> } = {};
      element.parentElement?.dispatchEvent(new CustomEvent('playback-report', { detail }));
      return (await detail.drawn)?.at(-1)?.takenMs ?? Number.NaN;
    });

/** A machine on which our own decoder would take five cores for each tile. */
const slowMachine = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    globalThis.Worker = class extends Worker {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options);
        this.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
          const load: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, 'load') : undefined;
          if (typeof load === 'object' && load !== null) Object.assign(load, { allMs: 5000, keysMs: 20 });
        });
      }
    };
  });

const button = (page: Page, name: string) => tile(page, 1).getByRole('button', { name });
const instead = (page: Page, channel: number, what: string) =>
  tile(page, channel).locator(`[data-instead="${what}"]`).waitFor();

/** A server whose pages leave H.265 to the browser, and a recorder of it. */
const withoutSoftware = async (t: Ending, sent: ClipStore) => {
  const server = await startStageServer({ softwareHevc: false });
  t.after(() => server.close());
  const vehicle = createVehicle({
    host: HOST,
    port: server.ports.jt808,
    phone: '013800001540',
    channels: 1,
    clips: sent,
  });
  t.after(() => vehicle.stop());
  vehicle.start();
  await vehicle.whenOnline();
  const channel = await Channel.signedIn(server, server.admin);
  await channel.get('D01', { I: vehicle.deviceId, C: 1, Z: {} });
  channel.close();
  return { server, deviceId: vehicle.deviceId };
};

for (const plain of [false, true]) {
  const how = plain ? 'plain http' : 'a secure page';
  const digit = plain ? 1 : 0;

  test(`live H.265 moves on ${how}, and its decoder is fetched from this server only then`, async ({ t }) => {
    const { deviceId } = await stage.vehicle(t, { phone: `01380000150${digit}`, channels: 2, clips });
    const urls: string[] = [];
    const page = await stage.signedIn(t, { path: '/blockview', plain, prepare: (made) => noteFetched(made, urls) });
    assert.equal(urls.join(), '', 'not at sign-in, not with the start of the console');
    await page.goto(addressOf(stage.server, `/liveview/${deviceId}`, plain));
    for (const channel of [1, 2]) await moves(page, channel);
    assert.ok(urls.some((path) => path.endsWith('.wasm')));
    await page.keyboard.press('i');
    await becomes(() => field(page, 'decoder').textContent(), 'software');
    await field(page, 'codec')
      .getByText(/^H\.265 hev1\./)
      .waitFor();
  });

  test(`recorded H.265 keeps its channels in step on ${how}: playing, paused, sought, stepped, and at the end`, async ({
    t,
  }) => {
    const path = `/splayback/${RECORDED}?at=${START_MS / 1000 + 3}&ch=1.2&map=0`;
    const page = await stage.signedIn(t, { path, plain });
    for (const channel of [1, 2]) await moves(page, channel);
    await page.keyboard.press('k');
    await page.locator('[data-speed-now="0"]').waitFor();
    /** Both show this picture, and stay with it. */
    const bothShow = (what: string, fits: (ms: number) => boolean): Promise<number> =>
      until(what, async () => {
        const [one, two] = [await shownBy(page, 1), await shownBy(page, 2)];
        return one === two && fits(one - START_MS) && one;
      });
    const paused = await bothShow('both stand at one picture', (ms) => ms >= 3000);
    await page.keyboard.press('.');
    await bothShow('a step forward', (ms) => Math.abs(ms + START_MS - paused - FRAME_MS) < 2);
    await page.keyboard.press(',');
    await bothShow('a step back', (ms) => ms + START_MS === paused);
    await page.keyboard.press('k');
    await page.getByRole('button', { name: 'Second 20', exact: true }).click();
    await playingAt(page, START_MS + 21_000);
    await tile(page, 1).getByText('End of the recording').waitFor();
    await bothShow('the last picture of all', (ms) => ms > SECONDS * 1000 - FRAME_MS - 1);
  });

  test(`H.265 from the recorder's own disk moves on ${how}`, async ({ t }) => {
    const { deviceId } = await stage.vehicle(t, { phone: `01380000151${digit}`, channels: 1, clips });
    const context = { timezoneId: remote.noonZone() };
    const page = await stage.signedIn(t, { path: `/remoteplayback/${deviceId}`, plain, context });
    await remote.segments(page).nth(5).click();
    await remote.button(page, 'From its beginning').click();
    await remote.button(page, 'Play').click();
    await moves(page, 1);
  });

  test(`viewer pages show H.265, live and recorded, on ${how}`, async ({ t }) => {
    const { user, password } = stage.server.admin;
    const { deviceId } = await stage.vehicle(t, { phone: `01380000152${digit}`, channels: 1, clips });
    const page = await stage.page(t, {});
    await page.goto(addressOf(stage.server, `/live/${deviceId}/${user}/${password}`, plain));
    await moves(page, 1);
    const other = await stage.page(t, {});
    await other.goto(
      addressOf(stage.server, `/playback/${RECORDED}@1/0/${START_MS / 1000}/${user}/${password}`, plain),
    );
    await moves(other, 1);
  });

  test(`on ${how} a stream that changes to H.265 and back keeps playing`, async ({ t }) => {
    const { deviceId } = await stage.vehicle(t, { phone: `01380000153${digit}`, channels: 1, clips: mixed });
    const page = await stage.signedIn(t, { path: `/liveview/${deviceId}`, plain });
    await playing(page, 1);
    await page.keyboard.press('i');
    await becomes(() => field(page, 'size').textContent(), '352×288');
    const before = await until('a decoder is named', async () => {
      const named = await field(page, 'decoder').textContent();
      return named !== null && /\w/.test(named) && named;
    });
    await tile(page, 1).hover();
    await tile(page, 1).getByRole('button', { name: 'Show the main stream' }).click();
    await becomes(() => field(page, 'size').textContent(), '704×576');
    await becomes(() => field(page, 'decoder').textContent(), 'software');
    await moves(page, 1);
    await tile(page, 1).getByRole('button', { name: 'Show the sub-stream' }).click();
    await becomes(() => field(page, 'size').textContent(), '352×288');
    await becomes(() => field(page, 'decoder').textContent(), before);
    await playing(page, 1);
    await changesFrom(page, 1, await pictureText(page, 1));
  });

  test(`with softwareHevc off the tile says what it cannot play on ${how}, and nothing is fetched`, async ({ t }) => {
    const { server, deviceId } = await withoutSoftware(t, clips);
    const urls: string[] = [];
    const prepare = (made: Page): unknown => noteFetched(made, urls);
    const page = await stage.signedIn(t, { path: `/liveview/${deviceId}`, plain, server, prepare });
    await tile(page, 1).getByText('This browser cannot play H.265').waitFor();
    await tile(page, 1).getByText('Set this channel to H.264 in the recorder').waitFor();
    assert.deepEqual(urls, []);
  });
}

test('where decoding would cost too much, key pictures are shown and the head says so', async ({ t }) => {
  const path = `/splayback/${RECORDED}?at=${START_MS / 1000 + 3}&ch=1.2&map=0`;
  const page = await stage.signedIn(t, { path, prepare: slowMachine });
  for (const channel of [1, 2]) {
    await playing(page, channel);
    await instead(page, channel, 'keys');
    await seen(page, channel);
  }
});

test('a live main stream that would cost too much gives way to the sub-stream, until it is asked for once more', async ({
  t,
}) => {
  const { deviceId } = await stage.vehicle(t, { phone: '013800001550', channels: 1, clips: mixed });
  const page = await stage.signedIn(t, { path: `/liveview/${deviceId}`, prepare: slowMachine });
  await playing(page, 1);
  await page.keyboard.press('i');
  await tile(page, 1).hover();
  await button(page, 'Show the main stream').click();
  await instead(page, 1, 'sub');
  await becomes(() => field(page, 'size').textContent(), '352×288');
  await tile(page, 1).hover();
  await button(page, 'Show the main stream').click();
  await instead(page, 1, 'keys');
  await becomes(() => field(page, 'size').textContent(), '704×576');
});

test('a live main stream that cannot be played at all gives way to the sub-stream', async ({ t }) => {
  const { server, deviceId } = await withoutSoftware(t, mixed);
  const page = await stage.signedIn(t, { path: `/liveview/${deviceId}`, server });
  await playing(page, 1);
  await page.keyboard.press('i');
  await tile(page, 1).hover();
  await button(page, 'Show the main stream').click();
  await instead(page, 1, 'sub');
  await becomes(() => field(page, 'size').textContent(), '352×288');
  await playing(page, 1);
});

test('the decoder is not among what an installed console keeps beforehand, and its licence lies beside it', async ({
  t,
}) => {
  const page = await stage.page(t);
  const worker = await (await page.request.get(addressOf(stage.server, '/service-worker.js'))).text();
  assert.match(worker, /assets\/player\.worker-/, 'the list of kept files');
  assert.doesNotMatch(worker, /assets\/hevc-decode[\w-]*\.(js|wasm)/);
  const licence = await page.request.get(addressOf(stage.server, '/licences/hevcjs-core.txt'));
  assert.match(await licence.text(), /MIT License[^]+Copyright \(c\) 2025 Thibaut Lion/);
});
