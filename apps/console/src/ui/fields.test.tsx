// The fields that a form is made of: what they are called, what they say of themselves, what comes out of them.
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { startTexts } from '../lib/i18n.ts';
import { CheckboxField, SwitchField } from './checkbox-field.tsx';
import { DateTimeField } from './date-time-field.tsx';
import { TextAreaField } from './field.tsx';
import { NumberField } from './number-field.tsx';
import { RadioField } from './radio-field.tsx';
import { SelectField } from './select-field.tsx';
import { described, draw } from './testing.tsx';
import { TickRow } from './tick-row.tsx';

beforeAll(startTexts);
afterEach(cleanup);

const canHaveFocus = (element: HTMLElement): boolean => {
  element.focus();
  return document.activeElement === element;
};

it('a number keeps what was typed, shows its unit, and is NaN while it is none', () => {
  const out = draw(5, (value, onChange) => (
    <NumberField label="Speed" unit="km/h" help="On the road" value={value} onChange={onChange} />
  ));
  const field = screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Speed' });
  expect(field.value).toBe('5');
  expect(canHaveFocus(field)).toBe(true);
  expect(described(field)).toBe('On the road');
  screen.getByText('km/h');
  for (const typed of ['7.50', '', '-3']) fireEvent.change(field, { target: { value: typed } });
  expect(out).toEqual([7.5, Number.NaN, -3]);
  fireEvent.change(field, { target: { value: '7.50' } });
  expect(field.value).toBe('7.50');
});

it('a number that changes from outside is shown', () => {
  const { rerender } = render(<NumberField label="Speed" value={5} onChange={() => undefined} />);
  rerender(<NumberField label="Speed" value={6} onChange={() => undefined} error="Speed: at most 5." />);
  const field = screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Speed' });
  expect([field.value, field.getAttribute('aria-invalid'), described(field)]).toEqual([
    '6',
    'true',
    'Speed: at most 5.',
  ]);
});

it('a switch is one, by name and state, and is turned by a press on its words', () => {
  const out = draw(false, (on, onChange) => (
    <SwitchField label="With sound" help="Costs more" on={on} onChange={onChange} />
  ));
  const field = screen.getByRole('switch', { name: 'With sound' });
  expect(canHaveFocus(field)).toBe(true);
  expect(described(field)).toBe('Costs more');
  expect(field.getAttribute('aria-checked')).toBe('false');
  fireEvent.click(screen.getByText('With sound'));
  expect(field.getAttribute('aria-checked')).toBe('true');
  fireEvent.click(field);
  expect(out).toEqual([true, false]);
});

it('a switch that is busy keeps focus and place, and takes no press', () => {
  const out = draw(true, (on, onChange) => <SwitchField label="Forward" busy on={on} onChange={onChange} />);
  const field = screen.getByRole('switch', { name: 'Forward' });
  expect([field.getAttribute('aria-busy'), field.getAttribute('aria-disabled'), canHaveFocus(field)]).toEqual([
    'true',
    'true',
    true,
  ]);
  fireEvent.click(field);
  expect([out, field.getAttribute('aria-checked')]).toEqual([[], 'true']);
});

it('a checkbox says whether it is on, in part on, or wrong; a press on its words turns it', () => {
  const out = draw<boolean | undefined>(undefined, (on, onChange) => (
    <CheckboxField
      label="All channels"
      help="Eight of them"
      {...(on === false && { error: 'Choose one.' })}
      mixed={on === undefined}
      on={on === true}
      onChange={onChange}
    />
  ));
  const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'All channels' });
  expect([box.indeterminate, described(box), canHaveFocus(box)]).toEqual([true, 'Eight of them', true]);
  fireEvent.click(screen.getByText('All channels'));
  expect([box.indeterminate, box.checked]).toEqual([false, true]);
  fireEvent.click(box);
  expect([out, box.getAttribute('aria-invalid'), described(box)]).toEqual([[true, false], 'true', 'Choose one.']);
});

it('several lines: Enter begins one, Control and Enter send the form', () => {
  let sent = 0;
  const out = draw('one', (value, onChange) => (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        sent += 1;
      }}
    >
      <TextAreaField label="Memo" error="Too long." value={value} onChange={onChange} />
    </form>
  ));
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Memo' });
  expect([field.value, described(field), field.getAttribute('aria-invalid')]).toEqual(['one', 'Too long.', 'true']);
  fireEvent.change(field, { target: { value: 'one\ntwo' } });
  expect(out).toEqual(['one\ntwo']);
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(sent).toBe(0);
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true });
  expect(sent).toBe(1);
});

it('radio buttons are one group with a name, of which one is chosen', () => {
  const options = [
    { value: 1, name: 'One', about: 'alone' },
    { value: 2, name: 'Two' },
  ];
  const out = draw(1, (value, onChange) => (
    <RadioField label="How many" value={value} options={options} onChange={onChange} />
  ));
  screen.getByRole('group', { name: 'How many' });
  const [one, two] = screen.getAllByRole<HTMLInputElement>('radio');
  expect(screen.getByRole('radio', { name: 'One alone' })).toBe(one);
  expect(one?.name).toBe(two?.name);
  expect([one?.checked, two?.checked]).toEqual([true, false]);
  fireEvent.click(screen.getByText('Two'));
  expect([one?.checked, two?.checked, out]).toEqual([false, true, [2]]);
});

