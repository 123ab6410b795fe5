// A tile whose channel the server picks: a live tile that learns from its player whose pictures it shows.
import { useState } from 'react';
import type { ReactElement, ReactNode, Ref } from 'react';
import { t } from '../../lib/i18n.ts';
import { useLengthUnit } from '../../lib/preferences.ts';
import { speedIn, speedUnit } from '../../lib/units.ts';
import { deviceName } from '../../live/device-name.ts';
import { isOnline, speedOf } from '../../live/device-state.ts';
import { useDevice, useExtra } from '../../live/hooks.ts';
import { LiveTile } from '../../player/live-tile.tsx';
import type { ChannelOf } from '../../player/messages.ts';
import type { TileHandle } from '../../player/tile-handle.ts';
import { channelName } from './tile-rules.ts';

/** A name of either writing direction that leaves the order of the words around it alone (Unicode, UAX 9). */
const isolated = (name: string): string => `\u2068${name}\u2069`;

/** Driver and speed: what a stranger's picture leaves open. '' while unknown. */
const useBadge = (id: string): string => {
  const device = useDevice(id);
  const unit = useLengthUnit();
  if (device === undefined) return '';
  const moving = isOnline(device) && device.gps_info.data !== null;
  const speed = moving ? `${speedIn(speedOf(device), unit)} ${speedUnit(unit)}` : '';
  const driver = device.drivername === '' ? '' : isolated(device.drivername);
  return [driver, speed].filter((part) => part !== '').join(' · ');
};

type RandomTileProps = {
  /** The number of the stream, from 1. */
  stream: number;
  addresses: readonly string[];
  active: boolean;
  onActive: () => void;
  /** False on a wall of pictures. */
  controls: boolean;
  /** Buttons in the head for the device that is shown. */
  toolsFor?: (deviceId: string, name: string) => ReactNode;
  ref?: Ref<TileHandle>;
};

export const RandomTile = ({ stream, toolsFor, ...rest }: RandomTileProps): ReactElement => {
  const [source, setSource] = useState<ChannelOf>();
  const id = source?.deviceId ?? '';
  const device = useDevice(id);
  const extra = useExtra(id);
  const badge = useBadge(id);
  const channel = source?.channel ?? 0;
  const name = id === '' ? t('Random') : deviceName(id, device);
  return (
    <LiveTile
      {...rest}
      deviceId={id || '*'}
      channel={channel}
      device={name}
      name={source === undefined ? String(stream) : channelName(channel, extra?.chnames ?? [], device?.chmask ?? [])}
      badge={badge}
      tools={source === undefined ? undefined : toolsFor?.(id, name)}
      onSource={setSource}
    />
  );
};
