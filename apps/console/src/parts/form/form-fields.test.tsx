// Fields whose record is still on its way: not typed into, said to be busy, and as they were left once it is there.
import { mapSetting } from '@outrider/contract';
import { act, cleanup, render, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startTexts } from '../../lib/i18n.ts';
import { FormBody } from './form-dialog.tsx';
import type { FieldsState } from './form-fields.tsx';
import { useForm } from './use-form.ts';

beforeAll(startTexts);
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const draw = (): ReactElement => <button type="button">Closer</button>;

const Sample = ({ fields, focused = false }: { fields: FieldsState; focused?: boolean }): ReactElement => {
  const form = useForm({
    of: mapSetting.save,
    start: { mode: 'online', tilesUrl: '', attribution: '© T', maxZoom: 19 },
    rows: [
      { control: 'text', key: 'attribution', label: 'Words' },
      { control: 'select', key: 'mode', label: 'Mode', options: [{ value: 'online', name: 'Online' }] },
      { control: 'own', key: 'maxZoom', label: 'Zoom', draw },
    ],
    save: async () => undefined,
  });
  return <FormBody id="sample" form={form} focused={focused} fields={fields} />;
};
const controls = (): HTMLElement[] => [
  screen.getByRole('textbox', { name: 'Words' }),
  screen.getByRole('combobox', { name: 'Mode' }),
  screen.getByRole('button', { name: 'Closer' }),
];
/** What a disabled fieldset does to its controls is the browser's to know. */
const usable = (): boolean[] => controls().map((control) => control.closest('fieldset:disabled') === null);
const group = (): HTMLElement => screen.getByRole('group');
const said = (): string => screen.queryByRole('status')?.textContent.trim() ?? '';

it('no field can be used before the record is there; what is late is said', () => {
  const { rerender } = render(<Sample fields="loading" />);
  expect(usable()).toEqual([false, false, false]);
  expect([group().getAttribute('aria-busy'), said()]).toEqual(['true', '']);
  act(() => void vi.advanceTimersByTime(300));
  expect(said()).toBe('Loading');
  rerender(<Sample fields="open" />);
  expect(usable()).toEqual([true, true, true]);
  expect([group().getAttribute('aria-busy'), said()]).toEqual(['false', '']);
});

it('while it is saved it is busy and says nothing; one without a record is not busy', () => {
  const { rerender } = render(<Sample fields="saving" />);
  act(() => void vi.advanceTimersByTime(1000));
  expect([group().getAttribute('aria-busy'), said(), ...usable()]).toEqual(['true', '', false, false, false]);
  rerender(<Sample fields="closed" />);
  expect([group().getAttribute('aria-busy'), said(), ...usable()]).toEqual(['false', '', false, false, false]);
});

it('the field that had the focus has it again, unless something else was chosen meanwhile', () => {
  const { rerender } = render(<Sample fields="open" />);
  const [words] = controls();
  const save = (): void => {
    words?.focus();
    rerender(<Sample fields="saving" />);
    words?.blur(); // as browsers do with what is disabled
  };
  save();
  rerender(<Sample fields="open" />);
  expect(document.activeElement).toBe(words);
  const other = document.body.appendChild(document.createElement('button'));
  save();
  other.focus();
  rerender(<Sample fields="open" />);
  expect(document.activeElement).toBe(other);
  other.remove();
});

it('a form that begins with the focus in its first field has it there once the record has come', () => {
  const { rerender } = render(<Sample fields="loading" focused />);
  expect(document.activeElement).toBe(document.body);
  rerender(<Sample fields="open" focused />);
  expect(document.activeElement).toBe(controls()[0]);
});
