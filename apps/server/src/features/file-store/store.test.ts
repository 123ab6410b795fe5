// The rows of stored files, on both databases.
import assert from 'node:assert/strict';
import { eachStore } from '../../adapters/test-stores.ts';
import { createFileRows, type NewRow } from './store.ts';

const NOW_MS = 1_800_000_000_000;
const file = (n: number, fields: Partial<NewRow> = {}): NewRow => ({
  deviceKey: 1,
  kind: 'photo',
  channel: 2,
  takenMs: NOW_MS + n,
  receivedMs: NOW_MS + 100 - n,
  name: `${n}.jpg`,
  mimeType: 'image/jpeg',
  bytes: 3_000_000_000,
  hash: Uint8Array.of(0, 255, n),
  path: `a/${n}`,
  eventSerial: null,
  alarmSign: '',
  cause: 'timed',
  source: '0x0801',
  identity: `i${n}`,
  asked: false,
  lat: 25.5,
  lng: null,
  ...fields,
});
const names = (rows: readonly { name: string }[]): string[] => rows.map(({ name }) => name);

eachStore('files: the same file is kept once; each is found by what is asked', async (_t, { db }) => {
  const rows = createFileRows(db);
  const first = (await rows.add(file(1))) ?? 0;
  assert.equal(await rows.add(file(1, { path: 'b/1' })), null, 'the same again');
  await rows.add(file(2, { kind: 'video', eventSerial: 5 }));
  await rows.add(file(3, { deviceKey: 2 }));
  const kept = await rows.byId(first);
  assert.deepEqual({ ...kept, ...file(1) }, kept, 'as it was given');
  assert.equal((await rows.same(1, 'i1', Uint8Array.of(0, 255, 1)))?.name, '1.jpg');
  assert.equal(await rows.same(1, 'i1', Uint8Array.of(0, 255)), undefined);
  assert.deepEqual(names(await rows.list({ limit: 9 })), ['3.jpg', '2.jpg', '1.jpg']);
  assert.deepEqual(names(await rows.list({ deviceKey: 1, kind: 'video', limit: 9 })), ['2.jpg']);
  assert.deepEqual(names(await rows.list({ fromMs: NOW_MS + 2, toMs: NOW_MS + 2, limit: 9 })), ['2.jpg']);
  assert.deepEqual(names(await rows.list({ eventSerials: [5], limit: 9 })), ['2.jpg']);
  assert.deepEqual(names(await rows.list({ eventSerials: [], limit: 9 })), []);
  assert.deepEqual(names(await rows.list({ afterId: first + 1, limit: 9 })), ['1.jpg']);
  await rows.add(file(4, { deviceKey: 3, takenMs: NOW_MS + 2 }));
  const taken = await rows.list({ byTaken: true, limit: 9 });
  assert.deepEqual(names(taken), ['3.jpg', '4.jpg', '2.jpg', '1.jpg'], 'by when they were taken, then as they came');
  for (const [at, after] of taken.entries())
    assert.deepEqual(await rows.list({ byTaken: true, after, limit: 2 }), taken.slice(at + 1, at + 3));
  assert.deepEqual(names(await rows.loose(1, NOW_MS, NOW_MS + 9)), ['1.jpg']);
  assert.equal(await rows.link(first, null, 8), true);
  assert.deepEqual([await rows.link(first, null, 9), await rows.link(first, 7, 9)], [false, false], 'it belongs to 8');
  assert.equal((await rows.byId(first))?.eventSerial, 8);
  assert.deepEqual([await rows.link(first, 8, 9), await rows.link(99, null, 9)], [true, false]);
  assert.equal((await rows.byId(first))?.eventSerial, 9);
  assert.deepEqual(names(await rows.loose(1, NOW_MS, NOW_MS + 9)), []);
  assert.equal((await rows.names('a/2'))?.name, '2.jpg');
});

