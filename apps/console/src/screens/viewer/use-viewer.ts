// What a viewer page asks before it shows anything: the ports, the layout, and its device in the name of the account of its address.
import { getProtocol, getVideoLayout, postDevice } from '@outrider/contract';
import type { Device, ViewerPage } from '@outrider/contract';
import { isAway } from '../../lib/away.ts';
import { useCall } from '../../lib/calls.ts';
import { t } from '../../lib/i18n.ts';
import { streamPortOf } from '../../live/stream-info.ts';
import type { StreamPlace } from '../../player/stream-address.ts';
import { sentAccount } from './account.ts';
import type { LiveAddress } from './address.ts';

const LAYOUT_DEFAULT = '4x2';

export type Ready = {
  readonly kind: 'ready';
  readonly device: Device;
  readonly place: StreamPlace;
  readonly liveLayout: string;
  readonly playbackLayout: string;
};
/** `away`: the server did not answer and is asked again. */
export type ViewerState =
  | { readonly kind: 'loading'; readonly away: boolean }
  | { readonly kind: 'error'; readonly message: string }
  | Ready;

const layoutOf = (grid: string | undefined): string => grid ?? LAYOUT_DEFAULT;

/** Asks for the device of `address` as `page` does. */
export const useViewer = (page: ViewerPage, address: LiveAddress): ViewerState => {
  const account = sentAccount(page, address);
  const protocol = useCall(getProtocol, {});
  const layout = useCall(getVideoLayout, {});
  const device = useCall(postDevice, {
    deviceid: address.deviceId,
    username: account.user,
    password: account.password,
  });
  const refusal = [device.error, protocol.error].find((error) => error !== null && !isAway(error));
  if (refusal) return { kind: 'error', message: t(refusal.message) };
  const away = device.failureCount > 0 || protocol.failureCount > 0;
  if (device.data === undefined || protocol.data === undefined) return { kind: 'loading', away };
  if ('hasError' in device.data) return { kind: 'error', message: t(device.data.message || 'no reason given') };
  const { protocol: scheme, host, hostname } = globalThis.location;
  return {
    kind: 'ready',
    device: device.data,
    place: { secure: scheme === 'https:', host, hostname, streamPort: streamPortOf(protocol.data), account },
    liveLayout: layoutOf(layout.data?.simpleLiveLayout),
    playbackLayout: layoutOf(layout.data?.simplePlaybackLayout),
  };
};
