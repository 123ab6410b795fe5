// The pictures and clips of an alarm in the list under the bell: they come by themselves, show large, play and can be saved.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { collectParameterSets, createFmp4Writer, splitNals } from '@outrider/media';
import { p9208AttachmentRequest, t0801MediaUpload, type MediaUpload } from '@outrider/jt808';
import type { Locator, Page } from '@playwright/test';
import { loadClips } from '../apps/simulator/src/index.ts';
import { createAlarmFileStore } from '../apps/server/src/features/alarm-files/store.ts';
import { createEventStore } from '../apps/server/src/features/event/store.ts';
import type { Device } from '../integration/support/device.ts';
import { locationAt } from '../integration/support/device.ts';
import { fileOf, FileSender } from '../integration/support/file-sender.ts';
import { newSign, phoneCall } from '../integration/support/safety-alarm.ts';
import { until } from '../integration/support/until.ts';
import { type Ending, type SignedInOptions, useStage } from './fixture.ts';
import { becomes } from './support/becomes.ts';
import { test } from './test.ts';

const stage = useStage();
const OVERSPEED = 1 << 1;
const clips = loadClips();
const FRAMES = 25;

/** A second of the simulator's street as MP4. */
const clip = (): Uint8Array => {
  const { frames, width, height, fps } = clips.videoFor(1, 'sub');
  const [first] = frames;
  assert.ok(first);
  const parameterSets = collectParameterSets(splitNals(first), 'h264');
  assert.ok(parameterSets);
  const writer = createFmp4Writer({ codec: 'h264', parameterSets, width, height, timescale: fps });
  const parts = frames.slice(0, FRAMES).map((frame, i) => writer.segment(frame, i, 1, i === 0));
  return Uint8Array.from(Buffer.concat([writer.init(), ...parts.filter((part) => part !== null)]));
};

/** Sends a file and waits until the server says that it is kept. */
const send = async (device: Device, takenMs: number, changes: Partial<MediaUpload>): Promise<void> => {
  const upload = {
    mediaId: 1,
    type: 0,
    format: 0,
    event: 2,
    channel: 2,
    location: locationAt(takenMs),
    data: clips.photo,
    ...changes,
  };
  device.sendBody(0x0801, t0801MediaUpload.encode(upload, '2013'), 1000);
  await device.take(0x8800);
};

const listed = (page: Page, id: string): Locator =>
  page.getByRole('list', { name: 'Recent alarms' }).getByRole('listitem').filter({ hasText: id });
const album = (page: Page, id: string): Locator => listed(page, id).getByRole('group', { name: 'Pictures and clips' });
const widthOf = (picture: Locator): Promise<number> => picture.evaluate((img: HTMLImageElement) => img.naturalWidth);

/** Signed in and listening: what the server keeps of alarms is in the list, so that the next one is news. */
const listening = async (t: Ending, options: SignedInOptions = {}): Promise<Page> => {
  const restored: Promise<unknown>[] = [];
  const page = await stage.signedIn(t, {
    path: '/blockview',
    ...options,
    prepare: async (made) => {
      restored.push(made.waitForResponse((response) => response.url().endsWith('/gkevent/recentalarms')));
      await options.prepare?.(made);
    },
  });
  await Promise.all(restored);
  return page;
};

