// Below pictures that went back: the way to live again, the controls of every playback, and the timeline of the channels that went back.
import { useState } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import type { PlaybackGroup } from '../../player/recorded/playback-group.ts';
import { Button } from '../../ui/button.tsx';
import { FootageTimeline } from '../footage/footage-timeline.tsx';
import styles from '../footage/footage.module.css';
import { PlaybackControls } from '../playback/playback-controls.tsx';
import type { BackMoment } from './use-back.ts';
import type { LiveView } from './use-live-view.ts';

const SHOWN_BEFORE_MS = 3_600_000;
const SHOWN_AFTER_MS = 5 * 60_000;

type BackFootProps = {
  view: LiveView;
  moment: BackMoment;
  /** The channels that went back. */
  on: readonly number[];
  group: PlaybackGroup | undefined;
  onLive: () => void;
  /** Half a minute further. */
  onFurther: () => void;
  onPlay: (ms: number) => void;
  /** What only the recorder has is played here as well. */
  recorderToo?: boolean;
};

export const BackFoot = (props: BackFootProps): ReactElement => {
  const { view, moment, on, group, onLive, onFurther, onPlay, recorderToo = false } = props;
  const [first] = useState(() => ({ fromMs: moment.startMs - SHOWN_BEFORE_MS, toMs: moment.startMs + SHOWN_AFTER_MS }));
  return (
    <div className={styles.back}>
      <div className={styles.tools}>
        <Button look="primary" icon="live" title={`${t('Live')} (N)`} onClick={onLive}>
          {t('Live')}
        </Button>
        <Button title={`${t('Back 30 s')} (B)`} onClick={onFurther}>
          {t('Back 30 s')}
        </Button>
        <PlaybackControls group={group} />
      </div>
      <FootageTimeline
        deviceId={view.deviceId}
        on={on}
        nameOf={view.nameOf}
        group={group}
        first={first}
        onPlay={onPlay}
        recorderToo={recorderToo}
      />
    </div>
  );
};
