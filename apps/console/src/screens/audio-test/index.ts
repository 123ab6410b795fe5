// The audio test page's row of the route table.
import type { ScreenRoute } from '../../lib/screen-route.ts';

export const audioTest: ScreenRoute = {
  path: '/audiotest',
  title: 'Audio test',
  right: 'signed-in',
  load: async () => ({ Screen: (await import('./audio-test-screen.tsx')).AudioTestScreen }),
};
