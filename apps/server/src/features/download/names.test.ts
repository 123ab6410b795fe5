// What downloaded files are called, whatever somebody wishes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameOf, safeName } from './names.ts';

test('a name says device, moment and channel, or that it holds all of them', () => {
  const startMs = Date.UTC(2026, 10, 21, 10, 15);
  assert.equal(nameOf({ deviceId: 'TRK-1', startMs, channel: 3, format: 'mp4' }), 'TRK-1_20261121T101500Z_ch3.mp4');
  assert.equal(nameOf({ deviceId: 'TRK-1', startMs, channel: 0, format: 'gms' }), 'TRK-1_20261121T101500Z_all.gms.mkv');
});

test('wishes lose folders, characters that some system refuses, and wrong endings', () => {
  const of = (wish: string, format: 'mp4' | 'gms' = 'mp4'): string => safeName(wish, format, 'fallback.mp4');
  assert.equal(of('臺北 公車.mp4'), '臺北 公車.mp4');
  assert.equal(of('../../etc/passwd'), 'passwd.mp4');
  assert.equal(of(String.raw`C:\x\a<b>:"c"|d?.MP4`), 'a_b___c__d_.mp4');
  assert.equal(of('ride.gms', 'gms'), 'ride.gms.mkv');
  assert.equal(of('ride.gms.mkv', 'gms'), 'ride.gms.mkv');
  assert.equal(of('.hidden. '), 'hidden.mp4');
  assert.equal(of('a\r\nSet-Cookie: x'), 'a__Set-Cookie_ x.mp4');
  for (const nothing of ['', '...', '///', '<>', ' . ']) assert.equal(of(nothing), 'fallback.mp4');
  assert.equal(of('x'.repeat(300)).length, 120);
});
