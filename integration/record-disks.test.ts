// Where recordings go: seen in the files that are written, at run time and after a restart. And the disks of this machine: listed by its own
// lsblk, an image file formatted by its own mkfs.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, readdir, rename, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { type AppOverrides, systemClock } from '../apps/server/src/app.ts';
import { runCommand } from '../apps/server/src/cli/index.ts';
import { AppError } from '../apps/server/src/kernel/errors.ts';
import type { BlockDevice } from '../apps/server/src/kernel/storage/disk-tools.ts';
import { createManualClock } from '../apps/server/src/kernel/manual-clock.ts';
import { afterwards } from './support/cleanup.ts';
import { Channel, type Json, asJson, asList } from './support/operator.ts';
import { numberOf, Recorder } from './support/recorder.ts';
import { SAVED, restarted } from './support/restarted.ts';
import { temporaryFolder, testConfig } from './support/server.ts';
import { untilBelieved } from './support/steady.ts';
import { until } from './support/until.ts';

const PATH = '/gkserver/recorddisks';
const ID = '13800000101';
const KEY = 1;
const RECORDING = { OUTRIDER_RECORD_BY_DEFAULT: 'full', OUTRIDER_RECORD_RESERVE: '0' };
const MEGABYTE = 1024 * 1024;
const run = promisify(execFile);

const slots = Array.from({ length: 24 }, (_, i) => i + 1);
const NONE: Json = {
  ...Object.fromEntries(
    slots.flatMap((slot) => [
      [`media${slot}`, ''],
      [`readonly${slot}`, 0],
    ]),
  ),
  mode: 1,
};

/** A file that is moved meanwhile has none. */
const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => -1,
  );

/** Files of recordings in a folder, with how large they are. */
const filesIn = async (folder: string): Promise<string[]> => {
  const names = (await readdir(folder, { recursive: true }).catch(() => [])).filter((name) => name.endsWith('.orec'));
  return Promise.all(names.toSorted().map(async (name) => `${name} ${await sizeOf(join(folder, name))}`));
};

/** A server with one recorder, whose time the test moves. */
const setScene = async (t: TestContext, { channels = 1, ...overrides }: AppOverrides & { channels?: number } = {}) => {
  const clock = createManualClock();
  const { data, start } = await restarted(t);
  const parent = await temporaryFolder(t);
  const [a, b] = [join(parent, 'a'), join(parent, 'b')];
  const open = async (environment = {}) => {
    const server = await start({ ...RECORDING, ...environment }, { clock, ...overrides });
    const operator = await Channel.signedIn(server, server.admin);
    await operator.get('D01', { I: ID, C: channels }).catch(() => undefined); // it may be there already
    const recorder = await Recorder.online(server.ports);
    afterwards(t, () => recorder.close());
    const soon = (what: string, look: () => boolean | Promise<boolean>) =>
      until(what, look, { between: () => clock.advance(4) });
    await soon('the device dials in', () => recorder.cameras.length >= channels);
    const numbers = async (channel = 1): Promise<number[]> => {
      const cursor = await server.app.recordings.reader.open(KEY, channel, 0);
      const found: number[] = [];
      for (let frame = await cursor.next(); frame !== undefined; frame = await cursor.next())
        found.push(numberOf(frame.body));
      await cursor.close();
      return found;
    };
    /** Sends pictures until one is written that is no part of what was there before. */
    let sent = 0;
    const record = async (into: string): Promise<void> => {
      const before = (await filesIn(into)).join();
      await soon(`recordings go to ${into}`, async () => {
        sent += 1;
        for (const camera of recorder.cameras) camera.send(sent, { key: true });
        return (await filesIn(into)).join() !== before;
      });
    };
    const quiet = async (): Promise<void> => {
      for (let passed = 0; passed < 11_000; passed += 250) await clock.advanceAsync(250);
      await soon('the segments are closed', () => server.app.recordings.metrics()['recording_channels'] === 0);
    };
    const close = async (): Promise<void> => {
      operator.close();
      recorder.close();
      await server.close();
    };
    return { ...server, operator, recorder, soon, numbers, record, quiet, close };
  };
  return { data, a, b, clock, open };
};

