// Small messages and drivers' cards, on both databases.
import assert from 'node:assert/strict';
import { eachStore } from '../../adapters/test-stores.ts';
import type { DeviceMessage, KeptCard } from '../../gateway/index.ts';
import { createDeviceMessageStore } from './store.ts';

const NOW_MS = 1_800_000_000_000;
const message = (mark: string, receivedMs: number): DeviceMessage => ({
  deviceKey: 1,
  kind: 'transparent',
  receivedMs,
  content: `{"n":"${mark}"}`,
  body: Uint8Array.of(0, 1),
  mark,
});
const card = (mark: string, timeMs: number | null, receivedMs: number): KeptCard => ({
  deviceKey: 1,
  action: 'in',
  timeMs,
  receivedMs,
  name: '王\0小明',
  licence: 'L1',
  issuer: '',
  validUntil: '20301231',
  mark,
});

eachStore('messages and cards: a repeat is kept once, pages are newest first', async (_t, { db, kind }) => {
  const store = createDeviceMessageStore(db);
  assert.deepEqual([await store.add(message('a', NOW_MS)), await store.add(message('a', NOW_MS + 1))], [true, false]);
  assert.equal(await store.add(message('b', NOW_MS)), true);
  assert.equal(await store.add(message('c', NOW_MS + 9)), true);
  const contents = (await store.messages(1, NOW_MS, NOW_MS + 8, 9)).map(({ content }) => content);
  assert.deepEqual(contents, ['{"n":"b"}', '{"n":"a"}']);
  assert.deepEqual(
    [await store.addCard(card('x', null, NOW_MS)), await store.addCard(card('x', 5, NOW_MS))],
    [true, false],
  );
  await store.addCard(card('y', NOW_MS - 5, NOW_MS + 1));
  const [newest, oldest] = await store.cards(1, NOW_MS, NOW_MS + 1, 9);
  const { deviceKey: _key, mark: _mark, ...shown } = card('y', NOW_MS - 5, NOW_MS + 1);
  const name = kind === 'postgres' ? '王小明' : shown.name; // a text of PostgreSQL holds no character 0
  assert.deepEqual(newest, { id: newest?.id, ...shown, name });
  assert.equal(oldest?.timeMs, null);
  assert.deepEqual(await store.counts(1), { messages: 3, cards: 2 });
});

eachStore('messages and cards: the oldest go, by count and by age', async (_t, { db }) => {
  const store = createDeviceMessageStore(db);
  for (let n = 0; n < 5; n += 1) await store.add(message(`m${n}`, NOW_MS + n));
  for (let n = 0; n < 3; n += 1) await store.addCard(card(`c${n}`, null, NOW_MS + n));
  await store.add({ ...message('other', NOW_MS), deviceKey: 2 });
  await store.trim('deviceMessages', 1, 2);
  assert.deepEqual(
    [await store.counts(1), await store.counts(2)],
    [
      { messages: 2, cards: 3 },
      { messages: 1, cards: 0 },
    ],
  );
  assert.equal(await store.forgetBefore(NOW_MS + 2, 1), 2, 'at most one of each at a time');
  assert.equal(await store.forgetBefore(NOW_MS + 2, 9), 1);
  assert.deepEqual(await store.counts(1), { messages: 2, cards: 1 });
});

eachStore('messages and cards: those of dropped devices go', async (_t, { db }) => {
  const store = createDeviceMessageStore(db);
  for (const deviceKey of [1, 2]) {
    await store.add({ ...message('a', NOW_MS), deviceKey });
    await store.addCard({ ...card('x', null, NOW_MS), deviceKey });
  }
  await store.removeDevices([1, 9]);
  const left = async (deviceKey: number) => [
    (await store.messages(deviceKey, NOW_MS, NOW_MS, 9)).length,
    (await store.cards(deviceKey, NOW_MS, NOW_MS, 9)).length,
  ];
  assert.deepEqual(
    [await left(1), await left(2)],
    [
      [0, 0],
      [1, 1],
    ],
  );
});
