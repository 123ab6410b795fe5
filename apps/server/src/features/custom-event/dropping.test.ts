// A task whose end cannot be stored: it is what it was, and goes on.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dropAnd } from './dropping.ts';
import type { StoredRequest } from './store.ts';

const request: StoredRequest = {
  id: 3,
  deviceKey: 1,
  deviceId: 'A',
  startMs: 0,
  endMs: 1000,
  channels: [1],
  mainChannels: [],
  audio: false,
  userName: 'ann',
  createdMs: 5,
  state: 'fetching',
  message: '',
  progress: 0,
  footage: [],
};

test('a task that could not be cancelled is fetched on; one that is over stays over', async () => {
  const done: string[] = [];
  const executor = {
    add: (requests: readonly StoredRequest[]) => void done.push(...requests.map(({ id }) => `add ${id}`)),
    drop: async (id: number) => void done.push(`drop ${id}`),
  };
  const full = () => Promise.reject(new Error('disk full'));
  await assert.rejects(dropAnd(executor, request, full), /disk full/);
  await assert.rejects(dropAnd(executor, { ...request, id: 4, state: 'done' }, full), /disk full/);
  await dropAnd(executor, { ...request, id: 5 }, async () => void done.push('write'));
  assert.deepEqual(done, ['drop 3', 'add 3', 'drop 4', 'drop 5', 'write']);
});
