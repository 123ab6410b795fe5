// Whose plan a switch of the table is of is heard in its name: they all look alike.
import { getPushPlans } from '@outrider/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { stagePlans } from '../../../vitest/plan-page.ts';
import { startTexts } from '../../lib/i18n.ts';
import { PushPlanScreen } from './push-plan-screen.tsx';

const [example] = getPushPlans.example.reply;
const plans = [
  { ...example, updateMode: 'GROUP', deviceid: 'GLOBAL', groupid: '5', appdevid: 13, enable: 1 },
  { ...example, updateMode: 'DEVICE', deviceid: 'TRK-104', groupid: 'root', appdevid: 13, enable: 0 },
];

beforeAll(startTexts);
beforeEach(() => stagePlans(getPushPlans.path, plans));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('names the row, and says on screen whether it is on', async () => {
  const router = createMemoryRouter([{ path: '/', Component: PushPlanScreen }]);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  const ofGroup = await screen.findByLabelText(/^Enable: Group Night fleet /);
  const ofDevice = screen.getByLabelText(/^Enable: TRK-104 /);
  expect([ofGroup.textContent, ofDevice.textContent]).toEqual(['On', 'Off']);
});
