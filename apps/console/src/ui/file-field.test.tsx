// The field for files: chosen, dropped, refused, taken away.
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { startTexts } from '../lib/i18n.ts';
import { FileField, isAccepted } from './file-field.tsx';
import { described, draw } from './testing.tsx';

beforeAll(startTexts);
afterEach(cleanup);

const png = new File(['12345'], 'Logo.PNG', { type: 'image/png' });
const text = new File(['x'.repeat(1500)], 'notes.txt', { type: 'text/plain' });
const open = (more: Partial<Parameters<typeof FileField>[0]> = {}): (readonly File[])[] =>
  draw<readonly File[]>([], (files, onChange) => (
    <FileField label="Logo" accept=".png, image/jpeg" files={files} onChange={onChange} {...more} />
  ));
const field = (): HTMLInputElement => screen.getByLabelText('Logo');
const drop = (files: readonly File[]): boolean =>
  fireEvent.drop(field().parentElement ?? field(), { dataTransfer: { files } });

it('knows kinds by their ending, their type and their family', () => {
  expect([
    isAccepted(png, '.png'),
    isAccepted(png, 'image/png'),
    isAccepted(png, 'image/*'),
    isAccepted(png, ''),
    isAccepted(png, '.jpg, text/*'),
  ]).toEqual([true, true, true, true, false]);
});

it('takes what is chosen and what is dropped, one at a time', () => {
  const out = open({ accept: '' });
  fireEvent.change(field(), { target: { files: [png] } });
  drop([text, png]);
  expect(out).toEqual([[png], [text]]);
  screen.getByText('2 kB');
});

it('several are kept side by side, and each can be taken away', () => {
  const out = open({ accept: '', multiple: true });
  drop([png]);
  drop([text]);
  expect(out.at(-1)).toEqual([png, text]);
  fireEvent.click(screen.getByRole('button', { name: 'Remove Logo.PNG from the list' }));
  expect(out.at(-1)).toEqual([text]);
});

it('says which file is of no such kind, and takes nothing while it is busy or disabled', () => {
  const out = open();
  drop([text]);
  expect([out, described(field())]).toEqual([[], 'notes.txt is not a file of this kind.']);
  drop([png]);
  expect([out, described(field())]).toEqual([[[png]], '']);
  cleanup();
  const none = open({ busy: true });
  drop([png]);
  expect([none, field().disabled, field().getAttribute('aria-busy')]).toEqual([[], true, 'true']);
});