eachStore('files: the oldest go first, protected ones stay, sums are numbers', async (_t, { db }) => {
  const rows = createFileRows(db);
  assert.equal(await rows.usedBytes(), 0);
  const ids: number[] = [];
  for (const n of [1, 2, 3]) ids.push((await rows.add(file(n))) ?? 0);
  const [first = 0, second = 0, third = 0] = ids;
  assert.equal(await rows.usedBytes(), 9_000_000_000);
  await rows.protect(third, NOW_MS + 50);
  assert.deepEqual(names(await rows.oldest(NOW_MS, 9)), ['2.jpg', '1.jpg']);
  assert.deepEqual(names(await rows.oldest(NOW_MS + 50, 9, { beforeMs: NOW_MS + 98 })), ['3.jpg']);
  await rows.retire([first]);
  assert.equal(await rows.add(file(1)), null, 'it is in the way until it is gone');
  assert.equal(await rows.byId(first), undefined);
  assert.deepEqual(names(await rows.unfinished(9)), ['1.jpg']);
  assert.deepEqual([await rows.forgetKept(first), await rows.forgetKept(second)], [false, true]);
  await rows.forget([first]);
  assert.deepEqual(names(await rows.page(0, 9)), ['3.jpg']);
  assert.deepEqual(names(await rows.page(third, 9)), []);
});

eachStore('files: those of dropped devices are retired a few at a time, protected or not', async (_t, { db }) => {
  const rows = createFileRows(db);
  const first = (await rows.add(file(1))) ?? 0;
  await rows.protect(first, NOW_MS * 2);
  for (const [n, deviceKey] of [
    [2, 1],
    [3, 2],
    [4, 3],
  ] as const)
    await rows.add(file(n, { deviceKey }));
  const some = await rows.retireOf([1, 3], 2);
  assert.equal(some.length, 2);
  await rows.forget(some.map(({ id }) => id));
  const rest = await rows.retireOf([1, 3], 9);
  assert.deepEqual(names([...some, ...rest]).toSorted(), ['1.jpg', '2.jpg', '4.jpg']);
  assert.deepEqual([names(await rows.list({ limit: 9 })), names(await rows.unfinished(9))], [['3.jpg'], names(rest)]);
});

eachStore(
  'files: those of an event that is forgotten belong to none; protected ones say so before',
  async (_t, { db }) => {
    const rows = createFileRows(db);
    const first = await rows.add(file(1, { eventSerial: 5 }));
    await rows.add(file(2, { eventSerial: 6 }));
    await rows.protect(first ?? 0, NOW_MS + 50);
    assert.deepEqual(await rows.protectedEvents([5, 6, 7], NOW_MS), [5]);
    assert.deepEqual(await rows.protectedEvents([5, 6], NOW_MS + 50), []);
    assert.deepEqual(await rows.protectedEvents([6], NOW_MS), []);
    assert.deepEqual(await rows.protectedEvents([], NOW_MS), []);
    await rows.unlink([6]);
    const left = (await rows.list({ limit: 9 })).map(({ name, eventSerial }) => `${name} ${eventSerial}`);
    assert.deepEqual(left, ['2.jpg null', '1.jpg 5']);
  },
);

eachStore('files: photos of some devices since a moment, the first first', async (_t, { db }) => {
  const rows = createFileRows(db);
  await rows.add(file(1, { kind: 'photo', receivedMs: NOW_MS }));
  await rows.add(file(2, { kind: 'photo', receivedMs: NOW_MS + 20 }));
  await rows.add(file(3, { kind: 'photo', receivedMs: NOW_MS + 10, deviceKey: 2 }));
  await rows.add(file(4, { kind: 'video', receivedMs: NOW_MS + 10 }));
  await rows.add(file(5, { kind: 'photo', receivedMs: NOW_MS + 10, deviceKey: 3 }));
  const since = async (limit: number) => names(await rows.photosSince([1, 2], NOW_MS + 10, limit));
  assert.deepEqual([await since(9), await since(1)], [['3.jpg', '2.jpg'], ['3.jpg']]);
});
