// A search that failed can be asked once more where it says so.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { postEventQuery } from '@outrider/contract';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startTexts } from '../../lib/i18n.ts';
import { QueryEventsScreen } from './query-events-screen.tsx';

beforeAll(startTexts);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('asks the same question again', async () => {
  const asked: unknown[] = [];
  const answers = [Response.json({ hasError: 1, message: 'The disk is full.' }, { status: 500 }), Response.json([])];
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit) => {
    if (!path.startsWith(postEventQuery.path)) return Response.json([]);
    asked.push(JSON.parse(String(body)));
    return answers.shift();
  });
  const router = createMemoryRouter([{ path: '/', Component: QueryEventsScreen }], {
    initialEntries: ['/?date=2026-03-01'],
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Search' }));
  expect((await screen.findByRole('alert')).textContent).toContain('The disk is full.');
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('no records');
  expect(asked).toHaveLength(2);
  expect(asked[1]).toEqual(asked[0]);
});
