// The rows of last positions follow what is known: an older one is never written over a newer one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { silentLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { testPosition } from '../../kernel/test-position.ts';
import { LastPositions } from './last-positions.ts';
import type { LastPosition } from './store.ts';

const at = (second: number): LastPosition => ({
  deviceKey: 1,
  position: testPosition({ timeMs: second * 1000 }),
  impossible: false,
});

const setUp = () => {
  const clock = createManualClock();
  const written: (number | null)[] = [];
  const disk = { broken: false };
  const store = {
    load: () => Promise.resolve([]),
    save: (rows: readonly LastPosition[]) => {
      if (disk.broken) return Promise.reject(new Error('full'));
      written.push(...rows.map(({ position }) => position.timeMs));
      return Promise.resolve();
    },
    remove: () => Promise.resolve(void written.push(-1)),
  };
  return { clock, written, disk, last: new LastPositions({ clock, log: silentLog, store }, []) };
};

test('what is stored at once is not overwritten by what was newest before', async () => {
  const { clock, written, last } = setUp();
  last.keep(at(1));
  const stored = last.store([at(2), at(3)]);
  clock.advance(5000);
  await stored;
  await last.flush();
  assert.deepEqual(written, [3000]);
  last.keep(at(3));
  await last.flush();
  assert.deepEqual(written, [3000, 3000]);
});

test('where that fails what was known before is written in its time', async () => {
  const { written, disk, last } = setUp();
  last.keep(at(1));
  disk.broken = true;
  await assert.rejects(last.store([at(2)]));
  disk.broken = false;
  await last.flush();
  assert.deepEqual([written, last.get(1)?.position.timeMs], [[1000], 1000]);
});

test('the rows of devices that are gone are removed behind what is being written', async () => {
  const { written, last } = setUp();
  last.keep(at(1));
  await Promise.all([last.flush(), last.remove([1])]);
  assert.deepEqual([written, last.get(1)], [[1000, -1], undefined]);
});
