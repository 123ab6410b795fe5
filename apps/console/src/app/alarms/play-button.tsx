// One press from an alarm to its footage.
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { formatTime } from '../../lib/time.ts';
import type { Alarm } from '../../live/alarm-list.ts';
import { useSession } from '../../live/session.ts';
import { BEFORE_MS } from '../../parts/playback/moment-rules.ts';
import { mayPlayMoments, playMoment } from '../../parts/playback/play-moment.ts';
import { Button } from '../../ui/button.tsx';
import styles from './alarms.module.css';

type PlayButtonProps = {
  alarm: Alarm;
  go: (address: string) => void;
  /** Over a target that covers the whole toast. */
  above?: boolean;
};

/** Nothing for who may play neither from the server nor from recorders. */
export const PlayButton = ({ alarm, go, above = false }: PlayButtonProps): ReactElement | null => {
  const may = useSession(mayPlayMoments);
  if (!may) return null;
  return (
    <Button
      icon="play"
      className={`${styles.play} ${above ? styles.above : ''}`}
      title={t('Plays from {time}, ten seconds before the alarm', { time: formatTime(alarm.atMs - BEFORE_MS) })}
      onClick={() => void playMoment({ deviceId: alarm.deviceId, ms: alarm.atMs }, go)}
    >
      {t('Play the moment')}
    </Button>
  );
};
