// The calendar of one day: where the focus is after a choice, and which month it shows.
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { startTexts } from '../lib/i18n.ts';
import { DayCalendar } from './day-calendar.tsx';

beforeAll(startTexts);
afterEach(cleanup);

/** Draws a calendar that keeps its day; gives what was picked, and what changes the day from outside. */
const open = (first: string) => {
  const picked: string[] = [];
  let change = (_day: string): void => undefined;
  const Kept = (): ReactElement => {
    const [day, setDay] = useState(first);
    change = setDay;
    return (
      <DayCalendar
        label="Day"
        day={day}
        onPick={(next) => {
          picked.push(next);
          setDay(next);
        }}
      />
    );
  };
  render(<Kept />);
  return { picked, change: (day: string): void => act(() => change(day)) };
};
const focused = (): string => document.activeElement?.getAttribute('aria-label') ?? '';
const month = (): string => screen.getByRole('grid').getAttribute('aria-label') ?? '';
const dayButton = (name: RegExp): HTMLElement => screen.getAllByRole('button', { name })[0] ?? document.body;

it('a day of another month chosen by keys keeps the focus', () => {
  const { picked } = open('2024-05-31');
  act(() => dayButton(/May 31st, 2024/).focus());
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'ArrowRight' });
  expect(focused()).toMatch(/June 1st, 2024/);
  fireEvent.click(document.activeElement ?? document.body);
  expect(picked).toEqual(['2024-06-01']);
  expect([screen.getByRole('region', { name: 'Day' }).contains(document.activeElement), focused()]).toEqual([
    true,
    expect.stringMatching(/June 1st, 2024, selected/),
  ]);
  expect(month()).toBe('June 2024');
});

it('a day of the next month that is pressed in this one shows that month, and the focus goes along', () => {
  const { picked } = open('2024-05-31');
  const next = dayButton(/June 1st, 2024/);
  act(() => next.focus());
  fireEvent.click(next);
  expect([picked, month()]).toEqual([['2024-06-01'], 'June 2024']);
  expect(focused()).toMatch(/June 1st, 2024, selected/);
});

it('shows the month of a day that changes outside, and the month that is browsed to until then', () => {
  const { change } = open('2024-05-31');
  fireEvent.click(screen.getByRole('button', { name: /previous month/i }));
  expect(month()).toBe('April 2024');
  change('2024-05-30');
  expect(month()).toBe('April 2024');
  change('2024-02-29');
  expect(month()).toBe('February 2024');
});
