// The video test page's row of the route table.
import type { ScreenRoute } from '../../lib/screen-route.ts';

export const videoTest: ScreenRoute = {
  path: '/videotest',
  title: 'Video test',
  right: 'signed-in',
  load: async () => ({ Screen: (await import('./video-test-screen.tsx')).VideoTestScreen }),
};
