// The tiles of a playback with the map of the same moment among them: all the room there is, nothing scrolls.
import { useRef, useState } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { PlaybackTile } from '../../player/recorded/playback-tile.tsx';
import type { PlaybackGroup } from '../../player/recorded/playback-group.ts';
import type { TileHandle } from '../../player/tile-handle.ts';
import { EmptyState } from '../../ui/states.tsx';
import { TileRows } from '../tiles/tile-rows.tsx';
import { tileGrid } from '../tiles/tile-rules.ts';
import { TrackMap } from './track-map.tsx';
import { useTrack } from './use-track.ts';

type StageProps = {
  deviceId: string;
  /** What the device is called. */
  device: string;
  group: PlaybackGroup | undefined;
  channels: readonly number[];
  nameOf: (channel: number) => string;
  map: boolean;
  phone: boolean;
  /** The tile that keys act on. */
  onActive: (tile: TileHandle | undefined) => void;
};

const Map = ({ deviceId, group }: Pick<StageProps, 'deviceId' | 'group'>): ReactElement => (
  <TrackMap deviceId={deviceId} place={useTrack(deviceId, group)} />
);

export const PlaybackStage = (props: StageProps): ReactElement => {
  const { deviceId, device, group, channels, nameOf, map, phone, onActive } = props;
  const handles = useRef(new globalThis.Map<number, TileHandle>());
  const [active, setActive] = useState<number>();
  const shown = channels.length + (map ? 1 : 0);
  if (channels.length === 0) return <EmptyState icon="playback" title={t('No channel is switched on')} />;
  return (
    <TileRows grid={tileGrid(shown, phone)} single={shown === 1 && !phone}>
      {channels.map((channel) => (
        <PlaybackTile
          key={channel}
          group={group}
          deviceId={deviceId}
          channel={channel}
          device={device}
          name={nameOf(channel)}
          active={channel === active && channels.length > 1}
          onActive={() => {
            setActive(channel);
            onActive(handles.current.get(channel));
          }}
          ref={(handle) => {
            if (handle !== null) handles.current.set(channel, handle);
            return () => void handles.current.delete(channel);
          }}
        />
      ))}
      {map && <Map deviceId={deviceId} group={group} />}
    </TileRows>
  );
};
