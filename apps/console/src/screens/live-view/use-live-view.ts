// The state of one device's live view: its channels, which are on, which tile the keys act on, where the streams are.
import { getProtocol } from '@outrider/contract';
import { useState } from 'react';
import { useCall } from '../../lib/calls.ts';
import { usePhone } from '../../lib/device-kind.ts';
import { t } from '../../lib/i18n.ts';
import { isOnline } from '../../live/device-state.ts';
import { useDevice, useExtra } from '../../live/hooks.ts';
import { mapEnabled, useSession } from '../../live/session.ts';
import { streamAddresses } from '../../player/stream-address.ts';
import { showToast } from '../../ui/toast.ts';
import { channelName, firstChannels, MAX_TILES, toggled } from './logic.ts';

/** How long frames may be held back at the server: many small tiles share writes, a few get each frame at once. */
const delayFor = (tiles: number): 40 | 120 => (tiles > 4 ? 120 : 40);

export type LiveView = {
  readonly deviceId: string;
  readonly memo: string;
  /** Undefined until the first list is complete. */
  readonly known: boolean;
  readonly online: boolean;
  readonly channels: readonly number[];
  readonly on: readonly number[];
  readonly active: number | undefined;
  readonly nameOf: (channel: number) => string;
  /** Undefined until it is known where the streams are. */
  readonly addressesOf: ((channel: number) => readonly string[]) | undefined;
  /** Whether this user may have the map among the tiles, and whether it is there. */
  readonly mapOffered: boolean;
  readonly mapShown: boolean;
  readonly toggleMap: () => void;
  readonly toggle: (channel: number) => void;
  readonly showFirst: (count: number) => void;
  readonly activate: (channel: number) => void;
};

/** Undefined: the answer is not there yet. Without one the page's own port is tried. */
const useStreamPort = (): { settled: boolean; port: number | undefined } => {
  const { data, isPending } = useCall(getProtocol, {});
  return { settled: !isPending, port: data?.streamings[0] };
};

const addressFinder = (deviceId: string, port: number | undefined, tiles: number) => (channel: number) => {
  const { protocol, host, hostname } = globalThis.location;
  const place = { secure: protocol === 'https:', host, hostname, streamPort: port };
  return streamAddresses(place, deviceId, channel, delayFor(tiles));
};

export const useLiveView = (deviceId: string): LiveView => {
  const device = useDevice(deviceId);
  const extra = useExtra(deviceId);
  const phone = usePhone();
  const [chosen, setChosen] = useState<readonly number[]>();
  const [active, setActive] = useState<number>();
  const [mapWanted, setMapWanted] = useState(false);
  const mapOffered = useSession(mapEnabled);
  const { settled, port } = useStreamPort();
  const channels = device?.chmask ?? [];
  const on = chosen ?? firstChannels(channels, phone);
  // The delay belongs to the sockets: it is chosen once, so that a further tile does not restart the others.
  const [tiles] = useState(on.length);
  const toggle = (channel: number): void => {
    const next = toggled(on, channel, channels);
    if (next === undefined) showToast('warning', `over max live view count(${MAX_TILES})`);
    else setChosen(next);
  };
  return {
    deviceId,
    memo: device?.vehicleid ?? '',
    known: device !== undefined,
    online: device !== undefined && isOnline(device),
    channels,
    on,
    active: active !== undefined && on.includes(active) ? active : on[0],
    nameOf: (channel) => channelName(channel, extra?.chnames ?? [], channels),
    addressesOf: settled ? addressFinder(deviceId, port, tiles) : undefined,
    mapOffered,
    mapShown: mapOffered && mapWanted,
    toggleMap: () => setMapWanted(!mapWanted),
    toggle,
    showFirst: (count) => setChosen(channels.slice(0, count)),
    activate: setActive,
  };
};

/** The words for a device that cannot be watched, as the documents have them. */
export const unknownText = (): string => t('Unknow device or device offline');
