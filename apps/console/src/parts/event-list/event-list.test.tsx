// What is exported stands in the order that was chosen, also the rows that the newest page does not show.
import { postEventQuery } from '@outrider/contract';
import type { ListedEvent } from '@outrider/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startTexts } from '../../lib/i18n.ts';
import { sessionStore, signedOut } from '../../live/session.ts';
import { EventList } from './event-list.tsx';
import { NEWEST } from './rows.ts';

const eventOf = (serialno: number, speed: number): ListedEvent => {
  const events = postEventQuery.reply.parse(postEventQuery.example.reply);
  const [event] = Array.isArray(events) ? events : [];
  if (event === undefined) throw new Error('the example has no event');
  return { ...event, serialno, speed };
};

beforeAll(startTexts);
beforeEach(() => {
  sessionStore.setState({ ...signedOut, loginFlag: 1, level: 0 }, true);
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));
  vi.stubGlobal('fetch', async () => Response.json([]));
  // A table draws what fits; without layout it has no height, so it is given one.
  for (const side of ['clientHeight', 'offsetHeight', 'clientWidth', 'offsetWidth'] as const)
    vi.spyOn(HTMLElement.prototype, side, 'get').mockReturnValue(1200);
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('all pages are exported by the column that the list is sorted by, as the newest page is', async () => {
  const events = [eventOf(1, 30), eventOf(2, 10), eventOf(3, 40), eventOf(4, 20)];
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={['/?sort=speed']}>
        <EventList events={events} patch={() => {}} paging={{ page: NEWEST, size: 2 }} name={['Events']} note="" />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  fireEvent.click(screen.getByText('Export'));
  await screen.findByText('Export events');
  const exported = (): (string | null)[] =>
    screen.getAllByLabelText(/^Export event /).map((tick) => tick.getAttribute('aria-label'));
  const named = (...serials: number[]): string[] => serials.map((serialno) => `Export event ${serialno}`);
  expect(exported()).toEqual(named(4, 3));
  fireEvent.click(screen.getByLabelText('all pages (4)'));
  expect(exported()).toEqual(named(2, 4, 1, 3));
});
