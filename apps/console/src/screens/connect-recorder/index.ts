// The row of 'Connect a recorder' in the route table.
import type { ScreenRoute } from '../../lib/screen-route.ts';

export const connectRecorder: ScreenRoute = {
  path: '/connectrecorder',
  title: 'Connect a recorder',
  right: 'admin',
  load: async () => ({ Screen: (await import('./connect-recorder-screen.tsx')).ConnectRecorderScreen }),
};
