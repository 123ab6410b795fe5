// The Enter that ends a word of an input method opens nothing: the next one does.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startTexts } from '../../lib/i18n.ts';
import { startLive } from '../../live/index.ts';
import { sessionStore, signedOut } from '../../live/session.ts';
import { QuickBar } from './quick-bar.tsx';

beforeAll(startTexts);
afterEach(() => {
  cleanup();
  sessionStore.setState(signedOut, true);
});

it('goes where the row leads with the Enter that is its own', async () => {
  startLive();
  sessionStore.setState({ ...signedOut, loginFlag: 1, level: 0 }, true);
  const onClose = vi.fn<() => void>();
  const Bar = () => <QuickBar onClose={onClose} />;
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={createMemoryRouter([{ path: '*', Component: Bar }])} />
    </QueryClientProvider>,
  );
  const field = screen.getByRole('combobox');
  fireEvent.change(field, { target: { value: 'Permission' } });
  await screen.findAllByRole('option');
  fireEvent.keyDown(field, { key: 'Enter', isComposing: true });
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(onClose).toHaveBeenCalledTimes(1);
});
