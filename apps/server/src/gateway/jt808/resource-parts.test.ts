// Lists of recordings in one message and in several: what counts, what counts once, and what is claimed and never comes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Resource } from '@outrider/jt1078';
import { ResourceParts } from './resource-parts.ts';

const resource = (startBcd: string): Resource => ({
  channel: 1,
  startBcd,
  endBcd: '260101000000',
  alarmFlags: 0n,
  resourceType: 0,
  streamType: 1,
  storageType: 1,
  sizeBytes: 1,
});
const part = (total: number, ...starts: string[]) => ({ replySerial: 1, total, resources: starts.map(resource) });

test('entries are counted, not messages: a message that comes again adds nothing', () => {
  const parts = new ResourceParts();
  assert.equal(parts.add(part(3, 'a')), false);
  assert.equal(parts.add(part(3, 'a')), false);
  assert.equal(parts.add(part(3, 'a', 'b')), false);
  assert.equal(parts.add(part(3, 'c')), true);
  assert.deepEqual(
    parts.resources.map(({ startBcd }) => startBcd),
    ['a', 'b', 'c'],
  );
});

test('one message is taken as it is: equal entries in it, more than it says, none at all', () => {
  const parts = new ResourceParts();
  assert.equal(parts.add(part(1, 'a', 'a')), true);
  assert.equal(parts.resources.length, 2);
  assert.equal(new ResourceParts().add(part(0)), true);
});

test('of a device that lists without end so many are taken as a disk may have, and the list is not whole', () => {
  const parts = new ResourceParts();
  let done = false;
  for (let i = 0; !done && i < 100; i += 1)
    done = parts.add(part(0xffff_ffff, ...Array.from({ length: 1000 }, (_, n) => `${i} ${n}`)));
  assert.deepEqual([done, parts.resources.length, parts.whole], [true, 60_000, false]);
});
