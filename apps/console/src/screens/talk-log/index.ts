// The talk log's row of the route table.
import type { ScreenRoute } from '../../lib/screen-route.ts';

export const talkLog: ScreenRoute = {
  path: '/talklog',
  title: 'Talk log',
  right: 'level-2',
  load: async () => ({ Screen: (await import('./talk-log-screen.tsx')).TalkLogScreen }),
};
