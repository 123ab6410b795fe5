// Drawing over the minutes of a day: by the left button alone, past the edge of the grid, and faster than it is drawn again.
import { cleanup, fireEvent, render } from '@testing-library/react';
import type { TimePart } from '@outrider/contract';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTexts } from '../../lib/i18n.ts';
import { TimeGrid } from './time-grid.tsx';

const captured: number[] = [];
let said: TimePart[][] = [];
beforeAll(startTexts);
beforeEach(() => {
  captured.length = 0;
  said = [];
  // Nothing is laid out here: a place is the minute that its x says.
  document.elementFromPoint = (x) => document.querySelector(`[data-minute="${x}"]`);
  HTMLElement.prototype.setPointerCapture = (id) => void captured.push(id);
});
afterEach(cleanup);

/** The grid of a form that has not taken anything over yet. */
const grid = (): Element => {
  const { container } = render(<TimeGrid label="Parts" parts={[]} onChange={(parts) => said.push(parts)} />);
  return container.querySelector('[aria-hidden] [data-minute]')?.parentElement?.parentElement ?? container;
};
const at = (minute: number, more: object = {}) => ({ pointerId: 7, buttons: 1, clientX: minute, clientY: 0, ...more });

it('a drag takes in all it went over, though nothing was drawn again in between', () => {
  const cells = grid();
  fireEvent.pointerDown(cells, at(60, { button: 0 }));
  expect(captured).toEqual([7]);
  fireEvent.pointerMove(cells, at(62));
  fireEvent.pointerMove(cells, at(9999)); // outside of the grid
  fireEvent.pointerMove(cells, at(65));
  expect(said.at(-1)).toEqual([{ from: 60, to: 65 }]);
});

it('other buttons draw nothing, and a drag ends when the capture does', () => {
  const cells = grid();
  fireEvent.pointerDown(cells, at(60, { button: 2, buttons: 2 }));
  fireEvent.pointerMove(cells, at(62));
  expect(said).toEqual([]);
  fireEvent.pointerDown(cells, at(60, { button: 0 }));
  fireEvent.lostPointerCapture(cells, { pointerId: 7 });
  fireEvent.pointerMove(cells, at(70));
  expect(said).toEqual([[{ from: 60, to: 60 }]]);
});
