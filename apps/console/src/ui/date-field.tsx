// The one field for a calendar day: typed as 2026-03-01, or picked in a month that opens under it.
import { useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent, ReactElement } from 'react';
import { DayPicker } from 'react-day-picker';
import { t, useLocale } from '../lib/i18n.ts';
import { dayDate, dayText } from '../lib/local-moment.ts';
import { Button } from './button.tsx';
import { CalendarArrow, calendarClasses, calendarLocale } from './calendar.tsx';
import styles from './date-field.module.css';
import { Field } from './field.tsx';

type CalendarProps = { day: string; label: string; onPick: (day: string) => void; onClose: () => void };

const Calendar = ({ day, label, onPick, onClose }: CalendarProps): ReactElement => {
  const frame = useRef<HTMLElement>(null);
  const locale = calendarLocale(useLocale());
  const selected = dayDate(day);
  useEffect(() => {
    // In a dialog there may be no room below: whoever opened it wants to see it.
    frame.current?.scrollIntoView({ block: 'nearest' });
    const onPress = (event: PointerEvent): void => {
      if (event.target instanceof Node && frame.current?.parentElement?.contains(event.target) !== true) onClose();
    };
    document.addEventListener('pointerdown', onPress);
    return () => document.removeEventListener('pointerdown', onPress);
  }, [onClose]);
  return (
    <section ref={frame} className={styles.calendar} aria-label={label}>
      <DayPicker
        mode="single"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- opened by the keyboard as well: the arrows move from the chosen day
        autoFocus
        showOutsideDays
        fixedWeeks
        weekStartsOn={1}
        {...(locale === undefined ? {} : { locale })}
        {...(selected === undefined ? {} : { selected, defaultMonth: selected })}
        classNames={calendarClasses}
        components={{ Chevron: CalendarArrow }}
        onDayClick={(date) => onPick(dayText(date))}
      />
    </section>
  );
};

type DateFieldProps = {
  label: string;
  /** 'YYYY-MM-DD' as typed; `dayDate` says whether it is a day. */
  day: string;
  onChange: (day: string) => void;
  disabled?: boolean;
};

export const DateField = ({ label, day, onChange, disabled = false }: DateFieldProps): ReactElement => {
  const [open, setOpen] = useState(false);
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const close = (): void => {
    setOpen(false);
    frame.current?.querySelector('button')?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !open) return;
    event.stopPropagation(); // the dialog around it stays
    close();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- only hears Escape of what is inside
    <div ref={frame} className={styles.frame} id={id} onKeyDown={onKeyDown}>
      <Field
        label={label}
        value={day}
        disabled={disabled}
        inputMode="numeric"
        autoComplete="off"
        placeholder="2026-03-01"
        error={dayDate(day) === undefined ? t('Write the date as 2026-03-01.') : undefined}
        onChange={(event) => onChange(event.target.value)}
        inside={
          <Button
            look="bare"
            icon="calendar"
            disabled={disabled}
            aria-label={t('Open the calendar')}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          />
        }
      />
      {open && (
        <Calendar
          day={day}
          label={label}
          onClose={() => setOpen(false)}
          onPick={(picked) => {
            onChange(picked);
            close();
          }}
        />
      )}
    </div>
  );
};
