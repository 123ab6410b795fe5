// The user stream log's row of the route table.
import type { ScreenRoute } from '../../lib/screen-route.ts';

export const streamLog: ScreenRoute = {
  path: '/uslog',
  title: 'User stream log',
  right: 'level-2',
  load: async () => ({ Screen: (await import('./stream-log-screen.tsx')).StreamLogScreen }),
};
