// Toasts come with the first of them: what is shown before their place is loaded is seen once it is.
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { startTexts } from '../lib/i18n.ts';
import { ToastPlace } from './toast-place.tsx';
import { showToast } from './toast.ts';

beforeAll(startTexts);
afterEach(cleanup);

it('loads nothing until a toast is shown, and then shows it', async () => {
  const { container } = render(<ToastPlace early={false} />);
  expect(container.innerHTML).toBe('');
  showToast('info', 'first of all', 'and its text');
  await screen.findByText('first of all');
  screen.getByText('and its text');
  showToast('info', 'second');
  await screen.findByText('second');
});
