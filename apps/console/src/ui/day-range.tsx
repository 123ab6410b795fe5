// A span of whole calendar days, chosen in months that stay open: the first day, then the last. Days to come cannot be chosen.
import type { ReactElement } from 'react';
import { DayPicker } from 'react-day-picker';
import { t, useLocale } from '../lib/i18n.ts';
import { dayDate, dayText } from '../lib/local-moment.ts';
import { systemClock } from '../lib/time.ts';
import { Button } from './button.tsx';
import { CalendarArrow, calendarClasses, calendarLocale, calendarMarked } from './calendar.tsx';
import styles from './day-range.module.css';

/** 'YYYY-MM-DD'; '' for a day not chosen yet. */
export type DayRange = { readonly first: string; readonly last: string };

/** What a click on a day makes of the range: a new first day, or the last one; an earlier day becomes the first. Pure. */
export const withDay = ({ first, last }: DayRange, day: string): DayRange => {
  if (first === '' || last !== '') return { first: day, last: '' };
  return day < first ? { first: day, last: first } : { first, last: day };
};

const hintOf = ({ first, last }: DayRange): string => {
  if (first === '') return t('Choose the first day.');
  if (last === '') return t('Choose the last day.');
  return first === last ? first : t('{first} to {last}', { first, last });
};

type DayRangeFieldProps = {
  label: string;
  range: DayRange;
  onChange: (range: DayRange) => void;
  /** Other words for what is chosen. */
  hint?: string;
  /** Days with a mark, 'YYYY-MM-DD'. */
  marked?: readonly string[];
  /** Told which month is shown, 'YYYY-MM', when it is another one. */
  onMonth?: (month: string) => void;
  /** Two show the month before as well. */
  months?: 1 | 2;
  /** Days to come can be chosen as well. */
  anyDay?: boolean;
};

/** The first month to show: that of the chosen days, or with two months the one before this. */
const firstMonth = (from: Date | undefined, to: Date | undefined, months: number, now: Date): Date | undefined => {
  if (months === 1) return to ?? from;
  return new Date(now.getFullYear(), now.getMonth() - 1);
};

export const DayRangeField = ({
  label,
  range,
  onChange,
  hint,
  marked = [],
  onMonth,
  months = 1,
  anyDay = false,
}: DayRangeFieldProps): ReactElement => {
  const locale = calendarLocale(useLocale());
  const now = new Date(systemClock.now());
  const [from, to] = [dayDate(range.first), dayDate(range.last)];
  const shown = firstMonth(from, to, months, now);
  return (
    <section className={styles.frame} aria-label={label}>
      <div className={styles.head}>
        <output className="num">{hint ?? hintOf(range)}</output>
        {range.first !== '' && (
          <Button look="bare" className={styles.reset ?? ''} onClick={() => onChange({ first: '', last: '' })}>
            {t('Reset')}
          </Button>
        )}
      </div>
      <DayPicker
        mode="range"
        weekStartsOn={1}
        fixedWeeks={months === 1}
        showOutsideDays={months === 1}
        numberOfMonths={months}
        disabled={anyDay ? false : { after: now }}
        modifiers={{ marked: marked.flatMap((each) => dayDate(each) ?? []) }}
        modifiersClassNames={{ marked: calendarMarked }}
        {...(shown === undefined ? {} : { defaultMonth: shown })}
        {...(onMonth === undefined ? {} : { onMonthChange: (month: Date) => onMonth(dayText(month).slice(0, 7)) })}
        selected={from === undefined ? undefined : { from, to: to ?? from }}
        // With it what is marked is what stands above, and not what the calendar would make of the clicks: a reset empties it.
        onSelect={() => undefined}
        {...(locale === undefined ? {} : { locale })}
        classNames={calendarClasses}
        components={{ Chevron: CalendarArrow }}
        onDayClick={(date, { disabled }) => {
          if (disabled !== true) onChange(withDay(range, dayText(date)));
        }}
      />
    </section>
  );
};
