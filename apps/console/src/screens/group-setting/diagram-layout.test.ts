// Where the groups stand in the diagram, and how one looks at it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupModel } from '../../parts/groups/group-model.ts';
import { fitted, inSight, layOut, NODE_WIDTH, panned, zoomed } from './diagram-layout.ts';

const group = (groupid: string, parentid: string | null, name = groupid) => ({
  groupid,
  parentid,
  name,
  updatetime: 0,
});
const SIZE = { width: 800, height: 600 };

test('each group stands right of the one above it, and one line leads from each to each below', () => {
  const { nodes, lines, links } = layOut(
    groupModel([group('1', null), group('2', '1'), group('3', '1'), group('4', '2')]),
  );
  const at = Object.fromEntries(nodes.map((node) => [node.groupid, node]));
  assert.deepEqual(
    ['1', '2', '3', '4'].map((id) => at[id]?.x),
    [0, 210, 210, 420],
  );
  assert.notEqual(at['2']?.y, at['3']?.y);
  assert.equal(at['1']?.y, 0);
  assert.equal(links, 3);
  const narrow = inSight(nodes, { x: 0, y: -100, scale: 1 }, { width: 100, height: 200 });
  assert.deepEqual(
    narrow.map(({ groupid }) => groupid),
    ['1'],
    'the others stand out of sight at the right',
  );
  for (const [above, below] of [
    ['1', '2'],
    ['1', '3'],
    ['2', '4'],
  ] as const) {
    const [from, to] = [at[above], at[below]];
    assert.ok(lines.includes(`M${(from?.x ?? 0) + NODE_WIDTH} ${from?.y}C`), `${above} to ${below}`);
    assert.ok(lines.includes(` ${to?.x} ${to?.y}`), `${above} to ${below}`);
  }
});

test('several tops have no line above them, and two thousand groups do not lie on each other', () => {
  assert.equal(layOut(groupModel([group('2', null), group('9', null)])).links, 0);
  const many = Array.from({ length: 2000 }, (_, i) => group(String(i + 1), i === 0 ? null : String(Math.ceil(i / 6))));
  const { nodes, links, box } = layOut(groupModel(many));
  assert.deepEqual([nodes.length, links], [2000, 1999]);
  assert.equal(new Set(nodes.map(({ x, y }) => `${x} ${y}`)).size, 2000);
  const whole = fitted(box, SIZE);
  assert.equal(inSight(nodes, whole, SIZE).length, 2000);
  assert.ok(inSight(nodes, { ...whole, scale: 1 }, SIZE).length < 300);
});

test('zooming keeps the point under the pointer, panning moves what is in sight with it', () => {
  const view = { x: 10, y: 20, scale: 0.5 };
  const near = zoomed(view, 2, { x: 100, y: 50 });
  assert.equal(near.scale, 1);
  assert.deepEqual([near.x + 100, near.y + 50], [10 + 100 / 0.5, 20 + 50 / 0.5]);
  assert.deepEqual([zoomed(view, 1000, { x: 0, y: 0 }).scale, zoomed(view, 0.00001, { x: 0, y: 0 }).scale], [3, 0.002]);
  assert.deepEqual(panned(view, 10, -5), { x: -10, y: 30, scale: 0.5 });
});
