// The screen /todayevents: what happened since midnight, brought up to date by itself.
import { MAX_EVENTS_OF_DAY } from '@outrider/contract';
import { useMemo } from 'react';
import type { ReactElement } from 'react';
import { useAddressQuery } from '../../lib/address-query.ts';
import { t } from '../../lib/i18n.ts';
import { dayStart, formatDay, formatTime, localZone, systemClock } from '../../lib/time.ts';
import { EventList } from '../../parts/event-list/event-list.tsx';
import { hourCounts, hourOf, NEWEST, pageCount, pageSizes, USUAL_PAGE } from '../../parts/event-list/rows.ts';
import { numberIn } from '../../parts/playback/look.ts';
import { ScreenHead } from '../../ui/screen-head.tsx';
import { ErrorPanel, Notice, Skeleton } from '../../ui/states.tsx';
import styles from './today-events.module.css';
import { useDayList } from './use-day-list.ts';

const ALL_DAY = -1;
const two = (n: number): string => String(n).padStart(2, '0');
const hours = Array.from({ length: 24 }, (_, hour) => hour);

/** What is chosen of the list stands in the address. */
const useChoice = () => {
  const [query, setQuery] = useAddressQuery();
  const set = (name: string, value: number, usual: number): void =>
    setQuery((old) => {
      const next = new URLSearchParams(old);
      if (value === usual) next.delete(name);
      else next.set(name, String(value));
      if (name !== 'page') next.delete('page');
      return next;
    });
  const wanted = numberIn(query.get('size'), 1, 10_000);
  return {
    size: pageSizes.find((size) => size === wanted) ?? USUAL_PAGE,
    page: Math.trunc(numberIn(query.get('page'), 1, 5000) ?? NEWEST),
    hour: Math.trunc(numberIn(query.get('hour'), 0, 23) ?? ALL_DAY),
    setSize: (size: number) => set('size', size, USUAL_PAGE),
    setPage: (page: number) => set('page', page, NEWEST),
    setHour: (hour: number) => set('hour', hour, ALL_DAY),
  };
};

type SelectProps = {
  label: string;
  value: number;
  options: readonly number[];
  textOf: (option: number) => string;
  onChange: (option: number) => void;
};

const Select = ({ label, value, options, textOf, onChange }: SelectProps): ReactElement => (
  <select
    className={`form-select ${styles.select}`}
    aria-label={label}
    title={label}
    value={value}
    onChange={(event) => onChange(Number(event.target.value))}
  >
    {options.map((option) => (
      <option key={option} value={option}>
        {textOf(option)}
      </option>
    ))}
  </select>
);

const Head = ({ count, updatedMs }: { count: number; updatedMs: number | undefined }): ReactElement => (
  <p className={`${styles.facts} soft`}>
    <output className="num" aria-label={t('Events today')}>
      {t('{count} events', { count })}
    </output>
    <span className="num">
      {updatedMs === undefined ? t('no change yet') : t('last update {time}', { time: formatTime(updatedMs) })}
    </span>
    <span>{localZone(systemClock.now())}</span>
  </p>
);

export const TodayEventsScreen = (): ReactElement => {
  const { events, loaded, cut, updatedMs, error, patch, again } = useDayList();
  const { size, page, hour, setSize, setPage, setHour } = useChoice();
  const counts = useMemo(() => hourCounts(events), [events]);
  const shown = useMemo(
    () => (hour === ALL_DAY ? events : events.filter((event) => hourOf(event) === hour)),
    [events, hour],
  );
  const paging = useMemo(() => ({ page, size }), [page, size]);
  const pages = Array.from({ length: pageCount(shown.length, size) }, (_, i) => i + 1);
  const day = formatDay(dayStart(systemClock.now()));
  return (
    <div className={styles.screen}>
      <ScreenHead title={t("Today's events")}>
        <Head count={events.length} updatedMs={updatedMs} />
      </ScreenHead>
      {loaded && error !== undefined && (
        <Notice tone="warn">{t('The list could not be brought up to date: {why}', { why: t(error.message) })}</Notice>
      )}
      {cut && <Notice>{t('These are the newest {count} events of the day.', { count: MAX_EVENTS_OF_DAY })}</Notice>}
      {!loaded && error === undefined && <Skeleton rows={12} />}
      {!loaded && error !== undefined && <ErrorPanel error={error} retry={again} />}
      {loaded && (
        <EventList
          events={shown}
          patch={patch}
          paging={paging}
          name={['Events', day]}
          note={hour === ALL_DAY ? day : `${day} ${two(hour)}:00 – ${two(hour)}:59`}
          tools={
            <>
              <Select
                label={t('Page size')}
                value={size}
                options={pageSizes}
                textOf={(rows) => t('{count} rows a page', { count: rows })}
                onChange={setSize}
              />
              <Select
                label={t('Page')}
                value={page === NEWEST ? NEWEST : Math.min(page, pages.length)}
                options={[NEWEST, ...pages]}
                textOf={(each) => (each === NEWEST ? t('Newest') : t('Page {number}', { number: each }))}
                onChange={setPage}
              />
              <Select
                label={t('Hour')}
                value={hour}
                options={[ALL_DAY, ...hours]}
                textOf={(each) => (each === ALL_DAY ? t('All Time') : `${two(each)}:00 (${counts[each] ?? 0})`)}
                onChange={setHour}
              />
            </>
          }
        />
      )}
    </div>
  );
};
