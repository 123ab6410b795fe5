// Playback at its edges: what is being recorded, codecs that change, clocks that jump, days of 23 and 25 hours, and who may not.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { type Right, rights } from '@outrider/contract';
import type { Config } from '../apps/server/src/config.ts';
import { putFootage } from '../e2e/support/recorded.ts';
import { afterwards } from './support/cleanup.ts';
import { Channel, asJson, asList, httpCall } from './support/operator.ts';
import { openPlayback, type PlaybackOptions, seek, shown, soundsOf, statesOf } from './support/playback.ts';
import { Recorder, h265Picture, numberOf } from './support/recorder.ts';
import { type Account, startDrivenServer } from './support/server.ts';
import { until } from './support/until.ts';
import { FLAG, KIND, Viewer } from './support/viewer.ts';

const ID = '13800000101';
const LOOK_MS = 4;

const setScene = async (t: TestContext, changes: Partial<Config> = {}) => {
  const server = await startDrivenServer(t, { recordReserve: 0, ...changes });
  const operator = await Channel.signedIn(server);
  afterwards(t, () => operator.close());
  await operator.get('D01', { I: ID, C: 1 });
  const between = (): void => server.clock.advance(LOOK_MS);
  return {
    ...server,
    soon: (what: string, look: () => boolean | Promise<boolean>) => until(what, look, { between }),
    open: async (timeMs: number, options: PlaybackOptions & { deviceid?: string } = {}): Promise<Viewer> => {
      const viewer = await openPlayback(server, options.deviceid ?? ID, timeMs, { waiting: { between }, ...options });
      afterwards(t, () => viewer.close());
      return viewer;
    },
    addAccount: async (name: string, granted: readonly Right[], level = 1): Promise<Account> => {
      const account = { user: name, hash: server.admin.hash };
      const own = { name, passwordHash: account.hash, level, rights: new Set(granted), expiresMs: null, groupIds: [] };
      await server.app.users.add(own);
      return account;
    },
  };
};

/** A device that is recorded and sends as the test says. */
const recorded = async (t: TestContext) => {
  const scene = await setScene(t, { recordByDefault: 'full' });
  const recorder = await Recorder.online(scene.ports);
  afterwards(t, () => recorder.close());
  await scene.soon('the device dials in', () => recorder.cameras.length > 0);
  const { reader } = scene.app.recordings;
  const written = async (): Promise<Uint8Array[]> => {
    const cursor = await reader.open(1, 1, 0);
    const bodies: Uint8Array[] = [];
    for (let frame = await cursor.next(); frame !== undefined; frame = await cursor.next())
      bodies.push(frame.body.slice());
    await cursor.close();
    return bodies;
  };
  const count = async (): Promise<number> => (await written()).length;
  return { ...scene, camera: recorder.camera, written, count };
};

const numbersIn = (viewer: Viewer): number[] => viewer.videos.map(({ body }) => numberOf(body));
const countTo = (last: number): number[] => Array.from({ length: last }, (_, i) => i + 1);

test('up to now and on: what is recorded meanwhile follows by itself, and again after the device was away', async (t) => {
  const { open, soon, camera, count, clock } = await recorded(t);
  const startMs = clock.now();
  for (let i = 1; i <= 25; i += 1) camera.send(i, { key: i % 5 === 1 });
  await soon('it is written', async () => (await count()) === 25);
  const viewer = await open(startMs);
  await soon('all of it', () => numbersIn(viewer).length === 25);
  for (let i = 26; i <= 50; i += 1) camera.send(i, { key: i % 5 === 1 });
  await soon('what came since', () => numbersIn(viewer).length === 50);
  assert.deepEqual(numbersIn(viewer), countTo(50));
  assert.deepEqual(
    statesOf(viewer).map(([state]) => state),
    ['opening', 'playing'],
    'it is at the edge, not at the end',
  );
  clock.advance(12_000); // nothing comes: the segment is closed
  await viewer.untilState('ended');
  camera.send(51, { key: true });
  camera.send(52);
  await soon('it goes on', () => numbersIn(viewer).length === 52);
  assert.deepEqual(
    statesOf(viewer).map(([state]) => state),
    ['opening', 'playing', 'ended', 'gap', 'playing'],
  );
  const future = await open(clock.now() + 3_600_000, { streamid: 8 });
  assert.equal((await future.untilState('none'))['message'], 'No Record');
});

