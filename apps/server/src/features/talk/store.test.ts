// The talk log, on both databases.
import assert from 'node:assert/strict';
import { eachStore } from '../../adapters/test-stores.ts';
import { othersTurns } from '../../kernel/turns-until.ts';
import type { NewEntry } from './entry.ts';
import { createTalkStore } from './store.ts';

const NOW_MS = 1_800_000_000_000;
const entry = (talkId: string, deviceKey: number, startedMs: number, fields: Partial<NewEntry> = {}): NewEntry => ({
  talkId,
  userId: 1,
  userName: 'ann',
  address: '::1',
  mode: 'talk',
  deviceKey,
  deviceId: `D${deviceKey}`,
  result: 'open',
  message: '',
  startedMs,
  connectedMs: null,
  endedMs: null,
  spokenMs: 0,
  ...fields,
});

eachStore(
  'talks: an entry is brought up to date, read newest first, and interrupted while it is open',
  async (_t, { db }) => {
    const store = createTalkStore(db);
    await store.save([entry('a', 1, NOW_MS), entry('a', 2, NOW_MS), entry('b', 1, NOW_MS + 10, { userName: 'bob' })]);
    const talked = { result: 'talked', connectedMs: NOW_MS + 1, endedMs: NOW_MS + 2, spokenMs: 1 };
    await store.save([entry('a', 1, NOW_MS, talked), entry('c', 3, NOW_MS + 20)]);
    await store.interrupt();
    const span = { fromMs: NOW_MS, toMs: NOW_MS + 20 };
    const read = async (query: object) =>
      (await store.read({ ...span, ...query }, 10)).map((row) => `${row.talkId}${row.deviceKey} ${row.result}`);
    assert.deepEqual(await read({}), ['b1 interrupted', 'a2 interrupted', 'a1 talked'], 'the end is not included');
    assert.deepEqual(await read({ deviceKey: 1 }), ['b1 interrupted', 'a1 talked']);
    assert.deepEqual(await read({ userName: 'bob' }), ['b1 interrupted']);
    const [newest, second] = await store.read(span, 2);
    assert.deepEqual(await read({ beforeId: newest?.id }), ['a2 interrupted', 'a1 talked']);
    assert.deepEqual(second, { id: second?.id, ...entry('a', 2, NOW_MS, { result: 'interrupted' }) });
  },
);

eachStore(
  'talks: a broadcast to many devices is one change, and others have their turns meanwhile',
  async (t, { db }) => {
    const store = createTalkStore(db);
    const keys = Array.from({ length: 107 }, (_, i) => i + 1);
    await store.save(keys.map((key) => entry('a', key, NOW_MS)));
    const others = othersTurns(t);
    const talked = { result: 'talked', connectedMs: NOW_MS + 1, endedMs: NOW_MS + 2, spokenMs: 1, message: 'm' };
    await store.save(keys.map((key) => entry('a', key, NOW_MS, talked)));
    assert.ok(others() >= 4, `others had ${others()} turns`);
    const found = await store.ofTalk('a');
    assert.deepEqual(
      found.toSorted((one, other) => one.deviceKey - other.deviceKey).map(({ id: _id, ...row }) => row),
      keys.map((key) => entry('a', key, NOW_MS, talked)),
    );
  },
);

eachStore('talks: the oldest are forgotten first, a few at a time, and none that goes on', async (_t, { db }) => {
  const store = createTalkStore(db);
  const talked = { result: 'talked', connectedMs: NOW_MS, endedMs: NOW_MS, spokenMs: 1 };
  await store.save([
    entry('open', 1, NOW_MS),
    entry('b', 1, NOW_MS + 2, talked),
    entry('a', 1, NOW_MS + 1, talked),
    entry('young', 1, NOW_MS + 9, talked),
  ]);
  const left = async () => (await store.read({ fromMs: 0, toMs: NOW_MS + 99 }, 9)).map(({ talkId }) => talkId);
  assert.equal(await store.forget(NOW_MS + 9, 1), 1);
  assert.deepEqual(await left(), ['young', 'b', 'open']);
  assert.equal(await store.forget(NOW_MS + 9, 9), 1);
  assert.equal(await store.forget(NOW_MS + 9, 9), 0);
  assert.deepEqual(await left(), ['young', 'open']);
});
