// The history of the fleet says of which zone its times are.
import { postFleetHistory } from '@outrider/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startTexts } from '../../../lib/i18n.ts';
import { localZone } from '../../../lib/time.ts';
import { FleetView } from './fleet-view.tsx';

beforeAll(startTexts);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('says its zone once', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));
  vi.stubGlobal('fetch', async () => Response.json(postFleetHistory.example.reply));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <FleetView onClose={() => undefined} />
    </QueryClientProvider>,
  );
  expect(await screen.findAllByText(`Times in ${localZone(Date.now())}`)).toHaveLength(1);
});
