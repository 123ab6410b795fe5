// What is said of a moment that the server has no footage of: where it lies, and the ways to what there is.
import { postRecordList } from '@outrider/contract';
import type { ReactElement } from 'react';
import { useNavigate } from 'react-router';
import { dayText } from '../../lib/local-moment.ts';
import { t } from '../../lib/i18n.ts';
import { formatDateTime, formatTime } from '../../lib/time.ts';
import { useMay } from '../../live/session.ts';
import { recorderAddress } from '../playback/moment-rules.ts';
import type { Whereabouts } from '../record-timeline/bands.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/states.tsx';
import styles from './footage.module.css';

const sentence = ({ onDevice }: Whereabouts, deviceKnown: boolean, time: string): string => {
  if (onDevice) return t('At {time} only the recorder has footage.', { time });
  return deviceKnown
    ? t('Nothing was recorded at {time}.', { time })
    : t('The server has nothing of {time}; what the recorder has is not known.', { time });
};

type ElsewhereProps = {
  deviceId: string;
  channels: readonly number[];
  /** Where the operator pressed, UTC ms. */
  ms: number;
  found: Whereabouts;
  /** The device said what it has of this day. */
  deviceKnown: boolean;
  onPlay: (ms: number) => void;
  onDismiss: () => void;
};

export const Elsewhere = ({
  deviceId,
  channels,
  ms,
  found,
  deviceKnown,
  onPlay,
  onDismiss,
}: ElsewhereProps): ReactElement => {
  const navigate = useNavigate();
  const may = useMay(postRecordList.right);
  const { nextOnServerMs } = found;
  const sameDay = nextOnServerMs !== undefined && dayText(new Date(nextOnServerMs)) === dayText(new Date(ms));
  return (
    <Notice tone="warn" onDismiss={onDismiss}>
      <span className={styles.elsewhere}>
        {sentence(found, deviceKnown, formatTime(ms))}
        {may && (found.onDevice || !deviceKnown) && (
          <Button icon="playback" onClick={() => void navigate(recorderAddress(deviceId, ms, channels))}>
            {t('Play from the recorder')}
          </Button>
        )}
        {nextOnServerMs !== undefined && (
          <Button icon="server" onClick={() => onPlay(nextOnServerMs)}>
            {t('Next on the server {time}', {
              time: sameDay ? formatTime(nextOnServerMs) : formatDateTime(nextOnServerMs),
            })}
          </Button>
        )}
      </span>
    </Notice>
  );
};
