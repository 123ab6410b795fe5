// A text that may not be empty says so once, also where its cell has gone meanwhile.
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { toast } from 'sonner';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { startTexts } from '../lib/i18n.ts';
import { Toasts } from '../ui/toasts.tsx';
import { SavedCell } from './saved-cell.tsx';

beforeAll(startTexts);
afterEach(() => {
  toast.dismiss();
  cleanup();
});

it('says once that it cannot be empty, when it goes with its row', async () => {
  render(<Toasts />);
  const { unmount } = render(
    <SavedCell label="File name of 7" title="File name" text="a.bin" onSave={async () => undefined} />,
  );
  fireEvent.click(screen.getByRole('button'));
  fireEvent.change(screen.getByRole('textbox'), { target: { value: '' } });
  await act(async () => unmount());
  await screen.findByText('cannot be empty');
  const toasts = [...document.querySelectorAll('[data-sonner-toast]')];
  expect(toasts.map((each) => each.textContent)).toEqual(['File namecannot be empty']);
});
