// The user stream log: who asked for which stream of which device, when and for how long.
import { MAX_LOG_ROWS, postStreamLog, streamLogEntrances, streamLogTypes } from '@outrider/contract';
import type { StreamLogRow } from '@outrider/contract';
import { useMemo, useState } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { formatDateTime } from '../../lib/time.ts';
import { FilterField } from '../../parts/log-search/filter-field.tsx';
import { LogSearch } from '../../parts/log-search/log-search.tsx';
import { useLogFilters } from '../../parts/log-search/use-log-filters.ts';
import { useLogQuery } from '../../parts/log-search/use-log-query.ts';
import type { Column } from '../../ui/column.ts';
import { SelectField } from '../../ui/select-field.tsx';

const columns = (): readonly Column<StreamLogRow>[] => [
  { id: 'user', header: t('User'), width: 'minmax(96px, 1fr)', value: ({ username }) => username },
  { id: 'device', header: t('Device ID'), width: 'minmax(128px, 1.2fr)', value: ({ deviceid }) => deviceid },
  { id: 'channel', header: t('Ch'), width: '56px', choice: 'on', value: ({ channel }) => channel },
  { id: 'entrance', header: t('Entrance'), width: '96px', choice: 'on', value: ({ entrance }) => entrance },
  { id: 'type', header: t('Type'), width: 'minmax(128px, 1fr)', choice: 'on', value: ({ type }) => t(type) },
  {
    id: 'asked',
    header: t('Ask Time'),
    width: '172px',
    value: ({ asktime }) => asktime,
    text: ({ asktime }) => formatDateTime(asktime),
  },
  {
    id: 'during',
    header: t('Duration(s)'),
    width: '112px',
    choice: 'on',
    value: ({ type, during }) => (type === 'Liveview ask' ? null : during),
  },
  {
    id: 'updated',
    header: t('Update Time'),
    width: '172px',
    choice: 'on',
    value: ({ updatetime }) => updatetime,
    text: ({ updatetime }) => formatDateTime(updatetime),
  },
];

const asTheyCame = (rows: readonly StreamLogRow[]): readonly StreamLogRow[] => rows;
const rowId = ({ id }: StreamLogRow): string => String(id);

/** '' for all. */
type Choices = {
  type: StreamLogRow['type'] | '';
  entrance: StreamLogRow['entrance'] | '';
};

/** The screen /uslog. */
export const StreamLogScreen = (): ReactElement => {
  const [choices, setChoices] = useState<Choices>({ type: '', entrance: '' });
  const [filters, set] = useLogFilters(['member', 'deviceid']);
  const query = useLogQuery(postStreamLog, (span) => ({ ...choices, ...filters, ...span }), asTheyCame);
  return (
    <LogSearch
      title={t('User stream log')}
      query={query}
      name="StreamLog"
      remember="columns:uslog"
      columns={useMemo(() => columns(), [])}
      rowId={rowId}
      most={MAX_LOG_ROWS}
      filters={
        <>
          <SelectField
            label={t('Type')}
            value={choices.type}
            options={['', ...streamLogTypes]}
            textOf={(type) => (type === '' ? t('All') : t(type))}
            onChange={(type) => setChoices({ ...choices, type })}
          />
          <SelectField
            label={t('Entrance')}
            value={choices.entrance}
            options={['', ...streamLogEntrances]}
            textOf={(entrance) => (entrance === '' ? t('All') : entrance)}
            onChange={(entrance) => setChoices({ ...choices, entrance })}
          />
          <FilterField
            label={t('User')}
            placeholder={t('all or enter user')}
            value={filters.member}
            onChange={(member) => set({ member })}
          />
          <FilterField
            label={t('Device ID')}
            placeholder={t('all or enter deviceid')}
            value={filters.deviceid}
            onChange={(deviceid) => set({ deviceid })}
          />
        </>
      }
    />
  );
};
