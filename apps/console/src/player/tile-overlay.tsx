// What lies over the picture while it does not play: why, since when, and what can be done. Never a black box without words.
import type { ReactElement } from 'react';
import { t } from '../lib/i18n.ts';
import { useNow } from '../lib/use-now.ts';
import { Button } from '../ui/button.tsx';
import { Spinner } from '../ui/spinner.tsx';
import styles from './live-tile.module.css';
import type { PlayerStatus } from './messages.ts';
import type { TilePlayer } from './tile-player.ts';
import { tileWords } from './tile-words.ts';
import { usePlayerStatus } from './use-player.ts';

const Action = ({ player, status }: { player: TilePlayer; status: PlayerStatus }): ReactElement | null => {
  if (status.phase === 'unsupported' && status.stream === 'main' && player.choose !== undefined)
    return (
      <Button look="primary" onClick={() => player.choose?.('sub')}>
        {t('Show the sub-stream')}
      </Button>
    );
  if (status.phase === 'error' || status.phase === 'broken' || status.phase === 'refused' || status.phase === 'timeout')
    return (
      <Button icon="refresh" onClick={() => player.restart()}>
        {t('Try again')}
      </Button>
    );
  return null;
};

const Words = ({ player, status }: { player: TilePlayer; status: PlayerStatus }): ReactElement | null => {
  const nowMs = useNow();
  const words = tileWords(status, nowMs);
  if (words === undefined) return null;
  return (
    <output className={`${styles.overlay} ${status.hasPicture ? styles.stale : styles.blank}`}>
      {words.busy && <Spinner size={28} />}
      <span className={styles.words}>
        <strong>{words.title}</strong>
        {words.detail !== '' && <span>{words.detail}</span>}
        <Action player={player} status={status} />
      </span>
    </output>
  );
};

/** Nothing while the tile plays. */
export const TileOverlay = ({ player }: { player: TilePlayer }): ReactElement | null => {
  const status = usePlayerStatus(player);
  return status.phase === 'playing' ? null : <Words player={player} status={status} />;
};
