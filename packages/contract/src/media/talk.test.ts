// What may go up on a talk socket, and that the published example of a state is one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { streamCodecs } from '../speak/stream-message.ts';
import { talkQuery, talkState, talkStateExample, talkControl, voiceCodecOf, voiceCodecs } from './talk.ts';

test('four codings of sound go up, pictures and what needs a licence do not', () => {
  const allowed = Object.entries(streamCodecs).filter(([, codec]) => voiceCodecOf(codec) !== undefined);
  assert.deepEqual(new Set(allowed.map(([name]) => name)), new Set(voiceCodecs));
  for (const [name, codec] of allowed) assert.equal(voiceCodecOf(codec), name);
  assert.equal(voiceCodecOf(99), undefined);
});

test('the example of a state is one', () => {
  assert.deepEqual(talkState.parse(talkStateExample), talkStateExample);
  assert.equal(talkState.safeParse({ ...talkStateExample, state: 'singing' }).success, false);
  const modes = ['talk', 'listen', 'broadcast', '', 'sing'].filter(
    (mode) => talkState.safeParse({ ...talkStateExample, mode }).success,
  );
  assert.deepEqual(modes, ['talk', 'listen', 'broadcast']);
});

test('a query names devices, and a mode only from the list; a request is start or stop', () => {
  assert.equal(talkQuery.safeParse({ deviceid: 'A,B', type: 'talk', user: 'x' }).success, true);
  for (const wrong of [{}, { deviceid: '' }, { deviceid: 'A', mode: 'sing' }, { deviceid: 'A'.repeat(15_001) }])
    assert.equal(talkQuery.safeParse(wrong).success, false);
  assert.equal(talkControl.safeParse({ talk: 'start' }).success, true);
  assert.equal(talkControl.safeParse({ talk: 'sing' }).success, false);
});
