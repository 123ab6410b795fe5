// The lower bar of a tile, shown on hover, focus and touch: sound, stream, picture, statistics, full screen.
import type { ReactElement } from 'react';
import { t } from '../lib/i18n.ts';
import { Icon } from '../ui/icon.tsx';
import type { IconName } from '../ui/icon.tsx';
import { MAX_GAIN } from './audio-output.ts';
import styles from './live-tile.module.css';
import type { TileHandle } from './tile-handle.ts';
import type { TilePlayer } from './tile-player.ts';
import { muteWords } from './tile-words.ts';
import { usePlayerStatus } from './use-player.ts';
import type { TileSound } from './use-player.ts';

type ToolProps = {
  icon: IconName;
  name: string;
  keyName?: string;
  pressed?: boolean;
  /** Left out where a tile is too narrow for all. */
  spare?: boolean;
  onClick: () => void;
};

const Tool = ({ icon, name, keyName, pressed, spare = false, onClick }: ToolProps): ReactElement => (
  <button
    type="button"
    className={`${styles.tool} ${spare ? styles.spare : ''}`}
    aria-label={name}
    aria-pressed={pressed}
    title={keyName === undefined ? name : `${name} (${keyName})`}
    onClick={onClick}
  >
    <Icon name={icon} />
  </button>
);

const SoundTools = ({ player, sound }: { player: TilePlayer; sound: TileSound }): ReactElement => {
  const status = usePlayerStatus(player);
  const words = muteWords(status) || (status.hasAudio ? '' : t('This channel sends no sound'));
  return (
    <>
      <Tool
        icon={sound.on ? 'sound' : 'mute'}
        name={sound.on ? t('Mute') : t('Sound on')}
        keyName="M"
        pressed={sound.on}
        onClick={sound.toggle}
      />
      {sound.on && (
        <input
          type="range"
          className={styles.gain}
          min={0}
          max={MAX_GAIN}
          step={0.5}
          value={sound.gain}
          aria-label={t('Volume')}
          onChange={(event) => sound.setGain(event.target.valueAsNumber)}
        />
      )}
      {sound.on && words !== '' && <span className={styles.note}>{words}</span>}
    </>
  );
};

const StreamTool = ({ player }: { player: TilePlayer }): ReactElement | null => {
  const { stream } = usePlayerStatus(player);
  const next = stream === 'main' ? 'sub' : 'main';
  if (player.choose === undefined) return null;
  return (
    <button
      type="button"
      className={styles.tool}
      title={t('Main stream: sharper. Sub-stream: lighter.')}
      aria-label={next === 'main' ? t('Show the main stream') : t('Show the sub-stream')}
      onClick={() => player.choose?.(next)}
    >
      {stream === 'main' ? t('main') : t('sub')}
    </button>
  );
};

type TileBarProps = {
  player: TilePlayer;
  sound: TileSound;
  actions: TileHandle;
  statistics: boolean;
  onRemove: (() => void) | undefined;
  onBack: (() => void) | undefined;
};

export const TileBar = ({ player, sound, actions, statistics, onRemove, onBack }: TileBarProps): ReactElement => (
  <div className={styles.bar} role="toolbar" aria-label={t('Tools of this channel')}>
    <SoundTools player={player} sound={sound} />
    <span className={styles.gap} />
    {onBack !== undefined && <Tool icon="undo" name={t('Back 30 s')} keyName="B" onClick={onBack} />}
    <StreamTool player={player} />
    <Tool
      spare
      icon="info"
      name={t('Statistics')}
      keyName="I"
      pressed={statistics}
      onClick={actions.toggleStatistics}
    />
    <Tool icon="camera" name={t('Save the picture')} keyName="S" onClick={actions.snapshot} />
    <Tool icon="fullscreen" name={t('Full screen')} keyName="F" onClick={actions.toggleFullscreen} />
    {onRemove !== undefined && <Tool spare icon="close" name={t('Close this channel')} onClick={onRemove} />}
  </div>
);
