// How far a request for files is.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { progressOf, type RightNow } from './request-state.ts';
import type { FileRequest, ListedFile } from './store.ts';

const request = (change: Partial<FileRequest> = {}): FileRequest =>
  // What these tests do not look at is left out.
  ({
    eventSerial: 9,
    deviceKey: 4,
    state: 'open',
    reason: 'offline',
    announced: 0,
    tries: 2,
    lastTryMs: 100,
    nextTryMs: 200,
    ...change,
  }) as FileRequest;
const now: RightNow = { connections: null, arrivingBytes: 0, online: true, enabled: true };
const file = (bytes: number, kept: boolean): ListedFile => ({ eventSerial: 9, name: `${bytes}`, bytes, kept });

test('waiting, asked, receiving; done and given up whatever happens now', () => {
  const state = (change: Partial<FileRequest>, at: Partial<RightNow>) =>
    progressOf(request(change), [], { ...now, ...at }).state;
  assert.equal(state({}, {}), 'waiting');
  assert.equal(state({}, { connections: 0 }), 'asked');
  assert.equal(state({}, { connections: 1 }), 'receiving');
  for (const ended of ['done', 'given-up'] as const)
    for (const connections of [null, 0, 2]) assert.equal(state({ state: ended }, { connections }), ended);
});

test('the next try is told while it waits, and why none comes where devices are not asked', () => {
  const told = (change: Partial<FileRequest>, at: Partial<RightNow>) => {
    const { reason, nexttry, lasttry } = progressOf(request(change), [], { ...now, ...at });
    return [reason, nexttry, lasttry];
  };
  assert.deepEqual(told({}, {}), ['offline', 200, 100]);
  assert.deepEqual(told({}, { enabled: false }), ['switched-off', null, 100]);
  assert.deepEqual(told({}, { connections: 0 }), ['offline', null, 100]);
  assert.deepEqual(told({}, { connections: 0, enabled: false }), ['offline', null, 100]);
  assert.deepEqual(told({ state: 'done' }, { enabled: false }), ['offline', null, 100]);
  assert.deepEqual(told({ tries: 0 }, {}), ['offline', 200, null]);
  assert.deepEqual(told({ tries: 1 }, {}), ['offline', 200, 100]);
});

test('files and bytes: what is kept, what is arriving, never more than there is', () => {
  const files = [file(100, true), file(30, false), file(7, true)];
  const counted = (change: Partial<FileRequest>, arrivingBytes: number) => {
    const { announced, arrived, size, received } = progressOf(request(change), files, { ...now, arrivingBytes });
    return [announced, arrived, size, received];
  };
  assert.deepEqual(counted({}, 0), [3, 2, 137, 107]);
  assert.deepEqual(counted({ announced: 5 }, 12), [5, 2, 137, 119]);
  assert.deepEqual(counted({}, 31), [3, 2, 137, 137]);
  const { serialno, deviceKey, online, tries } = progressOf(request(), [], { ...now, online: false });
  assert.deepEqual([serialno, deviceKey, online, tries], [9, 4, false, 2]);
});
