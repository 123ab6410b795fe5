// What a device sends is on disk and comes back: through loss, jumps of its clock, other codecs, full folders and retention.
import assert from 'node:assert/strict';
import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import {
  checkRecordings,
  type RecordingReader,
  type StoredFrame,
} from '../apps/server/src/features/recording/index.ts';
import type { Config } from '../apps/server/src/config.ts';
import type { ManualClock } from '../apps/server/src/kernel/manual-clock.ts';
import { afterwards } from './support/cleanup.ts';
import { Channel, httpCall } from './support/operator.ts';
import { Recorder, h265Picture, numberOf } from './support/recorder.ts';
import { type Server, startDrivenServer, temporaryFolder } from './support/server.ts';
import { untilBelieved } from './support/steady.ts';
import { until } from './support/until.ts';
import { Viewer } from './support/viewer.ts';

const ID = '13800000101';
const KEY = 1;
const LOOK_MS = 4;
const DAY_MS = 86_400_000;

type Scene = {
  server: Server & { clock: ManualClock };
  operator: Channel;
  recorder: Recorder;
  reader: RecordingReader;
  soon: (what: string, look: () => boolean | Promise<boolean>) => Promise<boolean>;
  /** Nothing comes for so long that the segments are closed. */
  quiet: () => Promise<void>;
  camera: (channel?: number) => Promise<Recorder['camera']>;
};

const setScene = async (t: TestContext, changes: Partial<Config> = {}, channels = 1): Promise<Scene> => {
  const server = await startDrivenServer(t, { recordByDefault: 'full', recordReserve: 0, ...changes });
  const operator = await Channel.signedIn(server);
  afterwards(t, () => operator.close());
  await operator.get('D01', { I: ID, C: channels });
  const recorder = await Recorder.online(server.ports);
  afterwards(t, () => recorder.close());
  const soon: Scene['soon'] = (what, look) => until(what, look, { between: () => server.clock.advance(LOOK_MS) });
  return {
    server,
    operator,
    recorder,
    reader: server.app.recordings.reader,
    soon,
    quiet: async () => {
      for (let passed = 0; passed < 11_000; passed += 250) await server.clock.advanceAsync(250);
      await soon('the segments are closed', () => server.app.recordings.metrics()['recording_channels'] === 0);
    },
    camera: async () => {
      await soon('the device dials in', () => recorder.cameras.length >= channels);
      return recorder.camera;
    },
  };
};

const readAll = async (reader: RecordingReader, fromMs: number, channel = 1): Promise<StoredFrame[]> => {
  const cursor = await reader.open(KEY, channel, fromMs);
  const frames: StoredFrame[] = [];
  for (let frame = await cursor.next(); frame !== undefined; frame = await cursor.next()) frames.push(frame);
  await cursor.close();
  return frames;
};
const numbersOf = (frames: readonly StoredFrame[]): number[] =>
  frames.filter(({ kind }) => kind === 'video').map(({ body }) => numberOf(body));
const wire = (value: unknown): string => String(value);

test('[F-CMD-011] [F-CMD-013] [F-CMD-014] a device that comes online is recorded; days, minutes and usage tell it', async (t) => {
  const { server, operator, reader, soon, camera, quiet } = await setScene(t);
  const startMs = server.clock.now();
  const sender = await camera();
  for (let i = 1; i <= 50; i += 1) sender.send(i, { key: i % 10 === 1 });
  await soon('the frames are written', async () => (await readAll(reader, 0)).length === 50);
  const listed = await operator.get('Q05', { I: ID });
  assert.equal(Reflect.get(Object(listed['Z']), 'recording'), 1);
  assert.equal(Reflect.get(Object(listed['Z']), 'recording_error'), 0);
  const frames = await readAll(reader, 0);
  assert.deepEqual(
    numbersOf(frames),
    Array.from({ length: 50 }, (_, i) => i + 1),
  );
  assert.ok(frames[0]?.key && frames[0].codec === 'h264');
  assert.equal((frames[49]?.timeMs ?? 0) - (frames[0]?.timeMs ?? 0), 49 * 40);
  assert.ok(Math.abs((frames[0]?.timeMs ?? 0) - startMs) < 2000, 'the server clock at the first packet');

  const minute = Math.floor((startMs % DAY_MS) / 60_000);
  const dayStartS = (startMs - (startMs % DAY_MS)) / 1000;
  const flags = wire((await operator.get('Q06', { I: ID, B: dayStartS }))['Z']);
  assert.equal(flags.length, 1440);
  assert.equal(flags[minute], '1');
  assert.equal(flags.indexOf('1', minute + 1), -1);
  assert.equal(wire((await operator.get('Q06', { I: ID, B: dayStartS, C: 2 }))['Z']), '0'.repeat(1440));
  // 2026-01-01T00:00 UTC is the day before in the west and the same one in the east.
  assert.deepEqual((await operator.get('Q08', { I: ID, O: 28_800 }))['Z'], ['2026-01-01']);
  assert.deepEqual((await operator.get('Q08', { I: ID, O: -3600 }))['Z'], ['2025-12-31']);

  await quiet(); // nothing comes: the segment is closed
  await soon('the usage', async () => Number(wire((await operator.get('Q09', {}))['Z']).split(':')[1]) > 50 * 200);
  assert.deepEqual((await operator.get('Q08', { I: ID, O: 28_800 }))['Z'], ['2026-01-01']);
  assert.deepEqual(numbersOf(await readAll(reader, 0)).length, 50);
});

