// A screen that lists times says once of which zone they are.
import { calls } from '@outrider/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startTexts } from '../lib/i18n.ts';
import { localZone } from '../lib/time.ts';
import { startLive } from '../live/index.ts';
import { sessionStore, signedOut } from '../live/session.ts';
import { routes } from '../screens/index.ts';

const addresses = [
  '/deviceorders',
  '/performanceinfo',
  '/usersetting',
  '/devicefirmwareupdate',
  '/devicefirmwareupdate?tab=store',
  '/devicefirmwareupdate?tab=plan',
  '/devicesetup?tab=batches',
  '/eventreportsetting',
  '/eventdownloadplansetting',
  '/pusheventplansetting',
  '/realtimeeventplansetting',
  '/driversetting',
  '/eventdefinesetting',
  '/devicemodelinfo',
];
const pathOf = (address: string): string => address.split('?')[0] ?? '';
const screens = new Map<string, ComponentType>();

beforeAll(startTexts);
beforeAll(async () => {
  for (const path of new Set(addresses.map(pathOf))) {
    // oxlint-disable-next-line no-await-in-loop -- what one brings the next has
    for (const route of routes)
      if ('load' in route && route.path === path) screens.set(path, (await route.load()).Screen);
  }
}, 60_000);
beforeEach(() => {
  startLive();
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));
  vi.stubGlobal('fetch', async (address: string, { method = 'GET' }: RequestInit = {}) => {
    const { pathname } = new URL(address, 'http://here');
    const asked = calls.find((each) => each.path === pathname && each.method === method);
    return Response.json(asked?.example.reply ?? []);
  });
  sessionStore.setState({ ...signedOut, loginFlag: 1, level: 0 }, true);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it.each(addresses)('%s', async (address) => {
  const path = pathOf(address);
  const Screen = screens.get(path) ?? null;
  const router = createMemoryRouter([{ path, Component: Screen }], { initialEntries: [address] });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  const said = `Times in ${localZone(Date.now())}`;
  await vi.waitFor(() => expect(screen.getAllByText(said)).toHaveLength(1));
});
