// The dashboard's row of the route table.
import type { ScreenRoute } from '../../lib/screen-route.ts';

export const dashboard: ScreenRoute = {
  path: '/blockview',
  title: 'Dashboard',
  right: 'P_dash',
  otherwise: '/idle',
  load: async () => ({ Screen: (await import('./dashboard-screen.tsx')).DashboardScreen }),
};
