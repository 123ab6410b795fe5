// Vendor items that tell of the recorder itself: bytes worked out by hand from the tables, and what must not be read.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { fromHex, toHex } from './bytes.ts';
import { decodeItems } from './items.ts';
import { powerItem, storageItem, temperaturesItem, vendorReadings } from './vendor-items.ts';

const read = (hex: string): ReturnType<typeof vendorReadings> => vendorReadings(decodeItems(fromHex(hex)).items);

it('reads supply, battery, temperatures and storage', () => {
  // 61: 2460 = 24.60 V; 51: 25.1, -3.0 and no sensor; EE: mark 4F01, 61 % used, 96 and none, 3 errors.
  assert.deepEqual(read('6102099c'), { supplyV: 24.6 });
  assert.deepEqual(read('e304005c099c'), { supplyV: 24.6, batteryPercent: 92 });
  assert.deepEqual(read('510600fb801effff'), { temperaturesC: [25.1, -3, null] });
  assert.deepEqual(read('ee074f013d60fe0003'), {
    storage: { usedPercent: 61, lifeLeft: [96, -2], recordingErrors: 3 },
  });
});

it('leaves alone what another vendor means by the same id', () => {
  assert.deepEqual(read('610199'), {});
  assert.deepEqual(read('5103000000'), {});
  assert.deepEqual(read('ee0700000000000000'), {});
  assert.deepEqual(read('e3020000'), {});
});

it('takes the first of repeated readings, and no usage for unknown', () => {
  assert.deepEqual(read('6102099c61020001'), { supplyV: 24.6 });
  assert.equal(read('ee074f01ffffff0000').storage?.usedPercent, null);
});

it('writes the same bytes', () => {
  const hex = ({ raw }: { raw: Uint8Array }): string => toHex(raw);
  assert.equal(hex(powerItem(24.6, 92)), '005c099c');
  assert.equal(hex(temperaturesItem([25.1, -3, null])), '00fb801effff');
  assert.equal(hex(storageItem({ usedPercent: 61, lifeLeft: [96, -2], recordingErrors: 3 })), '4f013d60fe0003');
});
