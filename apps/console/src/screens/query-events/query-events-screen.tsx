// The screen /queryeventex: what is searched for in one tab, what was found in the other.
import { useState } from 'react';
import type { ReactElement } from 'react';
import { useAddressQuery } from '../../lib/address-query.ts';
import { t } from '../../lib/i18n.ts';
import { systemClock, zoneMinutes } from '../../lib/time.ts';
import { EventList } from '../../parts/event-list/event-list.tsx';
import { Button } from '../../ui/button.tsx';
import { ScreenHead } from '../../ui/screen-head.tsx';
import { EmptyState, ErrorPanel, Notice, Skeleton } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { CriteriaForm } from './criteria-form.tsx';
import { type Criteria, type EventQuestion, noCriteria, questionOf } from './criteria.ts';
import styles from './query-events.module.css';
import { useSearch } from './use-search.ts';

const none = (): Criteria => noCriteria(zoneMinutes(systemClock.now()));

/** With the vehicle and the day that a link names. */
const useCriteria = () => {
  const [query] = useAddressQuery();
  const [criteria, setCriteria] = useState<Criteria>(() => ({
    ...none(),
    deviceid: query.get('deviceid') ?? '',
    date: query.get('date') ?? '',
  }));
  return {
    criteria,
    change: (changes: Partial<Criteria>) => setCriteria((old) => ({ ...old, ...changes })),
    reset: () => setCriteria(none()),
  };
};

const noteOf = ({ date, afterDate = '', beforeDate = '', deviceid }: EventQuestion): string =>
  [date, `${afterDate} – ${beforeDate}`.replace(/^ – $/, ''), deviceid].filter(Boolean).join(', ');

type ResultProps = ReturnType<typeof useSearch>;

const Result = ({ busy, found, error, more, cancel, ask, again, patch }: ResultProps): ReactElement => {
  if (found === undefined && busy)
    return (
      <div className={styles.working}>
        <Button onClick={cancel}>{t('Cancel')}</Button>
        <Skeleton rows={12} />
      </div>
    );
  if (found === undefined && error !== undefined) return <ErrorPanel error={error} retry={again} />;
  if (found === undefined)
    return (
      <EmptyState icon="search" title={t('Nothing has been searched for yet')}>
        {t('Choose what to search for, then press Search.')}
      </EmptyState>
    );
  if (found.events.length === 0)
    return (
      <EmptyState
        icon="search"
        title={t('no records')}
        action={<Button onClick={() => ask(found.question)}>{t('Search again')}</Button>}
      />
    );
  return (
    <>
      {error !== undefined && <Notice tone="bad">{t(error.message)}</Notice>}
      {found.more && (
        <Notice>
          {t('These are the first {count} events that were found.', { count: found.events.length })}{' '}
          <Button busy={busy} onClick={more}>
            {t('Load more')}
          </Button>
          {busy && <Button onClick={cancel}>{t('Cancel')}</Button>}
        </Notice>
      )}
      <EventList events={found.events} patch={patch} name={['EventQuery']} note={noteOf(found.question)} />
    </>
  );
};

export const QueryEventsScreen = (): ReactElement => {
  const { criteria, change, reset } = useCriteria();
  const [open, setOpen] = useState('criteria');
  const search = useSearch();
  const ask = (): void => {
    const question = questionOf(criteria);
    if (question === undefined) return;
    search.ask(question);
    setOpen('result');
  };
  return (
    <div className={styles.screen}>
      <ScreenHead title={t('Event query')}>{null}</ScreenHead>
      <Tabs
        label={t('Event query')}
        tabs={[
          { id: 'criteria', name: t('Search criteria') },
          { id: 'result', name: t('Search result') },
        ]}
        open={open}
        onOpen={setOpen}
      >
        {open === 'criteria' ? (
          <CriteriaForm criteria={criteria} onChange={change} onReset={reset} onSearch={ask} busy={search.busy} />
        ) : (
          <div className={styles.result}>
            <Result {...search} />
          </div>
        )}
      </Tabs>
    </div>
  );
};
