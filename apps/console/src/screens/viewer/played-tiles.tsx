// The tiles of /playback and /remote with the line below them: what plays and at what moment, or that it stopped.
import { useRef, useState } from 'react';
import type { ComponentType, ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { useTileKeys } from '../../parts/live-view/use-tile-keys.ts';
import { TileFrame, TileWords } from '../../parts/tiles/tile-frame.tsx';
import { channelName } from '../../parts/tiles/tile-rules.ts';
import type { PlaybackGroup } from '../../player/recorded/playback-group.ts';
import { PlaybackTile } from '../../player/recorded/playback-tile.tsx';
import type { TileHandle } from '../../player/tile-handle.ts';
import { Button } from '../../ui/button.tsx';
import { ViewerTiles } from './frame.tsx';
import { withWrap } from './masks.ts';
import type { ViewerWrap } from './masks.ts';
import { useOncePlayed } from './use-once-played.ts';
import type { Played } from './use-once-played.ts';
import type { Ready } from './use-viewer.ts';
import { deviceName } from '../../live/device-name.ts';

type PlayedTilesProps = {
  ready: Ready;
  title: string;
  channels: readonly number[];
  played: Played;
  Controls: ComponentType<{ group: PlaybackGroup | undefined }>;
};

type StoppedProps = { message: string; again: () => void };

const Stopped = ({ message, again }: StoppedProps): ReactElement => (
  <>
    <output>
      <strong>{t('Playback stopped')}</strong>
      {message !== '' && ` · ${message}`}
    </output>
    <Button icon="refresh" onClick={again}>
      {t('Play again')}
    </Button>
  </>
);

export const PlayedTiles = ({ ready, title, channels, played, Controls }: PlayedTilesProps): ReactElement => {
  const { device, playbackLayout } = ready;
  const { deviceid } = device;
  const { group, stopped, again } = useOncePlayed(played);
  const [active, setActive] = useState(channels[0] ?? 1);
  const tiles = useRef(new Map<number, TileHandle>());
  useTileKeys({ tile: () => tiles.current.get(active) });
  const wraps = channels.reduce<readonly ViewerWrap[]>(
    (all, channel) => withWrap(all, { deviceId: deviceid, channel }),
    [],
  );
  const footer = stopped === undefined ? <Controls group={group} /> : <Stopped message={stopped} again={again} />;
  return (
    <ViewerTiles title={title} grid={playbackLayout} items={wraps} footer={footer}>
      {({ deviceId, channel }) => {
        const tile = {
          device: deviceName(deviceId, device),
          name: channelName(channel, [], []),
          active: channel === active && wraps.length > 1,
          onActive: () => setActive(channel),
        };
        if (stopped !== undefined)
          return (
            <TileFrame key={channel} {...tile}>
              <TileWords title={t('Stopped')} />
            </TileFrame>
          );
        return (
          <PlaybackTile
            key={channel}
            {...tile}
            group={group}
            deviceId={deviceId}
            channel={channel}
            ref={(handle) => {
              if (handle !== null) tiles.current.set(channel, handle);
              return () => void tiles.current.delete(channel);
            }}
          />
        );
      }}
    </ViewerTiles>
  );
};
