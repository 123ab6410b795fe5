// The playback popup over any screen: what the server recorded of one device from one moment on, with the map of that moment.
import { useState } from 'react';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { usePhone } from '../../../lib/device-kind.ts';
import { t } from '../../../lib/i18n.ts';
import { useDevice, useExtra } from '../../../live/hooks.ts';
import { mapEnabled, useSession } from '../../../live/session.ts';
import { ChannelBar } from '../../../parts/head-line/channel-toggles.tsx';
import { firstPlayed, POPUP_PLAYBACK_CHANNELS, pressed } from '../../../parts/playback/channel-rules.ts';
import { PlaybackControls } from '../../../parts/playback/playback-controls.tsx';
import { PlaybackStage } from '../../../parts/playback/playback-stage.tsx';
import { usePlaybackGroup } from '../../../parts/playback/use-playback-group.ts';
import { channelName, inOrder } from '../../../parts/tiles/tile-rules.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { showToast } from '../../../ui/toast.ts';
import type { OverlayProps } from '../overlay-props.ts';
import styles from './playback-modal.module.css';

const NOTHING: readonly number[] = [];

/** Which channels of the device play; the specification's popup has eight tiles at most. */
const useChannels = (deviceId: string) => {
  const present = useDevice(deviceId)?.chmask ?? NOTHING;
  const extra = useExtra(deviceId);
  const phone = usePhone();
  const [multi, setMulti] = useState(!phone);
  const [chosen, setChosen] = useState<readonly number[]>();
  const [first, setFirst] = useState<readonly number[]>(NOTHING);
  const channels = inOrder(present, extra?.chsort ?? []);
  const begin = firstPlayed(channels, multi);
  if (first.join() !== begin.join()) setFirst(begin);
  const on = chosen ?? first;
  return {
    channels,
    on,
    multi,
    nameOf: (channel: number) => channelName(channel, extra?.chnames ?? [], present),
    toggleMulti: () => {
      setMulti(!multi);
      setChosen(undefined);
    },
    press: (channel: number) => {
      const next = pressed(on, channel, { multi, order: channels, most: POPUP_PLAYBACK_CHANNELS });
      if (next === undefined) showToast('error', t('over max channels count(8)'));
      else setChosen(next);
    },
  };
};

export const PlaybackModal = ({ deviceId, timeMs, onClose }: OverlayProps<'playback'>): ReactElement => {
  const { channels, on, multi, nameOf, toggleMulti, press } = useChannels(deviceId);
  const device = useDevice(deviceId)?.vehicleid || deviceId;
  const phone = usePhone();
  const mapOffered = useSession(mapEnabled);
  const group = usePlaybackGroup(deviceId, on.length === 0 ? undefined : timeMs, on);
  return (
    <Dialog title={t('Playback of {device}', { device })} onClose={onClose} room>
      <div className={styles.frame}>
        <div className={styles.head}>
          <ChannelBar
            channels={channels}
            on={on}
            nameOf={nameOf}
            multi={multi}
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
          device={device}
          group={group}
          channels={on}
          nameOf={nameOf}
          map={mapOffered}
          phone={phone}
          onActive={() => {}}
        />
        <div className={styles.foot}>
          <PlaybackControls group={group} />
        </div>
      </div>
    </Dialog>
  );
};
