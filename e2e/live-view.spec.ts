// Live view, told as an operator meets it: pictures and sound of simulated and recorded recorders, with WebCodecs on this machine's
// name and with Media Source Extensions on plain http; what a tile says when it cannot show a picture.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { type Vehicle, createVehicle } from '../apps/simulator/src/index.ts';
import { readReplayFile } from '../apps/simulator/src/media/replay-file.ts';
import { asList } from '../integration/support/operator.ts';
import { HOST } from '../integration/support/server.ts';
import { Viewer } from '../integration/support/viewer.ts';
import { type Ending, addressOf, useStage } from './fixture.ts';
import { changeAnswers } from './socket-log.ts';
import { changesFrom, colours, field, pictureText, playing, seen, tile } from './tiles.ts';
import { becomes } from './support/becomes.ts';
import { standStill } from './support/clock.ts';
import { expect, test } from './test.ts';

const stage = useStage();
const recordings = new URL('../../shared/data/jt1078/', import.meta.url);
const noRecordings = [!existsSync(recordings), 'no ../shared/data/jt1078: no recorded pictures were shown'] as const;

const channelButtons = (page: Page): Locator => page.getByRole('group', { name: 'Channels' }).getByRole('button');

/** Presses a channel that is one too many, time standing still: the words stay 5 s. */
const buttonRefused = async (page: Page, button: Locator, words: string): Promise<void> => {
  await standStill(page);
  await button.press('Enter');
  const toast = page.locator('[data-sonner-toast]').filter({ hasText: words });
  while ((await toast.count()) === 0) await page.clock.runFor(20);
  assert.equal(await toast.locator('[data-title]').textContent(), words, 'exactly these words');
  await page.clock.runFor(4800);
  assert.equal(await toast.count(), 1, 'still there after 4.8 s');
  await page.clock.runFor(1000);
  await toast.waitFor({ state: 'detached' });
};

/** A recorder that sends a recorded file; registered with as many channels as the file's highest. */
const replayed = async (t: Ending, name: string): Promise<{ vehicle: Vehicle; channel: number }> => {
  const file = readReplayFile(new Uint8Array(readFileSync(new URL(name, recordings))));
  const channel = Math.max(...file.recordings.map((recording) => recording.channel));
  const vehicle = createVehicle({
    host: HOST,
    port: stage.server.ports.jt808,
    phone: file.simDigits,
    channels: channel,
    edition: file.simDigits.length > 12 ? '2019' : '2013',
    replay: { file, once: false, ownSim: false },
  });
  t.after(() => vehicle.stop());
  vehicle.start();
  await vehicle.whenOnline();
  await stage.register(vehicle.deviceId, channel);
  return { vehicle, channel };
};

for (const plain of [false, true]) {
  const how = plain ? 'plain http' : 'a secure page';
  test(`four channels play on ${how}, with moving pictures and true figures`, async ({ t }) => {
    const { deviceId } = await stage.vehicle(t, { phone: plain ? '013800000202' : '013800000201', channels: 4 });
    const page = await stage.signedIn(t, { path: `/liveview/${deviceId}`, plain });
    for (const channel of [1, 2, 3, 4]) {
      await playing(page, channel);
      await seen(page, channel);
    }
    await changesFrom(page, 2, await pictureText(page, 2));
    await page.keyboard.press('i');
    await field(page, 'latency').getByText('from the camera').waitFor();
    await field(page, 'codec')
      .getByText(/^H\.264 avc1\./)
      .waitFor();
    await becomes(() => field(page, 'size').textContent(), '352×288');
    await becomes(() => field(page, 'decoder').textContent(), plain ? 'MSE in the worker' : 'WebCodecs');
  });

  test(`a click brings the sound on ${how}, another takes it away`, async ({ t }) => {
    const { deviceId } = await stage.vehicle(t, { phone: plain ? '013800000204' : '013800000203', channels: 1 });
    const page = await stage.signedIn(t, { path: `/liveview/${deviceId}`, plain });
    await playing(page, 1);
    await page.keyboard.press('i');
    await field(page, 'sound').getByText('off').waitFor();
    await tile(page, 1).hover();
    await tile(page, 1).getByRole('button', { name: 'Sound on' }).click();
    // The meter sits behind the gain: decibels there are sound on its way to the loudspeaker.
    await field(page, 'sound')
      .getByText(/G\.7.*-?\d+ dB/)
      .waitFor();
    await tile(page, 1).getByRole('button', { name: 'Mute' }).click();
    await field(page, 'sound').getByText('silent').waitFor();
  });
}

