// Recordings are where their media slot lies now: a data folder that was moved and a disk that is mounted elsewhere play on.
import assert from 'node:assert/strict';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { type App, createApp } from '../apps/server/src/app.ts';
import type { Config } from '../apps/server/src/config.ts';
import { checkRecordings } from '../apps/server/src/features/recording/index.ts';
import { toPasswordHash } from '../apps/server/src/kernel/access/credentials.ts';
import { silentLog } from '../apps/server/src/kernel/log.ts';
import { createManualClock } from '../apps/server/src/kernel/manual-clock.ts';
import { Channel } from './support/operator.ts';
import { numberOf, Recorder } from './support/recorder.ts';
import { temporaryFolder, testConfig } from './support/server.ts';
import { until } from './support/until.ts';

const KEY = 1;

/** A server that may be stopped and started on other folders, with one recorder of one channel. */
const setScene = async (t: TestContext) => {
  const clock = createManualClock();
  const running = new Set<App>();
  let hash = '';
  t.after(async () => {
    for (const app of running) await app.close();
  });
  const start = async (data: string, changes: Partial<Config> = {}) => {
    const config = testConfig(data, { recordByDefault: 'full', recordReserve: 0, ...changes });
    const app = await createApp(config, { log: silentLog, clock });
    running.add(app);
    if (hash === '') hash = toPasswordHash(app.initialPassword ?? '');
    const operator = await Channel.signedIn({ ports: app.ports, admin: { user: 'admin', hash } });
    await operator.get('D01', { I: '13800000101', C: 1 }).catch(() => undefined); // it may be there already
    operator.close();
    const soon = (what: string, look: () => boolean | Promise<boolean>) =>
      until(what, look, { between: () => clock.advance(4) });
    const stop = async (): Promise<void> => {
      await app.close();
      running.delete(app);
    };
    const read = async (): Promise<number[]> => {
      const cursor = await app.recordings.reader.open(KEY, 1, 0);
      const numbers: number[] = [];
      for (let frame = await cursor.next(); frame !== undefined; frame = await cursor.next())
        numbers.push(numberOf(frame.body));
      await cursor.close();
      return numbers;
    };
    /** Records some pictures through the sockets, until they are in a whole segment. */
    const record = async (numbers: readonly number[]): Promise<void> => {
      const recorder = await Recorder.online(app.ports);
      await soon('the device dials in', () => recorder.cameras.length > 0);
      for (const [i, number] of numbers.entries()) recorder.camera.send(number, { key: i === 0 });
      await soon('they are written', async () => (await read()).includes(numbers.at(-1) ?? 0));
      recorder.close();
      for (let passed = 0; passed < 11_000; passed += 250) await clock.advanceAsync(250);
      await soon('the channel is over', () => app.recordings.metrics()['recording_channels'] === 0);
      await soon('its segment is closed', async () => (await slots()).every(({ state }) => state === 'closed'));
    };
    const slots = () =>
      app.db.db
        .$extendTables<{ recording_segments: { id: number; slot: string; path: string; state: string } }>()
        .selectFrom('recording_segments')
        .select(['slot', 'path', 'state'])
        .orderBy('id')
        .execute();
    return { app, stop, read, record, slots };
  };
  return { start };
};

test('a data folder that was moved plays what it holds, and what is recorded there from then on', async (t) => {
  const { start } = await setScene(t);
  const parent = await temporaryFolder(t);
  const [before, after] = [join(parent, 'before'), join(parent, 'after')];
  await mkdir(before);
  const first = await start(before);
  await first.record([1, 2, 3]);
  await first.stop();
  await rename(before, after);

  const moved = await start(after);
  assert.deepEqual(await moved.read(), [1, 2, 3]);
  await moved.record([4, 5]);
  assert.deepEqual(await moved.read(), [1, 2, 3, 4, 5]);
  const rows = await moved.slots();
  assert.deepEqual([...new Set(rows.map(({ slot }) => slot))], ['slot1'], 'one slot, without a folder');
  assert.ok(rows.length >= 2);
  assert.ok(rows.every(({ path }) => !path.includes(parent)));
  const { faults, segments } = await checkRecordings(moved.app.db.db);
  assert.deepEqual([faults, segments], [[], rows.length]);
  assert.deepEqual(await readdir(parent), ['after'], 'nothing is made where it was');
  await moved.stop();
});

test('a disk that is mounted elsewhere plays and records on; one that is not mounted costs the others nothing', async (t) => {
  const { start } = await setScene(t);
  const parent = await temporaryFolder(t);
  const data = join(parent, 'data');
  await mkdir(data);
  const [a, b, c] = [join(parent, 'a'), join(parent, 'b'), join(parent, 'c')];
  const first = await start(data, { recordFolders: [a, b] });
  await first.record([1, 2]);
  await first.stop();
  await rename(a, c);

  // Neither its order nor its place says which slot a folder is.
  const second = await start(data, { recordFolders: [b, c] });
  assert.deepEqual(await second.read(), [1, 2]);
  assert.equal(second.app.recordings.trouble(), null);
  await second.record([3]);
  const slots = (await second.slots()).map(({ slot }) => slot);
  assert.deepEqual(slots, ['slot1', 'slot2'], 'the first folder of now is the second slot');
  assert.deepEqual(await second.read(), [1, 2, 3]);
  await second.stop();

  await rename(c, join(parent, 'unplugged'));
  const third = await start(data, { recordFolders: [b, c] });
  assert.match(third.app.recordings.trouble() ?? '', /its disk is not mounted/);
  assert.deepEqual(await third.read(), [3]);
  await third.stop();

  // What the configuration no longer writes to is still played, from where it lay last.
  await rename(join(parent, 'unplugged'), c);
  const fourth = await start(data, { recordFolders: [b] });
  assert.deepEqual(await fourth.read(), [1, 2, 3]);
  await fourth.stop();

  // A name says which slot a folder is, also before its disk is there.
  await rename(c, a);
  await rm(b, { recursive: true });
  const fifth = await start(data, { recordFolders: [`slot2=${b}`, `slot1=${a}`] });
  assert.match(fifth.app.recordings.trouble() ?? '', /its disk is not mounted/);
  assert.deepEqual(await fifth.read(), [1, 2]);
  await fifth.stop();
});
