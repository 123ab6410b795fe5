// The field for a time of day: what counts as one, and what the arrow keys do.
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { startTexts } from '../lib/i18n.ts';
import { described, draw } from './testing.tsx';
import { TimeField, timeMinutes, timeText } from './time-field.tsx';

beforeAll(startTexts);
afterEach(cleanup);

const open = (first: number): { out: number[]; field: HTMLInputElement } => {
  const out = draw(first, (minutes, onChange) => (
    <TimeField label="Reboot" help="Each day" minutes={minutes} onChange={onChange} />
  ));
  return { out, field: screen.getByRole<HTMLInputElement>('textbox', { name: 'Reboot' }) };
};

it('reads what people type, and nothing that is no time of day', () => {
  expect(['07:30', '7:30', '730', '0730', ' 7.30 ', '00:00', '23:59'].map(timeMinutes)).toEqual([
    450, 450, 450, 450, 450, 0, 1439,
  ]);
  for (const wrong of ['', '24:00', '7:60', '7', '7:3', 'ab', '12345'])
    expect(timeMinutes(wrong), wrong).toBe(Number.NaN);
  expect([450, 0, Number.NaN].map(timeText)).toEqual(['07:30', '00:00', '']);
});

it('keeps what is typed as it stands, writes it out when the focus leaves, and is NaN while it is none', () => {
  const { out, field } = open(450);
  expect([field.value, described(field)]).toEqual(['07:30', 'Each day']);
  fireEvent.change(field, { target: { value: '8:' } });
  expect(field.value).toBe('8:');
  fireEvent.change(field, { target: { value: '8:05' } });
  expect(field.value).toBe('8:05');
  fireEvent.blur(field);
  expect([field.value, out]).toEqual(['08:05', [Number.NaN, 485]]);
});

it('arrow keys move the hour or the minute that the cursor is in, round midnight', () => {
  const { out, field } = open(1439);
  const press = (key: string, cursor: number): void => {
    field.setSelectionRange(cursor, cursor);
    fireEvent.keyDown(field, { key });
    expect(field.selectionStart).toBe(cursor);
  };
  press('ArrowUp', 4);
  press('ArrowDown', 4);
  press('ArrowUp', 1);
  press('ArrowDown', 2);
  expect(out).toEqual([0, 1439, 59, 1439]);
  expect(field.value).toBe('23:59');
});
