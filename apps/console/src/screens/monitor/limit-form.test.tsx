// The numbers that a task monitor sets: typed into once the server has said what they are, and not overwritten after that.
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { startTexts } from '../../lib/i18n.ts';
import { LimitForm } from './limit-form.tsx';

beforeAll(startTexts);
afterEach(cleanup);

const limits = [{ letter: 'A', label: 'Most', min: 1, max: 100, byDefault: 20 }];
const form = (connected: boolean, held?: number): ReactElement => (
  <LimitForm
    limits={limits}
    connected={connected}
    held={held === undefined ? undefined : { A: held }}
    set={() => undefined}
  />
);
const field = (): HTMLInputElement => screen.getByLabelText('Most');
const shown = (): [string, boolean] => [field().value, field().closest('fieldset:disabled') === null];

it('shows the default, closed, until the server has said; then what is typed stays for as long as the connection', () => {
  const { rerender } = render(form(false));
  expect(shown()).toEqual(['20', false]);
  rerender(form(true));
  expect(shown()).toEqual(['20', false]);
  rerender(form(true, 7));
  expect(shown()).toEqual(['7', true]);
  fireEvent.change(field(), { target: { value: '9' } });
  rerender(form(true, 8));
  expect(shown()).toEqual(['9', true]);
  rerender(form(false, 8));
  expect(shown()).toEqual(['9', false]);
  rerender(form(true, 8));
  expect(shown()).toEqual(['8', true]);
});
