// The stand-alone download pages: an address fetches what the server or the device recorded, packs it to MP4 in the browser and saves it.
// What was saved is judged by ffprobe and ffmpeg.
import assert from 'node:assert/strict';
import type { Download, Page } from '@playwright/test';
import { probe, soundOf } from '../integration/support/downloads.ts';
import { addressOf, useStage } from './fixture.ts';
import { inOrder } from './in-order.ts';
import { putFootage } from './support/recorded.ts';
import * as remote from './support/remote.ts';
import { test } from './test.ts';

/** A whole second of an hour that is over. */
const HOUR_MS = 3_600_000;
const startMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - HOUR_MS;
const startS = startMs / 1000;

const stage = useStage({}, async ({ register, server }) => {
  await register('REC', 2);
  await putFootage(server.app, server.config.data, {
    deviceId: 'REC',
    channels: [1, 2],
    startMs,
    endMs: startMs + 90_000,
  });
});

/** Keeps every status line and every size that the page ever showed, in order and without repeats. */
const keepWords = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const seen: { status: string[]; size: string[] } = { status: [], size: [] };
    Reflect.set(globalThis, 'seen', seen);
    const note = (list: string[], text: string | null | undefined): void => {
      if (text !== null && text !== undefined && list.at(-1) !== text) list.push(text);
    };
    new MutationObserver(() => {
      note(seen.status, document.querySelector('[data-stage] output')?.textContent);
      note(seen.size, document.querySelector('[data-field="size"]')?.textContent);
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
const wordsOf = (page: Page): Promise<{ status: string[]; size: string[] }> =>
  page.evaluate((): { status: string[]; size: string[] } => Reflect.get(globalThis, 'seen'));

const pathOf = (kind: 'dlplayback' | 'dlremote', target: string, rest: string): string =>
  `/${kind}/${target}/${rest.replace('*', `${stage.server.admin.user}/${stage.server.admin.password}`)}`;

/** Opens the address and waits for the file that it saves. */
const saved = async (page: Page, path: string): Promise<Download> => {
  const [download] = await Promise.all([page.waitForEvent('download'), page.goto(addressOf(stage.server, path))]);
  return download;
};

const line = (page: Page, text: string): Promise<void> =>
  page.getByRole('status').getByText(text, { exact: true }).waitFor();

test('[E-VIEWER-022 E-VIEWER-024 E-VIEWER-025 E-VIEWER-026] what the server recorded is fetched, packed and saved under its own name, with pictures and sound of the right length', async ({
  t,
}) => {
  const page = await stage.page(t);
  await keepWords(page);
  const download = await saved(page, pathOf('dlplayback', 'REC@2', `10/${startS + 20}/*`));
  assert.equal(download.suggestedFilename(), `REC_${startS + 20}_ch2.mp4`);
  await line(page, 'Pack to MP4 done.');
  const { status } = await wordsOf(page);
  assert.deepEqual(status, ['Downloading', 'Wait for pack to MP4...', 'Pack to MP4 done.']);
  const { format, streams } = await probe(await download.path());
  const [video, audio] = streams;
  assert.match(format, /mp4/);
  assert.deepEqual([video?.codec_name, video?.width, video?.nb_read_frames], ['h264', 352, '150']);
  assert.deepEqual([audio?.codec_name, audio?.channels], ['aac', 1]);
  assert.ok(Math.abs(Number(video?.duration) - 10) < 0.1, String(video?.duration));
  assert.ok(Math.abs(Number(audio?.duration) - 10) < 0.3, String(audio?.duration));
  const sound = await soundOf(await download.path());
  assert.ok(
    sound.some((sample) => Math.abs(sample) > 500),
    'it is to be heard',
  );
});

test('[E-VIEWER-027 E-VIEWER-037 E-CONST-027] a file name of the address is used, without folders and signs that systems refuse; a mask without such a channel means channel 1', async ({
  t,
}) => {
  const page = await stage.page(t);
  const cases: [string, string, string][] = [
    ['REC@1', 'clip1', 'clip1.mp4'],
    ['REC@0', '', `REC_${startS}_ch1.mp4`],
    ['REC@128', '', `REC_${startS}_ch1.mp4`],
    ['REC', '', `REC_${startS}_ch1.mp4`],
    ['REC', 'clip2.mp4', 'clip2.mp4'],
    ['REC@2', encodeURIComponent('../車隊 "一":<b>.mp4'), '車隊 _一___b_.mp4'],
    ['REC@2', '...', `REC_${startS}_ch2.mp4`],
  ];
  await inOrder(cases, async ([target, wanted, name]) => {
    const download = await saved(page, pathOf('dlplayback', target, `6/${startS}/*/${wanted}`));
    assert.equal(download.suggestedFilename(), name);
  });
});

test('a date with colons is a moment of this browser, and what is recorded only in part is saved as long as it is', async ({
  t,
}) => {
  const page = await stage.page(t, { context: { timezoneId: 'Asia/Taipei' } });
  const local = new Date(startMs + 8 * HOUR_MS + 60_000).toISOString().replace('T', ' ').slice(0, 19);
  const download = await saved(page, pathOf('dlplayback', 'REC@1', `60/${local}/*`));
  assert.equal(download.suggestedFilename(), `REC_${startS + 60}_ch1.mp4`);
  const [video] = (await probe(await download.path())).streams;
  assert.ok(Math.abs(Number(video?.duration) - 30) < 0.1, `30 s are left: ${String(video?.duration)}`);
  await line(page, 'Pack to MP4 done.');
  const again = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save once more' }).click();
  assert.equal((await again).suggestedFilename(), download.suggestedFilename());
});

test('[E-VIEWER-032 E-ERR-011] a query string fails in words and opens no socket', async ({ t }) => {
  const page = await stage.page(t);
  const sockets: string[] = [];
  page.on('websocket', (socket) => sockets.push(socket.url()));
  await inOrder(['dlremote', 'dlplayback'] as const, async (kind) => {
    await page.goto(addressOf(stage.server, `${pathOf(kind, 'REC@1', `60/${startS}/*`)}?x=1`));
    await page.getByRole('alert').getByText('fail param', { exact: true }).waitFor();
  });
  assert.deepEqual(sockets, []);
});

test('[E-VIEWER-023 E-VIEWER-024] the size grows in KB while the device sends, and a device that goes away ends in "Download fail"', async ({
  t,
}) => {
  const vehicle = await stage.vehicle(t, { phone: '013800000921', channels: 2 });
  const page = await stage.page(t);
  await keepWords(page);
  const diskS = Math.floor(Date.now() / 300_000) * 300 - 120;
  await page.goto(addressOf(stage.server, pathOf('dlremote', `${vehicle.deviceId}@2`, `60/${diskS}/*`)));
  await page.waitForFunction(() => new Set(Reflect.get(globalThis, 'seen').size).size >= 4);
  const { size, status } = await wordsOf(page);
  const figures = size.map((text) => Number(/^(\d+) KB$/.exec(text)?.[1]));
  assert.deepEqual(
    figures,
    figures.toSorted((a, b) => a - b),
    'only ever more',
  );
  assert.ok((figures.at(-1) ?? 0) > (figures[0] ?? 0));
  assert.deepEqual(status, ['Downloading']);
  await vehicle.stop();
  await line(page, 'Download fail');
  await page.getByRole('button', { name: 'Try again' }).click();
  await line(page, 'Download fail');
  await page.getByText('The device is offline').waitFor();
});

test('[E-VIEWER-022 E-WS-004] what the device recorded is fetched as its main stream and saved', async ({ t }) => {
  const { deviceId } = await stage.vehicle(t, { phone: '013800000922', channels: 2 });
  const page = await stage.page(t);
  const diskS = Math.floor(Date.now() / 300_000) * 300 - 120;
  const sockets: URLSearchParams[] = [];
  page.on('websocket', (socket) => sockets.push(new URL(socket.url()).searchParams));
  const download = await saved(page, pathOf('dlremote', `${deviceId}@2`, `6/${diskS}/*/fetched`));
  assert.equal(download.suggestedFilename(), 'fetched.mp4');
  const [video] = (await probe(await download.path())).streams;
  assert.deepEqual([video?.codec_name, video?.width], ['h264', 704]);
  assert.ok(Math.abs(Number(video?.duration) - 6) < 0.2, String(video?.duration));
  const asked = (): (string | null)[][] =>
    sockets.splice(0).map((query) => ['type', 'cover', 'main'].map((name) => query.get(name)));
  assert.deepEqual(asked(), [['repb', '1', '1']]);
  await saved(page, pathOf('dlplayback', 'REC@1', `6/${startS}/*`));
  assert.deepEqual(asked(), [['lopb', '1', null]]);
});

test('[E-ERR-004] ui: nothing recorded, too little right and a cancelled download say so, and leave no file', async ({
  t,
}) => {
  const page = await stage.page(t);
  await page.goto(addressOf(stage.server, pathOf('dlplayback', 'REC@1', `60/${startS + 1000}/*`)));
  await line(page, 'Download fail');
  await page.getByText('No Record', { exact: true }).waitFor();
  const watcher = await stage.account('watcher', 1, ['P_live']);
  await page.goto(addressOf(stage.server, `/dlplayback/REC@1/60/${startS}/${watcher.user}/${watcher.password}`));
  await line(page, 'Download fail');
  await page.getByText('this account may not play recordings').waitFor();
  const { deviceId } = await stage.vehicle(t, { phone: '013800000923', channels: 1 });
  let files = 0;
  page.on('download', () => (files += 1));
  const diskS = Math.floor(Date.now() / 300_000) * 300 - 120;
  await page.goto(addressOf(stage.server, pathOf('dlremote', deviceId, `60/${diskS}/*`)));
  await line(page, 'Downloading');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await line(page, 'Cancelled');
  assert.equal(files, 0);
});

test('[E-VIEWER-025] on plain http, where browsers code no sound themselves, the file has its sound all the same', async ({
  t,
}) => {
  const page = await stage.page(t);
  const path = addressOf(stage.server, pathOf('dlplayback', 'REC@1', `6/${startS}/*`), true);
  const [download] = await Promise.all([page.waitForEvent('download'), page.goto(path)]);
  assert.equal(await page.evaluate(() => isSecureContext), false);
  const [video, audio] = (await probe(await download.path())).streams;
  assert.deepEqual([video?.codec_name, audio?.codec_name], ['h264', 'aac']);
});

/** Keeps what the packing worker says, in order; of the sizes the first and the newest. */
const keepReports = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const reports: string[] = [];
    Reflect.set(globalThis, 'reports', reports);
    globalThis.Worker = class extends Worker {
      constructor(...made: ConstructorParameters<typeof Worker>) {
        super(...made);
        this.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
          const kind: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, 'kind') : undefined;
          if (reports.at(-1) !== kind) reports.push(String(kind));
        });
      }
    };
  });
const reportsOf = (page: Page): Promise<string[]> => page.evaluate((): string[] => Reflect.get(globalThis, 'reports'));

test('[E-WS-005] the packing worker reports that it runs, what came, that it packs, how that ended, and that it closed', async ({
  t,
}) => {
  const page = await stage.page(t);
  await keepReports(page);
  await keepWords(page);
  await saved(page, pathOf('dlplayback', 'REC@1', `6/${startS}/*`));
  await line(page, 'Pack to MP4 done.');
  assert.deepEqual(await reportsOf(page), ['ready', 'received', 'packing', 'done']);
  const { size } = await wordsOf(page);
  assert.match(size.at(-1) ?? '', /^[1-9]\d* KB$/);

  const vehicle = await stage.vehicle(t, { phone: '013800000924', channels: 1 });
  const diskS = Math.floor(Date.now() / 300_000) * 300 - 120;
  const path = addressOf(stage.server, pathOf('dlremote', vehicle.deviceId, `60/${diskS}/*`));
  const comes = (): Promise<unknown> =>
    page.waitForFunction(() => new Set(Reflect.get(globalThis, 'seen').size).size >= 2);
  await page.goto(path);
  await comes();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await line(page, 'Cancelled');
  assert.deepEqual(await reportsOf(page), ['ready', 'received', 'closed']);
  await page.goto(path);
  await comes();
  await vehicle.stop();
  await line(page, 'Download fail');
  assert.deepEqual(await reportsOf(page), ['ready', 'received', 'failed']);
});

test('[E-ERR-005] "Download fail" is what both a backup that fails and a file that cannot be packed say', async ({
  t,
}) => {
  const { deviceId } = await stage.vehicle(t, { phone: '013800000925', channels: 1 });
  const console = await stage.signedIn(t, {
    path: `/remoteplayback/${deviceId}`,
    context: { timezoneId: remote.noonZone() },
    prepare: (made) =>
      made.route('**/web.cgi?*', (route) =>
        route.fulfill({ json: { result: 'BACKUP FAIL', progress: 0, message: '', filename: '', size: 0 } }),
      ),
  });
  await remote.segments(console).first().click();
  await remote.button(console, 'From its beginning').click();
  await remote.button(console, 'Download').click();
  await console.getByRole('list', { name: 'Downloads' }).getByText('Download fail', { exact: true }).waitFor();

  const page = await stage.page(t);
  let files = 0;
  page.on('download', () => (files += 1));
  await keepWords(page);
  const starts = page.waitForEvent('worker');
  const diskS = Math.floor(Date.now() / 300_000) * 300 - 120;
  await page.goto(addressOf(stage.server, pathOf('dlremote', deviceId, `8/${diskS}/*`)));
  const worker = await starts;
  await worker.evaluate(() => {
    Blob.prototype.slice = () => {
      throw new RangeError('no room');
    };
  });
  await line(page, 'Download fail');
  await page.getByText('No file could be made of what came.').waitFor();
  const { status } = await wordsOf(page);
  assert.deepEqual(status, ['Downloading', 'Wait for pack to MP4...', 'Download fail']);
  assert.equal(files, 0);
});
