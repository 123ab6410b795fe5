// The one field for a calendar day: typed as 2026-03-01, or picked in a month that opens under it.
import { Suspense, lazy } from 'react';
import type { ReactElement } from 'react';
import { t } from '../lib/i18n.ts';
import { dayDate } from '../lib/local-moment.ts';
import { Button } from './button.tsx';
import styles from './date-field.module.css';
import { Field } from './field.tsx';
import { Popover, usePopover } from './popover.tsx';
import { Spinner } from './spinner.tsx';

/** The month that opens under a field; its code comes when the first one is opened. */
const Month = lazy(async () => ({ default: (await import('./month.tsx')).Month }));

type CalendarProps = { day: string; onPick: (day: string) => void };

/** `day` 'YYYY-MM-DD'. */
export const Calendar = (props: CalendarProps): ReactElement => (
  <Suspense fallback={<Spinner size={20} />}>
    <Month {...props} />
  </Suspense>
);

type DateFieldProps = {
  label: string;
  /** 'YYYY-MM-DD' as typed; `dayDate` says whether it is a day. */
  day: string;
  onChange: (day: string) => void;
  disabled?: boolean;
  /** It may stay empty. */
  optional?: boolean;
};

export const DateField = ({
  label,
  day,
  onChange,
  disabled = false,
  optional = false,
}: DateFieldProps): ReactElement => {
  const popover = usePopover();
  return (
    <div {...popover.frame} className={styles.frame}>
      <Field
        label={label}
        value={day}
        disabled={disabled}
        inputMode="numeric"
        autoComplete="off"
        placeholder="2026-03-01"
        error={dayDate(day) === undefined && !(optional && day === '') ? t('Write the date as 2026-03-01.') : undefined}
        onChange={(event) => onChange(event.target.value)}
        inside={
          <Button
            look="bare"
            icon="calendar"
            disabled={disabled}
            aria-label={t('Open the calendar')}
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
              onChange(picked);
              popover.leave();
            }}
          />
        </Popover>
      )}
    </div>
  );
};
