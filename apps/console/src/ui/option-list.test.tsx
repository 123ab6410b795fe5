// A list of ticks under a hand: what comes and goes in it is not hit by what was meant for another option.
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { OptionList } from './option-list.tsx';

beforeEach(() => {
  // Nothing has a size here, and the list draws only what is seen.
  for (const side of ['clientHeight', 'clientWidth', 'offsetHeight', 'offsetWidth'] as const)
    vi.spyOn(HTMLElement.prototype, side, 'get').mockReturnValue(400);
});
afterEach(cleanup);

const open = () => {
  const toggled: string[] = [];
  const list = (ids: readonly string[]) => (
    <OptionList label="Devices" ids={ids} chosen={new Set()} nameOf={(id) => id} onToggle={(id) => toggled.push(id)} />
  );
  const { rerender } = render(list(['a', 'b', 'c']));
  return { toggled, become: (ids: readonly string[]) => rerender(list(ids)) };
};
const press = (key: string, repeat = false): boolean => fireEvent.keyDown(screen.getByRole('listbox'), { key, repeat });
const option = (name: string): HTMLElement => screen.getByRole('option', { name });

it('a held key is one press', () => {
  const { toggled } = open();
  press(' ');
  press(' ', true);
  press(' ', true);
  expect(toggled).toEqual(['a']);
});

it('the second click of two ticks nothing, not what slid under the pointer either', () => {
  const { toggled, become } = open();
  fireEvent.click(option('a'), { detail: 1 });
  become(['b', 'c']);
  fireEvent.click(option('b'), { detail: 2 });
  expect(toggled).toEqual(['a']);
  fireEvent.click(option('b'), { detail: 1 });
  fireEvent.click(option('b'), { detail: 2 });
  expect(toggled, 'a quick second thought about the same one counts').toEqual(['a', 'b', 'b']);
});

it('what comes before it does not move the option that the keys stand on', () => {
  const { toggled, become } = open();
  press('ArrowDown');
  become(['0', 'a', 'b', 'c']);
  press(' ');
  expect(toggled).toEqual(['b']);
  become(['0']);
  press(' ');
  expect(toggled, 'gone, it is the last one').toEqual(['b', '0']);
});
