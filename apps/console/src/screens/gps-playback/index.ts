// GPS playback's row of the route table.
import type { ScreenRoute } from '../../lib/screen-route.ts';

export const gpsPlayback: ScreenRoute = {
  path: '/gpsplayback',
  title: 'GPS playback',
  right: 'P_gppb',
  load: async () => ({ Screen: (await import('./gps-playback-screen.tsx')).GpsPlaybackScreen }),
};
