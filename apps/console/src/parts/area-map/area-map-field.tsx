// An area drawn on a small map, with what a press does there in words. For precision and for the keyboard its numbers stand in fields beside it.
import { mapSetting } from '@outrider/contract';
import { useState } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { useCall } from '../../lib/calls.ts';
import { t } from '../../lib/i18n.ts';
import { type AreaShape, handlesOf, withoutLast } from '../../map/area-shape.ts';
import { webglSupport } from '../../map/webgl.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState, ErrorPanel } from '../../ui/states.tsx';
import styles from './area-map-field.module.css';
import { type AreaMapProps, useAreaMap } from './use-area-map.ts';

const hintOf = (kind: AreaShape['kind']): string =>
  ({
    circle: t('Press where its middle is, and drag its edge.'),
    rectangle: t('Press two corners across from each other, and drag any of them.'),
    polygon: t('Press corner after corner, and drag any of them.'),
    route: t('Press point after point along the way, and drag any of them.'),
  })[kind];

type FieldProps = Omit<AreaMapProps, 'sources'> & {
  /** Takes the room that there is. */
  fill?: boolean;
  /** In the place of 'Take the last one back'. */
  tools?: ReactNode;
};

const Ground = (props: FieldProps & AreaMapProps): ReactElement => {
  const { shape, onShape, tools, fill = false } = props;
  const { frame, map, failed } = useAreaMap(props, t('Map of the area'));
  return (
    <>
      <div ref={frame} className={`${styles.map} ${fill ? styles.fill : ''}`}>
        {failed && <EmptyState icon="offline" title={t('The map could not be loaded')} />}
      </div>
      <div className={styles.foot}>
        <span className="soft">{hintOf(shape.kind)}</span>
        <span className={styles.buttons}>
          {tools ?? (
            <Button
              look="bare"
              icon="undo"
              disabled={handlesOf(shape).length === 0}
              onClick={() => onShape(withoutLast(shape), 0)}
            >
              {t('Take the last one back')}
            </Button>
          )}
          <Button look="bare" icon="fullscreen" onClick={() => map?.fit()}>
            {t('Show all of it')}
          </Button>
        </span>
      </div>
    </>
  );
};

export const AreaMapField = (props: FieldProps): ReactElement => {
  const { data: sources, error, refetch } = useCall(mapSetting.load, {});
  const [support] = useState(webglSupport);
  return (
    <section className={`${styles.field} ${props.fill === true ? styles.whole : ''}`} aria-label={t('Map')}>
      {support !== 'yes' && <EmptyState icon="map" title={t('This browser cannot draw a map')} />}
      {support === 'yes' &&
        sources === undefined &&
        (error === null ? <div className={styles.map} /> : <ErrorPanel error={error} retry={() => void refetch()} />)}
      {support === 'yes' && sources !== undefined && <Ground {...props} sources={sources} />}
    </section>
  );
};
