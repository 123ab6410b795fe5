// Files that devices send of their own accord, for people: which those are, what narrows the list, who may have them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rights } from '@outrider/contract';
import { p8805UploadMediaItem, t0801MediaUpload, type MediaUpload } from '@outrider/jt808';
import { afterwards } from './support/cleanup.ts';
import { Device, locationAt } from './support/device.ts';
import { Channel, type Json, asList, httpCall } from './support/operator.ts';
import { HOST, type Account, type Server, startServer } from './support/server.ts';

const ID = '13800000101';
const OTHER = '13800000102';
const TAKEN_MS = Date.UTC(2026, 0, 1, 8, 30);
const TAKEN = TAKEN_MS / 1000;
const SPAN = { afterTime: TAKEN - 3600, beforeTime: TAKEN + 3600 };

const jpeg = (length: number, seed: number): Uint8Array =>
  Uint8Array.from({ length }, (_, i) => (i < 3 ? ([0xff, 0xd8, 0xff][i] ?? 0) : (i * 31 + seed) & 0xff));

const scene = async (t: Parameters<typeof startServer>[0]) => {
  const server = await startServer(t);
  const operator = await Channel.signedIn(server);
  afterwards(t, () => operator.close());
  for (const I of [ID, OTHER]) await operator.get('D01', { I, C: 4 });
  const connect = async (phone: string): Promise<Device> => {
    const device = await Device.online(server.ports.jt808, { phone });
    afterwards(t, () => device.close());
    return device;
  };
  return { server, operator, device: await connect(ID), other: await connect(OTHER) };
};

/** Sends a file that was taken `seconds` after the first, and waits until it is kept. */
const send = async (
  device: Device,
  mediaId: number,
  changes: Partial<MediaUpload> = {},
  seconds = 0,
): Promise<void> => {
  const file = { mediaId, type: 0, format: 0, event: 2, channel: 1, location: locationAt(TAKEN_MS + seconds * 1000) };
  const body = t0801MediaUpload.encode({ ...file, data: jpeg(3000, mediaId), ...changes }, '2013');
  device.sendBody(0x0801, body, 500);
  await device.take(0x8800);
};

const list = async (server: Server, input: Json = {}, account: Account = server.admin): Promise<Json[]> =>
  asList(
    (await httpCall(server.ports.http, 'POST', '/gkdevice/autoupload', { account, input: { ...SPAN, ...input } })).body,
  );
const sizes = (rows: readonly Json[]): unknown[] => rows.map(({ filesize }) => filesize);

test('[E-ENT-035] what a device sent of its own accord is listed with its serial number, name, size, extension and times, and narrowed by device, extension and time', async (t) => {
  const { server, device, other } = await scene(t);
  await send(device, 1);
  await send(device, 2, { type: 1, format: 2, data: Uint8Array.from({ length: 500 }, (_, i) => i & 0x7f) }, 10);
  await send(other, 3, { data: jpeg(1234, 3) }, 20);
  const rows = await list(server);
  assert.deepEqual(sizes(rows), [1234, 500, 3000], 'the newest first');
  const [newest] = rows;
  const { serialno, updatetime, ...rest } = newest ?? {};
  assert.deepEqual(rest, {
    deviceid: OTHER,
    filename: `${OTHER}_20260101T083020Z_ch1_3.jpg`,
    filesize: 1234,
    fileext: 'jpg',
    filetime: TAKEN + 20,
  });
  assert.ok(typeof serialno === 'number' && serialno > 0);
  assert.ok(typeof updatetime === 'number' && Math.abs(updatetime - Date.now() / 1000) < 600);
  assert.deepEqual(sizes(await list(server, { deviceid: ID })), [500, 3000]);
  assert.deepEqual(sizes(await list(server, { fileext: 'JPG' })), [1234, 3000]);
  assert.deepEqual(sizes(await list(server, { fileext: '.jpg', deviceid: ID })), [3000]);
  assert.deepEqual(sizes(await list(server, { fileext: 'png' })), []);
  assert.deepEqual(sizes(await list(server, { afterTime: TAKEN + 10, beforeTime: TAKEN + 20 })), [500]);
  // From the time without a network, after a newer one.
  await send(device, 5, { data: jpeg(2000, 5) }, 5);
  assert.deepEqual(sizes(await list(server)), [1234, 500, 2000, 3000], 'by when they were taken, not as they came');
});

test('what a device was asked for is not among them: a picture by order, one that was fetched', async (t) => {
  const { server, operator, device } = await scene(t);
  await send(device, 1, { event: 0 });
  const asked = operator.get('D30', { I: ID, A: 2 });
  const { header, body } = await device.take(0x8805);
  assert.equal(p8805UploadMediaItem.decode(body, '2013').mediaId, 2);
  device.reply(header);
  await asked;
  await send(device, 2, {}, 1);
  await send(device, 4, {}, 2);
  assert.deepEqual(
    (await list(server)).map(({ filename }) => filename),
    [`${ID}_20260101T083002Z_ch1_4.jpg`],
  );
});

test('[E-HTTP-072] a file is answered by its name with its number, by session or u and p, whole, and only to who may see the device', async (t) => {
  const { server, device } = await scene(t);
  await send(device, 1);
  const [{ serialno, filename } = {}] = await list(server);
  const get = (query: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`http://${HOST}:${server.ports.http}/gkdevice/aufile/${String(filename)}?${query}`, { headers });
  const { user, hash } = server.admin;
  const operator = await Channel.open(server.ports.command);
  afterwards(t, () => operator.close());
  const { K: token } = await operator.get('Q02', { U: user, P: hash });
  const answers = [
    await get(`s=${String(serialno)}&u=${user}&p=${hash}`),
    await get(`s=${String(serialno)}`, { authorization: `Bearer ${String(token)}` }),
  ];
  for (const answer of answers) {
    assert.equal(answer.status, 200);
    assert.match(answer.headers.get('content-disposition') ?? '', /^attachment;.*_ch1_1\.jpg/);
    assert.deepEqual(new Uint8Array(await answer.arrayBuffer()), jpeg(3000, 1));
  }
  const add = (name: string, groupIds: number[], flags = new Set(rights)) =>
    server.app.users.add({ name, passwordHash: hash, level: 1, rights: flags, expiresMs: null, groupIds });
  await add('stranger', []);
  await add('weak', [1], new Set());
  const statusOf = async (query: string): Promise<number> => (await get(query)).status;
  assert.equal(await statusOf(`s=${String(serialno)}`), 401);
  assert.equal(await statusOf(`s=${String(serialno)}&u=stranger&p=${hash}`), 404);
  assert.equal(await statusOf(`s=${String(serialno)}&u=weak&p=${hash}`), 403);
  assert.equal(await statusOf(`s=999&u=${user}&p=${hash}`), 404);
  assert.equal(await statusOf(`u=${user}&p=${hash}`), 400);
  assert.deepEqual(await list(server, {}, { user: 'stranger', hash }), []);
});
