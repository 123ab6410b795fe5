// The line above the tiles: which device, one channel or several, a toggle for each channel and one for the map.
import type { ReactElement } from 'react';
import { ChannelBar } from '../../parts/head-line/channel-toggles.tsx';
import { HeadLine, KeysHint, MapToggle } from '../../parts/head-line/head-line.tsx';
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
    {view.mapOffered && (
      <MapToggle shown={view.mapShown} phone={phone} onToggle={() => view.change({ map: !view.mapShown })} />
    )}
    {!phone && <KeysHint />}
  </HeadLine>
);
