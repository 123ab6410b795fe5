// The small map in the vehicle's panel: its trail at street level.
import type { ReactElement } from 'react';
import { t } from '../../../lib/i18n.ts';
import { type TrailMapProps, useTrailMap } from '../../../parts/tiles/use-trail-map.ts';
import styles from '../map.module.css';

export const TrailView = (props: TrailMapProps): ReactElement => {
  const frame = useTrailMap(props, t('Trail'));
  return <div ref={frame} className={styles.trailMap} data-trail-points={props.trail.length} />;
};