test('a recording that nobody watches is read in rests, whole; a viewer gets each frame at once', async (t) => {
  const { server, recorder: device, reader, soon, camera } = await setScene(t);
  const resting = async (): Promise<string | undefined> => {
    const { body } = await httpCall(server.ports.http, 'GET', '/metrics', { account: server.admin });
    return /^outrider_media_connections_resting (\d+)$/m.exec(String(body))?.[1];
  };
  const sender = await camera();
  sender.send(1, { key: true });
  await soon('it is recorded', async () => (await readAll(reader, 0)).length === 1);
  let sent = 1;
  const send = (count: number): void => {
    for (const last = sent + count; sent < last;) sender.send((sent += 1), { key: sent % 10 === 1 });
  };
  send(150);
  await soon('its stamps are proved, and it rests', async () => (await resting()) === '1');
  send(20);
  await soon('what came meanwhile is written', async () => (await readAll(reader, 0)).length === sent);
  assert.deepEqual(
    numbersOf(await readAll(reader, 0)),
    Array.from({ length: sent }, (_, i) => i + 1),
  );

  const viewer = await Viewer.open(server.ports.stream, server.admin, ID);
  afterwards(t, () => viewer.close());
  await viewer.until('the pictures since the last key', () => viewer.videos.length > 0);
  await soon('the rest that had begun ends', async () => (await resting()) === '0');
  send(1);
  // The clock stands still: nothing but the arrival of the picture brings it.
  await viewer.until('the picture', () => viewer.videos.some(({ body }) => numberOf(body) === sent));
  assert.equal(await resting(), '0');
  sender.close();
  await soon('the device is asked again', () => device.count('start') === 2);
});

test('reading starts at the key frame before the moment, skips a gap, and goes on with what comes', async (t) => {
  const { reader, soon, camera, quiet } = await setScene(t);
  const sender = await camera();
  for (let i = 1; i <= 30; i += 1) sender.send(i, { key: i % 10 === 1 });
  await soon('the frames are written', async () => (await readAll(reader, 0)).length === 30);
  const [first] = await readAll(reader, 0);
  assert.ok(first);
  assert.equal(numbersOf(await readAll(reader, first.timeMs + 15 * 40))[0], 11);
  assert.equal(numbersOf(await readAll(reader, first.timeMs + 20 * 40))[0], 21);
  const cursor = await reader.open(KEY, 1, first.timeMs + 25 * 40);
  afterwards(t, () => cursor.close());
  assert.equal(numberOf((await cursor.next())?.body ?? new Uint8Array(0)), 21);
  for (let i = 22; i <= 30; i += 1) assert.equal(numberOf((await cursor.next())?.body ?? new Uint8Array(0)), i);
  assert.equal(await cursor.next(), undefined);
  await quiet();
  sender.send(31, { key: true });
  sender.send(32);
  await soon('the next segment', async () => (await readAll(reader, 0)).length === 32);
  assert.equal(numberOf((await cursor.next())?.body ?? new Uint8Array(0)), 31, 'the gap is skipped');
  await cursor.seek(first.timeMs + 60_000_000);
  assert.equal(await cursor.next(), undefined, 'nothing in the future');
  await cursor.seek(first.timeMs + 5000);
  assert.equal(numberOf((await cursor.next())?.body ?? new Uint8Array(0)), 31, 'in the gap: the first after it');
  const spans = await reader.spans(KEY, [1], 0, first.timeMs + DAY_MS);
  assert.equal(spans.length, 2);
});

