// A restore that is killed: a start never makes a new installation beside one that lies aside, and what is left of it goes.
import assert from 'node:assert/strict';
import fs, { existsSync } from 'node:fs';
import { cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join, relative } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createApp } from '../apps/server/src/app.ts';
import { toPasswordHash } from '../apps/server/src/kernel/access/credentials.ts';
import { silentLog } from '../apps/server/src/kernel/log.ts';
import { command } from './support/command.ts';
import { Channel } from './support/operator.ts';
import { temporaryFolder, testConfig } from './support/server.ts';

const MAIN = 'outrider.sqlite';
const WAITING = 'restoring';

/** A data folder with the devices KEPT and LATER, of which a backup was taken before LATER came. */
const setScene = async (t: TestContext) => {
  const folder = await temporaryFolder(t);
  const [data, target] = [join(folder, 'data'), join(folder, 'backup')];
  let hash = '';
  const devices = async (of: string, more?: string): Promise<string[]> => {
    const app = await createApp(testConfig(of), { log: silentLog });
    try {
      if (app.initialPassword !== null) hash = toPasswordHash(app.initialPassword);
      const channel = await Channel.signedIn({ app, ports: app.ports, data: of, admin: { user: 'admin', hash } });
      if (more !== undefined) await channel.get('D01', { I: more, C: 1 });
      return (await channel.list('Q03')).rows.map((row) => String(row['deviceid'])).toSorted();
    } finally {
      await app.close();
    }
  };
  await devices(data, 'KEPT');
  assert.equal((await command('backup', data, [target])).code, 0);
  await devices(data, 'LATER');
  const restore = (into: string) => command('restore', into, [target]);
  return { folder, data, target, devices, restore };
};

const start = async (data: string): Promise<void> => (await createApp(testConfig(data), { log: silentLog })).close();

/** Has the server and its commands use what is mocked of the file system. */
const mocked = async (t: TestContext, work: () => Promise<unknown>): Promise<void> => {
  syncBuiltinESMExports();
  try {
    await work();
  } finally {
    t.mock.restoreAll();
    syncBuiltinESMExports();
  }
};

/** As a kill: nothing is renamed or removed from the `nth` rename on. Gives whether there were so many. */
const killAt = async (t: TestContext, nth: number, work: () => Promise<unknown>): Promise<boolean> => {
  const [move, remove] = [fs.renameSync, fs.rmSync];
  let left = nth;
  const dead = (): boolean => left <= 0;
  t.mock.method(fs, 'renameSync', (from: string, to: string) => {
    left -= 1;
    if (dead()) throw new Error('killed');
    move(from, to);
  });
  t.mock.method(fs, 'rmSync', (path: string, options: fs.RmOptions) => {
    if (dead()) throw new Error('killed');
    remove(path, options);
  });
  await mocked(t, work);
  return dead();
};

const filesIn = async (folder: string): Promise<string[]> => {
  const all = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return all.filter((entry) => entry.isFile()).map(({ name }) => name);
};

test('after a kill at any rename a start is refused in words, or finds all files of before or all of the backup', async (t) => {
  const { folder, data, devices, restore } = await setScene(t);
  let refused = 0;
  for (let nth = 1; ; nth += 1) {
    const copy = join(folder, `copy-${nth}`);
    await cp(data, copy, { recursive: true });
    const isKilled = await killAt(t, nth, () => restore(copy).catch(() => undefined));
    if (!isKilled) break;
    const [aside = ''] = (await readdir(copy)).filter((name) => name.startsWith('before-restore-'));
    if (existsSync(join(copy, MAIN))) {
      assert.deepEqual(await filesIn(join(copy, aside || 'none')), [], `rename ${nth}`);
      continue;
    }
    refused += 1;
    const message = `A restore into ${copy} was ended before it was done. Run restore again. What was there before lies in ${join(copy, aside)}.`;
    await assert.rejects(start(copy), { name: 'StartError', message });
    if (nth % 3 !== 0) continue;
    const { out } = await restore(copy);
    assert.ok(out.includes(`What was there before lies in ${join(copy, aside)}`), out);
    assert.ok(!existsSync(join(copy, WAITING)));
    if (nth === 3) assert.deepEqual(await devices(copy), ['KEPT']);
  }
  assert.ok(refused > 4);
});

test('where a restore that was killed is run again and fails, a start is still refused', async (t) => {
  const { data, devices, restore } = await setScene(t);
  await killAt(t, 3, () => restore(data).catch(() => undefined));
  const refusal = { name: 'StartError', message: /^A restore into .* Run restore again\. What was there/ };
  await assert.rejects(start(data), refusal);
  t.mock.method(fs, 'copyFileSync', () => {
    throw new Error('no space left on device');
  });
  await mocked(t, () => assert.rejects(restore(data), { message: /no space left/ }));
  await assert.rejects(start(data), refusal);
  assert.deepEqual(await filesIn(join(data, WAITING)), []);
  assert.match(
    (await restore(data)).out,
    /What was there before lies in .*before-restore-\d+ and .*before-restore-\d+\./,
  );
  assert.deepEqual(await devices(data), ['KEPT']);
});

test('what a restore that was killed while it copied leaves goes at the next start; in an empty folder it is told', async (t) => {
  const { folder, data, devices } = await setScene(t);
  await mkdir(join(data, WAITING, 'tls'), { recursive: true });
  await writeFile(join(data, WAITING, MAIN), 'half of it');
  assert.deepEqual(await devices(data), ['KEPT', 'LATER']);
  assert.ok(!existsSync(join(data, WAITING)));
  const empty = join(folder, 'empty');
  await mkdir(join(empty, WAITING), { recursive: true });
  await assert.rejects(start(empty), { message: /Run restore again\. For a new installation remove .*restoring\.$/ });
  assert.ok(!existsSync(join(empty, MAIN)));
  await rm(join(empty, WAITING), { recursive: true });
  await start(empty);
});

test('what is restored is on the disk before anything changes places, and each rename before the next one', async (t) => {
  const { data, restore } = await setScene(t);
  const [open, sync, move] = [fs.openSync, fs.fsyncSync, fs.renameSync];
  const paths = new Map<number, string>();
  const done: string[] = [];
  t.mock.method(fs, 'openSync', (path: string, flags: string) => {
    const opened = open(path, flags);
    paths.set(opened, path);
    return opened;
  });
  t.mock.method(fs, 'fsyncSync', (opened: number) => {
    sync(opened);
    done.push(`sync ${relative(data, paths.get(opened) ?? '')}`);
  });
  t.mock.method(fs, 'renameSync', (from: string, to: string) => {
    move(from, to);
    done.push(`rename ${relative(data, from)}`);
  });
  await mocked(t, () => restore(data));
  const renames = done.filter((what) => what.startsWith('rename'));
  const placed = renames.filter((what) => what.startsWith(`rename ${WAITING}/`));
  const first = done.indexOf(renames[0] ?? '');
  const synced = new Set(done.slice(0, first));
  for (const what of placed) assert.ok(synced.has(what.replace('rename', 'sync')), what);
  assert.ok(synced.has(`sync ${WAITING}`));
  assert.deepEqual([renames[0], renames.at(-1)], [`rename ${MAIN}`, `rename ${WAITING}/${MAIN}`]);
  for (const [i, what] of done.entries())
    if (what.startsWith('rename')) assert.ok(done[i + 1]?.startsWith('sync'), `${what}, ${done[i + 1]}`);
});
