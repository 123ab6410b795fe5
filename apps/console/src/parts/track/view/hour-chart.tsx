// The speed of a day, a row an hour: 24 rows of 3600 seconds. A press or the arrow keys go to a moment.
import { memo, useMemo } from 'react';
import type { ReactElement } from 'react';
import { useStore } from 'zustand';
import { t } from '../../../lib/i18n.ts';
import { useLengthUnit } from '../../../lib/preferences.ts';
import { formatDay } from '../../../lib/time.ts';
import { speedIn, speedUnit } from '../../../lib/units.ts';
import { speedClasses } from '../../../map/trail.ts';
import { barsOf, ROW_HEIGHT, scaleTop } from './chart-shape.ts';
import styles from './track.module.css';
import { chartPlace, dayDataOf, HOUR_SECONDS, momentAt } from '../hours.ts';
import type { HourEntry } from '../hours.ts';
import type { TrackResult } from '../track-query.ts';
import type { TrackPlayer } from '../track-player.ts';

const looks = [styles.speed0, styles.speed1, styles.speed2, styles.speed3, styles.speed4];
/** The class name of a class of speed. */
const speedLook = (speedClass: number): string => looks[speedClass] ?? '';

/** Below the rows, seconds of the hour. */
const TICKS = [0, 600, 1200, 1800, 2400, 3000, 3600] as const;
/** As fine as a press and an arrow key go. */
const KEY_SECONDS = 5;

const hourText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

const Bars = memo(function HourBars({ entries, topKmh }: { entries: readonly HourEntry[]; topKmh: number }) {
  return (
    <svg viewBox={`0 0 ${HOUR_SECONDS} ${ROW_HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      {barsOf(entries, topKmh).map(({ speedClass, path }) => (
        <path key={speedClass} d={path} className={speedLook(speedClass)} />
      ))}
    </svg>
  );
});

type RowProps = {
  hour: number;
  entries: readonly HourEntry[];
  topKmh: number;
  /** Seconds of this hour while the moment played is in it. */
  seconds: number | undefined;
  onSeek: (hour: number, seconds: number) => void;
};

const HourRow = memo(function HourRow({ hour, entries, topKmh, seconds, onSeek }: RowProps) {
  const unit = useLengthUnit();
  const top = entries.reduce((most, { speedInKmh }) => Math.max(most, speedInKmh), 0);
  const facts = t('{count} positions, up to {speed} {unit}', {
    count: entries.length,
    speed: speedIn(top, unit),
    unit: speedUnit(unit),
  });
  const empty = entries.length === 0;
  return (
    <div className={styles.hour} data-hour={hour} data-points={entries.length}>
      <span className="num">{hourText(hour)}</span>
      <div className={styles.strip} title={empty ? undefined : facts}>
        {!empty && <Bars entries={entries} topKmh={topKmh} />}
        {seconds !== undefined && (
          <i className={styles.cursor} style={{ left: `${(seconds / HOUR_SECONDS) * 100}%` }} data-cursor={seconds} />
        )}
        <input
          type="range"
          aria-label={hourText(hour)}
          aria-valuetext={facts}
          min={0}
          max={HOUR_SECONDS}
          step={KEY_SECONDS}
          value={seconds ?? 0}
          disabled={empty}
          onChange={(event) => onSeek(hour, event.target.valueAsNumber)}
        />
      </div>
    </div>
  );
});

/** What the colours mean. */
const Legend = (): ReactElement => {
  const unit = useLengthUnit();
  return (
    <div className={styles.legend}>
      {speedClasses.map((from, i) => (
        <span key={from} className="num">
          <svg viewBox="0 0 10 10" aria-hidden="true">
            <rect width="10" height="10" className={speedLook(i)} />
          </svg>
          {speedIn(from, unit)}
          {i === speedClasses.length - 1 ? '+' : ''}
        </span>
      ))}
      <span>{speedUnit(unit)}</span>
    </div>
  );
};

type HourChartProps = { result: TrackResult; day: string; player: TrackPlayer };

export const HourChart = ({ result, day, player }: HourChartProps): ReactElement => {
  const { track, maxSpeed } = result;
  const hours = useMemo(() => dayDataOf(track, day), [track, day]);
  const timeMs = useStore(player.state, (s) => s.timeMs);
  const topKmh = scaleTop(maxSpeed);
  const at = timeMs !== 0 && formatDay(timeMs) === day ? chartPlace(timeMs) : undefined;
  const seek = useMemo(
    () =>
      (hour: number, seconds: number): void => {
        const moment = momentAt(day, hour, seconds);
        if (moment !== undefined) player.seek(moment);
      },
    [day, player],
  );
  return (
    <section className={styles.chart} aria-label={t('Speed by the hour, {day}', { day })}>
      <Legend />
      <div className={styles.hours}>
        {hours.map((entries, hour) => (
          <HourRow
            key={hourText(hour)}
            hour={hour}
            entries={entries}
            topKmh={topKmh}
            seconds={at?.hour === hour ? at.seconds : undefined}
            onSeek={seek}
          />
        ))}
      </div>
      <div className={styles.ticks} aria-hidden="true">
        <span className={styles.tickUnit}>{t('seconds')}</span>
        {TICKS.map((tick) => (
          <span key={tick} className="num">
            {tick}
          </span>
        ))}
      </div>
    </section>
  );
};
