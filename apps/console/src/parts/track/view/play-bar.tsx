// Plays along the track: play and pause, step, how fast, where. Keys of the screen do the same.
import type { ReactElement } from 'react';
import { useStore } from 'zustand';
import { t } from '../../../lib/i18n.ts';
import { formatDateTime } from '../../../lib/time.ts';
import { Button } from '../../../ui/button.tsx';
import styles from './track.module.css';
import { playSpeeds } from '../track-player.ts';
import type { TrackPlayer } from '../track-player.ts';
import type { Track } from '../track.ts';

type PlayBarProps = {
  track: Track;
  player: TrackPlayer;
  follow: boolean;
  onFollow: (on: boolean) => void;
  onHelp: () => void;
};

const SpeedChoice = ({ player }: { player: TrackPlayer }): ReactElement => {
  const speed = useStore(player.state, (state) => state.speed);
  return (
    <select
      className="form-select"
      aria-label={t('Playing speed')}
      value={speed}
      onChange={(event) => player.setSpeed(playSpeeds.find((each) => String(each) === event.target.value) ?? speed)}
    >
      {playSpeeds.map((each) => (
        <option key={each} value={each}>
          {each}x
        </option>
      ))}
    </select>
  );
};

export const PlayBar = ({ track, player, follow, onFollow, onHelp }: PlayBarProps): ReactElement => {
  const { timeMs, playing } = useStore(player.state);
  const [first = 0, last = 0] = [track.timeMs[0], track.timeMs.at(-1)];
  const empty = track.timeMs.length === 0;
  return (
    <fieldset className={styles.playBar} aria-label={t('Play the track')} data-playing={playing}>
      <Button
        look="bare"
        icon="left"
        aria-label={t('One position back')}
        disabled={empty}
        onClick={() => player.step(-1)}
      />
      <Button
        look="primary"
        icon={playing ? 'pause' : 'play'}
        aria-label={playing ? t('Pause') : t('Play')}
        disabled={empty}
        onClick={() => player.toggle()}
      />
      <Button
        look="bare"
        icon="right"
        aria-label={t('One position on')}
        disabled={empty}
        onClick={() => player.step(1)}
      />
      <SpeedChoice player={player} />
      <input
        type="range"
        aria-label={t('Moment of the track')}
        aria-valuetext={empty ? '' : formatDateTime(timeMs)}
        min={first}
        max={last}
        step={1000}
        value={timeMs}
        disabled={empty}
        onChange={(event) => player.seek(event.target.valueAsNumber)}
      />
      <output className="num">{empty ? '' : formatDateTime(timeMs)}</output>
      <Button
        look="bare"
        icon="follow"
        aria-label={t('Keep the vehicle in sight')}
        title={t('Keep the vehicle in sight')}
        aria-pressed={follow}
        onClick={() => onFollow(!follow)}
      />
      <Button look="bare" icon="help" aria-label={t('Keys')} onClick={onHelp} />
    </fieldset>
  );
};
