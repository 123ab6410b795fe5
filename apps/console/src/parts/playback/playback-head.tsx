// The line above the tiles of a playback: which device, one channel or several, a toggle for each channel and one for the map.
import type { ReactElement, ReactNode } from 'react';
import { ChannelBar } from '../head-line/channel-toggles.tsx';
import { HeadLine, MapToggle } from '../head-line/head-line.tsx';
import type { PlayedChannels } from './use-channels.ts';

type PlaybackHeadProps = {
  deviceId: string;
  channels: PlayedChannels;
  phone: boolean;
  onMulti: () => void;
  onPress: (channel: number) => void;
  /** Left out where no map is on offer. */
  map: { shown: boolean; onToggle: () => void } | undefined;
  /** Between the name and the channels, and at the end. */
  before?: ReactNode;
  after?: ReactNode;
};

export const PlaybackHead = (props: PlaybackHeadProps): ReactElement => {
  const { deviceId, channels, phone, onMulti, onPress, map, before, after } = props;
  return (
    <HeadLine deviceId={deviceId} name={channels.device} phone={phone}>
      {before}
      <ChannelBar
        channels={channels.all}
        on={channels.on}
        nameOf={channels.nameOf}
        multi={channels.multi}
        onMulti={onMulti}
        onPress={onPress}
      />
      {map !== undefined && <MapToggle {...map} phone={phone} />}
      {after}
    </HeadLine>
  );
};
