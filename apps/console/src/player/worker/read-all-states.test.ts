// Every state that live view and playback may tell, and what of a message is not believed.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readPlaybackState } from './read-playback-state.ts';
import { readObject, readState } from './read-state.ts';

const bytes = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));

it('live view: each state, in either stream', () => {
  for (const state of 'connecting waiting playing reconnecting offline refused timeout forbidden limit'.split(' '))
    for (const stream of ['main', 'sub']) {
      const read = { state, stream, message: '', sinceMs: 0 };
      assert.deepEqual(readState(bytes(read)), read);
    }
  assert.equal(readState(bytes({ state: 'toString', stream: 'main' })), undefined);
  assert.equal(readState(bytes({ state: ['playing'], stream: 'main' })), undefined);
  const odd = {
    state: 'playing',
    stream: 'main',
    message: 5,
    sinceMs: '1',
    retryInMs: null,
    dropped: [],
    channel: '2',
  };
  assert.deepEqual(readState(bytes(odd)), { state: 'playing', stream: 'main', message: '', sinceMs: 0 });
});
it('playback: each state, where it is from and when', () => {
  for (const state of 'opening playing gap ended none offline refused timeout forbidden limit error'.split(' '))
    for (const from of ['server', 'device', 'kept']) {
      const read = { state, message: 'why', generation: 3, from, timeMs: 7 };
      assert.deepEqual(readPlaybackState(bytes(read)), read);
    }
  const bare = { state: 'gap', message: '', generation: 0, from: 'server' };
  for (const odd of [{}, { message: 1 }, { from: 'moon' }, { timeMs: '7' }, { timeMs: null }])
    assert.deepEqual(readPlaybackState(bytes({ state: 'gap', generation: 0, ...odd })), bare, JSON.stringify(odd));
  for (const none of [
    { state: 'gap' },
    { generation: 1 },
    { state: 'gap', generation: '1' },
    { state: 'no', generation: 1 },
  ])
    assert.equal(readPlaybackState(bytes(none)), undefined, JSON.stringify(none));
});
it('what is no object has no fields', () => {
  for (const value of [null, 5, 'text', true]) assert.deepEqual(readObject(bytes(value)), {});
  assert.deepEqual(readObject(Uint8Array.of(0xff)), {});
  assert.deepEqual(readObject(bytes({ a: 1 })), { a: 1 });
});
