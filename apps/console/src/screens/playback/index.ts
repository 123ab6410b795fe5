// Video playback's row of the route table: it begins with the list of devices.
import type { ScreenRoute } from '../../lib/screen-route.ts';

export const videoPlayback: ScreenRoute = {
  path: '/splayback/:deviceId?',
  title: 'Video playback',
  right: 'P_lopb',
  load: async () => ({ Screen: (await import('./playback-screen.tsx')).VideoPlaybackScreen }),
};
