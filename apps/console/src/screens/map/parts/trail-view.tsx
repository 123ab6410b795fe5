// The small map in the vehicle's panel: its trail at street level. Owns the map object for as long as it is shown.
import type { MapSources } from '@outrider/contract';
import { useEffect, useRef, useState } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../../lib/i18n.ts';
import type { Marker } from '../../../map/marker.ts';
import type { TrailMap } from '../../../map/trail-map.ts';
import type { TrailPoint } from '../../../map/trail.ts';
import styles from '../map.module.css';

type TrailViewProps = { sources: MapSources; marker: Marker; trail: readonly TrailPoint[] };

export const TrailView = ({ sources, marker, trail }: TrailViewProps): ReactElement => {
  const frame = useRef<HTMLDivElement>(null);
  const start = useRef(marker);
  const [map, setMap] = useState<TrailMap>();
  useEffect(() => {
    const container = frame.current;
    if (container === null) return undefined;
    let made: TrailMap | undefined;
    let closed = false;
    const make = async (): Promise<void> => {
      const { TrailMap: Made } = await import('../../../map/trail-map.ts');
      if (closed) return;
      made = new Made({ container, sources, center: start.current, name: t('Trail') });
      setMap(made);
    };
    make().catch(() => {}); // no code or no WebGL: the large map has said so already
    return () => {
      closed = true;
      made?.close();
      setMap(undefined);
    };
  }, [sources]);
  useEffect(() => map?.show(marker, trail), [map, marker, trail]);
  return <div ref={frame} className={styles.trailMap} data-trail-points={trail.length} />;
};
