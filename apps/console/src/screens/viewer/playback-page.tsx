// /playback: what the server recorded of up to eight channels, on one clock from a moment on.
import { useState } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { PlaybackControls } from '../../parts/playback/playback-controls.tsx';
import { localPlaybackAddresses } from '../../player/recorded/playback-address.ts';
import { manyChannels } from './address.ts';
import type { PlaybackAddress } from './address.ts';
import { Loading, ViewerAlert } from './frame.tsx';
import { PlayedTiles } from './played-tiles.tsx';
import type { Played } from './use-once-played.ts';
import { useViewer } from './use-viewer.ts';
import type { Ready } from './use-viewer.ts';

type PlayingProps = { ready: Ready; address: PlaybackAddress; channels: readonly number[] };

const playedOf = ({ ready, address, channels }: PlayingProps): Played => {
  const { deviceId, startS, streamId } = address;
  return {
    mode: 'lopb',
    startMs: startS * 1000,
    channels,
    addresses: (request) => localPlaybackAddresses(ready.place, { deviceId, ...request }),
    ...(streamId === 0 ? {} : { streamId }),
  };
};

const Playing = (props: PlayingProps): ReactElement => {
  const [played] = useState(() => playedOf(props));
  return (
    <PlayedTiles
      ready={props.ready}
      title={`${props.address.deviceId} playback`}
      channels={props.channels}
      played={played}
      Controls={PlaybackControls}
    />
  );
};

export const PlaybackPage = ({ address }: { address: PlaybackAddress }): ReactElement => {
  const state = useViewer('playback', address);
  if (state.kind === 'loading') return <Loading away={state.away} />;
  if (state.kind === 'error') return <ViewerAlert message={state.message} />;
  const channels = manyChannels(address, state.device.chmask);
  if (channels.length === 0) return <ViewerAlert message={t('The device has none of these channels.')} />;
  return <Playing ready={state} address={address} channels={channels} />;
};
