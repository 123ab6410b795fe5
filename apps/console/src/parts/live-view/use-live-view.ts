// The state of one device's live view: its channels, which are on, which tile the keys act on, where the streams are.
import { useEffect, useMemo, useState } from 'react';
import { useAddressQuery } from '../../lib/address-query.ts';
import { usePhone } from '../../lib/device-kind.ts';
import { t } from '../../lib/i18n.ts';
import { usePreference } from '../../lib/preferences.ts';
import { deviceName } from '../../live/device-name.ts';
import { isOnline } from '../../live/device-state.ts';
import { useDevice, useExtra } from '../../live/hooks.ts';
import { mapEnabled, useSession } from '../../live/session.ts';
import { channelName, inOrder } from '../tiles/tile-rules.ts';
import { useAddressFinder } from '../tiles/use-addresses.ts';
import { TileChoices } from '../../player/tile-choices.ts';
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
  /** One picture is large, the others stand beside it. Remembered. */
  readonly large: boolean;
  readonly toggleLarge: () => void;
  readonly toggle: (channel: number) => void;
  readonly showFirst: (count: number) => void;
  readonly activate: (channel: number) => void;
  /** What was chosen in the tiles. */
  readonly choices: TileChoices;
};

const ADDRESS_KEY = 'channels';

/** '1.3' of the address; '' for none on; undefined where it names none. */
const channelsOf = (text: string | null): readonly number[] | undefined =>
  text === null ? undefined : text.split('.').filter(Boolean).map(Number);

/** The channels that somebody switched on: in the address, so that a link shows the same; of a popup only as long as it is open. */
const useChosen = (addressed: boolean) => {
  const [query, setQuery] = useAddressQuery();
  const [own, setOwn] = useState<readonly number[]>();
  const text = query.get(ADDRESS_KEY);
  const told = useMemo(() => channelsOf(text), [text]);
  const tell = (next: readonly number[]): void =>
    setQuery((old) => {
      const changed = new URLSearchParams(old);
      changed.set(ADDRESS_KEY, next.join('.'));
      return changed;
    });
  return addressed ? { chosen: told, setChosen: tell } : { chosen: own, setChosen: setOwn };
};

/** `most`: how many channels may be on. `addressed`: which ones are stands in the address of the page. */
export const useLiveView = (deviceId: string, most: number, addressed: boolean): LiveView => {
  const device = useDevice(deviceId);
  const extra = useExtra(deviceId);
  const phone = usePhone();
  const { chosen, setChosen } = useChosen(addressed);
  const [active, setActive] = useState<number>();
  const [mapWanted, setMapWanted] = useState(false);
  const mapOffered = useSession(mapEnabled);
  const [layout, setLayout] = usePreference('liveLayout');
  const present = device?.chmask ?? [];
  const channels = inOrder(present, extra?.chsort ?? []);
  const on =
    chosen === undefined
      ? firstChannels(channels, phone)
      : channels.filter((one) => chosen.includes(one)).slice(0, most);
  const [choices] = useState(() => new TileChoices());
  const onText = on.join('.');
  useEffect(() => choices.keepOnly(channelsOf(onText) ?? []), [choices, onText]);
  // The delay belongs to the sockets: it is chosen once, so that a further tile does not restart the others.
  const [tiles] = useState(on.length);
  const find = useAddressFinder(tiles);
  const toggle = (channel: number): void => {
    const next = toggled(on, channel, channels, most);
    if (next === undefined) showToast('warning', t('over max live view count({most})', { most }));
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
    large: layout === 'large',
    toggleLarge: () => setLayout(layout === 'large' ? null : 'large'),
    toggle,
    showFirst: (count) => setChosen(channels.slice(0, count)),
    activate: setActive,
    choices,
  };
};

/** The words for a device that cannot be watched, as the documents have them. */
export const unknownText = (): string => t('Unknow device or device offline');
