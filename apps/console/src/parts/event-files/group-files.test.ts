// Files by their events, in the order they were taken.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DeviceFile } from '@outrider/contract';
import { labelOf, shapeOf } from './file-shape.ts';
import { groupFiles } from './group-files.ts';

const file = (changes: Partial<DeviceFile>): DeviceFile => ({
  id: 1,
  deviceid: 'A',
  kind: 'photo',
  channel: 1,
  time: 1000,
  received: 2000,
  name: 'a.jpg',
  type: 'image/jpeg',
  size: 10,
  sha256: '',
  serialno: 7,
  cause: '',
  latitude: null,
  longitude: null,
  ...changes,
});

test('files stand under their event in the order they were taken; those of no event stand nowhere', () => {
  const groups = groupFiles([
    file({ id: 3, time: 3000 }),
    file({ id: 2, time: 1000, channel: 2 }),
    file({ id: 1, time: 1000 }),
    file({ id: 4, serialno: 8 }),
    file({ id: 5, serialno: null }),
  ]);
  assert.deepEqual(
    [...groups].map(([serialno, files]) => [serialno, files.map(({ id }) => id)]),
    [
      [7, [1, 2, 3]],
      [8, [4]],
    ],
  );
});

test('a file is shown by its content, whatever the device called it', () => {
  assert.equal(shapeOf({ type: 'image/png' }), 'picture');
  assert.equal(shapeOf({ type: 'video/mp4' }), 'clip');
  assert.equal(shapeOf({ type: 'audio/wav' }), 'sound');
  assert.equal(shapeOf({ type: 'application/octet-stream' }), 'file');
  assert.equal(labelOf(file({ channel: 2 })), 'Picture · ch2');
  assert.equal(labelOf(file({ channel: 0, type: 'video/mp4' })), 'Clip');
});
