// The time of day of a query: one slider with two handles, in steps of five minutes.
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import styles from './gps-playback.module.css';
import { LAST_MINUTE, MINUTE_STEP, minuteText, withMinute } from '../../parts/track/range.ts';
import type { Minutes } from '../../parts/track/range.ts';

type MinuteRangeProps = { minutes: Minutes; onChange: (minutes: Minutes) => void };

const part = (minute: number): string => `${(minute / LAST_MINUTE) * 100}%`;

export const MinuteRange = ({ minutes, onChange }: MinuteRangeProps): ReactElement => {
  const handle = (end: keyof Minutes, name: string): ReactElement => (
    <input
      type="range"
      aria-label={name}
      aria-valuetext={minuteText(minutes[end])}
      min={0}
      max={LAST_MINUTE}
      step={MINUTE_STEP}
      value={minutes[end]}
      onChange={(event) => onChange(withMinute(minutes, end, event.target.valueAsNumber))}
    />
  );
  return (
    <fieldset className={styles.minutes} aria-label={t('Time of day')}>
      <div className={styles.minutesHead}>
        <span>{t('Time of day')}</span>
        <output className="num">
          {minuteText(minutes.from)} – {minuteText(minutes.to)}
        </output>
      </div>
      <div className={styles.handles}>
        <span
          className={styles.between}
          style={{ left: part(minutes.from), right: `calc(100% - ${part(minutes.to)})` }}
        />
        {handle('from', t('From'))}
        {handle('to', t('Until'))}
      </div>
    </fieldset>
  );
};
