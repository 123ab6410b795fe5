// A tile without a player: the same head and ground as the live tile, with anything inside. And the tile of a device that is offline.
import type { ReactElement, ReactNode } from 'react';
import { t } from '../../lib/i18n.ts';
import { formatDateTime } from '../../lib/time.ts';
import live from '../../player/live-tile.module.css';
import offlineImage from './offline.svg';
import styles from './tiles.module.css';

type TileFrameProps = {
  /** What the device and what is shown of it are called: 'TRK-104' and '2 Driver'. */
  device: string;
  name: string;
  /** In a word, how it stands. */
  state?: string;
  /** Buttons at the end of the head. */
  tools?: ReactNode;
  active: boolean;
  onActive: () => void;
  children: ReactNode;
};

export const TileFrame = (props: TileFrameProps): ReactElement => {
  const { device, name, state, tools, active, onActive, children } = props;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- pointer and focus only choose the tile that keys act on
    <section
      className={`${live.tile} ${active ? live.active : ''}`}
      aria-label={`${device} · ${name}`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys act on the tile that has the focus
      tabIndex={0}
      onFocus={onActive}
      onPointerDown={onActive}
    >
      <header className={live.head}>
        <span className={live.label}>
          <span className={live.device}>{`${device} · `}</span>
          <span className={live.name}>{name}</span>
        </span>
        {state !== undefined && <span className={live.state}>{state}</span>}
        {tools !== undefined && <span className={live.headTools}>{tools}</span>}
      </header>
      <div className={styles.inside}>{children}</div>
    </section>
  );
};

/** Words in the middle of a tile. */
export const TileWords = ({ title, children }: { title: string; children?: ReactNode }): ReactElement => (
  <output className={live.words}>
    <strong>{title}</strong>
    {children !== undefined && <span>{children}</span>}
  </output>
);

/** What stands in the place of the picture of a device that is offline. `sinceMs`: UTC, 0 when nobody knows. */
export const OfflineImage = ({ sinceMs }: { sinceMs: number }): ReactElement => (
  <div className={styles.offline}>
    <img src={offlineImage} alt={t('Offline')} draggable={false} />
    <TileWords title={t('Device offline')}>
      {sinceMs > 0 && t('Since {time}', { time: formatDateTime(sinceMs) })}
    </TileWords>
  </div>
);
