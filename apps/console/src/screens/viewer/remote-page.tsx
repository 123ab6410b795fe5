// /remote: what the device recorded of one channel, for at most half an hour, at its own pace.
import { useState } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { formatDateTime, localZone } from '../../lib/time.ts';
import type { PlaybackGroup } from '../../player/recorded/playback-group.ts';
import { remotePlaybackAddresses } from '../../player/recorded/remote-address.ts';
import { usePlayback } from '../../player/recorded/use-playback.ts';
import { oneChannel } from './address.ts';
import type { RemoteAddress } from './address.ts';
import { Loading, ViewerAlert } from './frame.tsx';
import { PlayedTiles } from './played-tiles.tsx';
import type { Played } from './use-once-played.ts';
import { useViewer } from './use-viewer.ts';
import type { Ready } from './use-viewer.ts';

type PlayingProps = { ready: Ready; address: RemoteAddress };

const playedOf = ({ ready, address }: PlayingProps): Played => {
  const { deviceId, startS, durationS } = address;
  const channel = oneChannel(address, ready.device.chmask);
  const endMs = (startS + durationS) * 1000;
  return {
    mode: 'repb',
    startMs: startS * 1000,
    channels: [channel],
    addresses: ({ timeMs, streamId }) =>
      remotePlaybackAddresses(ready.place, {
        deviceId,
        channel,
        channels: [channel],
        streamId,
        startMs: Math.floor(timeMs / 1000) * 1000,
        endMs,
        speed: 1,
        main: true,
      }),
  };
};

const Moment = ({ group }: { group: PlaybackGroup | undefined }): ReactElement => {
  const second = usePlayback(group, ({ timeMs }) => Math.floor(timeMs / 1000));
  // Nothing came at all: the tile says why, and nothing ended.
  const ended = usePlayback(group, (state) => state.ended && state.timeMs > (group?.targetMs ?? 0));
  return (
    <>
      {group !== undefined && (
        <time className="num" data-playing-time={second}>
          {`${formatDateTime(second * 1000)} (${localZone(second * 1000)})`}
        </time>
      )}
      <output>{ended && t('End of the recording')}</output>
    </>
  );
};

const Playing = (props: PlayingProps): ReactElement => {
  const [played] = useState(() => playedOf(props));
  return (
    <PlayedTiles
      ready={props.ready}
      title={`${props.address.deviceId} remote playback`}
      channels={played.channels}
      played={played}
      Controls={Moment}
    />
  );
};

export const RemotePage = ({ address }: { address: RemoteAddress }): ReactElement => {
  const state = useViewer('remote', address);
  if (state.kind === 'loading') return <Loading away={state.away} />;
  if (state.kind === 'error') return <ViewerAlert message={state.message} />;
  return <Playing ready={state} address={address} />;
};
