// The one field for a moment: typed as 2026-03-01 14:05:00 in the browser's zone, its day also picked in a month that opens under it.
// Which moment it is: lib/local-moment.ts.
import type { ReactElement } from 'react';
import { t } from '../lib/i18n.ts';
import { momentMs } from '../lib/local-moment.ts';
import { formatDateTime } from '../lib/time.ts';
import { Button } from './button.tsx';
import { Calendar } from './date-field.tsx';
import styles from './date-field.module.css';
import { Field } from './field.tsx';
import { Popover, usePopover } from './popover.tsx';
import { useTyped } from './use-typed.ts';

const MOMENT = /^(\d{4}-\d{1,2}-\d{1,2})[ T]+(\d{1,2}):(\d{1,2})(?::(\d{1,2}))?$/;

const textOf = (ms: number): string => (Number.isNaN(ms) ? '' : formatDateTime(ms));

const msOf = (text: string): number => {
  const [, day, hour, minute, second = '0'] = MOMENT.exec(text.trim()) ?? [];
  if (day === undefined) return Number.NaN;
  return momentMs({ day, hour: Number(hour), minute: Number(minute), second: Number(second) }) ?? Number.NaN;
};

const MIDNIGHT = '00:00:00';

type DateTimeFieldProps = {
  label: string;
  /** UTC ms; NaN while what stands there is no moment. */
  ms: number;
  onChange: (ms: number) => void;
};

/** Says itself what is missing. Seconds may be left out. A day that is picked keeps the time. */
export const DateTimeField = ({ label, ms, onChange }: DateTimeFieldProps): ReactElement => {
  const [text, type] = useTyped(ms, textOf, msOf);
  const popover = usePopover();
  const change = (typed: string): void => {
    type(typed);
    onChange(msOf(typed));
  };
  const [day = '', time = MIDNIGHT] = text.trim().split(/[ T]+/);
  return (
    <div {...popover.frame} className={styles.frame}>
      <Field
        label={label}
        value={text}
        autoComplete="off"
        placeholder="2026-03-01 14:05:00"
        error={Number.isNaN(msOf(text)) ? t('Write the moment as 2026-03-01 14:05:00.') : undefined}
        onChange={(event) => change(event.target.value)}
        inside={
          <Button
            look="bare"
            icon="calendar"
            aria-label={t('Open the calendar: {field}', { field: label })}
            aria-expanded={popover.open}
            onClick={popover.toggle}
          />
        }
      />
      {popover.open && (
        <Popover label={label} state={popover}>
          <Calendar
            day={day}
            onPick={(picked) => {
              change(`${picked} ${time}`);
              popover.leave();
            }}
          />
        </Popover>
      )}
    </div>
  );
};
