// Pictures of the stand-alone viewer pages: they bring their account in their address.
import type { Screen } from './screen.ts';

/** Two minutes back: on the disk of every demo vehicle. */
const AGO_S = 120;

export const viewerScreens: readonly Screen[] = [
  {
    name: 'viewer-live',
    path: ({ deviceId, user, password }) => `/live/${deviceId}/${user}/${password}`,
    signedIn: false,
    onPhone: true,
    ready: (page) => page.locator('[data-phase="playing"] .num').nth(3).waitFor(),
  },
  {
    name: 'viewer-download',
    path: ({ deviceId, user, password }) =>
      `/dlremote/${deviceId}@2/6/${Math.floor(Date.now() / 1000) - AGO_S}/${user}/${password}`,
    signedIn: false,
    onPhone: true,
    ready: (page) => page.getByText('Pack to MP4 done.').waitFor(),
  },
];
