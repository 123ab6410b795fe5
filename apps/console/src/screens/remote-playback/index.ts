// Remote playback's row of the route table: with a device what it recorded, without one the list to choose from.
import type { ScreenRoute } from '../../lib/screen-route.ts';

export const remotePlayback: ScreenRoute = {
  path: '/remoteplayback/:deviceId?',
  title: 'Remote playback',
  right: 'P_repb',
  load: async () => ({ Screen: (await import('./remote-playback-screen.tsx')).RemotePlaybackScreen }),
};