/** Another size: only the parameter sets tell. 704x576. */
const OTHER_SPS = '00000001674d400cda02c0492264'; // not decoded, only compared
test('a codec that changes in mid-stream: parameter sets of their own before the first frame of each', async (t) => {
  const { open, soon, camera, count, clock } = await recorded(t);
  const startMs = clock.now();
  camera.send(1, { key: true });
  camera.send(2);
  const other = Buffer.concat([
    Buffer.from(OTHER_SPS, 'hex'),
    Buffer.from([0, 0, 0, 1, 0x68, 0xee, 0x3c, 0x80, 0, 0, 0, 1, 0x65, 0x88, 1, 2, 3]),
  ]);
  camera.send(3, { key: true, body: other });
  camera.send(4, { key: true, body: h265Picture(true) });
  camera.send(5, { body: h265Picture(false) });
  await soon('it is written', async () => (await count()) === 5);
  const viewer = await open(startMs);
  await soon('all of it', () => viewer.videos.length === 5);
  assert.deepEqual(
    viewer.messages.map(({ kind, codec }) => [kind, codec]),
    [
      [KIND.parameterSets, 1],
      [KIND.video, 1],
      [KIND.video, 1],
      [KIND.parameterSets, 1],
      [KIND.video, 1],
      [KIND.parameterSets, 2],
      [KIND.video, 2],
      [KIND.video, 2],
    ],
  );
});

test('duplicate times and jumps of the device clock: every frame once, in order, no time before the one before', async (t) => {
  const { open, soon, camera, written, clock } = await recorded(t);
  const startMs = clock.now();
  let number = 0;
  const send = (frames: number): void => {
    for (let i = 0; i < frames; i += 1) {
      number += 1;
      camera.send(number, { key: number % 5 === 1 });
      if (number % 3 === 0) camera.jump(-40n); // the next one has the same time
    }
  };
  send(25);
  camera.jump(-900_000n);
  send(25);
  camera.jump(86_400_000n);
  send(25);
  // The last one that was sent: nothing is written any more once it is there.
  await soon('it is written', async () => (await written()).map(numberOf).at(-1) === number);
  const count = (await written()).length;
  assert.ok(count >= 70, `${count} frames`);
  const viewer = await open(startMs);
  await soon('all of it', () => viewer.videos.length === count);
  const times = viewer.videos.map(({ captureMs }) => captureMs);
  assert.ok(times.every((timeMs, i) => i === 0 || timeMs >= (times[i - 1] ?? 0)));
  assert.ok((times.at(-1) ?? 0) - startMs < 60_000, 'the server clock, not the device clock');
  const numbers = numbersIn(viewer);
  assert.deepEqual(
    numbers,
    numbers.toSorted((a, b) => a - b),
  );
  assert.equal(new Set(numbers).size, numbers.length);
});

const put = (scene: Awaited<ReturnType<typeof setScene>>, startMs: number, endMs: number) =>
  putFootage(scene.app, scene.data, { deviceId: ID, channels: [1], startMs, endMs });

test('across the hour that comes twice and the one that is missing: recordings are UTC and play straight on', async (t) => {
  const scene = await setScene(t);
  // Central Europe: 2025-03-30 has 23 hours, 2025-10-26 has 25. Both changes are at 01:00 UTC.
  const [spring, autumn] = [Date.UTC(2025, 2, 30, 1), Date.UTC(2025, 9, 26, 1)];
  for (const changeMs of [spring, autumn]) await put(scene, changeMs - 4000, changeMs + 4000);
  const viewer = await scene.open(spring - 3000);
  await scene.soon('over the change', () => (shown(viewer).at(-1) ?? 0) > spring + 1000);
  seek(viewer, autumn - 3000, 1);
  await scene.soon('over the other', () => (shown(viewer).at(-1) ?? 0) > autumn + 1000);
  const times = shown(viewer).filter((timeMs) => timeMs > autumn - 10_000);
  assert.ok(
    times.every((timeMs, i) => i === 0 || timeMs - (times[i - 1] ?? 0) <= 68),
    'no jump at the change',
  );
  const day = await Channel.signedIn(scene);
  afterwards(t, () => day.close());
  const minutes = async (startMs: number, hours: number): Promise<string> =>
    String((await day.get('Q06', { I: ID, B: startMs / 1000, L: hours * 60 }))['Z']);
  const short = await minutes(spring - 2 * 3_600_000, 23);
  assert.deepEqual([short.length, short.indexOf('1'), short.lastIndexOf('1')], [1380, 119, 120]);
  const long = await minutes(autumn - 3 * 3_600_000, 25);
  assert.deepEqual([long.length, long.indexOf('1'), long.lastIndexOf('1')], [1500, 179, 180]);
});

