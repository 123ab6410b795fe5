// What the selected device did since its midnight: the six sums of the day.
import type { Device } from '@outrider/contract';
import type { ReactElement } from 'react';
import { t } from '../../../lib/i18n.ts';
import { useLengthUnit } from '../../../lib/preferences.ts';
import { lengthText } from '../../../lib/units.ts';
import { LiveText } from '../../../ui/live-text.tsx';
import styles from './device-panel.module.css';

/** '2 h 05 min', '12 min', '40 s'. */
const spanText = (seconds: number): string => {
  const minutes = Math.floor(seconds / 60);
  if (minutes < 1) return t('{number} s', { number: seconds });
  if (minutes < 60) return t('{number} min', { number: minutes });
  return t('{hours} h {minutes} min', {
    hours: Math.floor(minutes / 60),
    minutes: String(minutes % 60).padStart(2, '0'),
  });
};

const Figure = ({ name, text }: { name: string; text: string }): ReactElement => (
  <div>
    <dt>{name}</dt>
    <dd>
      <LiveText text={text} />
    </dd>
  </div>
);

export const DayFigures = ({ daily }: { daily: Device['daily'] }): ReactElement => {
  const unit = useLengthUnit();
  return (
    <section className={styles.day} aria-label={t('Today')}>
      <h3>{t('Today')}</h3>
      {daily === null ? (
        <p className="soft">{t('No position since midnight at the device.')}</p>
      ) : (
        <dl className={styles.figures}>
          <Figure name={t('Distance')} text={lengthText(daily.distance, unit)} />
          <Figure name={t('Driving time')} text={spanText(daily.totalDrivingtime)} />
          <Figure name={t('This driver')} text={spanText(daily.driverDrivingtime)} />
          <Figure name={t('Parkings')} text={String(daily.parkcount)} />
          <Figure name={t('Parking time')} text={spanText(daily.parktime)} />
          <Figure name={t('Over speed')} text={String(daily.oscount)} />
        </dl>
      )}
    </section>
  );
};
