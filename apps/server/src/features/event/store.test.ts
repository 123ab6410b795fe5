// Events, their cursor and what is on, on both databases.
import assert from 'node:assert/strict';
import { CUSTOM_DOWNLOAD, planDownloadTypes } from '@outrider/contract';
import { eachStore } from '../../adapters/test-stores.ts';
import { createEventStore, noAlarms, type StoredEvent } from './store.ts';

const NOW_MS = 1_800_000_000_000;
const event = (fields: Partial<StoredEvent> = {}): StoredEvent => ({
  deviceKey: 1,
  code: 7,
  note: 'n',
  deviceMs: NOW_MS,
  receivedMs: NOW_MS + 5,
  lat: 25.03,
  lng: 121.5,
  speedKmh: 33.5,
  sourceType: 1,
  origin: 'bit:0',
  alarmSign: null,
  attachments: 0,
  ...fields,
});

eachStore('events: one of a report is kept once, others each time; serial numbers rise', async (_t, { db }) => {
  const store = createEventStore(db);
  const added = await store.transaction(async (tx) => [
    await tx.add(event()),
    await tx.add(event({ note: 'again' })),
    await tx.add(event({ origin: null })),
    await tx.add(event({ origin: null })),
  ]);
  assert.deepEqual(
    added.map(({ fresh }) => fresh),
    [true, false, true, true],
  );
  const [first, again, third, fourth] = added.map(({ serialno }) => serialno);
  assert.ok(first !== undefined && third !== undefined && fourth !== undefined);
  assert.equal(again, first);
  assert.ok(first < third && third < fourth);
  const over = await store.transaction((tx) => tx.recovered(first, NOW_MS + 60_000));
  assert.deepEqual({ ...over, ...event(), serialno: first }, over);
  assert.equal(await store.transaction((tx) => tx.recovered(999, NOW_MS)), undefined);
});

eachStore('events: cursor, what is on and events change together or not at all', async (_t, { db }) => {
  const store = createEventStore(db);
  const [start, next] = [
    { rowId: 0, reportsDone: 0 },
    { rowId: 5_000_000_000, reportsDone: 2 },
  ];
  assert.deepEqual(await store.cursor(), start);
  const on = { ...noAlarms, open: { 'bit:0': 3 } };
  const failing = store.transaction(async (tx) => {
    await tx.moveCursor(start, next);
    await tx.saveAlarms(new Map([[1, on]]));
    await tx.add(event());
    throw new Error('killed');
  });
  await assert.rejects(failing, /killed/);
  assert.deepEqual(await store.cursor(), start);
  const moves = await store.transaction(async (tx) => {
    assert.equal((await tx.alarms([1])).size, 0);
    await tx.saveAlarms(
      new Map([
        [1, noAlarms],
        [2, on],
      ]),
    );
    await tx.saveAlarms(new Map([[1, on]]));
    return [await tx.moveCursor(start, next), await tx.moveCursor(start, next)];
  });
  assert.deepEqual([moves, await store.cursor()], [[true, false], next]);
  const alarms = await store.transaction((tx) => tx.alarms([1, 2, 3]));
  assert.deepEqual(
    alarms,
    new Map([
      [1, on],
      [2, on],
    ]),
  );
  assert.equal((await store.transaction((tx) => tx.alarms([]))).size, 0);
});

eachStore('events: the newest word on a link', async (_t, { db }) => {
  const store = createEventStore(db);
  const links = await store.transaction(async (tx) => {
    await tx.saveLink(1, { online: true, address: 'a' });
    await tx.saveLink(2, { online: true, address: 'b' });
    await tx.saveLink(1, { online: false, address: 'c' });
    return [await tx.link(1), await tx.link(2), await tx.link(3)];
  });
  assert.deepEqual(links, [{ online: false, address: 'c' }, { online: true, address: 'b' }, undefined]);
  assert.deepEqual(await store.onlineDevices(), [2]);
});

eachStore('events: by device time, with a place, with files', async (_t, { db }) => {
  const store = createEventStore(db);
  const at = (n: number, fields: Partial<StoredEvent> = {}) => event({ deviceMs: NOW_MS + n, ...fields });
  const serials = await store.transaction(async (tx) => [
    await tx.add(at(3, { alarmSign: 'ab', attachments: 2 })),
    await tx.add(at(1, { lat: null, lng: null })),
    await tx.add(at(2, { alarmSign: 'cd', attachments: 0 })),
    await tx.add(at(4, { deviceKey: 2, alarmSign: 'ef', attachments: 1 })),
  ]);
  const [first = 0, , third = 0, fourth = 0] = serials.map(({ serialno }) => serialno);
  assert.deepEqual(
    (await store.between(1, NOW_MS + 1, NOW_MS + 2)).map(({ deviceMs }) => deviceMs - NOW_MS),
    [1, 2],
  );
  const place = { code: 7, note: 'n', speedKmh: 33.5, lat: 25.03, lng: 121.5 };
  assert.deepEqual(await store.placed(1, NOW_MS, NOW_MS + 9, 9), [
    { ...place, serialno: third, deviceMs: NOW_MS + 2 },
    { ...place, serialno: first, deviceMs: NOW_MS + 3 },
  ]);
  assert.equal((await store.placed(1, NOW_MS, NOW_MS + 9, 1)).length, 1);
  const files = (await store.withFiles(0, 9)).map((row) => [row.serialno, row.alarmSign, row.attachments]);
  assert.deepEqual(files, [
    [first, 'ab', 2],
    [fourth, 'ef', 1],
  ]);
  assert.equal((await store.withFiles(first, 9)).length, 1);
});

