// The choice of several: what the button says, how the list opens and closes, what the keys do in it.
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startTexts } from '../lib/i18n.ts';
import { MultiSelectField } from './multi-select-field.tsx';
import { described, draw } from './testing.tsx';

beforeAll(startTexts);
beforeEach(() => {
  // The list draws what is in sight, and nothing is in a page that has no size.
  for (const side of ['clientHeight', 'clientWidth', 'offsetHeight', 'offsetWidth'] as const)
    vi.spyOn(HTMLElement.prototype, side, 'get').mockReturnValue(400);
});
afterEach(cleanup);

const options = [
  { value: 'n', name: 'North' },
  { value: 'e', name: 'East' },
  { value: 's', name: 'South' },
];
const open = (chosen: readonly string[], offered = options): (readonly string[])[] =>
  draw(chosen, (value, onChange) => (
    <MultiSelectField label="Depots" error="Choose one." options={offered} chosen={value} onChange={onChange} />
  ));
const button = (): HTMLElement => screen.getByRole('button', { name: /^Depots/ });
const list = (): HTMLElement => screen.getByRole('listbox', { name: 'Depots' });
const press = (key: string, more: object = {}): boolean => fireEvent.keyDown(list(), { key, ...more });
const active = (): string | null | undefined =>
  document.getElementById(list().getAttribute('aria-activedescendant') ?? '')?.getAttribute('aria-label');

it('says what is chosen in the order of the options, and what is wrong', () => {
  open(['s', 'n']);
  expect(button().getAttribute('aria-label')).toBe('Depots: North, South');
  expect([described(button()), button().getAttribute('aria-expanded')]).toEqual(['Choose one.', 'false']);
  cleanup();
  open([]);
  expect(button().getAttribute('aria-label')).toBe('Depots: none');
});

it('opens by arrow down with the focus in the list; Space ticks, Control and A ticks all and none', () => {
  const out = open(['s']);
  fireEvent.keyDown(button(), { key: 'ArrowDown' });
  expect([button().getAttribute('aria-expanded'), document.activeElement]).toEqual(['true', list()]);
  expect(screen.getAllByRole('option').map((each) => each.getAttribute('aria-selected'))).toEqual([
    'false',
    'false',
    'true',
  ]);
  press(' ');
  press('a', { ctrlKey: true });
  press('a', { ctrlKey: true });
  expect(out).toEqual([['n', 's'], ['n', 'e', 's'], []]);
});

it('arrows, Home and End move, letters find one after the other', () => {
  open([], [...options, { value: 'w', name: 'Saltmarsh' }]);
  fireEvent.click(button());
  const ways: [key: string, to: string][] = [
    ['ArrowDown', 'East'],
    ['End', 'Saltmarsh'],
    ['ArrowDown', 'Saltmarsh'],
    ['Home', 'North'],
    ['s', 'South'],
    ['s', 'Saltmarsh'],
    ['s', 'South'],
    ['E', 'East'],
    ['x', 'East'],
  ];
  for (const [key, to] of ways) {
    press(key);
    expect(active(), key).toBe(to);
  }
});

it('Escape closes the list alone and goes back to the button; a press or the focus elsewhere closes it too', () => {
  const heard: string[] = [];
  render(<button type="button">Elsewhere</button>);
  document.body.addEventListener('keydown', ({ key }) => heard.push(key), { once: true });
  open([]);
  fireEvent.click(button());
  press('Escape');
  expect([screen.queryByRole('listbox'), document.activeElement]).toEqual([null, button()]);
  fireEvent.click(button());
  fireEvent.pointerDown(screen.getByText('Elsewhere'));
  expect(screen.queryByRole('listbox')).toBeNull();
  fireEvent.click(button());
  fireEvent.focusIn(screen.getByText('Elsewhere'));
  expect(screen.queryByRole('listbox')).toBeNull();
});
