// What devices say of their firmware while the database takes nothing: it is heard at once, and stored when that works again.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { openSqlite } from '../../adapters/sqlite/sqlite.ts';
import type { DeviceLink, LinkRegistry } from '../../gateway/index.ts';
import { silentLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { createUpdateStore } from './store/updates.ts';
import { DeviceVersions } from './versions.ts';

const RETRY_MS = 15_000;
const DISK_FULL = 'The disk is full.';

const setScene = async (t: TestContext) => {
  const opened = openSqlite(':memory:', join(import.meta.dirname, '../../../migrations'));
  t.after(() => opened.close());
  const store = createUpdateStore(opened.db);
  const clock = createManualClock();
  const said = new Map<number, string>();
  const links = new Map<number, DeviceLink>();
  const connect = (deviceKey: number, version: string): void => {
    said.set(deviceKey, version);
    const order = async () => ({ firmware: said.get(deviceKey), manufacturer: 'acme' });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- no more of it is used
    links.set(deviceKey, { deviceKey, order } as unknown as DeviceLink);
  };
  const registry: LinkRegistry = {
    get: (key) => links.get(key),
    count: () => links.size,
  };
  const versions = await DeviceVersions.open({ store, links: registry, clock, log: silentLog });
  t.after(() => versions.close());
  const heard: string[] = [];
  versions.hear((deviceKey, version) => heard.push(`${deviceKey} ${version}`));
  const stored = async (): Promise<string[]> =>
    (await store.versions()).map(({ deviceKey, version }) => `${deviceKey} ${version}`).toSorted();
  return { opened, versions, clock, connect, heard, stored };
};

test('a version that cannot be stored is heard all the same, and its row follows', async (t) => {
  const { opened, versions, clock, connect, heard, stored } = await setScene(t);
  connect(1, 'box-1');
  connect(2, 'box-7');
  assert.equal((await versions.read(1)).version, 'box-1');
  opened.refuseWrites(DISK_FULL);
  connect(1, 'box-2');
  assert.equal((await versions.read(1)).version, 'box-2', 'who asks for it is answered');
  versions.ask(2);
  await clock.advanceAsync(RETRY_MS);
  assert.deepEqual(heard, ['1 box-1', '1 box-2', '2 box-7']);
  assert.deepEqual([versions.of(1)?.version, await stored()], ['box-2', ['1 box-1']]);
  opened.refuseWrites(null);
  await clock.advanceAsync(RETRY_MS);
  assert.deepEqual(await stored(), ['1 box-2', '2 box-7']);
});

test('nothing is stored of a device that was dropped meanwhile; a server that ends stores what is left', async (t) => {
  const { opened, versions, clock, connect, stored } = await setScene(t);
  opened.refuseWrites(DISK_FULL);
  for (const key of [1, 2]) connect(key, 'box-2');
  for (const key of [1, 2]) await versions.read(key);
  versions.forget([1]);
  opened.refuseWrites(null);
  await versions.close();
  assert.deepEqual(await stored(), ['2 box-2']);
  assert.equal(clock.pending(), 0);
});
