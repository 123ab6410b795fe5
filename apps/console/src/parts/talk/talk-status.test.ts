// What the page makes of the news of a talk, and where talks are opened.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { TalkState } from '@outrider/contract';
import { firstStatus, isActive, speaks, tallyOf, withEnd, withStates } from './talk-status.ts';
import { talkAddresses } from './talk-address.ts';

const state = (deviceid: string, name: TalkState['state']): TalkState => ({
  deviceid,
  mode: 'broadcast',
  state: name,
  message: '',
  format: '',
  sinceMs: 0,
});

it("[F-CONST-011] the device's voice is played with a gain of 5 at first", () => assert.equal(firstStatus.gain, 5));

it('speaks while the line is open or the key is held, and never without a microphone', () => {
  const open = { ...firstStatus, microphone: 'open' } as const;
  assert.equal(speaks(open), true);
  assert.equal(speaks({ ...open, muted: true }), false);
  assert.equal(speaks({ ...open, muted: true, held: true }), true);
  assert.equal(speaks({ ...open, microphone: 'refused', held: true }), false);
});

it('the time of a talk begins when the first device hears, and the first end is the one that counts', () => {
  const called = withStates(firstStatus, [state('A', 'connecting')], 1000);
  assert.equal(called.talkingSinceMs, undefined);
  const heard = withStates(withStates(called, [state('A', 'playing')], 2000), [state('B', 'playing')], 3000);
  assert.equal(heard.talkingSinceMs, 2000);
  const over = withEnd(withEnd(heard, 'told', 'gone', 5000), 'own', '', 6000);
  assert.deepEqual([over.line, over.end, over.reason, over.overAtMs], ['over', 'told', 'gone', 5000]);
  assert.equal(isActive(over), false);
});

it('counts what the devices of a broadcast do', () => {
  const names = ['playing', 'playing', 'waiting', 'connecting', 'busy', 'offline', 'limit', 'ended'] as const;
  assert.deepEqual(tallyOf(names.map((name, i) => state(String(i), name))), {
    hearing: 2,
    calling: 2,
    failed: 3,
    ended: 1,
  });
});

it('opens talks at the stream port, then at the port of the page', () => {
  const place = { secure: true, host: 'fleet.test', hostname: 'fleet.test', streamPort: 8900 };
  assert.deepEqual(talkAddresses(place, { kind: 'talk', deviceId: 'a.b_c-1' }), [
    'wss://fleet.test:8900/ws.cgi?type=talk&deviceid=a.b_c-1&mode=talk',
    'wss://fleet.test/ws.cgi?type=talk&deviceid=a.b_c-1&mode=talk',
  ]);
  const [named] = talkAddresses(place, { kind: 'broadcast', deviceIds: ['A', 'B'] });
  assert.match(named ?? '', /deviceid=A,B&mode=broadcast$/);
  const [all] = talkAddresses({ ...place, secure: false }, { kind: 'broadcast', deviceIds: 'all' });
  assert.match(all ?? '', /^ws:.*type=talk&deviceid=broadcast&mode=broadcast$/);
});
