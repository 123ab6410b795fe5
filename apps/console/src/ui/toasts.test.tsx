// Toasts in the language of the page: what a screen reader says of their place and of the button that closes one.
import { act, cleanup, render, screen } from '@testing-library/react';
import { toast } from 'sonner';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { chooseLocale } from '../lib/i18n.ts';
import { showToast } from './toast.ts';
import { Toasts } from './toasts.tsx';

beforeEach(() => {
  // The texts that come along.
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('away');
  });
});
afterEach(async () => {
  toast.dismiss();
  cleanup();
  await chooseLocale('en');
});

it('names its place and the button that closes a toast, also after a change of language', async () => {
  render(<Toasts closeButton />);
  act(() => showToast('info', 'Hello'));
  await screen.findByRole('button', { name: 'Close toast' });
  await act(() => chooseLocale('tw'));
  await screen.findByRole('button', { name: '關閉通知' });
  expect(screen.getByRole('region').getAttribute('aria-label')).toMatch(/^通知/);
});
