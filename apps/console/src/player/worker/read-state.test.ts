// State messages from the wire: the known ones read, everything else ignored.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readNote, readState } from './read-state.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

it('reads a state with all its fields', () => {
  const why = { state: 'timeout', stream: 'main', message: 'No picture', sinceMs: 5, retryInMs: 2000, dropped: 3 };
  const state = { ...why, deviceid: 'A', channel: 2 };
  assert.deepEqual(readState(bytes(JSON.stringify(state))), state);
});
it('fills what a short one leaves out', () => {
  assert.deepEqual(readState(bytes('{"state":"playing","stream":"sub","dropped":"many","deviceid":7,"channel":"x"}')), {
    state: 'playing',
    stream: 'sub',
    message: '',
    sinceMs: 0,
  });
});
it('ignores what is no state of this version', () => {
  for (const text of [
    '',
    'null',
    '[]',
    '{"state":"dreaming","stream":"sub"}',
    '{"state":"playing","stream":"left"}',
    '{',
  ])
    assert.equal(readState(bytes(text)), undefined, text);
});
it('reads a note, and takes back what the next one leaves out', () => {
  assert.deepEqual(readNote(bytes('{"lacks":"parameters","mute":"MP3"}')), { lacks: 'parameters', mute: 'MP3' });
  for (const text of ['{}', '', '[', '{"lacks":"luck","mute":7}', '{"mute":""}'])
    assert.deepEqual(readNote(bytes(text)), { lacks: undefined, mute: undefined }, text);
  assert.equal(readNote(bytes(JSON.stringify({ mute: 'x'.repeat(9000) }))).mute?.length, 40);
});
