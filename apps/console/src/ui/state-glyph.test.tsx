// A state must be readable without its colour: by its word and by its shape.
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { StateGlyph } from './state-glyph.tsx';
import type { StateKind } from './state-glyph.tsx';

afterEach(cleanup);
const kinds: readonly StateKind[] = ['driving', 'idle', 'offline', 'alarm', 'unregistered'];

it('says each state in a word of its own', () => {
  const words = kinds.map((kind) => {
    render(<StateGlyph kind={kind} />);
    const word = screen.getByRole('img').getAttribute('aria-label');
    cleanup();
    return word;
  });
  expect(words).toEqual(['Driving', 'Idle', 'Offline', 'Alarm', 'Not registered']);
});

it('draws each state in a shape of its own', () => {
  const shapes = kinds.map((kind) => render(<StateGlyph kind={kind} />).container.querySelector('g')?.innerHTML);
  expect(new Set(shapes).size).toBe(kinds.length);
});

it('turns the driving arrow by its heading and names the ring', () => {
  const { container } = render(<StateGlyph kind="driving" ring="fault" heading={90} />);
  expect(container.querySelector('g')?.getAttribute('transform')).toContain('rotate(90 8 8)');
  expect(screen.getByRole('img').getAttribute('aria-label')).toBe('Driving, Recording fault');
});
