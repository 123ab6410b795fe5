// The line above the tiles: which device, one channel or several, and a toggle for each channel.
import type { ReactElement } from 'react';
import { ChannelBar } from '../../parts/head-line/channel-toggles.tsx';
import { HeadLine, KeysHint } from '../../parts/head-line/head-line.tsx';
import type { RemotePlayback } from './use-remote-playback.ts';

export const RemoteHeadLine = ({ view, phone }: { view: RemotePlayback; phone: boolean }): ReactElement => (
  <HeadLine deviceId={view.deviceId} name={view.memo || view.deviceId} phone={phone}>
    <ChannelBar
      channels={view.all}
      on={view.channels.on}
      nameOf={view.nameOf}
      multi={view.channels.multi}
      onMulti={() => view.setMulti(!view.channels.multi)}
      onPress={view.toggle}
    />
    {!phone && <KeysHint />}
  </HeadLine>
);