test('sound alone is recorded and read from any second; with sound forbidden only pictures are', async (t) => {
  const { operator, reader, soon, camera } = await setScene(t);
  const sender = await camera();
  for (let i = 0; i < 20; i += 1) sender.sendSound();
  await soon('the sound is written', async () => (await readAll(reader, 0)).length === 20);
  const frames = await readAll(reader, 0);
  assert.ok(frames.every(({ kind, codec, body }) => kind === 'audio' && codec === 'g711a' && body.length === 160));
  await operator.get('D04', { I: ID, Z: { recenable: 1, recaudio: 0 } });
  sender.sendSound();
  sender.send(1, { key: true });
  sender.sendSound();
  sender.send(2);
  await soon('the pictures are written', async () => numbersOf(await readAll(reader, 0)).length === 2);
  assert.equal((await readAll(reader, 0)).length, 22);
});

test('settings decide: the plan chooses channels, live view only records none, and the stream is let go', async (t) => {
  const { server, operator, recorder, soon } = await setScene(t, { recordByDefault: 'off' }, 2);
  assert.equal(recorder.count('start'), 0);
  await operator.get('D04', { I: ID, Z: { recenable: 2, recplan: '01', recaudio: 3 } });
  await soon('channel 2 is asked for', () => recorder.count('start') === 1);
  assert.deepEqual(
    recorder.asked.map(({ channel }) => channel),
    [2],
  );
  await operator.get('D04', { I: ID, Z: { recenable: 0, recplan: '01', recaudio: 3 } });
  server.clock.advance(8000);
  await soon('it is stopped', () => recorder.count('stop') === 1);
});

test('a clock of the device that jumps begins a new segment and loses nothing', async (t) => {
  const { server, reader, soon, camera } = await setScene(t);
  const sender = await camera();
  sender.send(1, { key: true });
  sender.send(2);
  await soon('two frames', async () => (await readAll(reader, 0)).length === 2);
  sender.jump(3_600_000n);
  sender.send(3);
  sender.send(4, { key: true });
  sender.send(5);
  await soon('five frames', async () => (await readAll(reader, 0)).length === 5);
  const frames = await readAll(reader, 0);
  assert.deepEqual(numbersOf(frames), [1, 2, 3, 4, 5]);
  const last = frames.at(-1)?.timeMs ?? 0;
  assert.ok(Math.abs(last - server.clock.now()) < 3000, 'the server clock holds');
});

test('pictures that are sent before those that are shown before them are one recording, each with its own moment', async (t) => {
  const { reader, soon, camera } = await setScene(t);
  const sender = await camera();
  let nextMs = 0;
  const send = (number: number, shownMs: number): void => {
    sender.jump(BigInt(shownMs - nextMs));
    sender.send(number, { key: number % 10 === 0 });
    nextMs = shownMs + 40;
  };
  send(0, 0);
  const expected = [0];
  for (let number = 1; number < 60; number += 3) {
    // P B B
    const shown = [number + 2, number, number + 1].map((place) => place * 40);
    shown.forEach((shownMs, i) => send(number + i, shownMs));
    expected.push(...shown);
  }
  await soon('the frames are written', async () => (await readAll(reader, 0)).length === 61);
  const frames = await readAll(reader, 0);
  const times = frames.map(({ timeMs }) => timeMs - (frames[0]?.timeMs ?? 0));
  assert.deepEqual(times, expected);
  const breaks = frames.slice(1).filter(({ pauseMs, discontinuity }) => discontinuity || pauseMs !== undefined);
  assert.deepEqual(breaks, [], 'one segment');
});

