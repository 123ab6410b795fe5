// The row of the deployment's external pages in the route table. Each brings the title it was given.
import type { ScreenRoute } from '../../lib/screen-route.ts';

export const iframe: ScreenRoute = {
  path: '/iframe/:index',
  title: '',
  right: 'signed-in',
  load: async () => ({ Screen: (await import('./iframe-screen.tsx')).IframeScreen }),
};