test('recorded pictures of real recorders are shown', async ({ t }) => {
  test.skip(...noRecordings);
  for (const name of ['live-h264-cif-ch1-012345678999-40s.bin', 'live-h264-cif-ch3-001901305037-106s.bin']) {
    const { vehicle, channel } = await replayed(t, name);
    const page = await stage.signedIn(t, { path: `/liveview/${vehicle.deviceId}` });
    await playing(page, channel);
    await seen(page, channel);
  }
});

test('recorded H.265 that the browser cannot decode is shown all the same', async ({ t }) => {
  test.skip(...noRecordings);
  const { vehicle, channel } = await replayed(t, 'synthetic-h265-ch2-g726le24.bin');
  const page = await stage.signedIn(t, { path: `/liveview/${vehicle.deviceId}` });
  await playing(page, channel);
  await seen(page, channel);
});

test('the main stream is one click away, and so is the way back', async ({ t }) => {
  const { deviceId } = await stage.vehicle(t, { phone: '013800000205', channels: 1 });
  const page = await stage.signedIn(t, { path: `/liveview/${deviceId}` });
  await playing(page, 1);
  await page.keyboard.press('i');
  await tile(page, 1).hover();
  await tile(page, 1).getByRole('button', { name: 'Show the main stream' }).click();
  await field(page, 'size').getByText('704×576').waitFor();
  await tile(page, 1).getByRole('button', { name: 'Show the sub-stream' }).click();
  await field(page, 'size').getByText('352×288').waitFor();
});

test('a lost recorder leaves its last picture with words over it, and comes back by itself', async ({ t }) => {
  const first = await stage.vehicle(t, { phone: '013800000206', channels: 1 });
  const page = await stage.signedIn(t, { path: `/liveview/${first.deviceId}` });
  await playing(page, 1);
  await seen(page, 1);
  await first.stop();
  await tile(page, 1).getByText('Device offline').waitFor();
  assert.ok((await colours(page, 1)) > 4, 'the last picture stays');
  const again = createVehicle({
    host: HOST,
    port: stage.server.ports.jt808,
    phone: '013800000206',
    channels: 1,
  });
  t.after(() => again.stop());
  again.start();
  await playing(page, 1);
});

test('a server that goes away and comes back leaves the last picture, and plays again by itself', async ({ t }) => {
  const { deviceId } = await stage.vehicle(t, { phone: '013800000213', channels: 1, reconnectMs: 500 });
  const expected = /WebSocket connection|Failed to load resource/;
  const page = await stage.signedIn(t, { path: `/liveview/${deviceId}`, expected });
  await playing(page, 1);
  await seen(page, 1);
  await stage.server.stop();
  await tile(page, 1).getByText('No signal since').waitFor();
  assert.ok((await colours(page, 1)) > 4, 'the last picture stays');
  await stage.server.reopen();
  await playing(page, 1);
});

test('[F-LIVE-010] [F-ERR-005] [F-CONST-018] number keys switch channels up to twelve, the thirteenth stays off and is refused for 5 s', async ({
  t,
}) => {
  const { deviceId } = await stage.vehicle(t, { phone: '013800000207', channels: 16 });
  const page = await stage.signedIn(t, { path: `/liveview/${deviceId}`, prepare: (made) => made.clock.install() });
  await playing(page, 1);
  await page.keyboard.press('3');
  await tile(page, 3).waitFor({ state: 'detached' });
  for (const key of ['3', '5', '6', '7', '8', '9']) await page.keyboard.press(key);
  const buttons = channelButtons(page);
  for (const channel of [10, 11, 12]) await buttons.nth(channel - 1).press('Enter');
  for (let channel = 1; channel <= 12; channel += 1) await playing(page, channel);
  await buttonRefused(page, buttons.nth(12), 'over max live view count(12)');
  await expect(page.locator('[data-channel]')).toHaveCount(12);
  await expect(buttons.nth(12)).toHaveAttribute('aria-pressed', 'false');
});

test('S saves the picture under device, time and channel; ? tells the keys', async ({ t }) => {
  const { deviceId } = await stage.vehicle(t, { phone: '013800000208', channels: 2 });
  const page = await stage.signedIn(t, { path: `/liveview/${deviceId}` });
  await playing(page, 2);
  await tile(page, 2).click();
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('s')]);
  assert.match(download.suggestedFilename(), new RegExp(`^${deviceId}_\\d{8}-\\d{6}_ch2\\.png$`));
  const bytes = readFileSync(await download.path());
  assert.equal(bytes.toString('latin1', 1, 4), 'PNG');
  assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [352, 288]);
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys of the live view' }).waitFor();
  await page.keyboard.press('Escape');
});

