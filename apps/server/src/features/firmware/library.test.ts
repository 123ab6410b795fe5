// A file of the firmware store and its row: the file goes when it is sure that the row is gone.
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { deleteFwStore } from '@outrider/contract';
import { openSqlite } from '../../adapters/sqlite/sqlite.ts';
import type { Caller } from '../../kernel/access/access.ts';
import { silentLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { openLibrary } from './library.ts';
import { createFirmwareStore } from './store.ts';

const ID = 'a'.repeat(32);
const admin: Caller = { userId: 1, userName: 'admin', level: 0, rights: new Set(), sessionId: null, address: '' };

const setScene = async (t: TestContext) => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'outrider-library-'));
  t.after(() => rmSync(dataFolder, { recursive: true, force: true }));
  const opened = openSqlite(':memory:', join(import.meta.dirname, '../../../migrations'));
  t.after(() => opened.close());
  const store = createFirmwareStore(opened.db);
  const disk = { isBroken: false };
  const synced = async (): Promise<void> => {
    if (disk.isBroken) throw new Error('the disk is gone');
  };
  const start = async () => {
    const clock = createManualClock();
    const library = await openLibrary({
      store,
      clock,
      log: silentLog,
      dataFolder,
      maxMb: 1,
      isUsed: () => false,
      synced,
    });
    t.after(() => library.close());
    return library;
  };
  const remove = async (id: string): Promise<void> => {
    const { calls } = await start();
    const found = calls.find(({ call }) => call === deleteFwStore) ?? assert.fail('no such call');
    await found.run(admin, { firmwareid: id }, { token: null, setSessionCookie: () => undefined });
  };
  const files = (): string[] => readdirSync(join(dataFolder, 'firmware')).filter((name) => name !== 'incoming');
  await start();
  const add = async (id: string): Promise<void> => {
    writeFileSync(join(dataFolder, 'firmware', id), 'x');
    await store.add({ id, fileName: 'a.bin', memo: '', bytes: 1, md5: '', sha256: '', updatedMs: 0 });
  };
  return { start, add, remove, files, disk };
};

test('where its removal might be undone by a power cut the file stays, also over a start, and goes when that is over', async (t) => {
  const { start, add, remove, files, disk } = await setScene(t);
  await add(ID);
  disk.isBroken = true;
  await assert.rejects(remove(ID), /the disk is gone/);
  assert.deepEqual(files(), [ID]);
  await assert.rejects(start(), /the disk is gone/);
  assert.deepEqual(files(), [ID]);
  disk.isBroken = false;
  await start();
  assert.deepEqual(files(), []);
});

test('else it goes at once', async (t) => {
  const { add, remove, files } = await setScene(t);
  await add(ID);
  await remove(ID);
  assert.deepEqual(files(), []);
});