test('[A-DISK-007] http: slots are saved up to the first empty one, also after a restart; the configuration fixes them', async (t) => {
  const { data, start } = await restarted(t);
  const [a, d, x, y] = ['a', 'd', 'x', 'y'].map((name) => join(data, name));
  let server = await start();
  assert.deepEqual(await server.load(PATH), { ...NONE, fixed: {} });
  const wanted = { media1: a, media2: 'A1B2-C3D4', readonly2: 1, media4: d, readonly4: 1, mode: 0 };
  assert.deepEqual(await server.save(PATH, { ...NONE, ...wanted }), SAVED);
  const kept = { ...NONE, media1: a, media2: 'A1B2-C3D4', readonly2: 1, mode: 0, fixed: {} };
  assert.deepEqual(await server.load(PATH), kept);
  for (const media2 of ['a b', 'mnt/x', '/', `${a}/../etc`, a, `${a}/`, 7])
    assert.equal((await server.save(PATH, { ...NONE, ...wanted, media2 }))[0], 400, String(media2));
  await server.close();
  server = await start();
  assert.deepEqual(await server.load(PATH), kept);
  await server.close();
  server = await start({ OUTRIDER_RECORD_FOLDERS: `north=${x},${y}`, OUTRIDER_RECORD_READ_ONLY: '2,9' });
  const { fixed, ...shown } = await server.load(PATH);
  assert.deepEqual([shown['media1'], shown['media2'], shown['readonly2']], [`north=${x}`, y, 1]);
  assert.equal(asJson(fixed)['media24'], 'OUTRIDER_RECORD_FOLDERS');
  assert.equal(asJson(fixed)['readonly3'], 'OUTRIDER_RECORD_READ_ONLY');
  assert.deepEqual(await server.save(PATH, { ...shown, mode: 1 }), SAVED);
  assert.equal((await server.save(PATH, { ...shown, media1: `${x}z` }))[0], 400);
});

test('recordings go to another folder at once; a slot that is only read is played, and neither written nor emptied, also after a restart', async (t) => {
  const { data, a, b, clock, open } = await setScene(t);
  let server = await open();
  await server.record(join(data, 'recordings'));
  assert.deepEqual(await server.save(PATH, { ...NONE, media1: a }), SAVED);
  await server.record(a);
  await server.record(a); // also pictures, not the head of a file alone
  const before = join(data, 'recordings', 'open');
  await server.soon('what was recorded before has its place', async () => (await readdir(before)).length === 0);
  const [first, inA] = [await filesIn(join(data, 'recordings')), (await server.numbers()).at(-1) ?? 0];
  assert.deepEqual(await server.save(PATH, { ...NONE, media1: a, readonly1: 1, media2: b }), SAVED);
  const savedMs = clock.now();
  await server.soon('what was written there ends', async () => (await readdir(join(a, 'open'))).length === 0);
  assert.ok(clock.now() - savedMs < 5000, 'at once, not because nothing comes');
  await server.record(b);
  const untouched = await filesIn(a);
  await server.record(b);
  await server.quiet();
  assert.deepEqual([await filesIn(join(data, 'recordings')), await filesIn(a)], [first, untouched]);
  const played = await server.numbers();
  assert.ok(played.includes(inA) && played.includes(1) && (played.at(-1) ?? 0) > inA, played.join());
  await server.close();

  server = await open();
  await server.record(b);
  await server.quiet();
  assert.ok((await server.numbers()).includes(inA));
  // By age, and because somebody deletes them: only once the slot may be written again.
  assert.deepEqual(await server.save('/gkserver/recordoption', { recorddays: 1 }), SAVED);
  clock.jumpTo(clock.now() + 10 * 86_400_000);
  await untilBelieved(clock);
  await server.app.recordings.retain();
  assert.deepEqual([await filesIn(a), await filesIn(b)], [untouched, []]);
  assert.ok((await server.numbers()).includes(inA));
  const later = await Channel.signedIn(server, server.admin); // days later the first sign-in is over
  await later.get('D13', { I: ID });
  later.close();
  await server.app.recordings.retain();
  assert.deepEqual([await filesIn(a), await server.numbers()], [untouched, []]);
  assert.deepEqual(await server.save(PATH, { ...NONE, media1: a, media2: b }), SAVED);
  await server.soon('what was deleted goes', async () => (await filesIn(a)).length === 0);
  await server.close();
});

