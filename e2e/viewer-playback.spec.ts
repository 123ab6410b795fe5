// The stand-alone pages of recorded video: what the server recorded of several channels on one clock, and what a device recorded of one.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type Socket, connect, createServer } from 'node:net';
import type { Locator, Page } from '@playwright/test';
import { HOST } from '../integration/support/server.ts';
import { until } from '../integration/support/until.ts';
import { type Ending, addressOf, useStage } from './fixture.ts';
import { inOrder } from './in-order.ts';
import { playing, seen } from './tiles.ts';
import { becomes } from './support/becomes.ts';
import { putFootage } from './support/recorded.ts';
import { serverWithLayout, standing, threeInARow, usualPlaces } from './support/viewer-layout.ts';
import { expect, test } from './test.ts';

/** A whole second of an hour that is over. */
const HOUR_MS = 3_600_000;
const startMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - HOUR_MS;
const startS = startMs / 1000;

const stage = useStage({}, async ({ register, server }) => {
  await inOrder([1, 2, 3, 4, 5, 6, 7, 8], (channels) => register(`CH${channels}`, channels));
  await register('REC', 2);
  await putFootage(server.app, server.config.data, {
    deviceId: 'REC',
    channels: [1, 2],
    startMs,
    endMs: startMs + 60_000,
  });
});

const tiles = (page: Page): Locator => page.locator('main section[aria-label]');
const withAccount = (path: string): string => `${path}/${stage.server.admin.user}/${stage.server.admin.password}`;
/** The newest moment on the line below the tiles, unix seconds. */
const moment = async (page: Page): Promise<number> =>
  Number(await page.locator('[data-playing-time]').getAttribute('data-playing-time'));

/** The queries of the page's playback sockets. */
const playbackQueries = (page: Page): URLSearchParams[] => {
  const opened: URLSearchParams[] = [];
  page.on('websocket', (socket) => opened.push(new URL(socket.url()).searchParams));
  return opened;
};

/** Stands before the stream port and can end a single connection as the server would. */
const streamDoor = async (t: Ending, port: number) => {
  const open: { query: URLSearchParams; browser: Socket }[] = [];
  const door = createServer((browser) => {
    const server = connect(port, HOST);
    browser.once('data', (head) => {
      const [, target = ''] = head.toString('latin1').split(' ', 2);
      open.push({ query: new URL(target, 'http://x').searchParams, browser });
    });
    browser.pipe(server).pipe(browser);
    for (const [one, other] of [
      [browser, server],
      [server, browser],
    ] as const) {
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  });
  door.listen(0, HOST);
  await once(door, 'listening');
  t.after(() => {
    for (const { browser } of open) browser.destroy();
    door.close();
  });
  const address = door.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    open,
    end: (channel: number): void =>
      open.filter(({ query }) => query.get('channel') === String(channel)).forEach(({ browser }) => browser.destroy()),
    living: (): number => open.filter(({ browser }) => !browser.destroyed).length,
  };
};

test('[E-VIEWER-013 E-VIEWER-014 E-WS-002] channels of the mask play from the moment of the address, under a number of their own or the given one', async ({
  t,
}) => {
  const page = await stage.page(t);
  const queries = playbackQueries(page);
  const load = async (streamId: number, second: number): Promise<void> => {
    queries.length = 0;
    await page.goto(addressOf(stage.server, withAccount(`/playback/REC@3/${streamId}/${startS + second}`)));
  };
  const open = async (streamId: number): Promise<void> => {
    await load(streamId, 20);
    await inOrder([1, 2], (channel) => playing(page, channel));
  };
  await open(0);
  await inOrder([1, 2], (channel) => seen(page, channel));
  const at = await moment(page);
  assert.ok(at >= startS + 20 && at <= startS + 60, `${at - startS}`); // it goes on, to the end of what is recorded
  assert.deepEqual(
    new Set(queries.map((query) => `${query.get('type')} ${query.get('channel')} ${query.get('spbtime')}`)),
    new Set([`lopb 1 ${startS + 20}`, `lopb 2 ${startS + 20}`]),
  );
  const numbers = new Set(queries.map((query) => query.get('streamid')));
  assert.equal(numbers.size, 1, 'one playback');
  const [first] = numbers;
  assert.match(first ?? '', /^[1-9]\d*$/);
  await open(0);
  assert.notEqual(queries[0]?.get('streamid'), first, 'another one with each load');
  await load(77, 54);
  await page.getByRole('toolbar').getByText('End of the recording').waitFor();
  assert.deepEqual(new Set(queries.map((query) => query.get('channel'))), new Set(['1', '2']));
  assert.deepEqual(new Set(queries.map((query) => query.get('streamid'))), new Set(['77']));
  await expect(page).toHaveTitle('REC playback');
});

test('[E-VIEWER-015 E-HTTP-076 E-CONST-027] tiles of /playback stand as those of /live, and as the playback layout of the server says', async ({
  t,
}) => {
  const page = await stage.page(t);
  await inOrder(usualPlaces, async ([count, places]) => {
    await page.goto(addressOf(stage.server, withAccount(`/playback/CH${count}/0/${startS}`)));
    await tiles(page)
      .nth(count - 1)
      .waitFor();
    await becomes(() => standing(tiles(page)), places, `${count} channels`);
  });
  const wide = await serverWithLayout(t, { simplePlaybackLayout: '3x3' });
  const other = await stage.page(t);
  await other.goto(addressOf(wide, `/playback/CH8/0/${startS}/${wide.admin.user}/${wide.admin.password}`));
  await other.locator('[data-tiles="3"]').waitFor();
  await becomes(() => standing(tiles(other)), threeInARow);
});

