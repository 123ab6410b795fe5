// /live: up to eight live channels of one device, nothing around them.
import { useRef, useState } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { useTileKeys } from '../../parts/live-view/use-tile-keys.ts';
import { channelName } from '../../parts/tiles/tile-rules.ts';
import { LiveTile } from '../../player/live-tile.tsx';
import { streamAddresses } from '../../player/stream-address.ts';
import type { TileHandle } from '../../player/tile-handle.ts';
import { manyChannels } from './address.ts';
import type { LiveAddress } from './address.ts';
import { Loading, ViewerAlert, ViewerTiles } from './frame.tsx';
import { withWrap } from './masks.ts';
import type { ViewerWrap } from './masks.ts';
import { useViewer } from './use-viewer.ts';
import type { Ready } from './use-viewer.ts';
import { deviceName } from '../../live/device-name.ts';

/** Many small tiles share writes at the server, a few get each frame at once. */
const delayFor = (tiles: number): 40 | 120 => (tiles > 4 ? 120 : 40);

const Tiles = ({ ready, channels }: { ready: Ready; channels: readonly number[] }): ReactElement => {
  const { device, place, liveLayout } = ready;
  const { deviceid } = device;
  const [active, setActive] = useState(channels[0] ?? 1);
  const tiles = useRef(new Map<number, TileHandle>());
  useTileKeys({ tile: () => tiles.current.get(active) });
  const wraps = channels.reduce<readonly ViewerWrap[]>(
    (all, channel) => withWrap(all, { deviceId: deviceid, channel }),
    [],
  );
  return (
    <ViewerTiles title={`${deviceid} liveview`} grid={liveLayout} items={wraps}>
      {({ deviceId, channel }) => (
        <LiveTile
          key={channel}
          deviceId={deviceId}
          channel={channel}
          device={deviceName(deviceId, device)}
          name={channelName(channel, [], [])}
          addresses={streamAddresses(place, { deviceId, channel }, delayFor(wraps.length))}
          active={channel === active && wraps.length > 1}
          onActive={() => setActive(channel)}
          ref={(handle) => {
            if (handle !== null) tiles.current.set(channel, handle);
            return () => void tiles.current.delete(channel);
          }}
        />
      )}
    </ViewerTiles>
  );
};

export const LivePage = ({ address }: { address: LiveAddress }): ReactElement => {
  const state = useViewer('live', address);
  if (state.kind === 'loading') return <Loading away={state.away} />;
  if (state.kind === 'error') return <ViewerAlert message={state.message} />;
  const channels = manyChannels(address, state.device.chmask);
  if (channels.length === 0) return <ViewerAlert message={t('The device has none of these channels.')} />;
  return <Tiles ready={state} channels={channels} />;
};
