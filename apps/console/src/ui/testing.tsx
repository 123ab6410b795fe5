// What tests of fields share: a field that keeps its value, and what a screen reader reads after its name.
import { render } from '@testing-library/react';
import { useState } from 'react';
import type { ReactElement } from 'react';

/** Draws a field that keeps its value, and gives what came out of it. */
export const draw = <V,>(first: V, field: (value: V, onChange: (value: V) => void) => ReactElement): V[] => {
  const out: V[] = [];
  const Kept = (): ReactElement => {
    const [value, setValue] = useState(first);
    return field(value, (next) => {
      out.push(next);
      setValue(next);
    });
  };
  render(<Kept />);
  return out;
};

/** The words that a screen reader reads after the name of a field. */
export const described = (element: Element): string =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ');
