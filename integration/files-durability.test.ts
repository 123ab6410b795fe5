// Pictures through kills and a full disk: what got its 0x8800 is there, once and whole; what did not is asked for again by nobody else.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { test } from 'node:test';
import { GENERAL_RESULT, p8800MediaReply, t0002Heartbeat, t0801MediaUpload } from '@outrider/jt808';
import { afterwards } from './support/cleanup.ts';
import { Device, locationAt } from './support/device.ts';
import { prepareDisk } from './support/full-disk.ts';
import { Channel } from './support/operator.ts';
import { temporaryFolder } from './support/server.ts';
import { ServerProcess } from './support/server-process.ts';
import { until } from './support/until.ts';

const TAKEN_MS = Date.UTC(2026, 0, 1, 8, 30);
const LIVES = 5;
const SENDERS = 4;
const KEPT_PER_LIFE = 25;

const jpeg = (seed: number): Uint8Array =>
  Uint8Array.from({ length: 20_000 }, (_, i) => (i < 3 ? ([0xff, 0xd8, 0xff][i] ?? 0) : (i * 31 + seed * 7) & 0xff));
const bodyOf = (mediaId: number): Uint8Array =>
  t0801MediaUpload.encode(
    {
      mediaId,
      type: 0,
      format: 0,
      event: 0,
      channel: 1,
      location: locationAt(TAKEN_MS + mediaId * 1000),
      data: jpeg(mediaId),
    },
    '2013',
  );

const register = async (server: ServerProcess, ids: readonly string[]): Promise<void> => {
  const operator = await Channel.signedIn(server);
  for (const I of ids) await operator.get('D01', { I, C: 4 });
  operator.close();
};

type Found = { identity: string; hash: string; path: string };
const rowsOf = (data: string): Found[] => {
  const database = new DatabaseSync(join(data, 'outrider.sqlite'), { readOnly: true, timeout: 5000 });
  try {
    return database
      .prepare('SELECT device_key, identity, hash, path FROM stored_files')
      .all()
      .map((row) => ({
        identity: `${String(row['device_key'])} ${String(row['identity'])}`,
        hash: Buffer.from(row['hash'] as Uint8Array).toString('hex'),
        path: String(row['path']),
      }));
  } finally {
    database.close();
  }
};
const filesOf = (data: string): string[] =>
  readdirSync(join(data, 'files'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

/** Every row has its file, whole; no file is without a row; nothing is there twice. */
const assertSound = (data: string): Found[] => {
  const rows = rowsOf(data);
  const files = new Map(filesOf(data).map((path) => [path.slice(-32), path]));
  for (const { path, hash } of rows) {
    const file = files.get(path);
    assert.ok(file, 'a row without its file');
    assert.equal(createHash('sha256').update(readFileSync(file)).digest('hex'), hash, 'the content is what was sent');
  }
  assert.equal(files.size, rows.length, 'files without rows');
  assert.equal(new Set(rows.map(({ identity }) => identity)).size, rows.length, 'a picture is there twice');
  return rows;
};

/** Sends one picture after the other, as a recorder does: the next when this one is acknowledged, the same again after a break. */
class PictureSender {
  readonly id: string;
  readonly acknowledged = new Set<number>();
  next = 1;
  #device: Device | undefined;
  #going = false;

  constructor(id: string) {
    this.id = id;
  }

  async connect(port: number): Promise<void> {
    this.#device = await Device.online(port, { phone: this.id });
    this.#going = true;
    void this.#run(this.#device).catch(() => undefined); // the server was killed
  }

  stop(): void {
    this.#going = false;
    this.#device?.close();
  }

  async #run(device: Device): Promise<void> {
    while (this.#going && !device.closed) {
      const mediaId = this.next;
      device.sendBody(0x0801, bodyOf(mediaId), 1000);
      const { body } = await device.take(0x8800);
      const reply = p8800MediaReply.decode(body, '2013');
      if (reply.mediaId !== mediaId || (reply.packages?.length ?? 0) > 0) continue;
      this.acknowledged.add(mediaId);
      this.next += 1;
    }
  }
}

const hashesOf = (ids: Iterable<number>): string[] =>
  [...ids].map((mediaId) => createHash('sha256').update(jpeg(mediaId)).digest('hex'));

test('kill -9 under pictures, five times: each that was acknowledged is there, whole and once', async (t) => {
  const data = await temporaryFolder(t);
  const senders = Array.from({ length: SENDERS }, (_, i) => new PictureSender(String(13_800_000_201 + i)));
  let server = await ServerProcess.start(t, data);
  const { admin } = server;
  await register(
    server,
    senders.map(({ id }) => id),
  );
  const total = (): number => senders.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0);
  for (let life = 0; life < LIVES; life += 1) {
    const before = total();
    const { jt808 } = server.ports;
    await Promise.all(senders.map((sender) => sender.connect(jt808)));
    await until('enough pictures', () => total() - before >= KEPT_PER_LIFE);
    await server.kill();
    for (const sender of senders) sender.stop();
    server = await ServerProcess.start(t, data, { admin });
    const rows = assertSound(data);
    for (const { acknowledged } of senders) {
      const there = rows.map(({ hash }) => hash);
      for (const hash of hashesOf(acknowledged)) assert.ok(there.includes(hash), 'acknowledged and gone');
    }
    // Four senders with one picture on its way each: at most so many are there without having been acknowledged.
    assert.ok(rows.length - total() <= SENDERS * (life + 1));
  }
  assert.deepEqual(server.errors(), []);
});

