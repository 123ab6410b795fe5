// The user stream log: who asked for which stream of which device, when and for how long.
import { MAX_LOG_ROWS, postStreamLog, streamLogEntrances, streamLogTypes } from '@outrider/contract';
import type { StreamLogRow } from '@outrider/contract';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { formatDateTime } from '../../lib/time.ts';
import { FilterField } from '../../parts/log-search/filter-field.tsx';
import { LogSearch } from '../../parts/log-search/log-search.tsx';
import { textColumn } from '../../parts/log-search/text-column.tsx';
import { useLogQuery } from '../../parts/log-search/use-log-query.ts';
import type { TableColumn } from '../../ui/data-table.tsx';
import { SelectField } from '../../ui/select-field.tsx';

const columns = (): readonly TableColumn<StreamLogRow>[] => [
  textColumn('user', t('User'), 'minmax(96px, 1fr)', (row) => row.username),
  textColumn('device', t('Device ID'), 'minmax(128px, 1.2fr)', (row) => row.deviceid),
  textColumn('channel', t('Ch'), '56px', (row) => String(row.channel)),
  textColumn('entrance', t('Entrance'), '96px', (row) => row.entrance),
  textColumn('type', t('Type'), 'minmax(128px, 1fr)', (row) => t(row.type)),
  textColumn('asked', t('Ask Time'), '172px', (row) => formatDateTime(row.asktime)),
  textColumn('during', t('Duration(s)'), '112px', (row) => (row.type === 'Liveview ask' ? '' : String(row.during))),
  textColumn('updated', t('Update Time'), '172px', (row) => formatDateTime(row.updatetime)),
];

/** What the filters hold; '' for all. */
type Filters = {
  type: StreamLogRow['type'] | '';
  entrance: StreamLogRow['entrance'] | '';
  member: string;
  deviceid: string;
};

/** The screen /uslog. */
export const StreamLogScreen = (): ReactElement => {
  const [filters, setFilters] = useState<Filters>({ type: '', entrance: '', member: '', deviceid: '' });
  const query = useLogQuery(
    postStreamLog,
    (span) => ({ ...filters, ...span }),
    (rows) => rows,
  );
  const set = (change: Partial<Filters>): void => setFilters({ ...filters, ...change });
  return (
    <LogSearch
      title={t('User stream log')}
      query={query}
      columns={columns()}
      rowId={(row) => String(row.id)}
      most={MAX_LOG_ROWS}
      filters={
        <>
          <SelectField
            label={t('Type')}
            value={filters.type}
            options={['', ...streamLogTypes]}
            textOf={(type) => (type === '' ? t('All') : t(type))}
            onChange={(type) => set({ type })}
          />
          <SelectField
            label={t('Entrance')}
            value={filters.entrance}
            options={['', ...streamLogEntrances]}
            textOf={(entrance) => (entrance === '' ? t('All') : entrance)}
            onChange={(entrance) => set({ entrance })}
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
