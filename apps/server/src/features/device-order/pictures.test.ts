// Pictures find the photo order that had them taken: by number, by channel where there is none, the newest order first.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Picture, picturesOf, pictureWords } from './pictures.ts';
import type { StoredOrder } from './store.ts';

const SENT_MS = 1_790_000_000_000;
const order = (id: number, message: string, more: Partial<StoredOrder> = {}): StoredOrder => ({
  id,
  deviceKey: 1,
  deviceId: 'A',
  kind: 'photo',
  payload: null,
  detail: 'CH2',
  userName: 'ann',
  askedMs: SENT_MS,
  kept: false,
  expiresMs: SENT_MS + 1,
  batchId: 0,
  state: 'done',
  tries: 1,
  outcome: 'done',
  message,
  sentMs: SENT_MS,
  endedMs: SENT_MS,
  ...more,
});
const picture = (id: number, number: number | '', more: Partial<Picture> = {}): Picture => ({
  id,
  deviceKey: 1,
  channel: 2,
  receivedMs: SENT_MS + 5000,
  cause: 'order',
  identity: `0x0801/${number}/0/2/1`,
  ...more,
});
const found = (orders: StoredOrder[], pictures: Picture[]): Record<string, number[]> =>
  Object.fromEntries([...picturesOf(orders, pictures)].map(([id, own]) => [id, own.map((each) => each.id)]));

test('a picture belongs to the order whose answer named it', () => {
  const orders = [order(1, pictureWords([7, 8])), order(2, pictureWords([9]))];
  assert.deepEqual(found(orders, [picture(10, 8), picture(11, 9), picture(12, 7), picture(13, 70)]), {
    1: [10, 12],
    2: [11],
  });
});

test('without a number the channel and the cause decide', () => {
  const orders = [order(1, '')];
  assert.deepEqual(found(orders, [picture(10, '')]), { 1: [10] });
  assert.deepEqual(found(orders, [picture(10, '', { channel: 1 }), picture(11, '', { cause: 'timed' })]), {});
});

test('numbers begin again: one that came before the order, or long after it, or of another device is another picture', () => {
  const orders = [order(1, 'Picture 7'), order(2, 'Picture 7', { sentMs: SENT_MS + 60_000 })];
  assert.deepEqual(found(orders, [picture(10, 7), picture(11, 7, { receivedMs: SENT_MS + 65_000 })]), {
    1: [10],
    2: [11],
  });
  for (const more of [{ receivedMs: SENT_MS - 5000 }, { receivedMs: SENT_MS + 7_200_000 }, { deviceKey: 2 }])
    assert.deepEqual(found(orders, [picture(10, 7, more)]), {});
});

test('an order that is not done has no picture yet', () => {
  assert.deepEqual(found([order(1, '', { state: 'sent' }), order(2, '', { kind: 'locate' })], [picture(10, '')]), {});
});
