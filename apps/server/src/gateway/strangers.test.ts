// Who has to go when too many strangers wait.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Stranger, Strangers } from './strangers.ts';

const setUp = (total: number, perAddress: number) => {
  const strangers = new Strangers({ total, perAddress });
  const out: string[] = [];
  const come = (name: string, address: string): Stranger => {
    const stranger = { address, pushOut: () => void out.push(name) };
    strangers.add(stranger);
    return stranger;
  };
  return { strangers, out, come };
};

test('an address that is full gives up its own: the oldest silent one, then the oldest that spoke', () => {
  const { strangers, out, come } = setUp(100, 3);
  strangers.spoke(come('a1', '192.0.2.1'));
  come('a2', '192.0.2.1');
  strangers.spoke(come('a3', '192.0.2.1'));
  come('b1', '192.0.2.2');
  strangers.spoke(come('a4', '192.0.2.1'));
  assert.deepEqual(out, ['a2']);
  come('a5', '192.0.2.1');
  assert.deepEqual(out, ['a2', 'a1']);
  assert.deepEqual([strangers.size(), strangers.pushedOut()], [4, 2]);
});

test('where all places are taken the address that has most of them gives one up', () => {
  const { out, come } = setUp(4, 100);
  for (const [name, address] of [
    ['b1', '192.0.2.2'],
    ['a1', '192.0.2.1'],
    ['a2', '192.0.2.1'],
    ['a3', '192.0.2.1'],
    ['c1', '192.0.2.3'],
    ['d1', '192.0.2.4'],
  ] as const)
    come(name, address);
  assert.deepEqual(out, ['a1', 'a2']);
});

test('the addresses of one IPv6 subscriber are one', () => {
  const { out, come } = setUp(100, 2);
  for (let i = 1; i <= 4; i += 1) come(`v${i}`, `2001:db8:0:1::${i}`);
  assert.deepEqual(out, ['v1', 'v2']);
});

test('who is known now, or gone, counts no more and is not pushed out', () => {
  const { strangers, out, come } = setUp(100, 2);
  const known = come('a1', '192.0.2.1');
  strangers.remove(known);
  strangers.remove(known);
  come('a2', '192.0.2.1');
  come('a3', '192.0.2.1');
  assert.deepEqual([out, strangers.size()], [[], 2]);
});
