// The controls under the tiles: where to begin, play and stop, pause, speed, jumps, and how it stands.
import { NO_RECORD } from '@outrider/contract';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { momentMs } from '../../lib/local-moment.ts';
import { useKeys } from '../../lib/use-keys.ts';
import { formatTime } from '../../lib/time.ts';
import { useMayDownload } from '../../parts/download/may-download.ts';
import { stepSpeed } from '../../parts/playback/use-play-keys.ts';
import { faster, slower } from '../../player/recorded/speed-ladder.ts';
import { usePlayback } from '../../player/recorded/use-playback.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { playMinutes } from './look.ts';
import { shownMs, typedTime } from './playing-time.ts';
import styles from './remote-playback.module.css';
import type { Controls } from './use-controls.ts';
import type { Play } from './use-play.ts';
import type { RemotePlayback } from './use-remote-playback.ts';

/** The jumps on offer, seconds. */
const jumps = [-10, -5, 5, 10] as const;

type BarProps = { view: RemotePlayback; play: Play; controls: Controls };

/** Taken over with Enter and when the field is left; what is no time goes back to what it was. */
const TimeField = ({ view }: { view: RemotePlayback }): ReactElement => {
  const { day, atMs } = view.look;
  const [draft, setDraft] = useState<string>();
  const take = (): void => {
    const time = typedTime(draft ?? '');
    const ms = time === undefined ? undefined : momentMs({ day, ...time });
    if (ms !== undefined) view.startAt(ms);
    setDraft(undefined);
  };
  return (
    <label>
      {t('Start time')}
      <input
        className="form-control num"
        inputMode="numeric"
        autoComplete="off"
        placeholder="14:05:00"
        maxLength={8}
        value={draft ?? (atMs === undefined ? '' : formatTime(atMs))}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') take();
        }}
        onBlur={() => draft !== undefined && take()}
      />
    </label>
  );
};

const StartPoint = ({ view }: { view: RemotePlayback }): ReactElement => {
  const { segment, noRecord } = view;
  return (
    <div className={styles.start}>
      <TimeField view={view} />
      <Button disabled={segment === undefined} onClick={() => segment !== undefined && view.startAt(segment.start)}>
        {t('From its beginning')}
      </Button>
      {noRecord && (
        <output className={styles.noRecord}>
          <Icon name="warning" />
          {t(NO_RECORD)}
        </output>
      )}
    </div>
  );
};

const Choices = ({ view }: { view: RemotePlayback }): ReactElement => {
  const { look, change } = view;
  return (
    <div className={styles.choices}>
      <select
        className="form-select"
        aria-label={t('Duration')}
        value={look.minutes}
        onChange={(event) =>
          change({ minutes: playMinutes.find((count) => count === Number(event.target.value)) ?? 1 })
        }
      >
        {playMinutes.map((count) => (
          <option key={count} value={count}>
            {t('{number} min', { number: count })}
          </option>
        ))}
      </select>
      <select
        className="form-select"
        aria-label={t('Stream')}
        value={look.stream}
        onChange={(event) => change({ stream: event.target.value === 'sub' ? 'sub' : 'main' })}
      >
        <option value="main">{t('Main stream')}</option>
        <option value="sub">{t('Sub stream')}</option>
      </select>
    </div>
  );
};

const Jumps = ({ group }: Pick<Play, 'group'>): ReactElement => (
  <fieldset className={styles.group} aria-label={t('Jump')}>
    {jumps.map((seconds) => (
      <Button
        key={seconds}
        look="bare"
        className="num"
        disabled={group === undefined}
        title={seconds < 0 ? t('{number} s back', { number: -seconds }) : t('{number} s on', { number: seconds })}
        onClick={() => group?.jump(seconds)}
      >
        {seconds > 0 ? `+${seconds}` : seconds}
      </Button>
    ))}
  </fieldset>
);

const Speed = ({ group }: Pick<Play, 'group'>): ReactElement => {
  const speed = usePlayback(group, (state) => state.speed);
  return (
    <fieldset className={styles.group} aria-label={t('Speed')}>
      <Button
        look="bare"
        icon="slower"
        aria-label={t('Slower')}
        disabled={group === undefined || slower(speed) === speed}
        onClick={() => stepSpeed(group, slower)}
      />
      <output className={`${styles.speed} num`} aria-label={t('Speed')}>
        {group === undefined ? '–' : `${speed}×`}
      </output>
      <Button
        look="bare"
        icon="faster"
        aria-label={t('Faster')}
        disabled={group === undefined || faster(speed) === speed}
        onClick={() => stepSpeed(group, faster)}
      />
    </fieldset>
  );
};

const stateText = (play: Play, ended: boolean, buffering: boolean, paused: boolean): string => {
  if (play.group === undefined) return t('Not playing');
  if (play.status?.state === 'failed') return play.status.message === '' ? t('Failed') : t(play.status.message);
  if (ended || play.status?.state === 'ended') return t('Ended');
  if (paused) return t('Paused');
  return buffering ? t('Waiting for the device') : t('Playing');
};

/** The playing time and how it stands. */
const Standing = ({ play }: { play: Play }): ReactElement => {
  const second = usePlayback(play.group, ({ timeMs }) => Math.floor(timeMs / 1000));
  const ended = usePlayback(play.group, (state) => state.ended);
  const buffering = usePlayback(play.group, (state) => state.buffering);
  const paused = usePlayback(play.group, ({ speed }) => speed === 0);
  const ms = shownMs(second * 1000, buffering, play.status);
  return (
    <output className={styles.standing} aria-label={t('Playing time')}>
      <span className="num" data-clock={play.group === undefined ? undefined : ms}>
        {play.group === undefined ? '--:--:--' : formatTime(ms)}
      </span>
      <span className="soft">{stateText(play, ended, buffering, paused)}</span>
    </output>
  );
};

/** Nothing for who may not download. */
const Download = ({ controls }: { controls: Controls }): ReactElement | null => {
  const may = useMayDownload();
  useKeys({ d: may ? controls.download : undefined }, { repeats: false });
  if (!may) return null;
  return (
    <div className={`${styles.choices} ${styles.download}`}>
      <select
        className="form-select"
        aria-label={t('Sound of the file')}
        value={controls.sound ? 'with' : 'without'}
        onChange={(event) => controls.setSound(event.target.value === 'with')}
      >
        <option value="with">{t('With sound')}</option>
        <option value="without">{t('Without sound, faster')}</option>
      </select>
      <Button icon="download" title={`${t('Download')} (D)`} disabled={!controls.ready} onClick={controls.download}>
        {t('Download')}
      </Button>
    </div>
  );
};

export const PlayBar = ({ view, play, controls }: BarProps): ReactElement => {
  const idle = play.group === undefined;
  const paused = usePlayback(play.group, ({ speed }) => speed === 0);
  return (
    <div className={styles.bar}>
      <StartPoint view={view} />
      <Choices view={view} />
      <div className={styles.group}>
        <Button look="primary" icon="play" disabled={!controls.ready} onClick={controls.play}>
          {t('Play')}
        </Button>
        <Button icon="stop" disabled={idle} onClick={play.stop}>
          {t('Stop')}
        </Button>
        <Button icon={!idle && paused ? 'play' : 'pause'} disabled={idle} onClick={() => play.group?.toggle()}>
          {!idle && paused ? t('Resume') : t('Pause')}
        </Button>
      </div>
      <Jumps group={play.group} />
      <Speed group={play.group} />
      <Standing play={play} />
      <Download controls={controls} />
    </div>
  );
};
