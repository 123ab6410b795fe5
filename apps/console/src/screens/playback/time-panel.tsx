// The left column of the playback screen: the day in a calendar, then hour, minute and second. What has no recordings cannot be chosen.
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { localZone, systemClock } from '../../lib/time.ts';
import { DayCalendar } from '../../ui/day-calendar.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { useRecordedDays, useRecordInfo } from './api.ts';
import styles from './playback.module.css';
import { noRecordInfo, secondSteps } from './record-info.ts';
import type { PlaybackView } from './use-playback-screen.ts';

const two = (n: number): string => String(n).padStart(2, '0');

type PickerProps = {
  label: string;
  /** How many stand in a row where there is room. */
  row: 'six' | 'eight' | 'ten';
  values: readonly number[];
  chosen: number | undefined;
  enabled: (value: number) => boolean;
  nameOf: (value: number) => string;
  onPick: (value: number) => void;
};

const Picker = ({ label, row, values, chosen, enabled, nameOf, onPick }: PickerProps): ReactElement => (
  <fieldset>
    <legend className={styles.pickerName}>{label}</legend>
    <div className={`${styles.pickerGrid} ${row === 'six' ? '' : styles[row]}`}>
      {values.map((value) => (
        <button
          key={value}
          type="button"
          className={`${styles.pick} num`}
          aria-label={nameOf(value)}
          aria-pressed={value === chosen}
          disabled={!enabled(value)}
          onClick={() => onPick(value)}
        >
          {two(value)}
        </button>
      ))}
    </div>
  </fieldset>
);

const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, i) => i);
const HOURS = upTo(24);
const MINUTES = upTo(60);

/** `onPicked`: the last part of the time was chosen. */
export const TimePanel = ({ view, onPicked }: { view: PlaybackView; onPicked?: () => void }): ReactElement => {
  const { deviceId, look } = view;
  const { device } = view.channels;
  const days = useRecordedDays(deviceId);
  const loaded = useRecordInfo(deviceId, look.day);
  const info = loaded ?? noRecordInfo();
  const moment = look.atMs === undefined ? undefined : new Date(look.atMs);
  const hour = look.hour;
  return (
    <section className={styles.panel} aria-label={t('Time')}>
      <DayCalendar label={t('Day')} day={look.day} marked={days} onPick={view.pickDay} />
      <p className={styles.zone}>
        {t('Times are {zone}', { zone: localZone(moment?.getTime() ?? systemClock.now()) })}
      </p>
      {info.hasError && (
        <div className={styles.error} role="alert">
          {t(info.message)}
        </div>
      )}
      {loaded === undefined && <Skeleton rows={3} />}
      {loaded !== undefined && !info.hasError && !info.hasData && (
        <output className={styles.nothing}>{t('{device} has no record on {date}', { device, date: look.day })}</output>
      )}
      <Picker
        label={t('Hour')}
        row="eight"
        values={HOURS}
        chosen={hour}
        enabled={(value) => info.data[value]?.hourLabel === true}
        nameOf={(value) => t('Hour {hour}', { hour: two(value) })}
        onPick={view.pickHour}
      />
      <Picker
        label={t('Minute')}
        row="ten"
        values={MINUTES}
        chosen={moment?.getMinutes()}
        enabled={(value) => hour !== undefined && info.data[hour]?.raw[value] === true}
        nameOf={(value) => t('Minute {minute}', { minute: two(value) })}
        onPick={view.pickMinute}
      />
      <Picker
        label={t('Second')}
        row="six"
        values={secondSteps}
        chosen={moment?.getSeconds()}
        enabled={() => moment !== undefined}
        nameOf={(value) => t('Second {second}', { second: two(value) })}
        onPick={(value) => {
          view.pickSecond(value);
          onPicked?.();
        }}
      />
    </section>
  );
};