test('kill -9 between the last part and 0x8800: sent again after the restart it is one file', async (t) => {
  const data = await temporaryFolder(t);
  const id = '13800000101';
  let server = await ServerProcess.start(t, data);
  const { admin } = server;
  await register(server, [id]);
  for (let round = 1; round <= 6; round += 1) {
    const cut = await Device.online(server.ports.jt808, { phone: id });
    const { frames, serial } = cut.codec.encodeBody(0x0801, bodyOf(round), 1000);
    for (const frame of frames) cut.write(frame);
    await cut.answerTo(serial + frames.length - 1); // the last part has arrived
    await pause(round * 2 - 2); // before, within and after the writing of file and row
    await server.kill();
    cut.close();
    server = await ServerProcess.start(t, data, { admin });
    assert.ok(assertSound(data).length >= round - 1);
    const again = await Device.online(server.ports.jt808, { phone: id });
    again.sendBody(0x0801, bodyOf(round), 1000);
    assert.equal(p8800MediaReply.decode((await again.take(0x8800)).body, '2013').mediaId, round);
    again.close();
    assert.equal(assertSound(data).length, round, 'exactly one more');
  }
  assert.deepEqual(server.errors(), []);
});

test('with a full disk a picture is refused, not acknowledged; with space again it is kept once', async (t) => {
  const data = await temporaryFolder(t);
  const disk = prepareDisk(t, data);
  const server = await ServerProcess.start(t, data);
  const pid = server.child.pid ?? 0;
  const id = '13800000101';
  await register(server, [id]);
  const device = await Device.online(server.ports.jt808, { phone: id });
  afterwards(t, () => device.close());
  device.sendBody(0x0801, bodyOf(1), 1000);
  await device.take(0x8800);

  await disk.fill(pid);
  const { serial, frames } = device.codec.encodeBody(0x0801, bodyOf(2), 1000);
  for (const frame of frames.slice(1)) device.write(frame);
  device.write(frames[0] ?? new Uint8Array(0)); // its own answer is that of the whole
  assert.equal(await device.answerTo(serial), GENERAL_RESULT.failed);
  assert.equal(await device.ask(t0002Heartbeat, {}), GENERAL_RESULT.done, 'the server lives');
  assert.equal(device.received.filter(({ header }) => header.messageId === 0x8800).length, 0);
  assert.ok(server.running);

  await disk.free(pid);
  await until('the picture is kept', async () => {
    device.sendBody(0x0801, bodyOf(2), 1000);
    return device.received.some(({ header }) => header.messageId === 0x8800);
  });
  await until('what was sent meanwhile has settled', () => filesOf(data).length === rowsOf(data).length);
  assert.equal(assertSound(data).length, 2);
});