test('[A-DISK-004] capacity fills the first folder, efficacy writes to all, from the next recording on and after a restart', async (t) => {
  const { a, b, open } = await setScene(t, { channels: 2 });
  let server = await open();
  const count = async () => [(await filesIn(a)).length, (await filesIn(b)).length];
  const both = async (): Promise<void> => {
    const before = (await count()).reduce((sum, each) => sum + each, 0);
    await server.soon('both channels are recorded', async () => {
      for (const camera of server.recorder.cameras) camera.send(1, { key: true });
      return (await count()).reduce((sum, each) => sum + each, 0) >= before + 2;
    });
    await server.quiet();
  };
  assert.deepEqual(await server.save(PATH, { ...NONE, media1: a, media2: b, mode: 1 }), SAVED);
  await server.soon('both folders are there', async () => (await readdir(b).catch(() => [])).length > 0);
  await both();
  assert.deepEqual(await count(), [2, 0]);
  assert.deepEqual(await server.save(PATH, { ...NONE, media1: a, media2: b, mode: 0 }), SAVED);
  await server.app.recordings.retain(); // its turn comes behind that of the change
  await both();
  assert.deepEqual(await count(), [3, 1]);
  await server.close();
  server = await open();
  await both();
  assert.deepEqual(await count(), [4, 2]);
  await server.close();
});

test('the command that accepts a folder knows those that were set in the console', async (t) => {
  const { data, start } = await restarted(t);
  const server = await start();
  const folder = join(data, 'a');
  const printed: string[] = [];
  const accept = () =>
    runCommand('accept-recordings', {
      config: testConfig(data),
      words: [folder],
      options: {},
      clock: systemClock,
      print: (line) => void printed.push(line),
      readInput: () => Promise.resolve(''),
    });
  await assert.rejects(accept(), /Recordings go to .*recordings, not to/);
  assert.deepEqual(await server.save(PATH, { ...NONE, media1: folder }), SAVED);
  await accept();
  assert.deepEqual(printed, [`${folder} is taken as it is.`]);
});

const disk = (changes: Partial<BlockDevice>): BlockDevice => ({
  name: 'sdb1',
  path: '/dev/sdb1',
  type: 'part',
  fstype: 'ext4',
  sizeBytes: 1000,
  uuid: '6f1c4cf6-0d3a-4a6c-9a0e-2b1c3d4e5f60',
  mountPoints: [],
  readOnly: false,
  attached: false,
  children: [],
  ...changes,
});

test('[A-DISK-002] a slot that is a disk goes to where the disk is mounted, and follows it; unmounted it is in trouble', async (t) => {
  let mountPoints: string[] = [];
  const list = () => Promise.resolve([disk({ name: 'sdb', uuid: '', children: [disk({ mountPoints })] })]);
  const disks = { list, find: () => Promise.resolve(undefined), format: () => Promise.reject(new Error('not here')) };
  const { a, b, clock, open } = await setScene(t, { disks });
  await mkdir(a);
  mountPoints = [a];
  let server = await open();
  assert.deepEqual(await server.save(PATH, { ...NONE, media1: disk({}).uuid }), SAVED);
  await server.record(a);
  await server.quiet();
  await server.close();

  mountPoints = [];
  server = await open();
  assert.match(server.app.recordings.trouble() ?? '', /the disk 6f1c4cf6-.* is not mounted/);
  const before = await filesIn(a);
  await rename(a, b);
  mountPoints = [b];
  for (let passed = 0; passed < 61_000; passed += 1000) {
    server.recorder.camera.send(1, { key: true }); // else its stream would be asked for again, and later
    await clock.advanceAsync(1000);
  }
  await server.soon('it is found', () => server.app.recordings.trouble() === null);
  await server.record(b);
  assert.ok((await filesIn(b)).length > before.length);
  await server.quiet();
  assert.ok((await server.numbers()).length > 1);
  await server.close();
});

