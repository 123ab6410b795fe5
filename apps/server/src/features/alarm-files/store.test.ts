// Requests for the files of alarms, on both databases.
import assert from 'node:assert/strict';
import { eachStore } from '../../adapters/test-stores.ts';
import { createAlarmFileStore, type NewRequest, NO_TROUBLE, type Trouble } from './store.ts';

const NOW_MS = 1_800_000_000_000;
const offline: Trouble = { reason: 'offline', message: 'the device went away' };
const refused: Trouble = { reason: 'refused', message: 'result 1' };
const request = (eventSerial: number, fields: Partial<NewRequest> = {}): NewRequest => ({
  eventSerial,
  deviceKey: 1,
  alarmSign: `sign${eventSerial}`,
  alarmKey: `key${eventSerial}`,
  alarmNumber: `number${eventSerial}`,
  takenMs: NOW_MS,
  announced: 2,
  createdMs: NOW_MS,
  ...fields,
});

eachStore(
  'alarm files: a second event of an alarm asks nothing more; the cursor goes with the requests',
  async (_t, { db }) => {
    const store = createAlarmFileStore(db);
    assert.equal(await store.cursor(), 0);
    const again = request(2, { alarmKey: 'key1', takenMs: NOW_MS + 599_999 });
    const later = request(3, { alarmKey: 'key1', takenMs: NOW_MS + 600_000 });
    await store.addAll([request(1), again, later, request(4, { deviceKey: 2 })], NOW_MS + 5, 4);
    await store.addAll([request(1)], NOW_MS, 5);
    assert.equal(await store.cursor(), 5);
    const found = await store.ofEvents([1, 2, 3, 4]);
    assert.deepEqual(
      found.map((row) => row.eventSerial).toSorted((a, b) => a - b),
      [1, 3, 4],
    );
    assert.deepEqual(await store.ofEvents([]), []);
    const fresh = { state: 'open', ...NO_TROUBLE, tries: 0, failures: 0, lastTryMs: 0, nextTryMs: NOW_MS + 5 };
    assert.deepEqual(await store.byNumber('number1'), { ...request(1), ...fresh });
    await assert.rejects(
      store.addAll([request(9, { eventSerial: 9 }), request(10, { announced: null as never })], NOW_MS, 99),
    );
    assert.deepEqual([await store.cursor(), await store.byNumber('number9')], [5, undefined], 'all or nothing');
  },
);

eachStore('alarm files: what is due first comes first, what is done stays done', async (_t, { db }) => {
  const store = createAlarmFileStore(db);
  await store.addAll([request(1), request(2), request(3), request(4, { deviceKey: 2 })], NOW_MS, 4);
  await store.saveTries(1, { tries: 3, failures: 2, lastTryMs: NOW_MS, nextTryMs: NOW_MS + 60_000 }, offline);
  const open = async () => (await store.openOf(1, 9)).map((row) => row.eventSerial);
  assert.deepEqual(await open(), [2, 3, 1]);
  const byDevice = (await store.pending()).toSorted((a, b) => a.deviceKey - b.deviceKey);
  assert.deepEqual(byDevice, [
    { deviceKey: 1, nextTryMs: NOW_MS },
    { deviceKey: 2, nextTryMs: NOW_MS },
  ]);
  assert.equal(await store.saveState(2, 'done', NO_TROUBLE), true);
  assert.equal(await store.saveState(2, 'given-up', offline), false, 'done stays done');
  assert.equal(await store.saveState(3, 'given-up', refused), true);
  assert.equal(await store.saveState(3, 'given-up', offline), false);
  assert.deepEqual(await open(), [1]);
  const troubles = (await store.ofEvents([1, 2, 3])).toSorted((a, b) => a.eventSerial - b.eventSerial);
  assert.deepEqual(
    troubles.map(({ reason, message }) => ({ reason, message })),
    [offline, NO_TROUBLE, refused],
  );
  assert.equal(await store.reopen(2, NOW_MS), false, 'done stays done');
  assert.equal(await store.reopen(3, NOW_MS + 1), true);
  assert.deepEqual(await open(), [3, 1]);
});

eachStore('alarm files: a file that is listed again with another length has to come again', async (_t, { db }) => {
  const store = createAlarmFileStore(db);
  await store.addAll([request(1), request(2, { createdMs: NOW_MS + 1 })], NOW_MS, 2);
  await store.list(1, []);
  await store.list(1, [
    { name: 'a', bytes: 10 },
    { name: 'b', bytes: 20 },
  ]);
  await store.list(2, [{ name: 'a', bytes: 1 }]);
  await store.keep(1, 'a', 7);
  await store.keep(1, 'b', null);
  await store.list(1, [
    { name: 'a', bytes: 10 },
    { name: 'b', bytes: 21 },
    { name: 'c', bytes: 0 },
  ]);
  assert.deepEqual(await store.files(1), [
    { eventSerial: 1, name: 'a', bytes: 10, kept: true },
    { eventSerial: 1, name: 'b', bytes: 21, kept: false },
    { eventSerial: 1, name: 'c', bytes: 0, kept: false },
  ]);
  assert.equal(await store.forget(NOW_MS + 1, 9), 1);
  assert.deepEqual([await store.files(1), await store.byNumber('number1')], [[], undefined]);
  assert.equal((await store.files(2)).length, 1);
  await store.addAll([request(3), request(4)], NOW_MS, 4);
  assert.deepEqual([await store.forget(NOW_MS + 2, 2), await store.forget(NOW_MS + 2, 2)], [2, 1]);
});

eachStore('alarm files: those of dropped devices go, with what was listed', async (_t, { db }) => {
  const store = createAlarmFileStore(db);
  await store.addAll([request(1), request(2, { deviceKey: 2 }), request(3, { deviceKey: 3 })], NOW_MS, 3);
  for (const serial of [1, 2, 3]) await store.list(serial, [{ name: 'a.jpg', bytes: 1 }]);
  await store.removeDevices([1, 3, 9]);
  assert.deepEqual(
    (await store.ofEvents([1, 2, 3])).map(({ deviceKey }) => deviceKey),
    [2],
  );
  assert.deepEqual(
    (await store.files(1, 2, 3)).map(({ eventSerial }) => eventSerial),
    [2],
  );
});
