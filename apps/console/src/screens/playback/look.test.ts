// What is looked at on the playback screen, in the address.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readLook, writeLook } from './look.ts';

process.env.TZ = 'Europe/Berlin';

it('the address keeps what is looked at, and what makes no sense in it is left out', () => {
  const now = new Date(2026, 2, 10, 12).getTime();
  const at = new Date(2026, 2, 9, 14, 5, 30).getTime();
  const look = { day: '2026-03-09', hour: 14, atMs: at, channels: [2, 5], multi: true, map: false, seconds: 900 };
  assert.deepEqual(readLook(writeLook(look), now, true), look);
  const chosen = { ...look, atMs: undefined, hour: 9, channels: undefined, map: true };
  assert.deepEqual(readLook(writeLook(chosen), now, false), chosen);
  const wild = readLook(new URLSearchParams('at=soon&day=2026-13-40&h=99&ch=0.2.x.70.2.1e1&length=901'), now, true);
  assert.deepEqual(wild, {
    day: '2026-03-10',
    hour: undefined,
    atMs: undefined,
    channels: [2, 10],
    multi: true,
    map: true,
    seconds: undefined,
  });
});
