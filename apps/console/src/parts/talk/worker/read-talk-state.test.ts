// Every state and mode that a talk may tell, and what of a message is not believed.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readTalkState } from './read-talk-state.ts';

const bytes = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));

it('talk: each state of each mode', () => {
  for (const mode of ['talk', 'listen', 'broadcast'])
    for (const state of 'connecting waiting playing offline refused timeout busy limit ended'.split(' ')) {
      const read = { deviceid: 'A', mode, state, message: 'why', format: 'G.711A', sinceMs: 5 };
      assert.deepEqual(readTalkState(bytes(read)), read);
    }
  const given = { deviceid: 'A', mode: 'talk', state: 'busy' };
  const bare = { ...given, message: '', format: '', sinceMs: 0 };
  for (const odd of [{}, { message: 1 }, { format: null }, { sinceMs: '5' }, { sinceMs: null }])
    assert.deepEqual(readTalkState(bytes({ ...given, ...odd })), bare, JSON.stringify(odd));
  for (const none of [{ deviceid: 5 }, { mode: 'shout' }, { mode: 1 }, { state: 'no' }, { state: 1 }])
    assert.equal(readTalkState(bytes({ ...given, ...none })), undefined, JSON.stringify(none));
});
