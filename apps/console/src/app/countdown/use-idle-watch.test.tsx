// The idle page comes over what is typed, too: nobody is there to answer, and what plays would go on for good.
import { act, cleanup, render } from '@testing-library/react';
import { useEffect } from 'react';
import type { ReactElement } from 'react';
import { createMemoryRouter, Outlet } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { deployment } from '../../lib/deployment.ts';
import { sessionStore, signedOut } from '../../live/session.ts';
import { AskBeforeLeaving } from '../../parts/form/ask-before-leaving.tsx';
import { closeOverlay, openOverlay, useOverlay } from '../../parts/overlay-store.ts';
import { LeaveQuestion } from '../leave-question.tsx';
import { useIdleWatch } from './use-idle-watch.ts';

let openKind = (): string | undefined => undefined;

const Shell = (): ReactElement => {
  useIdleWatch();
  const open = useOverlay()?.kind;
  useEffect(() => {
    openKind = () => open;
  }, [open]);
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
  closeOverlay();
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

it.each(['mosaic', 'liveView', 'deviceEditor'] as const)('at zero a modal that plays is closed: %s', async (kind) => {
  const router = createMemoryRouter(
    [
      {
        Component: Shell,
        children: [
          { path: '/', element: null },
          { path: '/idle', element: null },
        ],
      },
    ],
    { initialEntries: ['/'] },
  );
  render(<RouterProvider router={router} />);
  openOverlay(kind === 'mosaic' ? { kind, streams: 4 } : { kind, deviceId: 'TRK-1' });
  await act(() => vi.advanceTimersByTimeAsync((deployment.idleSeconds - 1) * 1000));
  expect(openKind()).toBe(kind);
  await act(() => vi.advanceTimersByTimeAsync(1000));
  expect(router.state.location.pathname).toBe('/idle');
  expect(openKind()).toBe(kind === 'deviceEditor' ? kind : undefined);
});
