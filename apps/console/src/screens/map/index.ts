// The map's row of the route table: the start page of desktops with the map enabled.
import type { ScreenRoute } from '../../lib/screen-route.ts';

export const map: ScreenRoute = {
  path: '/',
  title: 'Map',
  right: 'F_gps',
  otherwise: '/idle',
  onPhone: '/blockview',
  load: async () => ({ Screen: (await import('./map-screen.tsx')).MapScreen }),
};
