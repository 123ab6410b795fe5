// The upper line of a tile, always there: what is shown and how it stands.
import type { ReactElement, ReactNode } from 'react';
import { t } from '../lib/i18n.ts';
import styles from './live-tile.module.css';
import type { TilePlayer } from './tile-player.ts';
import { usePlayerStatistics, usePlayerStatus } from './use-player.ts';

const LATE_MS = 2000;

const latencyText = (ms: number): string =>
  ms < 100 ? t('< {seconds} s', { seconds: '0.1' }) : t('{seconds} s', { seconds: (ms / 1000).toFixed(1) });

/** What is shown in the place of every picture of the stream that was asked for. */
const InsteadTag = ({ player }: { player: TilePlayer }): ReactElement | null => {
  const { phase, instead } = usePlayerStatus(player);
  if (phase !== 'playing' || instead === '') return null;
  const words = { keys: t('key pictures only'), sub: t('sub-stream instead') };
  return (
    <span
      className={styles.tag}
      data-instead={instead}
      title={t('This browser has no H.265 decoder, and decoding every picture of all tiles would cost too much')}
    >
      {words[instead]}
    </span>
  );
};

const StateMark = ({ player }: { player: TilePlayer }): ReactElement => {
  const { phase, stream } = usePlayerStatus(player);
  const statistics = usePlayerStatistics(player);
  const playing = phase === 'playing';
  const latencyMs = statistics?.latencyMs;
  const late = latencyMs !== undefined && latencyMs > LATE_MS;
  return (
    <span className={styles.state} data-phase={phase}>
      <span className={`${styles.dot} ${playing ? styles.dotLive : ''} ${playing && late ? styles.dotLate : ''}`} />
      {playing ? t('live') : t('no picture')}
      {playing && latencyMs !== undefined && <span className="num">{latencyText(latencyMs)}</span>}
      <InsteadTag player={player} />
      {playing && stream === 'main' && <span className={styles.tag}>{t('main')}</span>}
    </span>
  );
};

/** Of recorded video: where it comes from. */
const RecordedMark = ({ player }: { player: TilePlayer }): ReactElement => {
  const { phase, origin } = usePlayerStatus(player);
  const words = { server: t('recorded'), device: t('from the device'), kept: t('kept') };
  const playing = phase === 'playing';
  return (
    <span className={styles.state} data-phase={phase} data-origin={origin}>
      <span className={`${styles.dot} ${playing ? styles.dotRecorded : ''}`} />
      {playing ? words[origin ?? 'server'] : t('no picture')}
      <InsteadTag player={player} />
    </span>
  );
};

type TileHeadProps = { player: TilePlayer; device: string; name: string; tools?: ReactNode };

export const TileHead = ({ player, device, name, tools }: TileHeadProps): ReactElement => (
  <header className={styles.head}>
    <span className={styles.label}>
      <span className={styles.device}>{`${device} · `}</span>
      <span className={styles.name}>{name}</span>
    </span>
    {player.pictureMs === undefined ? <StateMark player={player} /> : <RecordedMark player={player} />}
    {tools !== undefined && <span className={styles.headTools}>{tools}</span>}
  </header>
);
