// The idle page's row of the route table: where the countdown leads, and who may see nothing else.
import type { ScreenRoute } from '../../lib/screen-route.ts';

export const idle: ScreenRoute = {
  path: '/idle',
  title: 'Idle',
  right: 'signed-in',
  load: async () => ({ Screen: (await import('./idle-screen.tsx')).IdleScreen }),
};
