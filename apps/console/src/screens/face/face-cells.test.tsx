// A word of a face that may not be empty says so once, also where its cell has gone meanwhile.
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { toast } from 'sonner';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { startTexts } from '../../lib/i18n.ts';
import { Toasts } from '../../ui/toasts.tsx';
import { WordCell } from './face-cells.tsx';
import type { FaceRow } from './use-faces.ts';

const face: FaceRow = {
  faceid: 1,
  unit: 'North',
  idcard: 'A1',
  name: '',
  contact: '',
  memo: '',
  updatetime: 0,
  photos: [],
};

beforeAll(startTexts);
afterEach(() => {
  toast.dismiss();
  cleanup();
});

it('says once that it cannot be empty, when it goes with its row', async () => {
  render(<Toasts />);
  const { unmount } = render(<WordCell face={face} of="unit" label="Group" needed save={async () => []} />);
  fireEvent.click(screen.getByRole('button'));
  fireEvent.change(screen.getByRole('textbox'), { target: { value: '' } });
  await act(async () => unmount());
  await screen.findByText('cannot be empty');
  const toasts = [...document.querySelectorAll('[data-sonner-toast]')];
  expect(toasts.map((each) => each.textContent)).toEqual(['Groupcannot be empty']);
});
