// The playback popup over any screen: what the server recorded of one device from one moment on, with the map of that moment.
import { useState } from 'react';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { usePhone } from '../../../lib/device-kind.ts';
import { t } from '../../../lib/i18n.ts';
import { mapEnabled, useSession } from '../../../live/session.ts';
import { ChannelBar } from '../../../parts/head-line/channel-toggles.tsx';
import { POPUP_PLAYBACK_CHANNELS } from '../../../parts/playback/channel-rules.ts';
import { PlaybackControls } from '../../../parts/playback/playback-controls.tsx';
import { PlaybackStage } from '../../../parts/playback/playback-stage.tsx';
import { RecordedTrackMap } from '../../../parts/playback/track-map.tsx';
import { useActiveTile } from '../../../parts/playback/use-active-tile.ts';
import { usePlayedChannels } from '../../../parts/playback/use-channels.ts';
import { usePlaybackGroup } from '../../../parts/playback/use-playback-group.ts';
import { tileGrid } from '../../../parts/tiles/tile-rules.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import type { OverlayProps } from '../../../parts/overlay-store.ts';
import styles from './playback-modal.module.css';

/** Which channels of the device play; the specification's popup has eight tiles at most. */
const useChannels = (deviceId: string) => {
  const phone = usePhone();
  const [multi, setMulti] = useState(!phone);
  const [chosen, setChosen] = useState<readonly number[]>();
  const channels = usePlayedChannels(deviceId, {
    multi,
    chosen: () => chosen,
    most: POPUP_PLAYBACK_CHANNELS,
    tooMany: 'over max channels count(8)',
  });
  return {
    channels,
    toggleMulti: () => {
      setMulti(!multi);
      setChosen(undefined);
    },
    press: (channel: number) => {
      const next = channels.pressed(channel);
      if (next !== undefined) setChosen(next);
    },
  };
};

export const PlaybackModal = ({ deviceId, timeMs, onClose }: OverlayProps<'playback'>): ReactElement => {
  const { channels, toggleMulti, press } = useChannels(deviceId);
  const { device, on } = channels;
  const phone = usePhone();
  const mapOffered = useSession(mapEnabled);
  const active = useActiveTile(on, false);
  const group = usePlaybackGroup(deviceId, on.length === 0 ? undefined : timeMs, on);
  return (
    <Dialog title={t('Playback of {device}', { device })} onClose={onClose} room>
      <div className={styles.frame}>
        <div className={styles.head}>
          <ChannelBar
            channels={channels.all}
            on={on}
            nameOf={channels.nameOf}
            multi={channels.multi}
            onMulti={() => {
              group?.setSpeed(1);
              toggleMulti();
            }}
            onPress={press}
          />
          <Link
            className={styles.more}
            to={`/splayback/${encodeURIComponent(deviceId)}?at=${Math.floor(timeMs / 1000)}`}
            onClick={onClose}
          >
            {t('Open the playback page')}
          </Link>
        </div>
        <PlaybackStage
          deviceId={deviceId}
          group={group}
          channels={channels}
          active={active}
          grid={(tiles) => tileGrid(tiles, phone)}
          narrow={!phone}
          map={mapOffered ? <RecordedTrackMap deviceId={deviceId} group={group} /> : undefined}
        />
        <div className={styles.foot}>
          <PlaybackControls group={group} />
        </div>
      </div>
    </Dialog>
  );
};