test('a hidden tab stops decoding and shows a picture at once when it is seen again', async ({ t }) => {
  const { deviceId } = await stage.vehicle(t, { phone: '013800000209', channels: 1 });
  const page = await stage.signedIn(t, { path: `/liveview/${deviceId}` });
  await playing(page, 1);
  await page.keyboard.press('i');
  const shown = async (): Promise<number> => Number.parseInt((await field(page, 'shown').textContent()) ?? '', 10);
  const hide = (state: string): Promise<void> =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => value });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  const moving = (): Promise<void> =>
    field(page, 'fps')
      .getByText(/^[1-9]/)
      .waitFor();
  await moving();
  await hide('hidden');
  await field(page, 'fps').getByText('0.0/s', { exact: true }).waitFor();
  const before = await shown();
  await hide('visible');
  await moving();
  await expect.poll(shown).toBeGreaterThan(before);
});

test('[F-LIVE-004] [F-LIVE-005] [F-LIVE-006] [F-ERR-002] an unknown and an offline device say so; the list beside them leads to one that plays', async ({
  t,
}) => {
  await stage.register('TRK-OFF', 4);
  const { deviceId } = await stage.vehicle(t, { phone: '013800000210', channels: 1 });
  const page = await stage.signedIn(t, { path: '/liveview/NOSUCH' });
  const words = page.getByText('Unknow device or device offline', { exact: true });
  await words.waitFor();
  assert.equal(await page.locator('[data-channel]').count(), 0);
  const others = page.getByRole('navigation', { name: 'Devices' });
  await others.getByRole('link', { name: /TRK-OFF/ }).click();
  await page.waitForURL(/liveview\/TRK-OFF$/);
  // The page follows its address a moment later, and the one before has the same words.
  await becomes(() => others.getByRole('link', { name: /TRK-OFF/ }).getAttribute('aria-current'), 'page');
  await words.waitFor();
  await others.getByRole('link', { name: new RegExp(deviceId) }).click();
  await page.waitForURL(new RegExp(`liveview/${deviceId}$`));
  await playing(page, 1);
  await expect(words).toHaveCount(0);
});

test('[F-LIVE-001] [F-LIVE-002] [F-LIVE-009] [F-ROUTE-006] [F-STREAMSOCK-001] [F-STREAMSOCK-002] [A-STREAM-001] a device has a button for each of its channels, on and off; nothing of others', async ({
  t,
}) => {
  await stage.vehicle(t, { phone: '013800000214', channels: 2 }, { vehicleid: 'Other' });
  const { deviceId } = await stage.vehicle(t, { phone: '013800000215', channels: 5 }, { vehicleid: 'Mine <i>1</i>' });
  const sockets: URL[] = [];
  const prepare = (made: Page): unknown =>
    made.on('websocket', (socket) => {
      if (socket.url().includes('ws.cgi')) sockets.push(new URL(socket.url()));
    });
  const page = await stage.signedIn(t, { path: `/liveview/${deviceId}`, prepare });
  for (const channel of [1, 2, 3, 4]) await playing(page, channel);
  const labels = (): Promise<string[]> =>
    page.locator('[data-channel]').evaluateAll((all) => all.map((one) => one.ariaLabel ?? ''));
  await becomes(labels, ['Mine <i>1</i> · ch1', 'Mine <i>1</i> · ch2', 'Mine <i>1</i> · ch3', 'Mine <i>1</i> · ch4']);
  assert.deepEqual(
    new Set(sockets.map(({ searchParams }) => searchParams.get('channel'))),
    new Set(['1', '2', '3', '4']),
  );
  for (const { port, pathname, searchParams } of sockets) {
    assert.equal(Number(port), stage.server.ports.stream);
    assert.equal(pathname, '/ws.cgi');
    assert.equal(searchParams.get('deviceid'), deviceId);
    assert.deepEqual([searchParams.get('user'), searchParams.get('password')], [null, null], 'the session instead');
  }
  // A client of somebody's own has no session: user and password open the same socket.
  const own = await Viewer.open(stage.server.ports.stream, stage.server.admin, deviceId);
  t.after(() => own.close());
  await own.until('a picture', () => own.videos.length > 0);
  await expect(channelButtons(page)).toHaveCount(5);
  const fifth = channelButtons(page).nth(4);
  await fifth.click();
  await playing(page, 5);
  await expect(fifth).toHaveAttribute('aria-pressed', 'true');
  await fifth.click();
  await tile(page, 5).waitFor({ state: 'detached' });
  await expect(fifth).toHaveAttribute('aria-pressed', 'false');
});

