// A face that is to be deleted is named by more than its number.
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { startTexts } from '../../lib/i18n.ts';
import { DeleteCell } from './face-cells.tsx';

beforeAll(startTexts);
afterEach(cleanup);

const face = {
  faceid: 7,
  unit: 'North',
  idcard: 'A1',
  name: 'Wang',
  contact: '',
  memo: '',
  photos: [],
  updatetime: 1_790_000_000,
};

it('by its name, group and card, and in the words of the documents', () => {
  render(<DeleteCell face={face} remove={async () => ({ hasError: 0, message: '' })} />);
  fireEvent.click(screen.getByRole('button', { name: 'Delete face 7' }));
  const dialog = screen.getByRole('dialog', { name: 'Delete Wang' });
  expect(dialog.textContent).toContain('Do you really want to remove [7]');
  expect(dialog.textContent).toContain('Wang · North · A1');
});