test('days of a device are over: the file goes, the row stays and says why, the protected one stays', async (t) => {
  const { server, reader, soon, camera, quiet } = await setScene(t, { recordDays: 2 });
  const days = async () => {
    const operator = await Channel.signedIn(server); // the session of before is over
    const reply = await operator.get('Q08', { I: ID, O: 0 });
    operator.close();
    return reply['Z'];
  };
  const sender = await camera();
  const record = async (number: number): Promise<number> => {
    sender.send(number, { key: true });
    await soon(`frame ${number}`, async () => numbersOf(await readAll(reader, 0)).includes(number));
    await quiet();
    return (await readAll(reader, 0)).at(-1)?.timeMs ?? 0;
  };
  await record(1);
  const protectedMs = await record(2);
  await server.app.recordings.protect(KEY, [1], protectedMs - 100, protectedMs + 100, protectedMs + 10 * DAY_MS);
  const cursor = await reader.open(KEY, 1, 0);
  server.clock.jumpTo(protectedMs + 3 * DAY_MS);
  await untilBelieved(server.clock);
  await server.app.recordings.retain();
  assert.deepEqual(numbersOf(await readAll(reader, 0)), [2]);
  assert.equal(numberOf((await cursor.next())?.body ?? new Uint8Array(0)), 1, 'anyone who reads it reads on');
  await cursor.close();
  assert.deepEqual(await days(), ['2026-01-01']);
  server.clock.jumpTo(protectedMs + 11 * DAY_MS);
  await untilBelieved(server.clock);
  await server.app.recordings.retain();
  assert.deepEqual(await days(), []);
  assert.equal(server.app.recordings.metrics()['recording_bytes_used'], 0, 'what is counted is what lies there');
});

test('recordDays 0: nothing goes by its age, however old', async (t) => {
  const { server, reader, soon, camera, quiet } = await setScene(t, { recordDays: 0 });
  (await camera()).send(1, { key: true });
  await soon('frame 1', async () => numbersOf(await readAll(reader, 0)).includes(1));
  await quiet();
  server.clock.jumpTo(server.clock.now() + 20_000 * DAY_MS);
  await server.app.recordings.retain();
  assert.deepEqual(numbersOf(await readAll(reader, 0)), [1]);
});

test('a folder that is full is followed by the next; when all are, the oldest goes', async (t) => {
  const [a, b] = [await temporaryFolder(t), await temporaryFolder(t)];
  const { server, reader, soon, camera, quiet } = await setScene(t, { recordFolders: [a, b], recordSize: 4 });
  const sender = await camera();
  const sizeOf = async (folder: string): Promise<number> => {
    const names = await readdir(folder, { recursive: true });
    const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size));
    return sizes.reduce((sum, size) => sum + size, 0);
  };
  const last = 14;
  for (let i = 1; i <= last; i += 1) {
    const seen = server.clock.now();
    sender.send(i, { key: true, bytes: 800_000 });
    await soon(`picture ${i}`, async () => numbersOf(await readAll(reader, seen - 1)).includes(i));
    await quiet();
    await server.app.recordings.retain();
  }
  assert.ok((await sizeOf(a)) < 5_000_000);
  assert.ok((await sizeOf(b)) < 5_000_000);
  assert.ok((await sizeOf(b)) > 700_000, 'the second folder was used');
  const kept = numbersOf(await readAll(reader, 0));
  assert.equal(kept.at(-1), last);
  assert.ok(kept.length < last && kept.length >= 4, `${kept.length} kept`);
  assert.deepEqual(
    kept,
    Array.from({ length: kept.length }, (_, i) => last + 1 - kept.length + i),
    'the oldest went',
  );
});

test('a full folder is the usual one: old recordings go as fast as new ones come, and none of them is lost', async (t) => {
  const { server, reader, soon, camera } = await setScene(t, { recordSize: 8 });
  const sender = await camera();
  const last = 13; // more than the folder holds, within the minute in which the rest of retention runs once
  for (let i = 1; i <= last; i += 1) {
    const seen = server.clock.now();
    sender.send(i, { key: true, bytes: 800_000 });
    await soon(`picture ${i}`, async () => numbersOf(await readAll(reader, seen - 6000)).includes(i));
    for (let passed = 0; passed < 3500; passed += 250) await server.clock.advanceAsync(250);
    sender.jump(3500n); // a segment for each
  }
  const used = (): number => server.app.recordings.metrics()['recording_bytes_used'] ?? Infinity;
  await soon('no more lies there than the folder may hold', () => used() <= 8 * 1024 * 1024);
  assert.equal(server.app.recordings.metrics()['recording_errors_total'], 0);
});

