// What is looked at in remote playback, in the address.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readLook, writeLook } from './look.ts';

it('keeps what is looked at in the URL, and takes nothing from it that makes no sense', () => {
  const nowMs = new Date(2026, 2, 10, 12).getTime();
  const look = readLook(
    new URLSearchParams('day=2026-03-09&multi=1&ch=3,1,3,99,x&stream=sub&minutes=5&map=0&at=1773000000&play=2'),
    nowMs,
  );
  assert.deepEqual(look, {
    day: '2026-03-09',
    multi: true,
    channels: [3, 1],
    stream: 'sub',
    minutes: 5,
    play: false,
    save: false,
    map: false,
    atMs: 1_773_000_000_000,
  });
  assert.deepEqual(readLook(writeLook(look), nowMs), look);
  assert.equal(readLook(writeLook({ ...look, play: true }), nowMs).play, true);
  assert.equal(readLook(writeLook({ ...look, save: true }), nowMs).save, true);
  const odd = readLook(new URLSearchParams('day=2026-03-11&minutes=9&at=99999999999&ch=0,65'), nowMs);
  assert.deepEqual(odd, {
    day: '2026-03-10',
    multi: false,
    channels: [],
    stream: 'main',
    minutes: 1,
    play: false,
    save: false,
    map: undefined,
    atMs: undefined,
  });
});
