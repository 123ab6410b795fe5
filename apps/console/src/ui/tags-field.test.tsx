// The field for a list of short texts: how tags come and go by keys.
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { startTexts } from '../lib/i18n.ts';
import { TagsField } from './tags-field.tsx';
import { described, draw } from './testing.tsx';

beforeAll(startTexts);
afterEach(cleanup);

const open = (first: readonly string[] = []): { out: (readonly string[])[]; field: HTMLInputElement } => {
  const out = draw(first, (tags, onChange) => (
    <TagsField label="Addresses" help="Of mail" tags={tags} onChange={onChange} />
  ));
  return { out, field: screen.getByRole<HTMLInputElement>('textbox', { name: 'Addresses' }) };
};
const type = (field: HTMLElement, value: string): boolean => fireEvent.change(field, { target: { value } });
const tagButton = (tag: string): HTMLElement => screen.getByRole('button', { name: `Remove ${tag} from the list` });

it('Enter and commas add what was typed, without space and repeats; Enter in the empty field is the form’s', () => {
  const { out, field } = open();
  expect(described(field)).toBe('Of mail');
  type(field, ' a@x ');
  expect(fireEvent.keyDown(field, { key: 'Enter' })).toBe(false);
  expect(field.value).toBe('');
  type(field, 'b@x');
  fireEvent.keyDown(field, { key: '，' });
  type(field, 'a@x');
  fireEvent.keyDown(field, { key: ',' });
  expect(out).toEqual([['a@x'], ['a@x', 'b@x']]);
  expect(fireEvent.keyDown(field, { key: 'Enter' })).toBe(true);
});

it('a pasted list is several tags, and what stands there when the focus leaves is not lost', () => {
  const { out, field } = open(['z']);
  fireEvent.paste(field, { clipboardData: { getData: () => 'a, b\nc' } });
  expect(out.at(-1)).toEqual(['z', 'a', 'b', 'c']);
  type(field, 'd');
  fireEvent.blur(field);
  expect(out.at(-1)).toEqual(['z', 'a', 'b', 'c', 'd']);
});

it('arrows lead from tag to tag and back, Delete and Backspace take them away', () => {
  const { out, field } = open(['a', 'b', 'c']);
  field.focus();
  fireEvent.keyDown(field, { key: 'ArrowLeft' });
  expect(document.activeElement).toBe(tagButton('c'));
  fireEvent.keyDown(tagButton('c'), { key: 'ArrowLeft' });
  expect(document.activeElement).toBe(tagButton('b'));
  fireEvent.keyDown(tagButton('b'), { key: 'ArrowRight' });
  fireEvent.keyDown(tagButton('c'), { key: 'ArrowRight' });
  expect(document.activeElement).toBe(field);
  fireEvent.keyDown(field, { key: 'ArrowLeft' });
  fireEvent.keyDown(tagButton('c'), { key: 'ArrowLeft' });
  fireEvent.keyDown(tagButton('b'), { key: 'Delete' });
  expect([out.at(-1), document.activeElement]).toEqual([['a', 'c'], field]);
  fireEvent.keyDown(field, { key: 'Backspace' });
  expect(out.at(-1)).toEqual(['a']);
  fireEvent.click(tagButton('a'));
  expect(out.at(-1)).toEqual([]);
});

it('Backspace and arrows in what is typed change only that', () => {
  const { out, field } = open(['a']);
  type(field, 'bc');
  field.setSelectionRange(2, 2);
  fireEvent.keyDown(field, { key: 'Backspace' });
  fireEvent.keyDown(field, { key: 'ArrowLeft' });
  expect([out, document.activeElement === tagButton('a')]).toEqual([[], false]);
});

it('a press anywhere in its frame leads into the input', () => {
  const { field } = open(['a']);
  fireEvent.pointerDown(field.parentElement ?? field);
  expect(document.activeElement).toBe(field);
});
