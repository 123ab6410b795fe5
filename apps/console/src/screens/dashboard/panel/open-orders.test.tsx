// What a device was told and has not answered: in words.
import { getDeviceOrders } from '@outrider/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startTexts } from '../../../lib/i18n.ts';
import { OpenDeviceOrders } from './open-orders.tsx';

const [example] = getDeviceOrders.example.reply;

beforeAll(startTexts);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('says settings by their names', async () => {
  const order = { ...example, kind: 'parameters', detail: 'sys_spdlimit, net_hbsec', state: 'waiting' };
  vi.stubGlobal('fetch', async () => Response.json([order]));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <OpenDeviceOrders id="A1" />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  expect((await screen.findByText('Speed limit, Heartbeat')).tagName).toBe('BDI');
});