eachStore('events: what is over stays as it ended', async (_t, { db }) => {
  const store = createEventStore(db);
  const { serialno } = await store.transaction((tx) => tx.add(event()));
  const over = await store.transaction((tx) => tx.recovered(serialno, NOW_MS + 1));
  assert.ok(over);
  assert.equal(await store.transaction((tx) => tx.recovered(serialno, NOW_MS + 2)), undefined);
});

eachStore('events: of dropped devices go events, what is on, and links', async (_t, { db }) => {
  const store = createEventStore(db);
  const on = { ...noAlarms, open: { 'bit:0': 3 } };
  await store.transaction(async (tx) => {
    for (const deviceKey of [1, 2]) {
      await tx.add(event({ deviceKey }));
      await tx.saveLink(deviceKey, { online: true, address: 'a' });
    }
    await tx.saveAlarms(
      new Map([
        [1, on],
        [2, on],
      ]),
    );
  });
  await store.removeDevices([1, 9]);
  const left = async (deviceKey: number) => (await store.between(deviceKey, NOW_MS, NOW_MS)).length;
  assert.deepEqual([await left(1), await left(2), await store.onlineDevices()], [0, 1, [2]]);
  assert.deepEqual(await store.transaction((tx) => tx.alarms([1, 2])), new Map([[2, on]]));
});

eachStore('events: what is asked by code, between moments and newest first', async (_t, { db }) => {
  const store = createEventStore(db);
  assert.deepEqual([await store.lastSerialno(), await store.newestOf(1, 7)], [0, undefined]);
  const serials = await store.transaction(async (tx) => [
    await tx.add(event({ deviceMs: NOW_MS + 9, note: 'newest' })),
    await tx.add(event({ deviceMs: NOW_MS + 3, note: 'late' })),
    await tx.add(event({ code: 8 })),
    await tx.add(event({ code: 9 })),
    await tx.add(event({ deviceKey: 2, deviceMs: NOW_MS + 20 })),
  ]);
  const [first = 0, second = 0, third = 0, , fifth = 0] = serials.map(({ serialno }) => serialno);
  assert.equal(await store.lastSerialno(), fifth);
  assert.deepEqual(await store.newestOf(1, 7), { deviceMs: NOW_MS + 9, note: 'newest' });
  const ofCodes = async (after: number, last: number) =>
    (await store.ofCodes([7, 8], after, last)).map(({ serialno, recoveredMs }) => [serialno, recoveredMs]);
  assert.deepEqual(await ofCodes(first, third), [
    [third, null],
    [second, null],
  ]);
  const found = await store.transaction(async (tx) => [
    await tx.isBetween(1, 7, NOW_MS + 3, NOW_MS + 10),
    await tx.isBetween(1, 7, NOW_MS + 3, NOW_MS + 9),
    await tx.isBetween(1, 9, NOW_MS + 3, NOW_MS + 10),
  ]);
  assert.deepEqual(found, [true, false, false], 'neither end counts');
});

eachStore('events: those to be forgotten, of all devices, of some or of the others', async (_t, { db }) => {
  const store = createEventStore(db);
  const serials = await store.transaction(async (tx) => {
    const all: number[] = [];
    for (const deviceKey of [1, 2, 1, 3]) all.push((await tx.add(event({ deviceKey, origin: null }))).serialno);
    return all;
  });
  const [first = 0, second = 0, third = 0, fourth = 0] = serials;
  const counted = (ms: number, most: number, besides: readonly number[]) =>
    store.countOlder(NOW_MS + ms, most, besides);
  assert.deepEqual(
    [await counted(5, 9, []), await counted(6, 9, []), await counted(6, 2, []), await counted(6, 9, [1])],
    [0, 4, 2, 2],
  );
  const told = async (...asked: Parameters<typeof store.received>) =>
    (await store.received(...asked)).map(({ serialno, receivedMs }) => [serialno, receivedMs - NOW_MS]);
  assert.deepEqual(await told(0, 3), [
    [first, 5],
    [second, 5],
    [third, 5],
  ]);
  assert.deepEqual(await told(first, 9, { deviceKeys: [1], others: false }), [[third, 5]]);
  assert.deepEqual(await told(first, 9, { deviceKeys: [1, 3], others: true }), [[second, 5]]);
  assert.deepEqual(await told(0, 9, { deviceKeys: [], others: false }), []);
  // As many devices as a large fleet has, each with days of its own.
  const many = Array.from({ length: 10_000 }, (_, i) => i + 2);
  assert.deepEqual(await told(0, 9, { deviceKeys: many, others: true }), [
    [first, 5],
    [third, 5],
  ]);
  await store.remove([first, fourth]);
  await store.remove([]);
  assert.deepEqual(await told(0, 9), [
    [second, 5],
    [third, 5],
  ]);
});

