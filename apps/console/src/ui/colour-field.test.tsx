// The field for a colour: what counts as one, and the picker in the language of the page.
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { chooseLocale, startTexts } from '../lib/i18n.ts';
import { ColourField } from './colour-field.tsx';
import { described, draw } from './testing.tsx';

beforeAll(startTexts);
afterEach(cleanup);

const open = (first: string): string[] =>
  draw(first, (colour, onChange) => <ColourField label="Path" colour={colour} onChange={onChange} />);
const field = (): HTMLInputElement => screen.getByRole('textbox', { name: 'Path' });

it('says what is no colour; an empty one is not wrong', () => {
  const out = open('#0693E3');
  expect(described(field())).toBe('');
  for (const wrong of ['#06', 'red', '#0693E3FF', '#GG0000']) {
    fireEvent.change(field(), { target: { value: wrong } });
    expect(described(field()), wrong).toBe('Write the colour as #0693E3.');
  }
  fireEvent.change(field(), { target: { value: '' } });
  expect([described(field()), out.at(-1)]).toEqual(['', '']);
});

it('the picker opens from the button, is moved by arrow keys, and Escape goes back', async () => {
  const out = open('#0693E3');
  const button = screen.getByRole('button', { name: 'Pick a colour' });
  fireEvent.click(button);
  const hue = await screen.findByRole('slider', { name: 'Hue' });
  screen.getByRole('slider', { name: 'Brightness' });
  await act(async () => void fireEvent.keyDown(hue, { key: 'ArrowRight', keyCode: 39, which: 39 }));
  expect(out.at(-1)).toMatch(/^#[0-9A-F]{6}$/);
  expect(out.at(-1)).not.toBe('#0693E3');
  expect(screen.getByRole('slider', { name: 'Hue' }).getAttribute('aria-valuetext')).toBe(out.at(-1));
  fireEvent.keyDown(hue, { key: 'Escape' });
  expect([screen.queryByRole('slider'), document.activeElement]).toEqual([null, button]);
});

it('names its sliders in the language of the page', async () => {
  await chooseLocale('cn');
  open('#0693E3');
  fireEvent.click(screen.getByRole('button', { name: '选取颜色' }));
  expect(await screen.findByRole('slider', { name: '色相' })).not.toBeNull();
  screen.getByRole('slider', { name: '亮度' });
  await chooseLocale('en');
});
