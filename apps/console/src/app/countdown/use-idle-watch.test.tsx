// The idle page comes over what is typed, too: nobody is there to answer, and what plays would go on for good.
import { act, cleanup, render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { createMemoryRouter, Outlet } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { deployment } from '../../lib/deployment.ts';
import { sessionStore, signedOut } from '../../live/session.ts';
import { AskBeforeLeaving } from '../../parts/form/ask-before-leaving.tsx';
import { LeaveQuestion } from '../leave-question.tsx';
import { useIdleWatch } from './use-idle-watch.ts';

const Shell = (): ReactElement => {
  useIdleWatch();
  return (
    <>
      <Outlet />
      <LeaveQuestion />
    </>
  );
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));
  sessionStore.setState({ ...signedOut, loginFlag: 1 }, true);
});
afterEach(() => {
  cleanup();
  sessionStore.setState(signedOut, true);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('at zero it leads to the idle page, also from a form that holds something unsaved', async () => {
  const router = createMemoryRouter(
    [
      {
        Component: Shell,
        children: [
          { path: '/form', element: <AskBeforeLeaving unsaved /> },
          { path: '/idle', element: null },
        ],
      },
    ],
    { initialEntries: ['/form'] },
  );
  render(<RouterProvider router={router} />);
  await act(() => vi.advanceTimersByTimeAsync((deployment.idleSeconds - 1) * 1000));
  expect(router.state.location.pathname).toBe('/form');
  await act(() => vi.advanceTimersByTimeAsync(1000));
  expect(router.state.location.pathname).toBe('/idle');
});
