// The slider: what it says, and that its ends are the browser's.
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { startTexts } from '../lib/i18n.ts';
import { SliderField } from './slider-field.tsx';
import { described, draw } from './testing.tsx';

beforeAll(startTexts);
afterEach(cleanup);

it('says its value with the unit, on screen and to those who hear it', () => {
  const out = draw(40, (value, onChange) => (
    <SliderField
      label="Volume"
      help="Of this page"
      unit="%"
      min={0}
      max={100}
      step={5}
      value={value}
      onChange={onChange}
    />
  ));
  const slider = screen.getByRole<HTMLInputElement>('slider', { name: 'Volume' });
  expect([slider.min, slider.max, slider.step, slider.getAttribute('aria-valuetext')]).toEqual([
    '0',
    '100',
    '5',
    '40 %',
  ]);
  expect(described(slider)).toBe('Of this page');
  fireEvent.change(slider, { target: { value: '65' } });
  expect([out, slider.getAttribute('aria-valuetext')]).toEqual([[65], '65 %']);
  screen.getByText('65 %');
});

it('that is disabled takes no focus', () => {
  draw(40, (value, onChange) => (
    <SliderField label="Volume" min={0} max={100} value={value} onChange={onChange} disabled error="No sound." />
  ));
  const slider = screen.getByRole<HTMLInputElement>('slider', { name: 'Volume' });
  expect([slider.disabled, slider.getAttribute('aria-invalid'), described(slider)]).toEqual([
    true,
    'true',
    'No sound.',
  ]);
});
