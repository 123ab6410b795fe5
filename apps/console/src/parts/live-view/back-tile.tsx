// One tile that went back while the others stay live: its recorded pictures, which say so and of when they are, and the way to live again.
import type { ReactElement, Ref } from 'react';
import { t } from '../../lib/i18n.ts';
import { formatDuration, formatTime } from '../../lib/time.ts';
import { PlaybackTile } from '../../player/recorded/playback-tile.tsx';
import { usePlayback } from '../../player/recorded/use-playback.ts';
import type { TileHandle } from '../../player/tile-handle.ts';
import { Icon } from '../../ui/icon.tsx';
import { TileFrame, TileWords } from '../tiles/tile-frame.tsx';
import styles from './back-tile.module.css';
import { serverNow } from './use-back.ts';
import type { TileBack } from './use-tile-back.ts';

type BackTileProps = {
  deviceId: string;
  channel: number;
  device: string;
  name: string;
  back: TileBack;
  active: boolean;
  onActive: () => void;
  onLive: () => void;
  onFurther: () => void;
  onRemove: () => void;
  ref: Ref<TileHandle>;
};

const waitingText = ({ source }: TileBack): string =>
  ({
    server: t('Loading'),
    recorder: t('Waiting for the device'),
    nobody: t('The server has nothing of this second.'),
    asked: t('Loading'),
  })[source ?? 'asked'];

/** '14:32:05 · −0:42': two clocks stand side by side, and this one is not now. */
const useWhen = (back: TileBack): string => {
  const second = usePlayback(back.group, ({ timeMs }) => Math.floor(timeMs / 1000));
  if (back.group === undefined) return '';
  return `${formatTime(second * 1000)} · −${formatDuration(serverNow() - second * 1000)}`;
};

export const BackTile = ({ back, onLive, onFurther, ref, ...tile }: BackTileProps): ReactElement => {
  const when = useWhen(back);
  const tools = (
    <button type="button" className={styles.live} title={`${t('Live')} (N)`} onClick={onLive}>
      <Icon name="live" size={14} />
      {t('Live')}
    </button>
  );
  return (
    <div className={styles.frame} data-back={back.source ?? 'asked'}>
      {back.group === undefined ? (
        <TileFrame {...tile} tools={tools}>
          <TileWords title={waitingText(back)} />
        </TileFrame>
      ) : (
        <PlaybackTile {...tile} group={back.group} badge={when} tools={tools} onBack={onFurther} ref={ref} />
      )}
    </div>
  );
};
