// Texts laid over the picture of a tile: one of its owner at the edge of the picture itself, and that its sound cannot be played.
import type { CSSProperties, ReactElement } from 'react';
import styles from './live-tile.module.css';
import type { TilePlayer } from './tile-player.ts';
import { muteWords } from './tile-words.ts';
import { usePlayerStatus } from './use-player.ts';

/** What most recorders send, until the picture's own shape is known. */
const CIF_ASPECT = 352 / 288;

/** Nothing for ''. */
export const TileBadge = ({ player, text }: { player: TilePlayer; text: string }): ReactElement | null => {
  const { width, height } = usePlayerStatus(player);
  if (text === '') return null;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a property of our own, which React's type does not know
  const style = { '--aspect': height > 0 ? width / height : CIF_ASPECT } as CSSProperties;
  return (
    <span className={styles.badge} style={style} data-badge="">
      {text}
    </span>
  );
};

/** In words that the device sends sound nobody here can decode; nothing where it can be heard, or there is none. */
export const MuteNote = ({ player }: { player: TilePlayer }): ReactElement | null => {
  const words = muteWords(usePlayerStatus(player));
  return words === '' ? null : <span className={styles.mute}>{words}</span>;
};