test('[F-XINFO-002] [F-XINFO-005] channels stand in the order of the settings, those without a name by their number', async ({
  t,
}) => {
  const { deviceId } = await stage.vehicle(t, { phone: '013800000216', channels: 3 });
  const sorted = (rows: unknown): unknown =>
    Array.isArray(rows)
      ? asList(rows).map((row) => (row['deviceid'] === deviceId ? { ...row, chsort: [3, 1, 2] } : row))
      : rows;
  const prepare = (made: Page): Promise<void> =>
    changeAnswers(made, (line) => (line['M'] === 'Q11' ? { ...line, Z: sorted(line['Z']) } : line));
  const page = await stage.signedIn(t, { path: `/liveview/${deviceId}`, prepare });
  await channelButtons(page).first().getByText('ch3').waitFor();
  await expect(channelButtons(page)).toHaveText(['ch3', 'ch1', 'ch2']);
  for (const channel of [1, 2, 3]) await playing(page, channel);
  const order = (): Promise<(string | null)[]> =>
    page.locator('[data-channel]').evaluateAll((all) => all.map((one) => one.getAttribute('data-channel')));
  await becomes(order, ['3', '1', '2']);
});

test('[F-DEVLIST-001] [F-DEVLIST-002] [F-DEVLIST-003] [F-LIVE-007] [F-ROUTE-005] the device list stands before live view and both playbacks, and leads to the chosen device', async ({
  t,
}) => {
  const details = { drivername: '王小明', vehicleid: '<b>x</b> 7' };
  const { deviceId } = await stage.vehicle(t, { phone: '013800000217', channels: 6 }, details);
  const page = await stage.signedIn(t, { path: '/liveview' });
  for (const screen of ['/splayback', '/remoteplayback', '/liveview']) {
    await page.goto(addressOf(stage.server, screen));
    const row = page.getByRole('table', { name: 'Devices' }).getByRole('row').filter({ hasText: deviceId });
    await row.getByText(/\d+ km\/h/).waitFor();
    const cells = async (): Promise<string[]> => (await row.getByRole('cell').allTextContents()).slice(-5, -1);
    await becomes(cells, [details.vehicleid, details.drivername, deviceId, '6'], screen);
    await expect(row.getByRole('img', { name: 'Truck' }), 'the icon of its kind').toHaveCount(1);
    await row.click();
    await page.waitForURL(new RegExp(`${screen}/${deviceId}$`));
  }
  await playing(page, 1);
  await page.goto(addressOf(stage.server, `/splayback/${deviceId}`));
  await page.getByText('Pick day, hour and minute').waitFor();
});

test('[F-MODAL-004] [F-LIVE-008] [F-ERR-004] [F-CONST-017] the popup plays up to eight channels of a device over the dashboard; the ninth is refused for 5 s', async ({
  t,
}) => {
  const { deviceId } = await stage.vehicle(t, { phone: '013800000218', channels: 10 });
  const other = await stage.vehicle(t, { phone: '013800000219', channels: 1 });
  const path = `/blockview?device=${deviceId}`;
  const page = await stage.signedIn(t, { path, prepare: (made) => made.clock.install() });
  await page.getByRole('button', { name: 'Live', exact: true }).click();
  const popup = page.getByRole('dialog', { name: 'Live view' });
  await popup.waitFor();
  for (const channel of [1, 2, 3, 4]) await playing(page, channel);
  await popup.locator('[data-badge]').first().getByText(/km\/h/).waitFor();
  for (const channel of [5, 6, 7, 8])
    await channelButtons(page)
      .nth(channel - 1)
      .click();
  await playing(page, 8);
  await buttonRefused(page, channelButtons(page).nth(8), 'over max live view count(8)');
  await expect(popup.locator('[data-channel]')).toHaveCount(8);
  await expect(channelButtons(page).nth(8)).toHaveAttribute('aria-pressed', 'false');
  await page.clock.resume();
  await popup.getByRole('button', { name: new RegExp(other.deviceId) }).click();
  await tile(page, 8).waitFor({ state: 'detached' });
  await playing(page, 1);
  await page.keyboard.press('Escape');
  await popup.waitFor({ state: 'detached' });
});

