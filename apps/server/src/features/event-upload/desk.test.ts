// The queue of uploads: how many at a time, how many wait, when a failed one is tried again, and what a restart goes on with.
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { eachStore } from '../../adapters/test-stores.ts';
import { AppError } from '../../kernel/errors.ts';
import { silentLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import type { OpenDatabase } from '../../kernel/storage/db.ts';
import { othersTurns, turnsUntil } from '../../kernel/turns-until.ts';
import { TargetAwayError } from './away-targets.ts';
import { UploadDesk } from './desk.ts';
import { createUploadStore, type WantedUpload } from './store.ts';

const NOW_MS = 1_790_000_000_000;
const wanted = (fileId: number, changes: Partial<WantedUpload> = {}): WantedUpload => ({
  fileId,
  eventSerial: 7,
  deviceKey: 1,
  code: 742,
  eventMs: NOW_MS,
  target: 'ftp.example.com',
  fileName: `${fileId}.jpg`,
  remotePath: `a/${fileId}.jpg`,
  addedMs: NOW_MS,
  ...changes,
});

const comes = async (what: string, looked: () => Promise<boolean>): Promise<void> => {
  for (let turn = 0; turn < 500; turn += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one look after the other
    if (await looked()) return;
  }
  throw new Error(`does not come: ${what}`);
};

const setUp = (t: TestContext, { db }: Pick<OpenDatabase, 'db'>, maxCount = 1, maxWaitCount = 9) => {
  const clock = createManualClock(NOW_MS);
  const store = createUploadStore(db);
  const sent: number[] = [];
  const targets: string[] = [];
  /** Where the plan has files go; undefined: nowhere. `only`: this file; the others stay where they were to go. */
  const plan: { target: string | undefined; only?: number } = { target: undefined };
  const ends = new Map<number, (error?: Error) => void>();
  const open = async () => {
    const desk = new UploadDesk(
      {
        clock,
        log: silentLog,
        store,
        placeOf: ({ fileId, target, remotePath }) => {
          if (plan.only !== undefined && plan.only !== fileId) return { target, remotePath };
          return plan.target === undefined ? undefined : { target: plan.target, remotePath: `new/${fileId}.jpg` };
        },
        targetOf: ({ fileId, target }) => (plan.only !== undefined && plan.only !== fileId ? target : plan.target),
        send: ({ fileId, target, remotePath }, { signal }) => {
          sent.push(fileId);
          targets.push(`${target} ${remotePath}`);
          return new Promise((resolve, reject) => {
            signal.addEventListener('abort', () => reject(signal.reason));
            ends.set(fileId, (error) => (error === undefined ? resolve() : reject(error)));
          });
        },
      },
      { maxCount, limitRate: 1024, maxWaitCount },
    );
    await desk.start();
    t.after(() => desk.close());
    return desk;
  };
  const isSent = (count: number) => turnsUntil(`${count} tries`, () => sent.length === count);
  return { clock, store, sent, targets, plan, ends, open, isSent };
};

eachStore('uploads: so many at a time, more when more may, and none twice', async (t, kit) => {
  const { store, sent, ends, open, isSent } = setUp(t, kit);
  const desk = await open();
  await desk.add([wanted(1), wanted(2), wanted(3), wanted(1)]);
  await isSent(1);
  assert.deepEqual([desk.running, desk.waiting], [1, 2]);
  desk.limits = { ...desk.limits, maxCount: 2 };
  await isSent(2);
  ends.get(1)?.();
  await isSent(3);
  assert.deepEqual(sent, [1, 2, 3]);
  await comes('it is kept', async () => (await store.newest(9)).some(({ state }) => state === 'done'));
  await desk.add([wanted(1)]);
  assert.deepEqual([await store.known([1, 2, 9], 'ftp.example.com'), sent.length], [new Set([1, 2]), 3]);
});

eachStore('[E-WS-017] unit: uploads that are too many to wait are left out and counted', async (t, kit) => {
  const { open, isSent } = setUp(t, kit, 1, 2);
  const desk = await open();
  assert.equal(await desk.add([wanted(1)]), true);
  await isSent(1);
  assert.equal(desk.places, 2);
  assert.equal(await desk.add([wanted(2), wanted(3), wanted(4), wanted(5)]), false);
  assert.deepEqual([desk.running, desk.waiting, desk.places, desk.counters.refused], [1, 2, 0, 2]);
});

eachStore('uploads: many files are added in several turns', async (t, kit) => {
  const { store, open } = setUp(t, kit, 1, 100);
  const desk = await open();
  const others = othersTurns(t);
  await desk.add(Array.from({ length: 50 }, (_, i) => wanted(i + 1)));
  assert.ok(others() >= 3, `others had ${others()} turns`);
  assert.equal((await store.open(99)).length, 50);
});

eachStore('uploads: what failed is tried after pauses that grow, what cannot succeed never', async (t, kit) => {
  const { clock, store, sent, ends, open, isSent } = setUp(t, kit, 2);
  const desk = await open();
  await desk.add([wanted(1), wanted(2)]);
  await isSent(2);
  ends.get(1)?.(new AppError('unavailable', 'away'));
  ends.get(2)?.(new AppError('not_found', 'gone'));
  await comes('both are kept', async () => (await store.newest(9)).every(({ message }) => message !== ''));
  const rows = async () =>
    (await store.newest(9)).map(({ fileId, state, message, tries }) => [fileId, state, message, tries]);
  assert.deepEqual(await rows(), [
    [2, 'failed', 'gone', 1],
    [1, 'waiting', 'away', 1],
  ]);
  await turnsUntil('nothing runs', () => desk.running === 0);
  for (const pauseMs of [30_000, 60_000]) {
    const before = sent.length;
    await clock.advanceAsync(pauseMs - 10_000);
    assert.equal(sent.length, before);
    await clock.advanceAsync(20_000);
    await isSent(before + 1);
    ends.get(1)?.(new AppError('unavailable', 'away'));
    await turnsUntil('it waits again', () => desk.running === 0);
  }
  assert.equal((await rows())[1]?.[3], 3);
});

eachStore(
  'uploads: a server that is away holds what is for it and nothing else, for pauses that grow, until it answers',
  async (t, kit) => {
    const { clock, sent, ends, open, isSent } = setUp(t, kit, 2);
    const desk = await open();
    const away = new TargetAwayError('unavailable', 'connect ECONNREFUSED');
    const still = () => turnsUntil('nothing runs', () => desk.running === 0);
    await desk.add([1, 2, 3, 4, 5].map((id) => wanted(id)));
    await isSent(2);
    ends.get(1)?.(away);
    ends.get(2)?.(away);
    await still();
    await desk.add([wanted(6), wanted(7, { target: 'other.example.com' })]);
    await isSent(3);
    ends.get(7)?.();
    await still();
    await clock.advanceAsync(20_000);
    assert.deepEqual(sent, [1, 2, 7]);
    await clock.advanceAsync(20_000);
    await isSent(5);
    ends.get(1)?.(away);
    ends.get(2)?.(away);
    await still();
    await clock.advanceAsync(50_000);
    assert.deepEqual(sent, [1, 2, 7, 1, 2], 'twice as long');
    await clock.advanceAsync(20_000);
    await isSent(7);
    ends.get(1)?.(away);
    await turnsUntil('one of two has failed', () => desk.running === 1);
    ends.get(2)?.();
    await isSent(9);
    assert.deepEqual(sent.slice(5), [1, 2, 3, 4], 'it lets somebody in: the others need not wait');
  },
);

eachStore(
  'uploads: what waits for a server that is away goes elsewhere as soon as the plan says so',
  async (t, kit) => {
    const { clock, store, targets, plan, ends, open, isSent } = setUp(t, kit);
    const desk = await open();
    await desk.add([wanted(1), wanted(2)]);
    await isSent(1);
    ends.get(1)?.(new TargetAwayError('unavailable', 'Login incorrect.'));
    await turnsUntil('nothing runs', () => desk.running === 0);
    await clock.advanceAsync(40_000);
    await isSent(2);
    ends.get(1)?.(new TargetAwayError('unavailable', 'Login incorrect.'));
    await turnsUntil('nothing runs', () => desk.running === 0);
    plan.target = 'me:right@ftp.example.com';
    await clock.advanceAsync(10_000);
    await isSent(3);
    ends.get(2)?.(new AppError('unavailable', 'The line was cut.'));
    await turnsUntil('nothing runs', () => desk.running === 0);
    await clock.advanceAsync(40_000);
    await isSent(4);
    assert.deepEqual(
      targets.slice(2),
      ['me:right@ftp.example.com new/2.jpg', 'me:right@ftp.example.com new/2.jpg'],
      'and is tried again there',
    );
    const [second] = await store.newest(9);
    assert.deepEqual([second?.state, second?.tries], ['waiting', 2]);
  },
);

eachStore(
  'uploads: a server that is away for one plan holds nothing that another plan sends elsewhere',
  async (t, kit) => {
    const { clock, targets, plan, ends, open, isSent } = setUp(t, kit);
    const desk = await open();
    await desk.add([wanted(1), wanted(2)]);
    await isSent(1);
    ends.get(1)?.(new TargetAwayError('unavailable', 'Login incorrect.'));
    await turnsUntil('nothing runs', () => desk.running === 0);
    Object.assign(plan, { target: 'me:right@ftp.example.com', only: 2 });
    await clock.advanceAsync(10_000);
    await isSent(2);
    assert.equal(targets[1], 'me:right@ftp.example.com new/2.jpg');
  },
);

eachStore('uploads: a restart goes on with what was being sent, and keeps what is over', async (t, kit) => {
  const { store, sent, ends, open, isSent } = setUp(t, kit);
  const first = await open();
  await first.add([wanted(1), wanted(2), wanted(3, { deviceKey: 2 })]);
  await isSent(1);
  ends.get(1)?.();
  await isSent(2);
  await first.close();
  const next = await open();
  await isSent(3);
  assert.deepEqual(sent, [1, 2, 2]);
  await next.forgetDevices([2]);
  assert.deepEqual(
    (await store.newest(9)).map(({ fileId, state, tries }) => [fileId, state, tries]),
    [
      [2, 'waiting', 2],
      [1, 'done', 1],
    ],
  );
  assert.equal(await store.forget(NOW_MS + 1, 9), 1, 'what waits is not forgotten');
});

eachStore(
  'uploads: what waits goes where the plan says by then; where that has a task already, this one is over',
  async (t, kit) => {
    const { clock, store, targets, plan, ends, open, isSent } = setUp(t, kit);
    const desk = await open();
    await desk.add([wanted(1)]);
    await isSent(1);
    ends.get(1)?.(new AppError('unavailable', 'Login incorrect.'));
    await comes('the try is over', async () => (await store.open(9))[0]?.message === 'Login incorrect.');
    plan.target = 'me:right@ftp.example.com';
    clock.advance(30_000);
    await isSent(2);
    assert.deepEqual(targets, ['ftp.example.com a/1.jpg', 'me:right@ftp.example.com new/1.jpg']);
    ends.get(1)?.();
    await comes('it is done', async () => (await store.newest(9))[0]?.state === 'done');
    const [row] = await store.newest(9);
    assert.deepEqual([row?.target, row?.remotePath], ['me:right@ftp.example.com', 'new/1.jpg']);
    await desk.add([wanted(1)]);
    await comes('it is over', async () => (await store.newest(9))[0]?.state === 'failed');
    assert.equal((await store.newest(9))[0]?.message, 'It goes where the plan says now, by another task.');
    assert.equal(targets.length, 2);
  },
);

eachStore('uploads: what was sent is not sent once more where only its end could not be kept', async (t, kit) => {
  const { clock, store, sent, ends, open, isSent } = setUp(t, kit);
  const { end, begin } = store;
  let refuses = true;
  const full = new AppError('unavailable', 'disk full');
  store.end = (...given) => (refuses ? Promise.reject(full) : end(...given));
  const desk = await open();
  await desk.add([wanted(1)]);
  await isSent(1);
  ends.get(1)?.();
  await turnsUntil('it waits', () => desk.running === 0);
  assert.deepEqual([desk.waiting, desk.counters.done], [1, 1]);
  refuses = false;
  await clock.advanceAsync(40_000);
  const rows = async () => (await store.newest(9)).map(({ fileId, state }) => [fileId, state]);
  await comes('it is done', async () => (await rows())[0]?.[1] === 'done');
  assert.equal(sent.length, 1);
  let begins = 0;
  store.begin = (...given) => ((begins += 1) === 1 ? Promise.reject(full) : begin(...given));
  await desk.add([wanted(2)]);
  await turnsUntil('it waits', () => begins === 1 && desk.running === 0);
  assert.deepEqual((await rows())[0], [2, 'waiting']);
  await clock.advanceAsync(40_000);
  await isSent(2);
});
