// From the route table to React Router's routes: the common gate around each screen, the shell around all but sign-in. What only somebody
// who is signed in sees comes when it is seen: the sign-in page has to be there first.
import { lazy, Suspense, useState } from 'react';
import { createBrowserRouter, Navigate, Outlet } from 'react-router';
import type { ReactElement } from 'react';
import type { RouteObject } from 'react-router';
import { useSession } from '../live/session.ts';
import { screens } from '../screens/index.ts';
import type { Screen as ScreenRow } from '../screens/route.ts';
import { Crash } from './crash.tsx';
import { LoginScreen } from './login/login-screen.tsx';
import { Overlays } from './overlays/overlays.tsx';

const routeOf = (row: ScreenRow): RouteObject => ({
  path: row.path,
  ErrorBoundary: Crash,
  lazy: async () => {
    const [{ Gate }, { Screen }] = await Promise.all([import('./gate.tsx'), row.load()]);
    return {
      Component: () => (
        <Gate screen={row}>
          <Screen />
        </Gate>
      ),
    };
  },
});

/** While the first screen's code is on its way. */
const Blank = (): null => null;

const routes: RouteObject[] = [
  {
    path: '/login',
    ErrorBoundary: Crash,
    HydrateFallback: Blank,
    Component: LoginScreen,
  },
  {
    path: '/pdfviewer',
    ErrorBoundary: Crash,
    HydrateFallback: Blank,
    lazy: async () => ({ Component: (await import('./pdf-viewer/pdf-viewer.tsx')).PdfViewer }),
  },
  {
    path: '/',
    lazy: async () => ({ Component: (await import('./shell.tsx')).Shell }),
    ErrorBoundary: Crash,
    HydrateFallback: Blank,
    children: [...screens.map(routeOf), { path: '*', element: <Navigate to="/" replace /> }],
  },
];

const LeaveQuestion = lazy(async () => ({ default: (await import('./leave-question.tsx')).LeaveQuestion }));
const AlarmNotices = lazy(async () => ({ default: (await import('./alarms/alarm-notices.tsx')).AlarmNotices }));

/**
 * What is there on every path: the modals, the question before something unsaved is dropped, and the toasts of alarms, which outlast a
 * sign-out to close what it leaves open.
 */
const Everywhere = (): ReactElement => {
  const signedIn = useSession((s) => s.loginFlag === 1);
  const [wasIn, setWasIn] = useState(signedIn);
  if (signedIn && !wasIn) setWasIn(true);
  return (
    <>
      <Outlet />
      <Overlays />
      <Suspense>{wasIn && <LeaveQuestion />}</Suspense>
      <Suspense>{wasIn && <AlarmNotices />}</Suspense>
    </>
  );
};

/** The router of the page. Paths match exactly; an unknown one goes to the start. */
export const createRouter = (): ReturnType<typeof createBrowserRouter> =>
  createBrowserRouter([{ Component: Everywhere, HydrateFallback: Blank, ErrorBoundary: Crash, children: routes }]);