test('[F-LIVE-003] the map stands among the tiles when asked for, for who may see places', async ({ t }) => {
  const { deviceId } = await stage.vehicle(t, { phone: '013800000212', channels: 1 });
  const page = await stage.signedIn(t, { path: `/liveview/${deviceId}` });
  await playing(page, 1);
  await page.getByRole('button', { name: 'Map', exact: true }).click();
  await page.getByRole('region', { name: 'Map', exact: true }).locator('canvas').waitFor();
  await page.getByRole('button', { name: 'Map', exact: true }).click();
  await page.getByRole('region', { name: 'Map', exact: true }).waitFor({ state: 'detached' });
  const account = await stage.account('nomap', 2, ['P_dash', 'P_live']);
  const other = await stage.signedIn(t, { path: `/liveview/${deviceId}`, account });
  await playing(other, 1);
  assert.equal(await other.getByRole('button', { name: 'Map', exact: true }).count(), 0);
});

test('[F-CONST-019] [F-CONST-020] of eight channels four are on at first; on a phone one, and it offers 1, 2, 4 or 8 windows', async ({
  t,
}) => {
  const { deviceId } = await stage.vehicle(t, { phone: '013800000211', channels: 8 });
  const desktop = await stage.signedIn(t, { path: `/liveview/${deviceId}` });
  for (const channel of [1, 2, 3, 4]) await playing(desktop, channel);
  await expect(desktop.locator('[data-channel]')).toHaveCount(4);
  // Each tile as column, row and share of the width, by where it begins.
  const standing = async (): Promise<string> => {
    const boxes = await desktop.locator('[data-channel]').evaluateAll((all) =>
      all.map((one) => {
        const [box, room] = [one.getBoundingClientRect(), one.parentElement?.getBoundingClientRect()];
        return [box.x, box.y, (room?.width ?? 0) / box.width].map((value) => Math.round(value));
      }),
    );
    const at = (values: readonly number[], value: number): number =>
      [...new Set(values)].toSorted((a, b) => a - b).indexOf(value);
    const [xs, ys] = [boxes.map(([x = 0]) => x), boxes.map(([, y = 0]) => y)];
    return boxes.map(([x = 0, y = 0, share]) => `${at(xs, x)}${at(ys, y)}/${share}`).join(' ');
  };
  await becomes(standing, '00/2 10/2 01/2 11/2');
  await desktop.getByRole('button', { name: 'One large' }).click();
  await becomes(standing, '00/1 10/4 11/4 12/4');
  await desktop.reload();
  await becomes(standing, '00/1 10/4 11/4 12/4', 'remembered');
  await desktop.getByRole('button', { name: 'One large' }).click();
  await channelButtons(desktop).nth(1).click();
  await channelButtons(desktop).nth(3).click();
  await becomes(standing, '00/2 10/2', 'two fill the room');
  assert.equal(new URL(desktop.url()).searchParams.get('channels'), '1.3');
  await desktop.reload();
  await playing(desktop, 3);
  await becomes(standing, '00/2 10/2', 'the address says which');
  await channelButtons(desktop).nth(2).click();
  await becomes(standing, '00/1', 'one fills the room');
  await desktop
    .getByText(/^\d+ km\/h$/)
    .first()
    .waitFor();
  assert.equal(await desktop.getByRole('combobox', { name: 'Windows' }).count(), 0);
  const page = await stage.signedIn(t, { path: `/liveview/${deviceId}`, phone: true });
  await playing(page, 1);
  await expect(page.locator('[data-channel]')).toHaveCount(1);
  const windows = page.getByRole('combobox', { name: 'Windows' });
  await expect(windows.getByRole('option')).toHaveText(['1', '2', '4', '8']);
  await windows.selectOption('4');
  for (const channel of [1, 2, 3, 4]) await playing(page, channel);
});

test('who may not watch is led away from the live view', async ({ t }) => {
  const account = await stage.account('nowatch', 2, ['P_dash', 'F_gps']);
  const page = await stage.signedIn(t, { path: '/liveview', account });
  await page.waitForURL((url) => !url.pathname.startsWith('/liveview'));
  assert.equal(await page.getByRole('link', { name: 'Live view', exact: true }).count(), 0);
});