test('[E-VIEWER-016] when the first stream closes, everything stops, and nothing is asked again until somebody wants it', async ({
  t,
}) => {
  const door = await streamDoor(t, stage.server.ports.stream);
  const page = await stage.page(t, { expected: /WebSocket connection/ });
  await page.route('**/gkserver/protocol', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), streamings: [door.port] } });
  });
  await page.clock.install();
  await page.goto(addressOf(stage.server, withAccount(`/playback/REC/0/${startS}`)));
  await inOrder([1, 2], (channel) => playing(page, channel));
  assert.equal(door.open.length, 2);
  door.end(1);
  await page.getByText('Playback stopped').waitFor();
  await tiles(page).filter({ hasText: 'Stopped' }).nth(1).waitFor(); // all tiles stop
  await page.locator('[data-phase]').first().waitFor({ state: 'detached' });
  await until('every stream is closed', () => door.living() === 0);
  await page.clock.runFor(60_000);
  assert.equal(door.open.length, 2, 'no new request');
  await page.getByRole('button', { name: 'Play again' }).click();
  await inOrder([1, 2], (channel) => playing(page, channel));
  assert.deepEqual(new Set(door.open.slice(2).map(({ query }) => query.get('spbtime'))), new Set([String(startS)]));
});

test('an account that may not play recordings is told so', async ({ t }) => {
  const { user, password } = await stage.account('NoRecordings', 1, ['P_live']);
  const page = await stage.page(t, { expected: /WebSocket connection|status of 403/ });
  await page.goto(addressOf(stage.server, `/playback/REC/0/${startS}/${user}/${password}`));
  await page.getByText('Playback stopped · No stream could be opened: this account may not play recordings').waitFor();
});

test('[E-VIEWER-017 E-VIEWER-018 E-VIEWER-019 E-VIEWER-021 E-WS-003 E-CONST-027] one channel of a device plays from its own disk at speed 1: the lowest of the mask, or 1 where it has none of them', async ({
  t,
}) => {
  const four = await stage.vehicle(t, { phone: '013800000931', channels: 4 });
  const two = await stage.vehicle(t, { phone: '013800000932', channels: 2 });
  const page = await stage.page(t);
  const queries = playbackQueries(page);
  const diskS = Math.floor(Date.now() / 300_000) * 300 - 120;
  const cases: [string, number][] = [
    [`${four.deviceId}@4`, 3],
    [`${four.deviceId}@6`, 2],
    [`${two.deviceId}@8`, 1],
    [two.deviceId, 1],
  ];
  await inOrder(cases, async ([target, channel]) => {
    queries.length = 0;
    await page.goto(addressOf(stage.server, withAccount(`/remote/${target}/90/${diskS}`)));
    await playing(page, channel);
    await seen(page, channel);
    await expect(tiles(page)).toHaveCount(1);
    const asked = ['type', 'channel', 'chs', 'speed', 'duration', 'spbtime'].map((name) => queries[0]?.get(name));
    assert.deepEqual(asked, ['repb', String(channel), String(2 ** (channel - 1)), '1', '90', String(diskS)]);
    assert.match(queries[0]?.get('streamid') ?? '', /^[1-9]\d*$/);
    const at = await moment(page);
    assert.ok(at >= diskS && at <= diskS + 90, `${at - diskS}`); // it goes on for the time that was asked for
  });
});

test('[E-VIEWER-035] the lookup has the hash of a password on /live and the download pages, and the password as given on /playback and /remote', async ({
  t,
}) => {
  const page = await stage.page(t);
  const { user, password, hash } = stage.server.admin;
  const lookup = async (path: string): Promise<unknown> => {
    const [request] = await Promise.all([
      page.waitForRequest('**/gkdevice/device'),
      page.goto(addressOf(stage.server, path)),
    ]);
    return request.postDataJSON();
  };
  const asked = (sent: string) => ({ deviceid: 'CH2', username: user, password: sent });
  assert.deepEqual(await lookup(withAccount('/live/CH2')), asked(hash));
  assert.deepEqual(await lookup(withAccount(`/dlremote/CH2@1/60/${startS}`)), asked(hash));
  assert.deepEqual(await lookup(withAccount(`/dlplayback/CH2@1/60/${startS}`)), asked(hash));
  assert.deepEqual(await lookup(withAccount(`/remote/CH2@1/60/${startS}`)), asked(password));
  assert.deepEqual(await lookup(withAccount(`/playback/CH2@1/0/${startS}`)), asked(password));
});

test('a moment without record, a device of others and an address without a moment each get their words', async ({
  t,
}) => {
  const page = await stage.page(t);
  await page.goto(addressOf(stage.server, withAccount(`/playback/CH1/0/${startS}`)));
  await tiles(page).first().getByText('No Record').waitFor();
  await page.goto(addressOf(stage.server, withAccount(`/remote/CH1/60/${startS}`)));
  await tiles(page).first().getByText('Device offline').waitFor();
  const outsider = await stage.account('outsider', 2, undefined, []);
  await page.goto(addressOf(stage.server, `/playback/REC/0/${startS}/${outsider.user}/${outsider.password}`));
  await page.getByRole('alert').getByText('Unknown device REC').waitFor();
  await inOrder(['/playback/REC/0/noon', `/playback/REC/x/${startS}`, `/remote/REC/60`], async (path) => {
    await page.goto(addressOf(stage.server, withAccount(path)));
    await page.getByRole('alert').getByText('fail param').waitFor();
  });
});
