// From the route table to React Router's routes: the common gate around each screen, the shell around all but sign-in.
import { createBrowserRouter, Navigate, Outlet } from 'react-router';
import type { ReactElement } from 'react';
import type { RouteObject } from 'react-router';
import { screens } from '../screens/index.ts';
import type { Screen as ScreenRow } from '../screens/route.ts';
import { AlarmNotices } from './alarms/alarm-notices.tsx';
import { Crash } from './crash.tsx';
import { Gate } from './gate.tsx';
import { NotYet } from './not-yet.tsx';
import { Overlays } from './overlays/overlays.tsx';
import { Shell } from './shell.tsx';

/** Of a screen that is not there yet, who its gate lets in sees the line that says so. */
const routeOf = (row: ScreenRow): RouteObject => ({
  path: row.path,
  ErrorBoundary: Crash,
  lazy: async () => {
    const { Screen } = (await row.load?.()) ?? { Screen: () => <NotYet title={row.title} /> };
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
    lazy: async () => ({ Component: (await import('./login/login-screen.tsx')).LoginScreen }),
  },
  {
    path: '/pdfviewer',
    ErrorBoundary: Crash,
    HydrateFallback: Blank,
    lazy: async () => ({ Component: (await import('./pdf-viewer/pdf-viewer.tsx')).PdfViewer }),
  },
  {
    path: '/',
    Component: Shell,
    ErrorBoundary: Crash,
    HydrateFallback: Blank,
    children: [...screens.map(routeOf), { path: '*', element: <Navigate to="/" replace /> }],
  },
];

/** What is there on every path: the modals, and the toasts of alarms. */
const Everywhere = (): ReactElement => (
  <>
    <Outlet />
    <Overlays />
    <AlarmNotices />
  </>
);

/** The router of the page. Paths match exactly; an unknown one goes to the start. */
export const createRouter = (): ReturnType<typeof createBrowserRouter> =>
  createBrowserRouter([{ Component: Everywhere, HydrateFallback: Blank, ErrorBoundary: Crash, children: routes }]);