test('[A-DISK-002] while the machine cannot list its disks, recording goes on where they were', async (t) => {
  let trouble: Error | undefined;
  let asked = 0;
  const mountPoints: string[] = [];
  const list = () => {
    asked += 1;
    return trouble ? Promise.reject(trouble) : Promise.resolve([disk({ mountPoints })]);
  };
  const disks = { list, find: () => Promise.resolve(undefined), format: () => Promise.reject(new Error('not here')) };
  const { a, open } = await setScene(t, { disks });
  await mkdir(a);
  mountPoints.push(a);
  const server = await open();
  assert.deepEqual(await server.save(PATH, { ...NONE, media1: disk({}).uuid }), SAVED);
  await server.record(a);
  trouble = new AppError('unavailable', 'lsblk: fork: Resource temporarily unavailable');
  const askedBefore = asked;
  // Asked with each change, one after the other: with the second the first has had its effect.
  for (const mode of [0, 1]) assert.deepEqual(await server.save(PATH, { ...NONE, media1: disk({}).uuid, mode }), SAVED);
  await server.soon('it was asked twice', () => asked >= askedBefore + 2);
  const { recordings } = server.app;
  assert.deepEqual([recordings.trouble(), recordings.disks().map(({ folder }) => folder)], [null, [a]]);
  await server.record(a);
  await server.close();
});

/** A server that may format what the test says. */
const withDisk = async (t: TestContext, more: string[] = []) => {
  const image = join(await temporaryFolder(t), 'disk.img');
  await writeFile(image, '');
  await truncate(image, 16 * MEGABYTE);
  const { start } = await restarted(t);
  const server = await start({ OUTRIDER_ALLOW_DISK_FORMAT: [image, ...more].join() });
  const operator = await Channel.signedIn(server, server.admin);
  afterwards(t, () => operator.close());
  const refused = async (letters: Json) => {
    const { R, Z } = (await operator.ask('S03', letters)).at(0) ?? {};
    return [R, Z];
  };
  return { image, server, operator, refused };
};

test('[F-CMD-033] ws: S03 lsblk answers the disks of this machine, and image files that may be formatted', async (t) => {
  const { image, operator } = await withDisk(t);
  const { Z } = await operator.get('S03', { A: 'lsblk' });
  const { blockdevices, formatting, allowed } = asJson(Z);
  const rows = asList(blockdevices);
  const { stdout } = await run('lsblk', ['--json', '--bytes', '--output', 'NAME,SIZE,MOUNTPOINTS']);
  const own = asList(asJson(JSON.parse(stdout))['blockdevices']);
  assert.ok(own.length > 0, 'this machine has disks');
  assert.deepEqual(
    rows.slice(0, own.length).map(({ name, size }) => [name, size]),
    own.map(({ name, size }) => [name, size]),
  );
  assert.deepEqual([formatting, allowed], ['', 1]);
  const [mine] = rows.slice(own.length);
  const blank = { fstype: '', uuid: '', mountpoint: '', children: [] };
  assert.deepEqual(mine, { name: image, type: 'file', size: 16 * MEGABYTE, bar: 'none', ...blank });
});

test('[F-CMD-034] ws: S03 uciset sets where recordings go, and uciget answers it, also after a restart; nothing else is reached', async (t) => {
  const { data, start } = await restarted(t);
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => join(data, name));
  let server = await start();
  let operator = await Channel.signedIn(server, server.admin);
  await operator.get('S03', { A: 'uciset', Z: { media1: a, media2: b, readonly2: 1 } });
  const { Z } = await operator.get('S03', {
    A: 'uciset',
    Z: { media1: c, media4: d, mode: 0, network: 1 },
  });
  const set = { ...NONE, media1: c, media2: b, readonly2: 1, mode: 0 };
  assert.deepEqual([Z, (await operator.get('S03', { A: 'uciget' }))['Z']], [set, set]);
  assert.equal((await operator.ask('S03', { A: 'uciset', Z: { media1: 'no folder' } })).at(0)?.['R'], '400');
  assert.equal((await operator.ask('S03', { A: 'uciset', Z: { media1: b } })).at(0)?.['R'], '400', 'it is slot 2');
  operator.close();
  await server.close();
  server = await start();
  operator = await Channel.signedIn(server, server.admin);
  assert.deepEqual((await operator.get('S03', { A: 'uciget' }))['Z'], set);
  operator.close();
});