test('an alarm shows its own picture and clip without anyone pressing anything; a click enlarges, plays and saves', async ({
  t,
}) => {
  const id = '13800000701';
  await stage.register(id, 4);
  const device = await stage.device(t, { phone: id });
  const page = await listening(t);
  const alarmMs = Math.floor(Date.now() / 1000) * 1000;
  await device.locate(locationAt(alarmMs, { alarm: OVERSPEED }));
  await page.getByRole('button', { name: /^Alarms \(/ }).click();
  await listed(page, id).waitFor();
  assert.equal(await album(page, id).count(), 0);

  await send(device, alarmMs + 1000, {});
  const small = album(page, id).getByRole('button', { name: 'Picture · ch2' });
  await small.waitFor();
  await until('the small picture is drawn', async () => (await widthOf(small.locator('img'))) > 0);

  await send(device, alarmMs + 2000, { mediaId: 2, type: 2, channel: 1, data: clip() });
  await album(page, id).getByRole('button', { name: 'Clip · ch1' }).waitFor();

  await small.click();
  const dialog = page.getByRole('dialog', { name: /^Picture · ch2/ });
  const large = dialog.locator('img');
  await until('the large picture is drawn', async () => (await widthOf(large)) > 0);
  const saving = page.waitForEvent('download');
  await dialog.getByRole('link', { name: 'Download' }).click();
  const saved = await saving;
  assert.match(saved.suggestedFilename(), new RegExp(`^${id}_\\d+T\\d+Z_ch2_1\\.jpg$`));
  assert.deepEqual(new Uint8Array(await readFile(await saved.path())), Uint8Array.from(clips.photo));

  await dialog.getByRole('button', { name: 'Next' }).click();
  const film = page.getByRole('dialog', { name: /^Clip · ch1/ }).locator('video');
  await until('the clip plays', () => film.evaluate((video: HTMLVideoElement) => video.currentTime > 0));
  await becomes(() => page.getByText('2 / 2').count(), 1, 'the second of two');
  await page.keyboard.press('Escape');
  await film.waitFor({ state: 'detached' });
});

test('who may see the device only sees its pictures; an alarm without any shows nothing', async ({ t }) => {
  const id = '13800000702';
  await stage.register(id, 4);
  const device = await stage.device(t, { phone: id });
  const page = await listening(t);
  const alarmMs = Math.floor(Date.now() / 1000) * 1000;
  await device.locate(locationAt(alarmMs, { alarm: OVERSPEED }));
  await send(device, alarmMs - 3_600_000, {}); // of an hour ago: not of this alarm
  const asking = page.waitForResponse((response) => response.url().endsWith('/gkevent/eventfiles'));
  await page.getByRole('button', { name: /^Alarms \(/ }).click();
  await listed(page, id).waitFor();
  const asked = await asking;
  // The list holds the alarms of the other vehicles too.
  const { files } = await asked.json();
  assert.deepEqual(
    files.filter((file: { deviceid: string }) => file.deviceid === id),
    [],
  );
  assert.equal(await album(page, id).count(), 0);
});

test('pictures are pushed, not asked for again and again; only while the event socket is away they are', async ({
  t,
}) => {
  const id = '13800000703';
  await stage.register(id, 4);
  const device = await stage.device(t, { phone: id });
  let isAway = false;
  let cut = (): void => undefined;
  let asked = 0;
  const page = await listening(t, {
    prepare: async (made) => {
      await made.clock.install();
      made.on('request', (request) => {
        if (request.url().endsWith('/gkevent/eventfiles')) asked += 1;
      });
      await made.routeWebSocket(/event\.cgi/, (socket) => {
        if (isAway) {
          void socket.close();
          return;
        }
        socket.connectToServer();
        cut = () => void socket.close();
      });
    },
    expected: /event socket is lost|WebSocket/,
  });
  const alarmMs = Math.floor(Date.now() / 1000) * 1000;
  await device.locate(locationAt(alarmMs, { alarm: OVERSPEED }));
  const alarms = page.getByRole('button', { name: /^Alarms \(/ });
  await until('the alarm is told', () => alarms.isVisible(), { between: () => page.clock.runFor(1000) });
  await alarms.click();
  await listed(page, id).waitFor();
  await until('the files were asked for', () => asked > 0);
  const pictures = album(page, id).getByRole('button', { name: /^Picture/ });
  await send(device, alarmMs + 1000, {});
  await pictures.first().waitFor();
  const before = asked;
  await page.clock.runFor(60_000);
  await send(device, alarmMs + 1000, { mediaId: 2, channel: 3, data: Uint8Array.from([...clips.photo, 0]) });
  await becomes(() => pictures.count(), 2, 'pictures');
  assert.ok(asked - before <= 3, `asked ${asked - before} times in a minute`);

  isAway = true;
  cut();
  await send(device, alarmMs + 1000, { mediaId: 3, channel: 4, data: Uint8Array.from([...clips.photo, 1]) });
  await until('the third picture', async () => (await pictures.count()) === 3, {
    between: () => page.clock.runFor(1000),
  });
});

test('how far asking the recorder for the files of an alarm is stands under it in plain words', async ({ t }) => {
  const id = '13800000704';
  await stage.register(id, 4);
  const device = await stage.device(t, { phone: id });
  const page = await listening(t);
  const sign = newSign(2);
  await device.locate(locationAt(sign.time ?? 0, { items: [phoneCall(sign)] }));
  await page.getByRole('button', { name: /^Alarms \(/ }).click();
  const line = listed(page, id).getByRole('status');
  const says = (text: RegExp): Promise<unknown> => line.filter({ hasText: text }).waitFor();
  const frame = await device.take(0x9208);
  const { alarmNumber } = p9208AttachmentRequest.decode(frame.body, device.edition);
  await says(/^0 of 2 files arrived\. The device was asked, waiting for it to send\.$/);
  device.reply(frame.header);
  const files = [fileOf('00_65_6502_0_X.jpg', 0, 40_000), fileOf('02_65_6502_0_X.bin', 2, 160_000)] as const;
  const sender = await FileSender.dial(stage.server.ports.files, id);
  t.after(() => sender.close());
  await sender.announce(sign, alarmNumber ?? '', files);
  assert.equal((await sender.whole(files[0])).result, 0);
  await says(/^1 of 2 files arrived\. Receiving, 20 %\.$/);
  await sender.start(files[1]);
  sender.send(files[1], 0, 100_000);
  sender.close();
  await says(/^1 of 2 files arrived\. The device was asked, waiting/);
  device.close();
  await says(/^1 of 2 files arrived\. The device is offline\. It is asked as soon as it is back\.$/);

  const rest = await FileSender.dial(stage.server.ports.files, id);
  t.after(() => rest.close());
  await rest.announce(sign, alarmNumber ?? '', files);
  assert.equal((await rest.whole(files[1])).result, 0);
  await line.waitFor({ state: 'detached' });
  await becomes(() => album(page, id).getByRole('button').count(), 2, 'files');
});

test('what the recorder refused is said, and asked for again by a press once it was given up', async ({ t }) => {
  const id = '13800000705';
  await stage.register(id, 4);
  const device = await stage.device(t, { phone: id });
  const page = await listening(t);
  const sign = newSign(1);
  await device.locate(locationAt(sign.time ?? 0, { items: [phoneCall(sign)] }));
  await page.getByRole('button', { name: /^Alarms \(/ }).click();
  const line = listed(page, id).getByRole('status');
  const says = (text: RegExp): Promise<unknown> => line.filter({ hasText: text }).waitFor();
  device.reply((await device.take(0x9208)).header, 1);
  await says(/^0 of 1 file arrived\. The device refused\. It is asked again at [\d:]+\.$/);

  // As after many tries: the next one is the last.
  const events = await createEventStore(stage.server.app.db.db).withFiles(0, 100);
  const last = { tries: 59, failures: 8, lastTryMs: 0, nextTryMs: Date.now() };
  const trouble = { reason: 'refused', message: '' } as const;
  await createAlarmFileStore(stage.server.app.db.db).saveTries(events.at(-1)?.serialno ?? 0, last, trouble);
  device.close();
  const back = await stage.device(t, { phone: id });
  back.reply((await back.take(0x9208)).header, 1);
  await says(/^Given up\. The device refused\.$/);
  const again = listed(page, id).getByRole('button', { name: 'Ask again' });
  await again.click();
  back.reply((await back.take(0x9208)).header);
  await says(/^0 of 1 file arrived\. The device was asked, waiting for it to send\.$/);
  await again.waitFor({ state: 'detached' });
});
