// Pictures of the stand-alone pages, for viewers and for engineers: they bring their account in their address.
import { inOrder } from '../in-order.ts';
import { seen } from '../tiles.ts';
import type { Screen } from './screen.ts';

/** A moment inside the newest recording that every demo vehicle has finished; its disk cuts them at five minutes. */
const onDiskS = (): number => Math.floor(Date.now() / 300_000) * 300 - 120;
/** Of the demo fleet the server records the first vehicle; what it recorded a moment ago is there from the start. */
const RECORDED = '13800000101';
const RECORDED_AGO_S = 20;
/** The device sends with sound no faster than it is heard. */
const PACKED_MS = 90_000;
const CHANNELS = [1, 2, 3, 4];

/** A page of engineers, connected. */
const engineers = (name: string, page: string, ready: Screen['ready']): Screen => ({
  name,
  path: ({ user, password }) => `/${page}${page.includes('?') ? '&' : '?'}user=${user}&password=${password}`,
  signedIn: false,
  onPhone: true,
  ready,
});

const tableOf =
  (name: string): Screen['ready'] =>
  (page) =>
    page.getByRole('table', { name, exact: true }).getByRole('row').nth(2).waitFor();

export const viewerScreens: readonly Screen[] = [
  {
    name: 'viewer-live',
    path: ({ deviceId, user, password }) => `/live/${deviceId}/${user}/${password}`,
    signedIn: false,
    onPhone: true,
    ready: (page) => page.locator('[data-phase="playing"] .num').nth(3).waitFor(),
  },
  engineers('device-array', 'devarray', tableOf('Device array')),
  engineers('heartbeats', 'hbmonitor', tableOf('Devices')),
  engineers('download-rules', 'dlmonitor', tableOf('Download settings')),
  engineers('footage-tasks', 'covermonitor', tableOf('Tasks')),
  engineers('device-tester', `testdev?id=${RECORDED}`, (page) =>
    page.getByRole('table', { name: 'Device to server' }).getByRole('cell').nth(3).waitFor(),
  ),
  engineers('protocol-tester', 'testvcp', async (page) => {
    await page.getByRole('button', { name: /^Q01/ }).click();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('listitem').nth(3).waitFor();
  }),
  {
    name: 'viewer-playback',
    path: ({ user, password }) =>
      `/playback/${RECORDED}/0/${Math.floor(Date.now() / 1000) - RECORDED_AGO_S}/${user}/${password}`,
    signedIn: false,
    onPhone: true,
    ready: (page) => inOrder(CHANNELS, (channel) => seen(page, channel)),
  },
  {
    name: 'viewer-download',
    path: ({ deviceId, user, password }) => `/dlremote/${deviceId}@2/6/${onDiskS()}/${user}/${password}`,
    signedIn: false,
    onPhone: true,
    ready: (page) => page.getByText('Pack to MP4 done.').waitFor({ timeout: PACKED_MS }),
  },
];