eachStore('events: what becomes of one is by its plan when it is stored', async (_t, { db }) => {
  const modes: Record<number, number> = { 1: planDownloadTypes.hidden, 2: 1, 3: planDownloadTypes.notDownload, 4: 4 };
  const asked: number[][] = [];
  const modeFor = (...of: [number, number]): number | null => {
    asked.push(of);
    return modes[of[1]] ?? null;
  };
  const store = createEventStore(db, { stamp: () => NOW_MS, modeFor });
  const files = { alarmSign: 'ab', attachments: 2 };
  const added = await store.transaction(async (tx) => {
    const all: Awaited<ReturnType<typeof tx.add>>[] = [];
    for (const code of [1, 2, 3, 4, 7]) all.push(await tx.add(event({ code, ...files, origin: null })));
    return all;
  });
  const [hidden = 0, fetched = 0, notFetched = 0, discarded, unplanned = 0] = added.map(({ serialno }) => serialno);
  assert.deepEqual(
    added.map(({ fresh, downloadMode }) => [fresh, downloadMode]),
    [
      [true, 0],
      [true, 1],
      [true, 2],
      [false, 4],
      [true, null],
    ],
  );
  assert.equal(discarded, 0);
  assert.deepEqual(asked[0], [1, 1]);
  const modesOf = (await store.after(0, 9)).map(({ serialno, downloadMode }) => [serialno, downloadMode]);
  assert.deepEqual(modesOf, [
    [hidden, 0],
    [fetched, 1],
    [notFetched, 2],
    [unplanned, null],
  ]);
  const serials = (found: readonly { serialno: number }[]): number[] => found.map(({ serialno }) => serialno);
  assert.deepEqual(serials(await store.withFiles(0, 9)), [fetched, unplanned]);
  assert.equal((await store.oneWithFiles(hidden))?.serialno, hidden, 'for who asks');
  assert.deepEqual(serials(await store.planned(0, 9)), [fetched]);
  assert.deepEqual(await store.planned(fetched, 9), []);
  assert.deepEqual(serials(await store.placed(1, NOW_MS, NOW_MS, 9)), [fetched, notFetched, unplanned]);
  assert.deepEqual(serials(await store.ofCodes([1, 2], 0, unplanned)), [fetched]);
});

eachStore('events: footage asked for by hand goes by no plan', async (_t, { db }) => {
  const store = createEventStore(db, { stamp: () => 0, modeFor: () => planDownloadTypes.discard });
  const { serialno, downloadMode } = await store.transaction((tx) => tx.add(event({ code: CUSTOM_DOWNLOAD })));
  assert.deepEqual([serialno > 0, downloadMode], [true, null]);
});

eachStore('events: the ignition by the report, and how far the footage of one reaches', async (_t, { db }) => {
  const store = createEventStore(db);
  const serials = await store.transaction(async (tx) => {
    const all: number[] = [];
    for (const accOn of [true, false, null]) all.push((await tx.add(event({ accOn, origin: null }))).serialno);
    return all;
  });
  const found = await Promise.all(serials.map((serialno) => store.planOf(serialno)));
  const known = { deviceKey: 1, code: 7, deviceMs: NOW_MS, receivedMs: NOW_MS + 5, sourceType: 1 };
  assert.deepEqual(
    found,
    [true, false, null].map((accOn, i) => ({ ...known, serialno: serials[i], accOn })),
  );
  assert.equal(await store.planOf(999), undefined);
  const [first = 0] = serials;
  await store.setSpan(first, 20, -8);
  const rows = await db
    .$extendTables<{ events: { serialno: number; pre_offset: number | null; post_offset: number | null } }>()
    .selectFrom('events')
    .select(['pre_offset', 'post_offset'])
    .orderBy('serialno')
    .execute();
  assert.deepEqual(
    rows.map((row) => [row.pre_offset, row.post_offset]),
    [
      [20, -8],
      [null, null],
      [null, null],
    ],
  );
});
