// A roll-out whose account may not plan any more says why nobody is told.
import { getFirmwareRollouts } from '@outrider/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startTexts } from '../../lib/i18n.ts';
import { sessionStore, signedOut } from '../../live/session.ts';
import { RolloutList } from './rollout-list.tsx';

beforeAll(startTexts);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('says that its planner may not any more, beside its state', async () => {
  const [row] = getFirmwareRollouts.example.reply;
  const rows = [
    { ...row, rolloutid: 1, memo: 'north', state: 'paused', lapsed: true },
    { ...row, rolloutid: 2, memo: 'south', state: 'paused' },
  ];
  sessionStore.setState({ ...signedOut, loginFlag: 1, level: 0 }, true);
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(rows)));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RolloutList />
    </QueryClientProvider>,
  );
  await screen.findByText('south');
  expect(screen.getAllByText('Who planned it may not any more')).toHaveLength(1);
});
