// The live view's row of the route table: with a device its channels, without one the list to choose from.
import type { ScreenRoute } from '../../lib/screen-route.ts';

export const liveView: ScreenRoute = {
  path: '/liveview/:deviceId?',
  title: 'Live view',
  right: 'P_live',
  load: async () => ({ Screen: (await import('./live-view-screen.tsx')).LiveViewScreen }),
};
