// Tabs: what a screen reader hears of them, and where the keys lead.
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { startTexts } from '../lib/i18n.ts';
import { Tabs } from './tabs.tsx';

beforeAll(startTexts);
afterEach(cleanup);

const tabs = [
  { id: 'limits', name: 'Limits' },
  { id: 'video', name: 'Video', changed: true },
  { id: 'audio', name: 'Audio', disabled: true },
  { id: 'network', name: 'Network' },
];
const Opened = ({ side = false }: { side?: boolean }): ReactElement => {
  const [open, setOpen] = useState('limits');
  return (
    <Tabs label="Parameters" tabs={tabs} open={open} onOpen={setOpen} side={side}>
      about {open}
    </Tabs>
  );
};
const opened = (): string =>
  screen
    .getAllByRole('tab')
    .filter((tab) => tab.getAttribute('aria-selected') === 'true')
    .map((tab) => tab.textContent)
    .join();
const press = (key: string): boolean => fireEvent.keyDown(document.activeElement ?? document.body, { key });

it('one tab is open, names the section in sight, and is the only stop of the Tab key', () => {
  render(<Opened />);
  expect(screen.getByRole('tablist', { name: 'Parameters' }).getAttribute('aria-orientation')).toBe('horizontal');
  expect(screen.getByRole('tabpanel', { name: 'Limits' }).textContent).toBe('about limits');
  const stops = screen.getAllByRole('tab').map((tab) => tab.tabIndex);
  expect(stops).toEqual([0, -1, -1, -1]);
  expect(screen.getByRole('tab', { name: 'Limits' }).getAttribute('aria-controls')).toBe(
    screen.getByRole('tabpanel').id,
  );
});

it('a section with changes says so in words', () => {
  render(<Opened />);
  screen.getByRole('tab', { name: 'Video changed' });
});

it('arrows lead round past what cannot be opened, Home and End to the ends; the focus comes along', () => {
  render(<Opened />);
  screen.getByRole('tab', { name: 'Limits' }).focus();
  const ways: [key: string, opens: string][] = [
    ['ArrowRight', 'Videochanged'],
    ['ArrowRight', 'Network'],
    ['ArrowRight', 'Limits'],
    ['ArrowLeft', 'Network'],
    ['Home', 'Limits'],
    ['End', 'Network'],
    ['ArrowDown', 'Network'],
    ['x', 'Network'],
  ];
  for (const [key, opens] of ways) {
    press(key);
    expect([opened(), document.activeElement?.textContent], key).toEqual([opens, opens]);
  }
  expect(screen.getByRole('tabpanel', { name: 'Network' }).textContent).toBe('about network');
});

it('tabs down the side take the arrows up and down', () => {
  render(<Opened side />);
  screen.getByRole('tab', { name: 'Limits' }).focus();
  expect(screen.getByRole('tablist').getAttribute('aria-orientation')).toBe('vertical');
  press('ArrowDown');
  expect(opened()).toBe('Videochanged');
  press('ArrowUp');
  expect(opened()).toBe('Limits');
});

it('a press opens, but not what is disabled', () => {
  render(<Opened />);
  fireEvent.click(screen.getByRole('tab', { name: 'Network' }));
  fireEvent.click(screen.getByRole('tab', { name: 'Audio' }));
  expect(opened()).toBe('Network');
});

it('another choice in the place of the row leaves what is typed in the section', () => {
  const drawn = (choice?: ReactElement) => (
    <Tabs label="Parameters" tabs={tabs} open="limits" onOpen={() => undefined} side choice={choice}>
      <input aria-label="Limit" defaultValue="80" />
    </Tabs>
  );
  const { rerender } = render(drawn());
  const field = screen.getByRole<HTMLInputElement>('textbox');
  field.value = '90';
  rerender(drawn(<select aria-label="Parameters" />));
  expect([screen.queryByRole('tablist'), screen.queryByRole('tabpanel')]).toEqual([null, null]);
  expect(screen.getByRole('textbox')).toBe(field);
  rerender(drawn());
  expect([screen.getByRole('textbox'), field.value]).toEqual([field, '90']);
});
