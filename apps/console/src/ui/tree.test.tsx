// The tree: what a screen reader hears of its rows, and what keys and presses do. Where keys lead: tree-keys.test.ts.
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Tree } from './tree.tsx';

beforeEach(() => {
  // The tree draws what is in sight, and nothing is in a page that has no size.
  for (const side of ['clientHeight', 'clientWidth', 'offsetHeight', 'offsetWidth'] as const)
    vi.spyOn(HTMLElement.prototype, side, 'get').mockReturnValue(400);
});
afterEach(cleanup);

const draw = (): string[] => {
  const done: string[] = [];
  const Kept = (): ReactElement => {
    const [open, setOpen] = useState(false);
    const fleet = { key: 'fleet', level: 1, place: 1, of: 1, open };
    const inside = [1, 2].map((n) => ({ key: `truck ${n}`, level: 2, place: n, of: 2 }));
    return (
      <Tree
        label="Groups"
        nodes={open ? [fleet, ...inside] : [fleet]}
        checked={({ key, level }) => (level === 2 ? key === 'truck 2' : undefined)}
        onAct={({ key }) => done.push(key)}
        onFold={() => setOpen(!open)}
        onKey={(key, node) => key === 'a' && done.push(`a on ${node.key}`)}
      >
        {({ key }) => key}
      </Tree>
    );
  };
  render(<Kept />);
  return done;
};
const tree = (): HTMLElement => screen.getByRole('tree', { name: 'Groups' });
const press = (key: string, more: object = {}): boolean => fireEvent.keyDown(tree(), { key, ...more });
const active = (): string | null | undefined =>
  document.getElementById(tree().getAttribute('aria-activedescendant') ?? '')?.textContent;

it('says of each row its level, its place, whether it is open and whether it is ticked', () => {
  draw();
  press('ArrowRight');
  const said = screen
    .getAllByRole('treeitem')
    .map((row) =>
      ['level', 'posinset', 'setsize', 'expanded', 'checked'].map((name) => row.getAttribute(`aria-${name}`)),
    );
  expect(said).toEqual([
    ['1', '1', '1', 'true', null],
    ['2', '1', '2', null, 'false'],
    ['2', '2', '2', null, 'true'],
  ]);
});

it('keys open, move, act and close; those with Control are not its own', () => {
  const done = draw();
  press('ArrowRight', { ctrlKey: true });
  expect(screen.getAllByRole('treeitem')).toHaveLength(1);
  press('ArrowRight');
  press('ArrowRight');
  expect(active()).toBe('truck 1');
  press('ArrowDown');
  press(' ');
  press('a');
  expect(done).toEqual(['truck 2', 'a on truck 2']);
  press('ArrowLeft');
  expect(active()).toBe('fleet');
  press('ArrowLeft');
  expect([screen.getAllByRole('treeitem').length, tree().tabIndex]).toEqual([1, 0]);
});

it('a press acts and takes the cursor along, which stays when rows come before it', () => {
  const done = draw();
  press('ArrowRight');
  fireEvent.click(screen.getByRole('treeitem', { name: 'truck 1' }));
  expect([done, active()]).toEqual([['truck 1'], 'truck 1']);
});
