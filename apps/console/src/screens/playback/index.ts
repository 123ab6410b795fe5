// The rows of the two playback screens: each begins with the list of devices.
import type { ScreenRoute } from '../../lib/screen-route.ts';

export const videoPlayback: ScreenRoute = {
  path: '/splayback/:deviceId?',
  title: 'Video playback',
  right: 'P_lopb',
  load: async () => ({ Screen: (await import('./playback-screen.tsx')).VideoPlaybackScreen }),
};
export const remotePlayback: ScreenRoute = {
  path: '/remoteplayback/:deviceId?',
  title: 'Remote playback',
  right: 'P_repb',
  load: async () => ({ Screen: (await import('./playback-screen.tsx')).RemotePlaybackScreen }),
};
