// Random live view: eight channels that the server picks and changes, three in a row. The way to a device is in its tile's head.
import { useRef, useState } from 'react';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { usePhone } from '../../lib/device-kind.ts';
import { t } from '../../lib/i18n.ts';
import { useTileKeys } from '../../parts/live-view/use-tile-keys.ts';
import { openOverlay } from '../../parts/overlay-store.ts';
import { RandomTile } from '../../parts/tiles/random-tile.tsx';
import { useRandomAddresses } from '../../parts/tiles/use-addresses.ts';
import type { TileHandle } from '../../player/tile-handle.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './random-live.module.css';

const STREAMS = Array.from({ length: 8 }, (_, i) => i + 1);

const Open = ({ id, name }: { id: string; name: string }): ReactElement => (
  <Link
    className={styles.open}
    to={`/liveview/${encodeURIComponent(id)}`}
    aria-label={t('Live view of {device}', { device: name })}
    title={t('Live view of {device}', { device: name })}
  >
    <Icon name="live" />
  </Link>
);

const openTool = (id: string, name: string): ReactElement => <Open id={id} name={name} />;

export const RandomLiveScreen = (): ReactElement => {
  const find = useRandomAddresses(STREAMS.length);
  const phone = usePhone();
  const [active, setActive] = useState(1);
  const tiles = useRef(new Map<number, TileHandle>());
  useTileKeys({
    tile: () => tiles.current.get(active),
  });
  return (
    <div className={`${styles.wall} ${phone ? styles.phone : ''}`}>
      {find !== undefined &&
        STREAMS.map((stream) => (
          <RandomTile
            key={stream}
            stream={stream}
            addresses={find(stream)}
            controls
            active={stream === active}
            onActive={() => setActive(stream)}
            toolsFor={openTool}
            ref={(handle) => {
              if (handle !== null) tiles.current.set(stream, handle);
              return () => void tiles.current.delete(stream);
            }}
          />
        ))}
      <div className={styles.note}>
        <h1>{t('Random live view')}</h1>
        <p>{t('Each tile moves on to another channel after a while.')}</p>
        {!phone && (
          <Button icon="fullscreen" onClick={() => openOverlay({ kind: 'mosaic', streams: 9 })}>
            {t('Full screen')}
          </Button>
        )}
      </div>
    </div>
  );
};
