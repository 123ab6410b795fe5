// The pictures and clips of an alarm in the list under the bell: they come by themselves, show large, play and can be saved.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { collectParameterSets, createFmp4Writer, splitNals } from '@outrider/media';
import { t0801MediaUpload, type MediaUpload } from '@outrider/jt808';
import type { Locator, Page } from 'playwright-core';
import { loadClips } from '../apps/simulator/src/index.ts';
import type { Device } from '../integration/support/device.ts';
import { locationAt } from '../integration/support/device.ts';
import { until } from '../integration/support/until.ts';
import { useStage } from './fixture.ts';
import { becomes } from './support/becomes.ts';

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
const album = (page: Page): Locator => page.getByRole('group', { name: 'Pictures and clips' });
const widthOf = (picture: Locator): Promise<number> => picture.evaluate((img: HTMLImageElement) => img.naturalWidth);

test('an alarm shows its own picture and clip without anyone pressing anything; a click enlarges, plays and saves', async (t) => {
  const id = '13800000701';
  await stage.register(id, 4);
  const device = await stage.device(t, { phone: id });
  const page = await stage.signedIn(t, { path: '/blockview' });
  const alarmMs = Math.floor(Date.now() / 1000) * 1000;
  await device.locate(locationAt(alarmMs, { alarm: OVERSPEED }));
  await page.getByRole('button', { name: /^Alarms \(/ }).click();
  await listed(page, id).waitFor();
  assert.equal(await album(page).count(), 0);

  await send(device, alarmMs + 1000, {});
  const small = album(page).getByRole('button', { name: 'Picture · ch2' });
  await small.waitFor();
  await until('the small picture is drawn', async () => (await widthOf(small.locator('img'))) > 0);

  await send(device, alarmMs + 2000, { mediaId: 2, type: 2, channel: 1, data: clip() });
  await album(page).getByRole('button', { name: 'Clip · ch1' }).waitFor();

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

test('who may see the device only sees its pictures; an alarm without any shows nothing', async (t) => {
  const id = '13800000702';
  await stage.register(id, 4);
  const device = await stage.device(t, { phone: id });
  const page = await stage.signedIn(t, { path: '/blockview' });
  const alarmMs = Math.floor(Date.now() / 1000) * 1000;
  await device.locate(locationAt(alarmMs, { alarm: OVERSPEED }));
  await send(device, alarmMs - 3_600_000, {}); // of an hour ago: not of this alarm
  await page.getByRole('button', { name: /^Alarms \(/ }).click();
  await listed(page, id).waitFor();
  const asked = await page.waitForResponse((response) => response.url().endsWith('/gkevent/files'));
  assert.deepEqual(await asked.json(), []);
  assert.equal(await album(page).count(), 0);
});
