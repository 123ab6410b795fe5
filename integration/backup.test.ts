// Backup and restore of a data folder: what was kept comes back, and a restore that fails leaves everything where it was.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { createApp } from '../apps/server/src/app.ts';
import { toPasswordHash } from '../apps/server/src/kernel/access/credentials.ts';
import { StartError } from '../apps/server/src/kernel/errors.ts';
import { silentLog } from '../apps/server/src/kernel/log.ts';
import { command } from './support/command.ts';
import { Channel, asJson, asList } from './support/operator.ts';
import { temporaryFolder, testConfig } from './support/server.ts';

test('a backup taken while the server runs is restored as it was; a damaged one changes nothing', async (t) => {
  const folder = await temporaryFolder(t);
  const data = join(folder, 'data');
  const app = await createApp(testConfig(data), { log: silentLog });
  const admin = { user: 'admin', hash: toPasswordHash(app.initialPassword ?? '') };
  const channel = await Channel.signedIn({ app, ports: app.ports, data, admin });
  await channel.get('D01', { I: 'KEPT', C: 1 });
  const target = join(folder, 'backup');
  assert.equal((await command('backup', data, [target])).code, 0);
  await assert.rejects(command('backup', data, [target]), { message: /not empty/ });
  await channel.get('D01', { I: 'LATER', C: 1 });
  await assert.rejects(command('restore', data, [target]), { message: /in use by another Outrider server/ });
  await app.close();
  assert.match((await command('restore', data, [target])).out, /What was there before lies in/);
  const again = await createApp(testConfig(data), { log: silentLog });
  const restored = await Channel.signedIn({ app: again, ports: again.ports, data, admin });
  assert.deepEqual(
    (await restored.list('Q03')).rows.map((row) => row['deviceid']),
    ['KEPT'],
  );
  await restored.get('D01', { I: 'SINCE', C: 1 });
  await again.close();
  await writeFile(join(target, 'outrider.sqlite'), 'damaged');
  await assert.rejects(command('restore', data, [target]), { message: /missing or damaged\. Nothing was changed/ });
  await assert.rejects(command('restore', data, [folder]), { message: /no complete backup/ });
  const kept = await createApp(testConfig(data), { log: silentLog });
  const unchanged = await Channel.signedIn({ app: kept, ports: kept.ports, data, admin });
  assert.deepEqual(
    new Set((await unchanged.list('Q03')).rows.map((row) => row['deviceid'])),
    new Set(['KEPT', 'SINCE']),
  );
  await kept.close();
});

/** A data folder with the devices KEPT and LATER, and own texts, of which a backup was taken before LATER came. */
const setScene = async (t: TestContext, texts = 'en.json') => {
  const folder = await temporaryFolder(t);
  const [data, target] = [join(folder, 'data'), join(folder, 'backup')];
  let hash = '';
  /** The devices, with `more` of them once it was added. */
  const devices = async (more?: string): Promise<string[]> => {
    const app = await createApp(testConfig(data), { log: silentLog });
    try {
      if (app.initialPassword !== null) hash = toPasswordHash(app.initialPassword);
      const channel = await Channel.signedIn({ app, ports: app.ports, data, admin: { user: 'admin', hash } });
      if (more !== undefined) await channel.get('D01', { I: more, C: 1 });
      return (await channel.list('Q03')).rows.map((row) => String(row['deviceid'])).toSorted();
    } finally {
      await app.close();
    }
  };
  await devices('KEPT');
  await mkdir(join(data, 'translations'), { recursive: true });
  await writeFile(join(data, 'translations', texts), '{"Map":"Chart"}');
  assert.equal((await command('backup', data, [target])).code, 0);
  await devices('LATER');
  /** Changes what the manifest says. */
  const changeManifest = async (change: (files: { path: unknown; sha256: unknown }[]) => void): Promise<void> => {
    const manifest = asJson(JSON.parse(await readFile(join(target, 'backup.json'), 'utf8')));
    const files = asList(manifest['files']).map(({ path, sha256 }) => ({ path, sha256 }));
    change(files);
    await writeFile(join(target, 'backup.json'), JSON.stringify({ ...manifest, files }));
  };
  /** Restores in vain: everything is as it was, and nothing lies about. */
  const failsToRestore = async (message: RegExp): Promise<void> => {
    const before = (await readdir(data)).toSorted();
    const failure = await command('restore', data, [target]).catch((error: unknown) => error);
    assert.deepEqual((await readdir(data)).toSorted(), before);
    assert.deepEqual(await devices(), ['KEPT', 'LATER']);
    assert.ok(failure instanceof StartError);
    assert.match(failure.message, message);
  };
  return { folder, data, target, devices, changeManifest, failsToRestore };
};

