// Tasks and their events, where a kill comes between both or the list takes nothing for a while.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { openSqlite } from '../../adapters/sqlite/sqlite.ts';
import { silentLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { listingStore } from './listing.ts';
import { createCustomEventStore, type Standing, type WantedFootage } from './store.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../migrations');
const AGAIN_MS = 10_000;
const wanted: WantedFootage = {
  deviceKey: 1,
  deviceId: 'A',
  startMs: 0,
  endMs: 60_000,
  channels: [1],
  mainChannels: [],
  audio: false,
  userName: 'ann',
  createdMs: 5,
};
const standing = (state: Standing['state']): Standing => ({ state, message: '', progress: 0, footage: [] });

const setScene = (t: TestContext) => {
  const opened = openSqlite(':memory:', MIGRATIONS);
  const clock = createManualClock();
  const own = createCustomEventStore(opened.db);
  const events = new Map<number, { completed: boolean; tries: number }>();
  const disk = { refuses: false };
  const change = (made: () => void): Promise<void> => {
    if (disk.refuses) return Promise.reject(new Error('disk full'));
    made();
    return Promise.resolve();
  };
  const start = () =>
    listingStore({
      store: own,
      clock,
      log: silentLog,
      listed: {
        list: ({ id }) => change(() => events.has(id) || events.set(id, { completed: false, tries: 0 })),
        progress: ({ id }, { completed, tried }) =>
          change(() => {
            const event = events.get(id);
            if (event !== undefined) events.set(id, { completed, tries: event.tries + Number(tried) });
          }),
      },
    });
  const first = start();
  t.after(async () => {
    await first.close();
    await opened.close();
  });
  /** Lets the next try come and end. */
  const wait = async (): Promise<void> => {
    await clock.advanceAsync(AGAIN_MS);
    for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
  };
  return { clock, own, events, disk, start, wait, first };
};

test('what a kill cut off between a task and its event is told at the start, without counting a try', async (t) => {
  const { own, events, start, wait, first } = setScene(t);
  const [id = 0, waiting = 0] = await first.store.add([wanted, wanted]);
  await own.update(id, standing('done'));
  const second = start();
  assert.equal((await second.begin(9)).length, 1);
  await wait();
  assert.deepEqual(
    [events.get(id), events.get(waiting)],
    [
      { completed: true, tries: 0 },
      { completed: false, tries: 0 },
    ],
  );
  await second.close();
});

test('what the list did not take is told again, and neither a new task nor the end of one fails by it', async (t) => {
  const { clock, events, disk, wait, first } = setScene(t);
  const [old = 0] = await first.store.add([wanted]);
  disk.refuses = true;
  const [id = 0] = await first.store.add([wanted]);
  await first.store.update(old, standing('done'));
  await wait();
  assert.deepEqual([...events], [[old, { completed: false, tries: 0 }]]);
  disk.refuses = false;
  await wait();
  await wait();
  assert.deepEqual(
    [...events],
    [
      [old, { completed: true, tries: 1 }],
      [id, { completed: false, tries: 0 }],
    ],
  );
  await first.close();
  assert.equal(clock.pending(), 0);
});
