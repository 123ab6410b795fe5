// The query cache of the page: what the server was asked through contract calls. Not: asking (lib/calls.ts).
import { QueryClient } from '@tanstack/react-query';
import type { StoreApi } from 'zustand/vanilla';
import type { Session } from '../live/session.ts';

/** What a browser thinks of its network says nothing of this server: asked and told at once, and failed where it is away, not told later. */
const networkMode = 'always';

/**
 * Answers are fresh for 5 s; a refusal is not asked again by itself, a missing server twice. Anyone who signs in next in this page sees
 * nothing of what the former user was answered.
 */
export const createQueries = (session: StoreApi<Session>): QueryClient => {
  const queries = new QueryClient({
    defaultOptions: {
      queries: { staleTime: 5000, retry: 2, refetchOnWindowFocus: true, refetchOnReconnect: true, networkMode },
      mutations: { networkMode },
    },
  });
  session.subscribe((now, before) => {
    if (before.loginFlag === 1 && now.loginFlag !== 1) queries.clear();
  });
  return queries;
};