/** From the `nth` copy of a file on the disk is full, until `free` is called. */
const fillDiskAt = (t: TestContext, nth: number): { free: () => void } => {
  let copies = 0;
  const copy = fs.copyFileSync;
  const mock = t.mock.method(fs, 'copyFileSync', (from: string, to: string) => {
    copies += 1;
    if (copies < nth) return copy(from, to);
    throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
  });
  syncBuiltinESMExports();
  const free = (): void => {
    mock.mock.restore();
    syncBuiltinESMExports();
  };
  t.after(free);
  return { free };
};

test('a backup of a newer version is refused before anything is touched', async (t) => {
  const { target, changeManifest, failsToRestore } = await setScene(t);
  const path = join(target, 'outrider.sqlite');
  const newer = new DatabaseSync(path);
  newer.exec('PRAGMA user_version = 9999');
  newer.close();
  const sha256 = createHash('sha256')
    .update(await readFile(path))
    .digest('hex');
  await changeManifest((files) => files.forEach((file) => file.path === 'outrider.sqlite' && (file.sha256 = sha256)));
  await failsToRestore(/newer version of Outrider \(schema 9999, this version knows \d+\)\. Nothing was changed\.$/);
});

test('a restore that the disk has no room for, or that something stands in the way of, leaves what was there', async (t) => {
  const { data, target, devices, failsToRestore } = await setScene(t);
  const disk = fillDiskAt(t, 2);
  await failsToRestore(/no space left on device\. Nothing was changed\.$/);
  disk.free();
  await rm(join(data, 'translations'), { recursive: true });
  await writeFile(join(data, 'translations'), 'a file where a folder has to be');
  await failsToRestore(/The backup could not be restored: .*translations.*\. Nothing was changed\.$/);
  await rm(join(data, 'translations'));
  assert.equal((await command('restore', data, [target])).code, 0);
  assert.deepEqual(await devices(), ['KEPT']);
});

test('whatever a file of own texts is called, its backup is restored; no backup reaches out of the folder', async (t) => {
  const { data, target, devices, changeManifest, failsToRestore } = await setScene(t, 'en copy (1) – é.json');
  const path = join(data, 'translations', 'en copy (1) – é.json');
  await rm(path);
  assert.equal((await command('restore', data, [target])).code, 0);
  assert.deepEqual([await readFile(path, 'utf8'), await devices()], ['{"Map":"Chart"}', ['KEPT']]);
  await devices('LATER');
  for (const wrong of ['../a', 'a/../../b', '/etc/a', '..', 'a\\..\\b', 'C:/a', 'a\0b', '', 'a//b', './a']) {
    await changeManifest((files) => files.splice(0, 1, { path: wrong, sha256: '' }));
    await assert.rejects(command('restore', data, [target]), { name: 'StartError', message: /no complete backup/ });
  }
  await failsToRestore(/no complete backup/);
});

test('a backup that fails leaves nothing behind and is taken again; a file in its place is told', async (t) => {
  const { folder, data } = await setScene(t);
  const target = join(folder, 'again');
  const disk = fillDiskAt(t, 1);
  await assert.rejects(command('backup', data, [target]), {
    name: 'StartError',
    message: /^The backup failed: ENOSPC/,
  });
  disk.free();
  assert.ok(!(await readdir(folder)).includes('again'));
  assert.equal((await command('backup', data, [target])).code, 0);
  await writeFile(join(folder, 'file'), '');
  await assert.rejects(command('backup', data, [join(folder, 'file')]), {
    name: 'StartError',
    message: /^The backup failed: /,
  });
});
