// Recordings through kills, full disks and meddling; and real recorders' bytes recorded and read back exactly.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import { openAccounts } from '../apps/server/src/app.ts';
import {
  checkRecordings,
  type RecordingReader,
  type StoredFrame,
} from '../apps/server/src/features/recording/index.ts';
import { afterwards } from './support/cleanup.ts';
import { prepareDisk } from './support/full-disk.ts';
import { Channel, asJson, asList } from './support/operator.ts';
import { openPlayback } from './support/playback.ts';
import { Recorder, numberOf } from './support/recorder.ts';
import { noRecordings, realRecordings, replay, simOf } from './support/replayed.ts';
import { startServer, temporaryFolder } from './support/server.ts';
import { ServerProcess } from './support/server-process.ts';
import { until } from './support/until.ts';

const KEY = 1;
const CHANNELS = 4;

const readAll = async (reader: RecordingReader, deviceKey: number, channel: number): Promise<StoredFrame[]> => {
  const cursor = await reader.open(deviceKey, channel, 0);
  const frames: StoredFrame[] = [];
  for (let frame = await cursor.next(); frame !== undefined; frame = await cursor.next()) frames.push(frame);
  await cursor.close();
  return frames;
};

const filesOf = async (data: string): Promise<string[]> => {
  const names = await readdir(join(data, 'recordings'), { recursive: true }).catch(() => []);
  return names.filter((name) => name.endsWith('.orec')).map((name) => join(data, 'recordings', name));
};

/** Until so many files hold so many bytes each: what was sent may still be on its way to a server that has much to do. */
const onDisk = (data: string, files: number, bytes: number): Promise<boolean> =>
  until(`${files} files of ${bytes} bytes`, async () => {
    const sizes = await Promise.all((await filesOf(data)).map(async (file) => (await stat(file)).size));
    return sizes.filter((size) => size >= bytes).length >= files;
  });

const checkOf = async (data: string) => {
  const accounts = await openAccounts(data);
  try {
    return await checkRecordings(accounts.opened.db);
  } finally {
    await accounts.close();
  }
};

/** Bytes of a picture of the tests with kills. */
const PICTURE = 2000;
const LARGER_PICTURE = 2560;

/** Two devices whose four cameras send a picture each 20 ms, so long as they are connected. */
const startSending = async (t: TestContext, server: ServerProcess): Promise<void> => {
  const recorders = await Promise.all(
    ['13800000101', '13800000102'].map((phone) => Recorder.online(server.ports, { phone })),
  );
  afterwards(t, () => recorders.forEach((recorder) => recorder.close()));
  let number = 0;
  const timer = setInterval(() => {
    number += 1;
    for (const camera of recorders.flatMap(({ cameras }) => cameras))
      if (!camera.closed) camera.send(number, { key: number % 10 === 1, bytes: PICTURE });
  }, 20);
  afterwards(t, () => clearInterval(timer));
};

test('kill -9 while two devices with four channels are recorded: what was written is whole, and the chain holds', async (t) => {
  const data = await temporaryFolder(t);
  let server = await ServerProcess.start(t, data, { record: true });
  const { admin } = server;
  const operator = await Channel.signedIn(server);
  for (const I of ['13800000101', '13800000102']) await operator.get('D01', { I, C: CHANNELS });
  operator.close();
  for (let life = 0; life < 2; life += 1) {
    await startSending(t, server);
    const running = server;
    await until('all channels are recorded', async () => (await running.metric('recording_channels')) === 2 * CHANNELS);
    await onDisk(data, (life + 1) * 2 * CHANNELS, 100 * PICTURE);
    await server.kill();
    server = await ServerProcess.start(t, data, { admin, record: true });
    const lasting = await checkOf(data);
    assert.deepEqual(lasting.faults, []);
    assert.equal(lasting.open, 0, 'what was open was mended');
    assert.ok(lasting.segments >= (life + 1) * 2 * CHANNELS);
    assert.deepEqual(server.errors(), []);
  }
  await server.kill();
  const again = await startServer(t, { data, recordReserve: 0 });
  for (const deviceKey of [1, 2])
    for (let channel = 1; channel <= CHANNELS; channel += 1) {
      const numbers = (await readAll(again.app.recordings.reader, deviceKey, channel)).map(({ body }) =>
        numberOf(body),
      );
      assert.ok(numbers.length > 150, `device ${deviceKey} channel ${channel}: ${numbers.length} frames of two lives`);
      // Within a life nothing is missing between the first and the last frame.
      const breaks = numbers.filter((each, i) => i > 0 && each !== (numbers[i - 1] ?? 0) + 1);
      assert.ok(breaks.length <= 1, `device ${deviceKey} channel ${channel}: ${breaks.length} breaks`);
    }
});

