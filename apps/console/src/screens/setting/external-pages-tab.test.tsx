// What is wrong with one of the pages says in which row.
import { externalPagesSetting } from '@outrider/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startTexts } from '../../lib/i18n.ts';
import { ExternalPagesTab } from './external-pages-tab.tsx';

beforeAll(startTexts);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('names the address that is wrong, also behind a row that is left out', async () => {
  const { reply } = externalPagesSetting.load.example;
  vi.stubGlobal('fetch', async () => Response.json({ ...reply, list: [{ title: 'Weather', url: 'https://a.b/' }] }));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ExternalPagesTab />
    </QueryClientProvider>,
  );
  const field = (label: string): HTMLElement => screen.getByLabelText(label, { selector: 'input' });
  await screen.findByLabelText('Title 1');
  const type = (label: string, value: string): boolean => fireEvent.change(field(label), { target: { value } });
  type('Title 2', 'No address yet');
  type('Title 3', 'Depot');
  type('Address 3', 'depot.example.org');
  const words = 'Address 3: An address begins with https:// or http://, or with / for a page of this server.';
  expect((await screen.findByRole('alert')).textContent).toBe(words);
  const wrong = ['Address 1', 'Title 3', 'Address 3'].map((label) => field(label).getAttribute('aria-invalid'));
  expect(wrong).toEqual(['false', 'false', 'true']);
});
