// What downloaded files are called, whatever somebody asks for.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameOf, safeName } from './names.ts';

test('a name says device, moment and channel, or that it holds all of them', () => {
  const startMs = Date.UTC(2026, 10, 21, 10, 15);
  assert.equal(nameOf({ deviceId: 'TRK-1', startMs, channel: 3, format: 'mp4' }), 'TRK-1_20261121T101500Z_ch3.mp4');
  assert.equal(nameOf({ deviceId: 'TRK-1', startMs, channel: 0, format: 'gms' }), 'TRK-1_20261121T101500Z_all.gms.mkv');
});

test('a name that is asked for gets the ending of the format; one that says nothing is replaced', () => {
  assert.equal(safeName('../a/ride.mp4', 'gms', 'fallback.mkv'), 'ride.gms.mkv');
  assert.equal(safeName('ride.gms', 'mp4', 'fallback.mp4'), 'ride.mp4');
  for (const nothing of ['', '...', '.mp4']) assert.equal(safeName(nothing, 'mp4', 'fallback.mp4'), 'fallback.mp4');
});