test('kill -9 while fifty streams are recorded: every one is mended, none is altered', async (t) => {
  const [devices, channels] = [10, 5];
  const data = await temporaryFolder(t);
  const server = await ServerProcess.start(t, data, { record: true });
  const operator = await Channel.signedIn(server);
  const phones = Array.from({ length: devices }, (_, i) => String(13_800_000_101 + i));
  for (const I of phones) await operator.get('D01', { I, C: channels });
  operator.close();
  const recorders = await Promise.all(phones.map((phone) => Recorder.online(server.ports, { phone })));
  afterwards(t, () => recorders.forEach((recorder) => recorder.close()));
  let number = 0;
  const timer = setInterval(() => {
    number += 1;
    for (const camera of recorders.flatMap(({ cameras }) => cameras))
      if (!camera.closed) camera.send(number, { key: number % 25 === 1, bytes: LARGER_PICTURE });
  }, 40);
  afterwards(t, () => clearInterval(timer));
  const streams = devices * channels;
  await until('all streams are recorded', async () => (await server.metric('recording_channels')) === streams);
  await onDisk(data, streams, 50 * LARGER_PICTURE);
  await server.kill();
  const again = await ServerProcess.start(t, data, { admin: server.admin });
  assert.deepEqual(again.errors(), []);
  await again.kill();
  const { faults, segments, open } = await checkOf(data);
  assert.deepEqual([faults, open], [[], 0]);
  assert.ok(segments >= streams, `${segments} segments`);
});

/** Bytes of a file that holds more than its header. */
const SOME_RECORDS = 300;

test('altered, missing, and changed places: the check finds each, and takes retention for none of them', async (t) => {
  const data = await temporaryFolder(t);
  const server = await ServerProcess.start(t, data, { record: true });
  const operator = await Channel.signedIn(server);
  await operator.get('D01', { I: '13800000101', C: 1 });
  operator.close();
  const recorder = await Recorder.online(server.ports);
  afterwards(t, () => recorder.close());
  for (let i = 0; i < 3; i += 1) {
    await until('the device dials in', () => recorder.cameras.length > i);
    await until('it is recorded', async () => {
      recorder.camera.send(i, { key: true });
      return (await server.metric('recording_channels')) === 1;
    });
    await until('frames are written', async () => {
      recorder.camera.send(i, { key: true });
      const files = await filesOf(data);
      // A file without a whole record would be taken away when it is mended.
      const newest = files.length > i ? await readFile(files.toSorted().at(-1) ?? '') : Buffer.alloc(0);
      return newest.length > SOME_RECORDS;
    });
    recorder.camera.close(); // the stream is asked for again, in a segment of its own
  }
  await server.kill();
  const mending = await ServerProcess.start(t, data, { admin: server.admin });
  await mending.kill();
  assert.deepEqual((await checkOf(data)).faults, []);
  const files = (await filesOf(data)).toSorted();
  assert.ok(files.length >= 3);
  const [first = '', second = '', third = ''] = files;
  const kept = await Promise.all(files.map((file) => readFile(file)));

  const changed = Buffer.from(kept[1] ?? []);
  changed[200] = (changed[200] ?? 0) ^ 1;
  await writeFile(second, changed);
  const faults = async () => (await checkOf(data)).faults.map(({ what }) => what);
  assert.deepEqual(await faults(), ['altered']);
  await rm(second);
  assert.deepEqual(await faults(), ['missing']);
  await writeFile(second, kept[1] ?? '');
  await rename(first, `${first}.x`);
  await rename(third, first);
  await rename(`${first}.x`, third);
  assert.deepEqual(await faults(), ['reordered', 'reordered']);
});

