// From the route table to React Router's routes: the common gate around each screen, the shell around all but sign-in.
import { createBrowserRouter, Navigate, Outlet } from 'react-router';
import type { ReactElement } from 'react';
import type { RouteObject } from 'react-router';
import type { RouteGate, ScreenRoute } from '../lib/screen-route.ts';
import { screens } from '../screens/index.ts';
import { AlarmNotices } from './alarms/alarm-notices.tsx';
import { Crash } from './crash.tsx';
import { Gate } from './gate.tsx';
import { NotYet } from './not-yet.tsx';
import { Overlays } from './overlays/overlays.tsx';
import { missingRoutes } from './routes/index.ts';
import { Shell } from './shell.tsx';

const routeOf = (screen: ScreenRoute): RouteObject => ({
  path: screen.path,
  lazy: async () => {
    const { Screen } = await screen.load();
    return {
      Component: () => (
        <Gate screen={screen}>
          <Screen />
        </Gate>
      ),
    };
  },
});

/** A documented path whose screen does not exist yet: who its gate lets in sees the line that says so. */
const missing = (gate: RouteGate): RouteObject => ({
  path: gate.path,
  element: (
    <Gate screen={gate}>
      <NotYet title={gate.title} />
    </Gate>
  ),
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
    children: [
      ...screens.map((screen) => ({ ...routeOf(screen), ErrorBoundary: Crash })),
      ...missingRoutes.map(missing),
      { path: '*', element: <Navigate to="/" replace /> },
    ],
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
