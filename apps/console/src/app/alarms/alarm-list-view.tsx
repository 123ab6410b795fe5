// The recent alarms as a list: what happened to which device when, how much it matters, whether it is over, and the ways to its footage
// and to the device.
import type { ReactElement } from 'react';
import type { DeviceFile, FileRequest } from '@outrider/contract';
import { Link, useNavigate } from 'react-router';
import { isSecurePage } from '../../lib/device-kind.ts';
import { t } from '../../lib/i18n.ts';
import { formatDateTime, formatTime } from '../../lib/time.ts';
import type { Alarm } from '../../live/alarm-list.ts';
import { useAlarms } from '../../live/alarms.ts';
import { deviceNames } from '../../live/device-name.ts';
import { useDevice } from '../../live/hooks.ts';
import { useMay, useSession } from '../../live/session.ts';
import { EventAlbum } from '../../parts/event-files/event-album.tsx';
import { useEventFiles } from '../../parts/event-files/use-event-files.ts';
import { openOverlay } from '../../parts/overlay-store.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Age } from '../../ui/live-text.tsx';
import { StateGlyph } from '../../ui/state-glyph.tsx';
import { alarmSeverity, alarmTitle, isSos, mapAddress } from './alarm-words.ts';
import styles from './alarms.module.css';
import { NotifyLine } from './alarm-toast.tsx';
import { PlayButton } from './play-button.tsx';

const Mark = ({ alarm }: { alarm: Alarm }): ReactElement => {
  if (!alarm.recovered) return <StateGlyph kind="alarm" size={18} />;
  return (
    <span className={styles.markOver} title={t('Recovered')}>
      <Icon name="check" size={18} />
      <span className="visually-hidden">{t('Recovered')}</span>
    </span>
  );
};

const Ways = ({ alarm, onGo }: { alarm: Alarm; onGo: () => void }): ReactElement => {
  const navigate = useNavigate();
  const mayWatch = useMay('P_live');
  const map = useSession((s) => mapAddress(alarm.deviceId, s));
  const mayTalk = useMay('F_talk') && isSecurePage();
  return (
    <span className={styles.links}>
      <PlayButton
        alarm={alarm}
        go={(address) => {
          onGo();
          void navigate(address);
        }}
      />
      {mayWatch && (
        <Link to={`/liveview/${encodeURIComponent(alarm.deviceId)}`} onClick={onGo}>
          {t('Live view')}
        </Link>
      )}
      {map !== undefined && (
        <Link to={map} onClick={onGo}>
          {t('Map')}
        </Link>
      )}
      {alarm.call && mayTalk && (
        <Button look="bare" onClick={() => openOverlay({ kind: 'talk', deviceId: alarm.deviceId })}>
          {t('Talk')}
        </Button>
      )}
    </span>
  );
};

type RowProps = {
  alarm: Alarm;
  files: readonly DeviceFile[];
  request: FileRequest | undefined;
  onGo: () => void;
};

const Row = ({ alarm, files, request, onGo }: RowProps): ReactElement => {
  const { severity, text } = alarmSeverity(alarm);
  const [first, ...names] = deviceNames(alarm.deviceId, useDevice(alarm.deviceId));
  return (
    <li className={`${styles.row} ${isSos(alarm) && !alarm.recovered ? styles.sos : ''}`}>
      <Mark alarm={alarm} />
      <span className={styles.what}>
        <span className={styles.head}>
          <b>{alarmTitle(alarm)}</b>
          <span className={styles.severity} data-severity={severity}>
            {text}
          </span>
        </span>
        <NotifyLine alarm={alarm} />
        <span>
          <bdi className="num">{first}</bdi>
          <span className="soft">
            {names.map((name) => (
              <span key={name}>
                {' · '}
                <bdi>{name}</bdi>
              </span>
            ))}
          </span>
        </span>
        <Ways alarm={alarm} onGo={onGo} />
        <EventAlbum serialno={alarm.serialno} files={files} request={request} />
      </span>
      <span className={`${styles.when} soft num`}>
        <time title={formatDateTime(alarm.atMs)}>{formatTime(alarm.atMs)}</time>
        <br />
        <Age timeMs={alarm.atMs} />
      </span>
    </li>
  );
};

/** `onGo`: a link was followed. */
export const AlarmListView = ({ onGo }: { onGo: () => void }): ReactElement => {
  const list = useAlarms((s) => s.alarms);
  const { files, requests } = useEventFiles(list.map(({ serialno }) => serialno));
  if (list.length === 0) return <p className={`${styles.none} soft`}>{t('No alarm yet.')}</p>;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
    <ul className={styles.list} tabIndex={0} aria-label={t('Recent alarms')}>
      {list.map((alarm) => (
        <Row
          key={alarm.serialno}
          alarm={alarm}
          files={files.get(alarm.serialno) ?? []}
          request={requests.get(alarm.serialno)}
          onGo={onGo}
        />
      ))}
    </ul>
  );
};
