// What the colours of a trail mean.
import type { ReactElement } from 'react';
import { t } from '../../../lib/i18n.ts';
import { useLengthUnit } from '../../../lib/preferences.ts';
import { speedIn, speedUnit } from '../../../lib/units.ts';
import { readPalette } from '../../../map/palette.ts';
import { speedClasses } from '../../../map/trail.ts';
import styles from '../map.module.css';

export const SpeedLegend = (): ReactElement => {
  const unit = useLengthUnit();
  const { speed } = readPalette();
  return (
    <div className={styles.legend} title={t('Colours of the trail by speed')}>
      {speedClasses.map((from, i) => (
        <span key={from} className="num">
          <i style={{ background: speed[i] }} />
          {speedIn(from, unit)}
          {i === speedClasses.length - 1 ? '+' : ''}
        </span>
      ))}
      <span>{speedUnit(unit)}</span>
    </div>
  );
};
