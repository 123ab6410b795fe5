// A day and a time of day to the second, in the browser's zone. Which moment it is: lib/local-moment.ts.
import type { ReactElement } from 'react';
import { t } from '../lib/i18n.ts';
import { type LocalMoment, dayDate, momentMs, momentOf } from '../lib/local-moment.ts';
import { DateField } from './date-field.tsx';
import styles from './date-time-field.module.css';
import { useTyped } from './use-typed.ts';

type PartProps = { label: string; most: number; value: number; onChange: (value: number) => void };

const Part = ({ label, most, value, onChange }: PartProps): ReactElement => (
  <label className={styles.part}>
    {label}
    <input
      className="form-control num"
      type="number"
      inputMode="numeric"
      min={0}
      max={most}
      step={1}
      value={Number.isNaN(value) ? '' : value}
      onChange={(event) => onChange(event.target.valueAsNumber)}
    />
  </label>
);

type DateTimeFieldProps = {
  /** Names the group: 'Start'. */
  label: string;
  /** UTC ms; NaN while what stands there is no moment. */
  ms: number;
  onChange: (ms: number) => void;
};

const msOf = (moment: LocalMoment): number => momentMs(moment) ?? Number.NaN;

/** Says itself what is missing. */
export const DateTimeField = ({ label, ms, onChange }: DateTimeFieldProps): ReactElement => {
  const [value, type] = useTyped(ms, momentOf, msOf);
  const change = (part: Partial<LocalMoment>): void => {
    const typed = { ...value, ...part };
    type(typed);
    onChange(msOf(typed));
  };
  const badTime = dayDate(value.day) !== undefined && momentMs(value) === undefined;
  return (
    <fieldset className={styles.group}>
      <legend>{label}</legend>
      <DateField label={t('Date')} day={value.day} onChange={(day) => change({ day })} />
      <div className={styles.parts}>
        <Part label={t('Hour')} most={23} value={value.hour} onChange={(hour) => change({ hour })} />
        <Part label={t('Minute')} most={59} value={value.minute} onChange={(minute) => change({ minute })} />
        <Part label={t('Second')} most={59} value={value.second} onChange={(second) => change({ second })} />
      </div>
      {badTime && <p className={styles.problem}>{t('Hours go from 0 to 23, minutes and seconds from 0 to 59.')}</p>}
    </fieldset>
  );
};
