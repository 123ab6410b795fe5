// The sheet of an account says why it does not come, instead of staying empty.
import { s04Permissions } from '@outrider/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startTexts } from '../../lib/i18n.ts';
import { startLive } from '../../live/index.ts';
import { UserSheet } from './user-sheet.tsx';

beforeAll(startTexts);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('when the groups cannot be loaded it says so, and asks again', async () => {
  let asked = 0;
  vi.stubGlobal('fetch', async () => {
    asked += 1;
    return Response.json({ hasError: 1, message: 'The database is busy' }, { status: 500 });
  });
  vi.spyOn(startLive().connection, 'ask').mockResolvedValue({ Z: s04Permissions.example.reply.Z });
  const Sheet = () => <UserSheet row={undefined} rows={[]} onClose={() => {}} onSaved={() => {}} apart={undefined} />;
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={createMemoryRouter([{ path: '/', Component: Sheet }])} />
    </QueryClientProvider>,
  );
  await screen.findByRole('alert');
  const before = asked;
  fireEvent.click(screen.getByRole('button'));
  expect(asked).toBeGreaterThan(before);
});
