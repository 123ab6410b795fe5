// What the calendars of date-field.tsx and day-range.tsx share: words, arrows, classes.
import type { ReactElement } from 'react';
import { zhCN, zhTW } from 'react-day-picker/locale';
import styles from './date-field.module.css';
import { Icon } from './icon.tsx';

const calendarLocales = { tw: zhTW, cn: zhCN };
/** The calendar's own words; undefined for English. */
export const calendarLocale = (locale: string): (typeof calendarLocales)['tw'] | undefined =>
  locale === 'tw' || locale === 'cn' ? calendarLocales[locale] : undefined;

export const CalendarArrow = ({ orientation }: { orientation?: string }): ReactElement => (
  <Icon name={orientation === 'left' ? 'left' : 'right'} size={14} />
);

/** Our own classes: the library's sheet knows neither themes nor touch. */
export const calendarClasses = Object.fromEntries(
  [
    'month_caption',
    'caption_label',
    'nav',
    'button_previous',
    'button_next',
    'month',
    'months',
    'month_grid',
    'weekday',
    'day',
    'day_button',
    'today',
    'selected',
    'outside',
    'disabled',
    'range_start',
    'range_middle',
    'range_end',
  ].map((name) => [name, styles[name] ?? '']),
);

/** The class of a day with something to see. */
export const calendarMarked = styles.marked ?? '';
