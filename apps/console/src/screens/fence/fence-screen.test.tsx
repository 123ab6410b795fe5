// What a radius may be is said in the unit in which it is typed.
import { getFence, getFenceList } from '@outrider/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startTexts } from '../../lib/i18n.ts';
import { writePreference } from '../../lib/preferences.ts';
import { FenceScreen } from './fence-screen.tsx';

const PLACE = { lat: 24, lng: 120, radius: 200 };
const [example] = getFenceList.example.reply;

beforeAll(startTexts);
beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));
  vi.stubGlobal('fetch', async (path: string) => {
    if (path.startsWith(getFenceList.path)) return Response.json([{ ...example, ...PLACE }]);
    if (path.includes('/fence/')) return Response.json({ ...getFence.example.reply, ...PLACE });
    return new Promise(() => undefined);
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  writePreference('lengthUnit', null);
});

it.each([
  ['kilometre', 'From 10 m to 1000 km.'],
  ['mile', 'From 33 to 3280840 ft.'],
])('by %s: %s', async (unit, words) => {
  writePreference('lengthUnit', unit);
  const index = String(example?.index);
  const router = createMemoryRouter([{ path: '/', Component: FenceScreen }], { initialEntries: [`/?index=${index}`] });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  const radius = await screen.findByLabelText('Radius');
  fireEvent.change(radius, { target: { value: '5' } });
  expect(await screen.findByText(words)).toBeDefined();
});
