// The state of one device's live view: its channels, which are on, which tile the keys act on, where the streams are.
import { useState } from 'react';
import { usePhone } from '../../lib/device-kind.ts';
import { t } from '../../lib/i18n.ts';
import { deviceName } from '../../live/device-name.ts';
import { isOnline } from '../../live/device-state.ts';
import { useDevice, useExtra } from '../../live/hooks.ts';
import { mapEnabled, useSession } from '../../live/session.ts';
import { channelName, inOrder } from '../tiles/tile-rules.ts';
import { useAddressFinder } from '../tiles/use-addresses.ts';
import { showToast } from '../../ui/toast.ts';
import { firstChannels, toggled } from './channel-choice.ts';

export type LiveView = {
  readonly deviceId: string;
  /** What the device is called. */
  readonly name: string;
  /** Undefined until the first list is complete. */
  readonly known: boolean;
  readonly online: boolean;
  /** In the order of the device's own choice. */
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

/** `most`: how many channels may be on. */
export const useLiveView = (deviceId: string, most: number): LiveView => {
  const device = useDevice(deviceId);
  const extra = useExtra(deviceId);
  const phone = usePhone();
  const [chosen, setChosen] = useState<readonly number[]>();
  const [active, setActive] = useState<number>();
  const [mapWanted, setMapWanted] = useState(false);
  const mapOffered = useSession(mapEnabled);
  const present = device?.chmask ?? [];
  const channels = inOrder(present, extra?.chsort ?? []);
  const on = chosen ?? firstChannels(channels, phone);
  // The delay belongs to the sockets: it is chosen once, so that a further tile does not restart the others.
  const [tiles] = useState(on.length);
  const find = useAddressFinder(tiles);
  const toggle = (channel: number): void => {
    const next = toggled(on, channel, channels, most);
    if (next === undefined) showToast('warning', `over max live view count(${most})`);
    else setChosen(next);
  };
  return {
    deviceId,
    name: deviceName(deviceId, device),
    known: device !== undefined,
    online: device !== undefined && isOnline(device),
    channels,
    on,
    active: active !== undefined && on.includes(active) ? active : on[0],
    nameOf: (channel) => channelName(channel, extra?.chnames ?? [], present),
    addressesOf: find && ((channel) => find(deviceId, channel)),
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
