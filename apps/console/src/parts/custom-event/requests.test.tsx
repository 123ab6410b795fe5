// When footage was asked for: today the time says it, before that the day as well.
import { getCustomEvents } from '@outrider/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startTexts } from '../../lib/i18n.ts';
import { formatDateTime, formatTime } from '../../lib/time.ts';
import { Requests } from './requests.tsx';

const DAY_MS = 86_400_000;

beforeAll(startTexts);
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('a request of an earlier day says its day', async () => {
  const now = new Date(2026, 2, 10, 14, 0, 0).getTime();
  vi.useFakeTimers({ now, toFake: ['Date'] });
  const [example] = getCustomEvents.example.reply;
  const old = { ...example, id: 1, time: (now - 3 * DAY_MS) / 1000 };
  const fresh = { ...example, id: 2, time: now / 1000 };
  vi.stubGlobal('fetch', async (path: string) =>
    Response.json(path.startsWith(getCustomEvents.path) ? [fresh, old] : []),
  );
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Requests />
    </QueryClientProvider>,
  );
  expect((await screen.findByText(formatDateTime(now - 3 * DAY_MS))).tagName).toBe('TIME');
  expect(screen.getByText(formatTime(now)).tagName).toBe('TIME');
});
