// Random channels: online ones only, none twice, all of them in the end.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { channelKey, pickChannel, type LookUp } from './random-pick.ts';

const fleet: Record<number, { deviceKey: number; deviceId: string; channels: readonly number[] }> = {
  1: { deviceKey: 1, deviceId: 'A', channels: [1, 2] },
  3: { deviceKey: 3, deviceId: 'C', channels: [4] },
  4: { deviceKey: 4, deviceId: 'NONE', channels: [] },
};
const lookUp: LookUp = (deviceKey) => fleet[deviceKey];
const keys = [1, 2, 3, 4];
/** Dice that give these numbers again and again. */
const dice = (...numbers: number[]) => {
  let thrown = 0;
  return (): number => {
    thrown += 1;
    return numbers[(thrown - 1) % numbers.length] ?? 0;
  };
};

it('gives every channel once, then none, whatever the dice show', () => {
  for (const random of [dice(0), dice(0.999_999), dice(0.3, 0.9, 0.1), dice(1)]) {
    const taken = new Set<string>();
    for (let left = 3; left > 0; left -= 1) {
      const found = pickChannel(keys, lookUp, taken, random);
      assert.ok(found !== undefined);
      assert.ok(!taken.has(channelKey(found)));
      taken.add(channelKey(found));
    }
    assert.equal(pickChannel(keys, lookUp, taken, random), undefined);
    assert.deepEqual([...taken].toSorted(), ['1:1', '1:2', '3:4']);
  }
});
it('finds the one device of ten thousand that the viewer may see', () => {
  const many = [...Array.from({ length: 10_000 }, (_, i) => 100 + i), 3];
  assert.equal(pickChannel(many, lookUp, new Set(), dice(0.5))?.deviceId, 'C');
});
it('gives nothing of nothing', () => {
  assert.equal(pickChannel([], lookUp, new Set(), dice(0)), undefined);
});
