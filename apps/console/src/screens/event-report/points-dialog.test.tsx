// Points that were typed are not dropped unasked.
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startTexts } from '../../lib/i18n.ts';
import { PointsDialog } from './points-dialog.tsx';

beforeAll(startTexts);
afterEach(cleanup);

it('asks before it is closed beside its buttons, where something was changed', () => {
  const onClose = vi.fn<() => void>();
  render(<PointsDialog line="" onTake={() => undefined} onClose={onClose} />);
  const cross = screen.getByRole('button', { name: 'Close' });
  const [field = document.body] = screen.getAllByRole('spinbutton');
  fireEvent.click(cross);
  expect(onClose).toHaveBeenCalledTimes(1);
  fireEvent.change(field, { target: { value: '-7' } });
  fireEvent.click(cross);
  expect(onClose).toHaveBeenCalledTimes(1);
  screen.getByRole('dialog', { name: 'Discard the changes?' });
});