test('a folder that cannot be used: the state of the device tells, the other folder is used', async (t) => {
  const folder = await temporaryFolder(t);
  const file = join(folder, 'no-folder');
  await writeFile(file, '');
  const { operator, reader, soon, camera } = await setScene(t, { recordFolders: [file] });
  const sender = await camera();
  const field = async (name: string) => Reflect.get(Object((await operator.get('Q05', { I: ID }))['Z']), name);
  await soon('the error shows', async () => {
    sender.send(1, { key: true });
    return (await field('recording_error')) === 1;
  });
  assert.equal(await field('recording'), 0);
  assert.ok(Number(await field('recording_error_count')) >= 1);
  assert.deepEqual(await readAll(reader, 0), []);
});

test('another codec in mid-stream begins a segment of its own; both play back', async (t) => {
  const { reader, soon, camera, server } = await setScene(t);
  const sender = await camera();
  sender.send(1, { key: true });
  sender.send(2);
  sender.send(3, { key: true, body: h265Picture(true) });
  sender.send(4, { body: h265Picture(false) });
  await soon('four frames', async () => (await readAll(reader, 0)).length === 4);
  const frames = await readAll(reader, 0);
  assert.deepEqual(
    frames.map(({ codec, key }) => [codec, key]),
    [
      ['h264', true],
      ['h264', false],
      ['h265', true],
      ['h265', false],
    ],
  );
  const names = await readdir(join(server.data, 'recordings'), { recursive: true });
  assert.equal(names.filter((name) => name.endsWith('.orec')).length, 2);
});

test('a folder that disappears while it is written: the recording goes on in the other one', async (t) => {
  const [a, b] = [await temporaryFolder(t), await temporaryFolder(t)];
  const { reader, soon, camera, quiet } = await setScene(t, { recordFolders: [join(a, 'disk'), b] });
  const sender = await camera();
  sender.send(1, { key: true });
  await soon('the first frame', async () => (await readAll(reader, 0)).length === 1);
  await rm(join(a, 'disk'), { recursive: true });
  await writeFile(join(a, 'disk'), 'no folder any more');
  await quiet();
  await soon('a frame in the other folder', async () => {
    sender.send(2, { key: true });
    return numbersOf(await readAll(reader, 0)).includes(2);
  });
  const names = await readdir(b, { recursive: true });
  assert.ok(names.some((name) => name.endsWith('.orec')));
});

test('a viewer and the recording share one request to the device; the stream status tells what is written', async (t) => {
  const { server, operator, recorder, reader, soon, camera } = await setScene(t);
  const sender = await camera();
  const between = () => server.clock.advance(LOOK_MS);
  const viewer = await Viewer.open(server.ports.stream, server.admin, ID, { waiting: { between } });
  sender.send(1, { key: true });
  await viewer.until('the picture', () => viewer.videos.length === 1);
  await soon('it is recorded too', async () => (await readAll(reader, 0)).length === 1);
  viewer.close();
  for (let i = 2; i < 40; i += 1) sender.send(i, { bytes: 5000 });
  await soon('the rest is recorded', async () => (await readAll(reader, 0)).length === 39);
  server.clock.advance(8000);
  assert.equal(recorder.count('start'), 1);
  assert.equal(recorder.count('stop'), 0, 'it is still recorded');
  sender.send(40);
  await soon('the status tells the rate', async () => {
    const status = (await operator.get('Q10', {}))['Z'];
    return Number(Reflect.get(Object(status), 'hddBps')) > 0;
  });
});

test('switched off and on at once: the segments still follow each other', async (t) => {
  const { server, operator, reader, soon, camera, recorder } = await setScene(t);
  const sender = await camera();
  sender.send(1, { key: true });
  await soon('the first frame', async () => (await readAll(reader, 0)).length === 1);
  const record = (recenable: 0 | 1) => operator.get('D04', { I: ID, Z: { recenable } });
  for (let i = 2; i < 5; i += 1) {
    await record(0);
    await record(1);
    recorder.camera.send(i, { key: true });
    await soon(`frame ${i}`, async () => numbersOf(await readAll(reader, 0)).includes(i));
  }
  await record(0);
  await soon('all is closed', async () => (await checkRecordings(server.app.db.db)).open === 0);
  const { segments, faults } = await checkRecordings(server.app.db.db);
  assert.equal(segments, 4);
  assert.deepEqual(faults, []);
});
