// The rows of the device tree and the keys in it.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { treeRows } from './tree-rows.ts';
import type { TreeRow } from './tree-rows.ts';

const rows = treeRows({ ids: ['A', 'B'], open: new Map([['A', [3, 1]]]), mapOffered: true });
const keys = (all: readonly TreeRow[]): readonly string[] => all.map(({ key }) => key);

it('lists below an open device its channels in their order, then its map', () => {
  assert.deepEqual(keys(rows), ['A/device', 'A/channel/3', 'A/channel/1', 'A/map', 'B/device']);
  assert.deepEqual(
    rows.map(({ place, of }) => `${place}/${of}`),
    ['1/2', '1/3', '2/3', '3/3', '2/2'],
  );
  assert.deepEqual(keys(treeRows({ ids: ['A'], open: new Map([['A', [1]]]), mapOffered: false })), [
    'A/device',
    'A/channel/1',
  ]);
});
