// The bar chart of the longest ways: one bar a device, or a day where one device is told day by day. Drawn as SVG.
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { useLengthUnit } from '../../lib/preferences.ts';
import { mileageText } from '../../lib/units.ts';
import { type ReportRow, TOP, topRows } from './rows.ts';
import styles from './mileage.module.css';

const ROW = 28;
const BAR = 8;

export const TopChart = ({ rows }: { rows: readonly ReportRow[] }): ReactElement => {
  const unit = useLengthUnit();
  const top = topRows(rows);
  const longest = top[0]?.distance ?? 1;
  return (
    <section className={styles.chart} aria-label={t('Longest distances')}>
      <h2>{t('Top {number} by distance', { number: TOP })}</h2>
      {top.length === 0 && <p className="soft">{t('No vehicle moved.')}</p>}
      <svg width="100%" height={top.length * ROW} role="img" aria-label={t('Bar chart of the longest distances')}>
        {top.map(({ id, deviceid, memo, date, distance }, i) => {
          const name = date ?? (memo === '' ? deviceid : memo);
          return (
            <g key={id} data-bar={deviceid} transform={`translate(0 ${i * ROW})`}>
              <title>{`${name}: ${mileageText(distance, unit)}`}</title>
              <text x="0" y="13" className={styles.barName}>
                {name}
              </text>
              <text x="100%" y="13" textAnchor="end" className={styles.barValue}>
                {mileageText(distance, unit)}
              </text>
              <rect className={styles.barGround} x="0" y="17" width="100%" height={BAR} rx="2" />
              <rect className={styles.bar} x="0" y="17" width={`${(100 * distance) / longest}%`} height={BAR} rx="2" />
            </g>
          );
        })}
      </svg>
    </section>
  );
};
