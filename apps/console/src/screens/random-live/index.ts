// Random live view's row of the route table.
import type { ScreenRoute } from '../../lib/screen-route.ts';

export const randomLive: ScreenRoute = {
  path: '/rendomliveview',
  title: 'Random live view',
  right: 'admin',
  load: async () => ({ Screen: (await import('./random-live-screen.tsx')).RandomLiveScreen }),
};
