// The rows of the device tree and the keys in it.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { rowKey, stepOf, treeRows } from './tree-rows.ts';
import type { TreeRow } from './tree-rows.ts';

const rows = treeRows({ ids: ['A', 'B'], open: new Map([['A', [3, 1]]]), mapOffered: true });
const keys = (all: readonly TreeRow[]): readonly string[] => all.map(rowKey);

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
it('goes with the keys of a tree', () => {
  assert.deepEqual(stepOf('ArrowDown', rows, 0), { kind: 'go', index: 1 });
  assert.deepEqual(stepOf('ArrowUp', rows, 0), { kind: 'go', index: 0 });
  assert.deepEqual(stepOf('End', rows, 0), { kind: 'go', index: 4 });
  assert.deepEqual(stepOf('PageDown', rows, 3), { kind: 'go', index: 4 });
  assert.deepEqual(stepOf('ArrowRight', rows, 0), { kind: 'go', index: 1 });
  assert.deepEqual(stepOf('ArrowRight', rows, 4), { kind: 'fold', deviceId: 'B' });
  assert.deepEqual(stepOf('ArrowLeft', rows, 2), { kind: 'go', index: 0 });
  assert.deepEqual(stepOf('ArrowLeft', rows, 0), { kind: 'fold', deviceId: 'A' });
  assert.equal(stepOf('ArrowLeft', rows, 4), undefined);
  assert.deepEqual(stepOf(' ', rows, 1), { kind: 'act', row: rows[1] });
  assert.equal(stepOf('x', rows, 1), undefined);
  assert.equal(stepOf('Home', [], 0), undefined);
});
