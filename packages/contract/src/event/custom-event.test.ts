// What a request for footage must hold, checked the way a form checks it: before it is put on the wire.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_CUSTOM_DEVICES, postCustomEvent } from './custom-event.ts';

const ready = {
  deviceid: ['B', 'A'],
  start: 1_790_000_000_000,
  end: 1_790_000_060_000,
  downloadplan: [3, 1],
  streamtype: [1],
  audioout: false,
};
const wrongIn = (part: Partial<typeof ready>): string[] =>
  (postCustomEvent.input.safeEncode({ ...ready, ...part }).error?.issues ?? []).map(({ path }) => path.join('.'));

test('there is nothing to send without a device, a channel or a moment; an end before the start is the server’s matter', () => {
  assert.deepEqual(postCustomEvent.input.encode(ready), {
    deviceid: 'B,A',
    start: 1_790_000_000,
    end: 1_790_000_060,
    downloadplan: 5,
    streamtype: 1,
    audioout: 0,
  });
  assert.deepEqual(wrongIn({ start: ready.end, end: ready.start }), []);
  assert.deepEqual(wrongIn({ deviceid: [] }), ['deviceid']);
  assert.deepEqual(wrongIn({ deviceid: ['A', 'no such/id'] }), ['deviceid.1']);
  assert.deepEqual(wrongIn({ deviceid: Array.from({ length: MAX_CUSTOM_DEVICES + 1 }, (_, i) => `D${i}`) }), [
    'deviceid',
  ]);
  assert.deepEqual(wrongIn({ downloadplan: [] }), ['downloadplan']);
  assert.deepEqual(wrongIn({ end: Number.NaN }), ['end']);
});