test('[F-CMD-035] ws: S03 format makes a file system on an image file that is listed, and on nothing else; blkid says so', async (t) => {
  const { image, server, operator, refused } = await withDisk(t);
  const blkid = async (): Promise<string> =>
    (await run('blkid', ['-p', '-o', 'value', '-s', 'TYPE', image]).catch(() => ({ stdout: '' }))).stdout.trim();
  const other = `${image}.2`;
  await writeFile(other, 'kept');
  const [{ name: own } = { name: '' }] = asList(
    asJson((await operator.get('S03', { A: 'lsblk' }))['Z'])['blockdevices'],
  );
  assert.equal((await refused({ A: 'format', D: other }))[0], '404');
  assert.notEqual((await refused({ A: 'format', D: String(own) }))[0], '1');
  assert.equal((await refused({ A: 'format', D: `${image} ` }))[0], '404', 'the exact name');
  assert.equal(await blkid(), '');
  await server.app.users.add({ ...EVE, passwordHash: server.admin.hash });
  const eve = await Channel.signedIn(server, { user: 'eve', hash: server.admin.hash });
  assert.equal((await eve.ask('S03', { A: 'format', D: image })).at(0)?.['R'], '403');
  eve.close();
  assert.equal(await blkid(), '');
  assert.equal((await operator.get('S03', { A: 'format', D: image }))['R'], '1');
  assert.equal(await blkid(), 'ext4');
  const rows = asList(asJson((await operator.get('S03', { A: 'lsblk' }))['Z'])['blockdevices']);
  assert.equal(rows.at(-1)?.['fstype'], 'ext4');
  assert.match(String(rows.at(-1)?.['uuid']), /^[0-9a-f-]{36}$/);
});

const EVE = { name: 'eve', level: 1, rights: null, expiresMs: null, groupIds: [] };

test('nothing is formatted where the configuration allows nothing, nor while something is formatted; a machine without lsblk says so', async (t) => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const formatted: string[] = [];
  let trouble: Error | undefined;
  const disks = {
    list: () =>
      trouble ? Promise.reject(trouble) : Promise.resolve([disk({}), disk({ name: 'sdc1', path: '/dev/sdc1' })]),
    find: (device: string) => Promise.resolve({ device }),
    format: (path: string) => {
      formatted.push(path);
      return held;
    },
  };
  const { start } = await restarted(t);
  let server = await start({}, { disks });
  let operator = await Channel.signedIn(server, server.admin);
  const ask = async (letters: Json) => (await operator.ask('S03', letters)).at(0) ?? {};
  assert.deepEqual(
    [(await ask({ A: 'format', D: 'sdb1' }))['Z'], formatted],
    ['sdb1 cannot be formatted here: the configuration allows no disk (allowDiskFormat).', []],
  );
  operator.close();
  await server.close();
  server = await start({ OUTRIDER_ALLOW_DISK_FORMAT: '/dev/sdb1' }, { disks });
  operator = await Channel.signedIn(server, server.admin);
  assert.equal((await ask({ A: 'format', D: 'sdc1' }))['R'], '403', 'it is not listed');
  const first = ask({ A: 'format', D: 'sdb1' });
  await until('it began', () => formatted.length === 1);
  assert.equal(asJson((await ask({ A: 'lsblk' }))['Z'])['formatting'], 'sdb1');
  assert.equal((await ask({ A: 'format', D: 'sdb1' }))['R'], '409');
  release();
  assert.equal((await first)['R'], '1');
  assert.deepEqual([formatted, asJson((await ask({ A: 'lsblk' }))['Z'])['formatting']], [['/dev/sdb1'], '']);
  trouble = new AppError('unavailable', 'lsblk is not installed on this machine.');
  for (const A of ['lsblk', 'format'])
    assert.deepEqual(await ask({ A, D: 'sdb1' }).then(({ R, Z }) => [R, Z]), ['503', trouble.message]);
  assert.equal(formatted.length, 1);
  operator.close();
});
