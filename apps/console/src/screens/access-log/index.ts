// The access log's row of the route table.
import type { ScreenRoute } from '../../lib/screen-route.ts';

export const accessLog: ScreenRoute = {
  path: '/accesslog',
  title: 'Access log',
  right: 'admin',
  load: async () => ({ Screen: (await import('./access-log-screen.tsx')).AccessLogScreen }),
};
