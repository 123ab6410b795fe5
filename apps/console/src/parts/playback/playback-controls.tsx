// The controls of a playback: pause, slower and faster on the ladder, single pictures, jumps, and what time it is there.
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { formatDay, formatTime, isoTime, localZone } from '../../lib/time.ts';
import type { PlaybackGroup } from '../../player/recorded/playback-group.ts';
import { faster, slower } from '../../player/recorded/speed-ladder.ts';
import { usePlayback } from '../../player/recorded/use-playback.ts';
import { Button } from '../../ui/button.tsx';
import type { IconName } from '../../ui/icon.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import styles from './playback.module.css';

const JUMP_SECONDS = 10;

type ToolProps = { icon: IconName; name: string; keyName: string; disabled: boolean; onClick: () => void };

const Tool = ({ icon, name, keyName, disabled, onClick }: ToolProps): ReactElement => (
  <Button
    look="bare"
    icon={icon}
    aria-label={name}
    title={`${name} (${keyName})`}
    disabled={disabled}
    onClick={onClick}
  />
);

/** '2026-03-01 14:05:12', and whether it waits or is over. */
const Now = ({ group }: { group: PlaybackGroup | undefined }): ReactElement => {
  const second = usePlayback(group, ({ timeMs }) => Math.floor(timeMs / 1000));
  const buffering = usePlayback(group, (state) => state.buffering);
  const ended = usePlayback(group, (state) => state.ended);
  const ms = second * 1000;
  return (
    <span className={styles.now}>
      {group !== undefined && (
        <time className="num" dateTime={isoTime(ms)} title={localZone(ms)} data-playing-time={second}>
          <span className={styles.nowDay}>{formatDay(ms)} </span>
          {formatTime(ms)}
        </time>
      )}
      <output className={styles.nowState}>
        {buffering && !ended && <Spinner size={12} />}
        {buffering && !ended && t('Loading')}
        {ended && t('End of the recording')}
      </output>
    </span>
  );
};

export const PlaybackControls = ({ group }: { group: PlaybackGroup | undefined }): ReactElement => {
  const speed = usePlayback(group, (state) => state.speed);
  const disabled = group === undefined;
  const playing = speed > 0 && !disabled;
  const tools: readonly Omit<ToolProps, 'disabled'>[] = [
    { icon: 'slower', name: t('Slower'), keyName: '[', onClick: () => group?.setSpeed(slower(speed)) },
    {
      icon: playing ? 'pause' : 'play',
      name: playing ? t('Pause') : t('Play'),
      keyName: t('Space'),
      onClick: () => group?.toggle(),
    },
    { icon: 'faster', name: t('Faster'), keyName: ']', onClick: () => group?.setSpeed(faster(speed)) },
  ];
  const moves: readonly { text: string; name: string; keyName: string; onClick: () => void }[] = [
    { text: '−10', name: t('10 s back'), keyName: '←', onClick: () => group?.jump(-JUMP_SECONDS) },
    { text: '◂|', name: t('One picture back'), keyName: ',', onClick: () => group?.step(-1) },
    { text: '|▸', name: t('One picture forward'), keyName: '.', onClick: () => group?.step(1) },
    { text: '+10', name: t('10 s forward'), keyName: '→', onClick: () => group?.jump(JUMP_SECONDS) },
  ];
  return (
    <div className={styles.controls} role="toolbar" aria-label={t('Play controls')}>
      {tools.map((tool) => (
        <Tool key={tool.keyName} {...tool} disabled={disabled} />
      ))}
      <output className={`${styles.ladder} num`} aria-label={t('Speed')} data-speed-now={disabled ? undefined : speed}>
        {disabled || speed === 0 ? t('Paused') : `${speed}×`}
      </output>
      {moves.map(({ text, name, keyName, onClick }) => (
        <Button
          key={keyName}
          look="bare"
          className="num"
          aria-label={name}
          title={`${name} (${keyName})`}
          disabled={disabled}
          onClick={onClick}
        >
          {text}
        </Button>
      ))}
      <Now group={group} />
    </div>
  );
};
