// Reading on until there are enough files that the caller may see: a page in a turn.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestAccess, testCaller } from '../../kernel/access/test-access.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { visibleFiles } from './seen-files.ts';
import type { StoredFile } from './store.ts';

const file = (id: number): StoredFile => ({
  id,
  deviceKey: id % 1000,
  kind: 'photo',
  channel: 1,
  takenMs: id,
  receivedMs: id,
  name: 'a.jpg',
  mimeType: 'image/jpeg',
  bytes: 1,
  hash: new Uint8Array(32),
  path: String(id),
  eventSerial: null,
  alarmSign: '',
  cause: '',
  source: '',
  identity: String(id),
  asked: false,
  lat: null,
  lng: null,
});

test('others have their turn while files are looked through', async () => {
  let turn = 0;
  const turns: number[] = [];
  let next = setImmediate(function count() {
    turn += 1;
    next = setImmediate(count);
  });
  const kit = {
    clock: createManualClock(),
    access: createTestAccess({}, (_caller, deviceKey) => deviceKey === 7),
    list: ({ afterId = 20_001, limit }: { afterId?: number; limit: number }) => {
      turns.push(turn);
      return Promise.resolve(Array.from({ length: limit }, (_, i) => file(afterId - 1 - i)));
    },
    byId: () => assert.fail('no single file is asked for'),
    find: () => assert.fail('nor its bytes'),
    devices: { seen: () => assert.fail('nor a device'), clockOf: () => ({ id: '13800000101' }) },
  };
  const found = await visibleFiles(kit, testCaller(), { limit: 1000 }, 20_000);
  clearImmediate(next);
  assert.equal(found.length, 20);
  assert.deepEqual([turns.length, new Set(turns).size], [20, 20]);
});
