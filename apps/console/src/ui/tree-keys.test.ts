// Where keys lead in a tree.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type TreeNode, treeStep } from './tree-keys.ts';

const node = (key: string, level: number, open?: boolean): TreeNode => ({ key, level, place: 1, of: 1, open });
const nodes = [node('A', 1, true), node('A/1', 2, true), node('A/1/x', 3), node('A/2', 2), node('B', 1, false)];

it('goes with the keys of a tree', () => {
  assert.deepEqual(treeStep('ArrowDown', nodes, 0), { kind: 'go', index: 1 });
  assert.deepEqual(treeStep('ArrowUp', nodes, 0), { kind: 'go', index: 0 });
  assert.deepEqual(treeStep('Home', nodes, 3), { kind: 'go', index: 0 });
  assert.deepEqual(treeStep('End', nodes, 0), { kind: 'go', index: 4 });
  assert.deepEqual(treeStep('PageDown', nodes, 3), { kind: 'go', index: 4 });
  assert.deepEqual(treeStep('PageUp', nodes, 3), { kind: 'go', index: 0 });
  assert.deepEqual(treeStep(' ', nodes, 1), { kind: 'act' });
  assert.deepEqual(treeStep('Enter', nodes, 1), { kind: 'act' });
  assert.equal(treeStep('x', nodes, 1), undefined);
  assert.equal(treeStep('Home', [], 0), undefined);
});

it('opens to the right and goes in, closes to the left and goes out', () => {
  assert.deepEqual(treeStep('ArrowRight', nodes, 4), { kind: 'fold' });
  assert.deepEqual(treeStep('ArrowRight', nodes, 0), { kind: 'go', index: 1 });
  assert.equal(treeStep('ArrowRight', nodes, 2), undefined);
  assert.deepEqual(treeStep('ArrowLeft', nodes, 0), { kind: 'fold' });
  assert.deepEqual(treeStep('ArrowLeft', nodes, 2), { kind: 'go', index: 1 });
  assert.deepEqual(treeStep('ArrowLeft', nodes, 3), { kind: 'go', index: 0 });
  assert.equal(treeStep('ArrowLeft', nodes, 4), undefined);
});

it('an open branch with nothing in it leads nowhere', () => {
  assert.equal(treeStep('ArrowRight', [node('A', 1, true), node('B', 1)], 0), undefined);
});
