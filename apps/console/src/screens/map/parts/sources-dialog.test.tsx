// The button that saves the source of the map says which one it is.
import { mapSetting } from '@outrider/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { startTexts } from '../../../lib/i18n.ts';
import { SourcesDialog } from './sources-dialog.tsx';

beforeAll(startTexts);
afterEach(cleanup);

it.each([
  [/^Offline map/, 'Use the offline map'],
  [/^Online tiles/, 'Use online tiles'],
  [/^Google/, 'Use Google'],
])('%s', async (source, text) => {
  const sources = { ...mapSetting.load.example.reply, source: 'online' as const, google: true };
  const dialog = <SourcesDialog sources={sources} onClose={() => undefined} />;
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element: dialog }])} />
    </QueryClientProvider>,
  );
  fireEvent.click(screen.getByRole('radio', { name: source }));
  await screen.findByRole('button', { name: text });
  expect(screen.getAllByRole('button', { name: /^Use / })).toHaveLength(1);
});