it('a choice among few may stand without one, says what is wrong, and leaves out what cannot be', () => {
  const options = [
    { value: 'a', name: 'A' },
    { value: 'b', name: 'B', disabled: true },
  ];
  const out = draw<string | undefined>(undefined, (value, onChange) => (
    <RadioField label="Which" labelHidden error="Choose one." value={value} options={options} onChange={onChange} />
  ));
  expect(described(screen.getByRole('group', { name: 'Which' }))).toBe('Choose one.');
  expect(screen.getByText('Which').className).toBe('visually-hidden');
  const [a, b] = screen.getAllByRole<HTMLInputElement>('radio');
  expect([a?.checked, b?.checked, b?.disabled]).toEqual([false, false, true]);
  fireEvent.click(screen.getByText('A'));
  expect(out).toEqual(['a']);
});

it('two groups of radio buttons do not take each other’s choice away', () => {
  const options = [{ value: 'a', name: 'A' }];
  render(
    <>
      <RadioField label="First" value="a" options={options} onChange={() => undefined} />
      <RadioField label="Second" value="a" options={options} onChange={() => undefined} />
    </>,
  );
  const [first, second] = screen.getAllByRole<HTMLInputElement>('radio');
  expect(first?.name).not.toBe(second?.name);
});

it('ticks are named after the row and their number, and come out sorted', () => {
  const out = draw<readonly number[]>([3], (ticked, onChange) => (
    <TickRow label="Channel" numbers={[1, 2, 3]} ticked={ticked} onChange={onChange} error="Choose one." />
  ));
  const row = screen.getByRole('group', { name: /Channel/ });
  expect(described(row)).toBe('Choose one.');
  const first = screen.getByRole('checkbox', { name: 'Channel 1' });
  expect(canHaveFocus(first)).toBe(true);
  fireEvent.click(first);
  fireEvent.click(screen.getByRole('checkbox', { name: 'Channel 3' }));
  expect(out).toEqual([[1, 3], [1]]);
});

it('ticks that people know by name say no number, only one without a name does', () => {
  const nameOf = (bit: number): string => ['Over speed', '', 'Fatigue'][bit] ?? '';
  draw<readonly number[]>([], (ticked, onChange) => (
    <TickRow label="Alarms" numbers={[0, 1, 2]} nameOf={nameOf} nameOnly ticked={ticked} onChange={onChange} />
  ));
  const names = screen.getAllByRole('checkbox').map((box) => box.getAttribute('aria-label'));
  expect(names).toEqual(['Alarms Over speed', 'Alarms 1', 'Alarms Fatigue']);
  expect(screen.queryByText('0')).toBeNull();
  expect(screen.getByText('1')).toBeTruthy();
});

it('a choice among numbers gives numbers, says what is wrong, and shows what stands beside its name', () => {
  const out = draw(4, (value, onChange) => (
    <SelectField
      label="Channels"
      value={value}
      options={[1, 4, 16]}
      textOf={(each) => `${each} channels`}
      beside={<i>picture of {value}</i>}
      error="Too few."
      onChange={onChange}
    />
  ));
  const field = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Channels' });
  expect([canHaveFocus(field), described(field), field.getAttribute('aria-invalid')]).toEqual([
    true,
    'Too few.',
    'true',
  ]);
  fireEvent.change(field, { target: { value: '16' } });
  expect(out).toEqual([16]);
  screen.getByText('picture of 16');
});

it('a moment is one field: UTC ms, NaN while it is none, seconds may be left out, and what was typed stays', () => {
  const start = new Date(2026, 2, 1, 7, 8, 9).getTime();
  const out = draw(start, (ms, onChange) => <DateTimeField label="Start" ms={ms} onChange={onChange} />);
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Start' });
  expect(field.value).toBe('2026-03-01 07:08:09');
  fireEvent.change(field, { target: { value: '2026-03-01 09:08:09' } });
  fireEvent.change(field, { target: { value: '2026-02-3 9:08' } });
  fireEvent.change(field, { target: { value: '2026-02-30 09:08:09' } });
  fireEvent.change(field, { target: { value: '2026-02-28 24:00' } });
  expect(field.value).toBe('2026-02-28 24:00');
  screen.getByText('Write the moment as 2026-03-01 14:05:00.');
  expect(out).toEqual([start + 7_200_000, new Date(2026, 1, 3, 9, 8).getTime(), Number.NaN, Number.NaN]);
});

it('a moment that is none yet begins empty', () => {
  draw(Number.NaN, (ms, onChange) => <DateTimeField label="Start" ms={ms} onChange={onChange} />);
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Start' }).value).toBe('');
});
