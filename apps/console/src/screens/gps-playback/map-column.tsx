// The right column: the track on the map and the bar that plays it.
import type { ReactElement, ReactNode, RefObject } from 'react';
import { t } from '../../lib/i18n.ts';
import { TrackGround } from '../../parts/track/view/track-ground.tsx';
import type { TrackGroundProps } from '../../parts/track/view/track-ground.tsx';
import styles from './gps-playback.module.css';

type MapColumnProps = TrackGroundProps & { bar: ReactNode; column: RefObject<HTMLElement | null> };

export const MapColumn = ({ bar, column, ...ground }: MapColumnProps): ReactElement => (
  <section ref={column} className={styles.mapColumn} aria-label={t('Map')}>
    <div className={styles.map}>
      <TrackGround {...ground} />
    </div>
    {bar}
  </section>
);
