// One calendar day, chosen in a month that stays open. Days to come cannot be chosen; days with something to see are marked.
import { useState } from 'react';
import type { ReactElement } from 'react';
import { DayPicker } from 'react-day-picker';
import { useLocale } from '../lib/i18n.ts';
import { dayDate, dayText } from '../lib/local-moment.ts';
import { systemClock } from '../lib/time.ts';
import { CalendarArrow, calendarClasses, calendarLocale, calendarMarked } from './calendar.tsx';
import styles from './day-calendar.module.css';

type DayCalendarProps = {
  label: string;
  /** 'YYYY-MM-DD'. */
  day: string;
  onPick: (day: string) => void;
  /** Days with a mark, 'YYYY-MM-DD'. */
  marked?: readonly string[];
};

/** The month that is shown: browsed by arrows and keys, and that of another day that is chosen, here or outside. */
const useMonth = (day: string) => {
  const own = (): Date => dayDate(day) ?? new Date(systemClock.now());
  const [month, onMonthChange] = useState(own);
  const [shown, setShown] = useState(day.slice(0, 7));
  if (shown !== day.slice(0, 7)) {
    setShown(day.slice(0, 7));
    onMonthChange(own());
  }
  return { month, onMonthChange };
};

export const DayCalendar = ({ label, day, onPick, marked = [] }: DayCalendarProps): ReactElement => {
  const locale = calendarLocale(useLocale());
  const selected = dayDate(day);
  const month = useMonth(day);
  return (
    <section className={styles.frame} aria-label={label}>
      <DayPicker
        mode="single"
        weekStartsOn={1}
        fixedWeeks
        showOutsideDays
        disabled={{ after: new Date(systemClock.now()) }}
        modifiers={{ marked: marked.flatMap((each) => dayDate(each) ?? []) }}
        modifiersClassNames={{ marked: calendarMarked }}
        {...(selected === undefined ? {} : { selected })}
        {...month}
        {...(locale === undefined ? {} : { locale })}
        classNames={calendarClasses}
        components={{ Chevron: CalendarArrow }}
        onDayClick={(date, { disabled }) => {
          if (disabled !== true) onPick(dayText(date));
        }}
      />
    </section>
  );
};
