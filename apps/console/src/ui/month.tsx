// The month that opens under a field for a day (date-field.tsx). A file of its own: the library behind it is large, and few open one.
import type { ReactElement } from 'react';
import { DayPicker } from 'react-day-picker';
import { useLocale } from '../lib/i18n.ts';
import { dayDate, dayText } from '../lib/local-moment.ts';
import { CalendarArrow, calendarClasses, calendarLocale } from './calendar.tsx';

type MonthProps = { day: string; onPick: (day: string) => void };

/** `day` 'YYYY-MM-DD'. */
export const Month = ({ day, onPick }: MonthProps): ReactElement => {
  const locale = calendarLocale(useLocale());
  const selected = dayDate(day);
  return (
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
  );
};
