// Footage of a custom event becomes files of at most an hour.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { footagePieces } from './footage-pieces.ts';

test('each stretch of each channel is a file, cut every hour, whole seconds', () => {
  const start = 1_790_000_000_000;
  const footage = [
    { channel: 3, start, end: start + 7_200_500, stream: 'main' as const },
    { channel: 1, start: start + 400, end: start + 60_200, stream: 'sub' as const },
  ];
  assert.deepEqual(footagePieces({ footage }), [
    { channel: 1, startMs: start, seconds: 61 },
    { channel: 3, startMs: start, seconds: 3600 },
    { channel: 3, startMs: start + 3_600_000, seconds: 3600 },
    { channel: 3, startMs: start + 7_200_000, seconds: 1 },
  ]);
  assert.deepEqual(footagePieces({ footage: [] }), []);
});