test('a full disk: the device shows an error, the server lives, and recording goes on with space again', async (t) => {
  const data = await temporaryFolder(t);
  const disk = prepareDisk(t, data);
  const server = await ServerProcess.start(t, data, { record: true });
  const pid = server.child.pid ?? 0;
  const operator = await Channel.signedIn(server);
  afterwards(t, () => operator.close());
  await operator.get('D01', { I: '13800000101', C: 1 });
  const recorder = await Recorder.online(server.ports);
  afterwards(t, () => recorder.close());
  await until('the device dials in', () => recorder.cameras.length > 0);
  const field = async (name: string): Promise<unknown> =>
    asJson((await operator.get('Q05', { I: '13800000101' }))['Z'])[name];
  let number = 0;
  const send = (): void => {
    number += 1;
    recorder.camera.send(number, { key: true, bytes: 20_000 });
  };
  await until('it records', async () => {
    send();
    return (await field('recording')) === 1;
  });
  await disk.fill(pid);
  let id = 13_800_000_200;
  await until('the database has no room either', async () => {
    id += 1;
    const [answered] = await operator.ask('D01', { I: String(id), C: 1 });
    return answered?.['R'] === '503';
  });
  await until('it shows an error', async () => {
    send();
    return (await field('recording_error')) === 1;
  });
  assert.ok(Number(await field('recording_error_count')) > 0);
  assert.ok(server.running);
  await disk.free(pid);
  await until('it records again', async () => {
    send();
    return (await field('recording')) === 1 && (await field('recording_error')) === 0;
  });
  // What ended while the disk was full comes into the index by itself: one segment is open, the one that is written now.
  await until('everything is in the index', async () => {
    send();
    return (await server.metric('recording_segments_unindexed')) === 0 && (await checkOf(data)).open <= 1;
  });
  assert.deepEqual((await checkOf(data)).faults, [], 'a full disk is no tampering');
  await server.kill();
  const again = await ServerProcess.start(t, data, { admin: server.admin });
  const { faults, open } = await checkOf(data);
  assert.deepEqual([faults, open, again.errors()], [[], 0, []]);
});

const hashOf = (frames: readonly { body: Uint8Array }[]): string =>
  createHash('sha256')
    .update(Buffer.concat(frames.map(({ body }) => body)))
    .digest('hex');

describe('recorded and read back', { concurrency: 2, skip: noRecordings }, () => {
  for (const recording of realRecordings) {
    const file = String(recording['file']);
    test(`${file} plays back to the same frames`, async (t) => {
      const server = await startServer(t, { recordByDefault: 'full', recordReserve: 0, recordStream: 'main' });
      const deviceId = simOf(recording).replace(/^0+/, '');
      const streams = asList(recording['streams']);
      const operator = await Channel.signedIn(server);
      await operator.get('D01', {
        I: deviceId,
        C: Math.max(...streams.map(({ channel }) => Number(channel))),
      });
      operator.close();
      replay(t, server, recording);
      for (const stream of streams) {
        const count = Number(stream['frames']);
        const frames = await until('one loop of pictures', async () => {
          const all = await readAll(server.app.recordings.reader, KEY, Number(stream['channel']));
          const videos = all.filter(({ kind }) => kind === 'video');
          return videos.length >= count && videos;
        });
        assert.equal(hashOf(frames.slice(0, count)), stream['es_sha256'], 'read from the disk');
        const channel = Number(stream['channel']);
        const viewer = await openPlayback(server, deviceId, frames[0]?.timeMs ?? 0, { channel, cover: 1 });
        afterwards(t, () => viewer.close());
        await viewer.until('the same over ws.cgi', () => viewer.videos.length >= count);
        assert.equal(hashOf(viewer.videos.slice(0, count)), stream['es_sha256'], 'played back');
      }
      for (const audio of asList(recording['audio'])) {
        const frames = await readAll(server.app.recordings.reader, KEY, Number(audio['channel']));
        const header = audio['hisilicon_header'] === true ? 4 : 0;
        const sizes = new Set(frames.filter(({ kind }) => kind === 'audio').map(({ body }) => body.length + header));
        assert.deepEqual([...sizes].map(String), Object.keys(asJson(audio['frame_bytes'])));
      }
    });
  }
});
