// Old events go by when they were received, in steps; what has a protected file stays. On both databases.
import assert from 'node:assert/strict';
import { eachStore } from '../../adapters/test-stores.ts';
import { type EventFiles, forgetEvents } from './forget.ts';
import { createEventStore, type StoredEvent } from './store.ts';

const NOW_MS = 1_800_000_000_000;
const EVENTS = 300;
const clock = { now: () => NOW_MS + EVENTS, monotonic: () => 0 };

const event = (n: number): StoredEvent => ({
  deviceKey: 1,
  code: 7,
  note: '',
  // A device whose clock is years behind: what counts is when it came.
  deviceMs: 1_000_000_000_000 + n,
  receivedMs: NOW_MS + n,
  lat: null,
  lng: null,
  speedKmh: 0,
  sourceType: 1,
  origin: null,
  alarmSign: null,
  attachments: 0,
});

eachStore('events: what was received before goes, what is protected and what is younger stays', async (_t, { db }) => {
  const store = createEventStore(db);
  const serials = await store.transaction(async (tx) => {
    const added: number[] = [];
    for (let n = 0; n < EVENTS; n += 1) added.push((await tx.add(event(n))).serialno);
    return added;
  });
  const [first = 0, second = 0] = serials;
  const order: string[] = [];
  const files: EventFiles = {
    protectedOf: (asked) => Promise.resolve(asked.filter((serialno) => serialno === first)),
    unlink: (asked) => Promise.resolve(void order.push(`unlink ${asked.length}`)),
  };
  const left = async () => (await store.received(0, EVENTS)).map(({ serialno }) => serialno);
  const kit = {
    clock,
    files,
    store: {
      ...store,
      remove: async (asked: readonly number[]) => {
        order.push(`remove ${asked.length}`);
        await store.remove(asked);
      },
    },
  };
  let steps = 0;
  assert.equal(await forgetEvents(kit, NOW_MS + 200, () => (steps += 1) <= 1), 31, 'ended behind the first step');
  assert.deepEqual(order, ['unlink 31', 'remove 31'], 'the links first');
  assert.equal((await left())[0], first);
  assert.equal(await forgetEvents(kit, NOW_MS + 200, () => true), 200 - 31 - 1);
  assert.deepEqual(await left(), [first, ...serials.slice(200)]);
  assert.ok(!(await left()).includes(second));
  assert.equal(await forgetEvents(kit, NOW_MS + 200, () => true), 0);
  assert.equal(
    await forgetEvents(
      { ...kit, files: { ...files, protectedOf: () => Promise.resolve([]) } },
      NOW_MS + 200,
      () => true,
    ),
    1,
  );
});

eachStore('events of some devices, or of all others, are forgotten by themselves', async (_t, { db }) => {
  const store = createEventStore(db);
  const serials = await store.transaction(async (tx) => {
    const added: number[] = [];
    for (const [n, deviceKey] of [1, 2, 1, 3].entries())
      added.push((await tx.add({ ...event(n), deviceKey })).serialno);
    return added;
  });
  const files: EventFiles = { protectedOf: () => Promise.resolve([]), unlink: () => Promise.resolve() };
  const forget = (deviceKeys: readonly number[], others: boolean) =>
    forgetEvents({ clock, store, files, of: { deviceKeys, others } }, NOW_MS + 100, () => true);
  const left = async () => (await store.received(0, EVENTS)).map(({ serialno }) => serialno);
  assert.equal(await forget([2], false), 1);
  assert.deepEqual(await left(), [serials[0], serials[2], serials[3]]);
  assert.equal(await forget([], false), 0);
  assert.equal(await forget([1], true), 1);
  assert.deepEqual(await left(), [serials[0], serials[2]]);
  assert.equal(await forget([], true), 2);
});

eachStore(
  'events that were received while the clock was ahead keep none of the older ones from going',
  async (_t, { db }) => {
    const store = createEventStore(db);
    const YEAR_MS = 365 * 86_400_000;
    const serials = await store.transaction(async (tx) => {
      const added: number[] = [];
      for (let n = 0; n < EVENTS; n += 1) {
        const isAhead = n >= 10 && n < 110;
        const receivedMs = NOW_MS + n + (isAhead ? YEAR_MS : 0);
        added.push((await tx.add({ ...event(n), receivedMs })).serialno);
      }
      return added;
    });
    const files: EventFiles = { protectedOf: () => Promise.resolve([]), unlink: () => Promise.resolve() };
    assert.equal(await forgetEvents({ clock, store, files }, NOW_MS + 200, () => true), 100);
    const left = (await store.received(0, EVENTS)).map(({ serialno }) => serialno);
    assert.deepEqual(left, [...serials.slice(10, 110), ...serials.slice(200)]);
  },
);
