// The divider is where the pointer lets it go, however busy the page is.
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { SplitPane } from './split-pane.tsx';

afterEach(cleanup);

it('takes the place of letting go, also when the last movement is not drawn yet', () => {
  const onWidth = vi.fn<(width: number) => void>();
  render(<SplitPane label="Width" left="" right="" width={360} min={200} max={700} onWidth={onWidth} />);
  const divider = screen.getByRole('separator');
  divider.setPointerCapture = () => undefined;
  // The frame ends at 0 here: so far left of it is so wide.
  const say = (type: string, width: number): boolean =>
    divider.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId: 1, clientX: -width }));
  act(() => void say('pointerdown', 360));
  act(() => void say('pointermove', 400));
  act(() => {
    say('pointermove', 450);
    say('pointerup', 460);
  });
  expect(onWidth.mock.calls).toEqual([[460]]);
});
