// Pictures of recorders over real sockets: kept before they are acknowledged, once, and only those that can be kept.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { appendFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { GENERAL_RESULT, p8800MediaReply, t0002Heartbeat, t0801MediaUpload, type MediaUpload } from '@outrider/jt808';
import { checkFiles } from '../apps/server/src/features/file-store/index.ts';
import { afterwards } from './support/cleanup.ts';
import { Device, locationAt } from './support/device.ts';
import { Channel } from './support/operator.ts';
import { type Server, startDrivenServer, startServer } from './support/server.ts';

const ID = '13800000101';
const TAKEN_MS = Date.UTC(2026, 0, 1, 8, 30);

const jpeg = (length: number, seed = 1): Uint8Array =>
  Uint8Array.from({ length }, (_, i) => (i < 3 ? ([0xff, 0xd8, 0xff][i] ?? 0) : (i * 31 + seed) & 0xff));
const upload = (changes: Partial<MediaUpload> = {}): MediaUpload => ({
  mediaId: 9,
  type: 0,
  format: 0,
  event: 2,
  channel: 3,
  location: locationAt(TAKEN_MS),
  data: jpeg(3000),
  ...changes,
});

const rowsOf = ({ data }: Pick<Server, 'data'>): Record<string, unknown>[] => {
  const database = new DatabaseSync(join(data, 'outrider.sqlite'), { readOnly: true });
  try {
    return database.prepare('SELECT * FROM stored_files ORDER BY id').all();
  } finally {
    database.close();
  }
};
const filesOf = ({ data }: Pick<Server, 'data'>): string[] =>
  readdirSync(join(data, 'files'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

const registered = async (server: Server, edition: '2013' | '2019' = '2013'): Promise<Device> => {
  const operator = await Channel.signedIn(server);
  await operator.get('D01', { I: ID, C: 4 });
  operator.close();
  return Device.online(server.ports.jt808, { edition });
};
const send = async (device: Device, picture: MediaUpload, edition: '2013' | '2019' = '2013') => {
  const serial = device.sendBody(0x0801, t0801MediaUpload.encode(picture, edition), 500);
  return { serial, reply: p8800MediaReply.decode((await device.take(0x8800)).body, edition) };
};

for (const edition of ['2013', '2019'] as const)
  test(`a ${edition} picture is on disk with channel, cause and place when 0x8800 comes`, async (t) => {
    const server = await startServer(t);
    const device = await registered(server, edition);
    afterwards(t, () => device.close());
    const { reply } = await send(device, upload(), edition);
    assert.deepEqual(reply, { mediaId: 9 }, 'the id alone: a count of 0 behind it is refused by real terminals');
    const [row, ...others] = rowsOf(server);
    assert.deepEqual(others, []);
    const { kind, channel, taken_ms, name, mime_type, bytes, cause, source, lat, lng } = row ?? {};
    assert.deepEqual(
      { kind, channel, taken_ms, name, mime_type, bytes, cause, source, lat, lng },
      {
        kind: 'photo',
        channel: 3,
        taken_ms: TAKEN_MS,
        name: `${ID}_20260101T083000Z_ch3_9.jpg`,
        mime_type: 'image/jpeg',
        bytes: 3000,
        cause: 'robbery',
        source: '0x0801',
        lat: 24.1,
        lng: 120.6,
      },
    );
    const [path = ''] = filesOf(server);
    assert.deepEqual(Uint8Array.from(readFileSync(path)), jpeg(3000));
    assert.deepEqual(
      Buffer.from(row?.['hash'] as Uint8Array).toString('hex'),
      createHash('sha256').update(jpeg(3000)).digest('hex'),
    );
  });

test('the same picture again, on this link and on the next, is acknowledged and is still one file', async (t) => {
  const server = await startServer(t);
  const device = await registered(server);
  await send(device, upload());
  await send(device, upload());
  device.close();
  const again = await Device.online(server.ports.jt808);
  afterwards(t, () => again.close());
  await send(again, upload());
  assert.equal(rowsOf(server).length, 1);
  assert.equal(filesOf(server).length, 1);
  await send(again, upload({ data: jpeg(3000, 7) }));
  assert.equal(rowsOf(server).length, 2, 'another picture under a number used before is another file');
});

test('a device that missed 0x8800 and repeats the last part gets it again', async (t) => {
  const server = await startServer(t);
  const device = await registered(server);
  afterwards(t, () => device.close());
  const { frames } = device.codec.encodeBody(0x0801, t0801MediaUpload.encode(upload(), '2013'), 500);
  for (const frame of frames) device.write(frame);
  await device.take(0x8800);
  const last = frames.at(-1);
  assert.ok(last);
  device.write(last);
  assert.equal(p8800MediaReply.decode((await device.take(0x8800)).body, '2013').mediaId, 9);
  assert.equal(rowsOf(server).length, 1);
});

test('missing parts of a picture are asked for with 0x8800 and its id', async (t) => {
  const server = await startDrivenServer(t);
  const device = await registered(server);
  afterwards(t, () => device.close());
  const { serial, frames } = device.codec.encodeBody(0x0801, t0801MediaUpload.encode(upload(), '2013'), 500);
  const missing = [2, 5];
  for (const [i, frame] of frames.entries()) if (!missing.includes(i + 1)) device.write(frame);
  assert.equal(await device.answerTo(serial + frames.length - 1), GENERAL_RESULT.done);
  server.clock.advance(12_000);
  const asked = p8800MediaReply.decode((await device.take(0x8800)).body, '2013');
  assert.deepEqual(asked, { mediaId: 9, packages: missing });
  for (const frame of device.codec.resend(serial, missing)) device.write(frame);
  assert.deepEqual(p8800MediaReply.decode((await device.take(0x8800)).body, '2013'), { mediaId: 9 });
  assert.equal(rowsOf(server).length, 1);
});

test('the bare picture of one vendor and one with bytes in front are kept as pictures', async (t) => {
  const server = await startServer(t);
  const device = await registered(server);
  afterwards(t, () => device.close());
  const bare = t0801MediaUpload.encode(upload({ mediaId: null, data: jpeg(900) }), '2013');
  assert.equal(await device.answerTo(device.sendBody(0x0801, bare)), GENERAL_RESULT.done);
  await send(device, upload({ data: Uint8Array.of(1, 2, 3, ...jpeg(900, 5)) }));
  assert.deepEqual(
    rowsOf(server).map(({ mime_type, bytes }) => [mime_type, bytes]),
    [
      ['image/jpeg', 900],
      ['image/jpeg', 900],
    ],
  );
});

test('a picture of a device that nobody registered is refused, not acknowledged and not kept', async (t) => {
  const server = await startServer(t);
  const device = await Device.online(server.ports.jt808);
  afterwards(t, () => device.close());
  const serial = device.sendBody(0x0801, t0801MediaUpload.encode(upload({ data: jpeg(800) }), '2013'));
  assert.equal(await device.answerTo(serial), GENERAL_RESULT.failed);
  assert.equal(await device.ask(t0002Heartbeat, {}), GENERAL_RESULT.done);
  assert.equal(device.received.filter(({ header }) => header.messageId === 0x8800).length, 0);
  assert.deepEqual(filesOf(server), []);
});

test('with no room left and the rule to refuse, a picture is refused; what is kept stays', async (t) => {
  const server = await startServer(t, { fileSize: 1, fileFull: 'refuse' });
  const device = await registered(server);
  afterwards(t, () => device.close());
  await send(device, upload({ data: jpeg(700_000) }));
  const body = t0801MediaUpload.encode(upload({ mediaId: 10, data: jpeg(700_000, 2) }), '2013');
  const { serial, frames } = device.codec.encodeBody(0x0801, body, 1000);
  for (const frame of frames.slice(1)) device.write(frame);
  device.write(frames[0] ?? new Uint8Array(0));
  assert.equal(await device.answerTo(serial), GENERAL_RESULT.failed);
  assert.equal(device.received.filter(({ header }) => header.messageId === 0x8800).length, 0);
  assert.equal(rowsOf(server).length, 1);
});

test('a check finds what is missing, longer or altered, and counts what no row names', async (t) => {
  const server = await startServer(t);
  const device = await registered(server);
  afterwards(t, () => device.close());
  for (let mediaId = 1; mediaId <= 4; mediaId += 1) await send(device, upload({ mediaId, data: jpeg(900, mediaId) }));
  const look = (mayGoOn = () => true) => checkFiles(server.app.db.db, server.data, mayGoOn);
  assert.deepEqual(await look(), { files: 4, hashed: 4, unknown: 0, faults: [] });
  const place = (row: Record<string, unknown> | undefined) =>
    join(server.data, 'files', String(row?.['path']).slice(0, 2), String(row?.['path']));
  const [gone, longer, altered] = rowsOf(server);
  rmSync(place(gone));
  appendFileSync(place(longer), 'x');
  writeFileSync(place(altered), jpeg(900, 77));
  writeFileSync(join(server.data, 'files', 'a'.repeat(32)), 'of another time');
  const found = await look();
  assert.deepEqual([found.files, found.hashed, found.unknown], [4, 2, 1]);
  assert.deepEqual(
    new Map(found.faults.map(({ what, path }) => [path, what])),
    new Map([
      [String(gone?.['path']), 'missing'],
      [String(longer?.['path']), 'altered'],
      [String(altered?.['path']), 'altered'],
    ]),
  );
  const hasty = await look(() => false);
  assert.deepEqual([hasty.files, hasty.hashed, hasty.faults.length], [4, 0, 2], 'without time the lengths alone');
});