test('[A-STREAM-002] type=lopb with streamid and spbtime; without them, without the right, for a foreign device: in words', async (t) => {
  const scene = await setScene(t);
  const { soon, open, ports, admin, addAccount } = scene;
  const startMs = Date.UTC(2025, 11, 31, 23);
  await put(scene, startMs, startMs + 10_000);
  const query = { type: 'lopb', deviceid: ID, channel: '1', streamid: '5', spbtime: String(startMs / 1000) };
  for (const port of [ports.stream, ports.http]) {
    const viewer = await Viewer.ask(port, admin, { ...query, streamid: String(port) });
    afterwards(t, () => viewer.close());
    await soon('it plays', () => viewer.videos.length > 0);
    assert.equal(viewer.videos[0]?.captureMs, startMs);
  }
  const refused = async (change: Record<string, string>, account = admin): Promise<string> => {
    const viewer = await Viewer.ask(ports.stream, account, { ...query, ...change });
    viewer.close();
    return viewer.status;
  };
  assert.match(await refused({ streamid: '0' }), / 400 /);
  assert.match(await refused({ spbtime: 'now' }), / 400 /);
  assert.match(await refused({ channel: '65' }), / 400 /);
  assert.match(await refused({ speed: '17' }), / 400 /);
  assert.match(await refused({}, { user: 'admin', hash: 'F'.repeat(64) }), / 401 /);
  const without = rights.filter((right) => right !== 'P_lopb');
  assert.match(await refused({}, await addAccount('ann', without)), / 403 /);

  // A device of another group and one that is not there sound the same.
  const ben = await addAccount('ben', rights);
  const foreign = await open(startMs, { account: ben });
  const none = await open(startMs, { account: ben, deviceid: 'NONE' });
  const words = [await foreign.untilState('forbidden'), await none.untilState('forbidden')];
  assert.match(String(words[0]?.['message']), /^Unknown device \d+$/);
  assert.deepEqual({ ...words[0], message: 'Unknown device NONE' }, words[1]);
  await until('both are closed', () => foreign.closed && none.closed);
  assert.deepEqual([foreign.ending, foreign.messages.length], [{ code: 1008, reason: words[0]?.['message'] }, 0]);
});

test('too many playbacks of one account; hostile texts change nothing; the log tells who played what', async (t) => {
  const scene = await setScene(t);
  const { soon, open, clock } = scene;
  const startMs = Date.UTC(2025, 11, 31, 23);
  await put(scene, startMs, startMs + 60_000);
  const viewer = await open(startMs);
  await soon('it plays', () => viewer.videos.length > 10);
  for (const text of ['', '{', '{"seek":-1,"generation":1,"speed":1}', '{"at":1e999,"speed":1}', '{"at":5,"speed":99}'])
    viewer.say(text);
  for (let i = 2; i <= 30; i += 1) await open(startMs, { streamid: 100 + i });
  const over = await open(startMs, { streamid: 200 });
  assert.match(String((await over.untilState('limit'))['message']), /^This account has 30 open playbacks already/);
  assert.ok(!viewer.closed);
  // The same channel again takes the place of the socket before.
  const again = await open(startMs + 20_000);
  await soon('the new one plays', () => again.videos.length > 0 && viewer.closed);
  clock.advance(3000);
  again.close();
  const downloaded = await open(startMs, { streamid: 102, cover: 1 });
  await soon('the log tells', async () => {
    const input = { afterUpdatetime: startMs / 1000, beforeUpdatetime: startMs / 1000 + 86_400, deviceid: ID };
    const { body } = await httpCall(scene.ports.http, 'POST', '/gklog/uslog', { account: scene.admin, input });
    const rows = asList(body).map(asJson);
    const played = rows.some((row) => row['type'] === 'Local playback' && Number(row['during']) >= 3);
    return played && rows.some((row) => row['type'] === 'Download local' && row['username'] === 'admin');
  });
  downloaded.close();
});

test('cover: everything as fast as it is read, sound too, gaps told and passed', async (t) => {
  const scene = await setScene(t);
  const startMs = Date.UTC(2025, 11, 31, 23);
  await put(scene, startMs, startMs + 120_000);
  await put(scene, startMs + 600_000, startMs + 610_000);
  const viewer = await scene.open(startMs, { cover: 1, speed: 8 });
  await scene.soon('the end', () => viewer.states.at(-1)?.['state'] === 'ended');
  assert.equal(viewer.videos.length, 130 * 15);
  assert.equal(soundsOf(viewer).length, 130 * 25);
  assert.deepEqual(
    statesOf(viewer).map(([state]) => state),
    ['opening', 'playing', 'gap', 'playing', 'ended'],
  );
  assert.ok(viewer.videos.every(({ flags }) => (flags & FLAG.replay) === 0));
});
