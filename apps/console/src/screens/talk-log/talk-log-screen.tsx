// The talk log: who talked with which devices, when and for how long.
import { MAX_LOG_ROWS, postTalkLog } from '@outrider/contract';
import type { TalkLogRow } from '@outrider/contract';
import { useMemo } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { formatDateTime } from '../../lib/time.ts';
import { devices } from '../../live/index.ts';
import { useSession } from '../../live/session.ts';
import { FilterField } from '../../parts/log-search/filter-field.tsx';
import { LogSearch } from '../../parts/log-search/log-search.tsx';
import { useLogFilters } from '../../parts/log-search/use-log-filters.ts';
import { useLogQuery } from '../../parts/log-search/use-log-query.ts';
import type { Column } from '../../ui/column.ts';

type Numbered = TalkLogRow & { readonly number: number };

/** Of each device of the talk; a device that is gone has none. */
const memosOf = ({ deviceid }: TalkLogRow): string =>
  deviceid
    .split(',')
    .map((id) => devices.get(id)?.vehicleid ?? '')
    .filter((memo) => memo !== '')
    .join(', ');

const columns = (): readonly Column<Numbered>[] => [
  { id: 'number', header: '#', width: '56px', value: ({ number }) => number },
  { id: 'ip', header: t('IP'), width: 'minmax(112px, 1fr)', choice: 'on', value: ({ sourceip }) => sourceip },
  { id: 'user', header: t('User'), width: 'minmax(96px, 1fr)', choice: 'on', value: ({ username }) => username },
  { id: 'device', header: t('Device ID'), width: 'minmax(128px, 1.4fr)', value: ({ deviceid }) => deviceid },
  { id: 'memo', header: t('Device Memo'), width: 'minmax(112px, 1.2fr)', choice: 'on', value: memosOf },
  {
    id: 'begin',
    header: t('Begin Time'),
    width: '172px',
    value: ({ begintime }) => begintime,
    text: ({ begintime }) => formatDateTime(begintime),
  },
  {
    id: 'end',
    header: t('End Time'),
    width: '172px',
    choice: 'on',
    // One that is not over ends after all others.
    value: ({ endtime }) => endtime || Number.MAX_SAFE_INTEGER,
    text: ({ endtime }) => (endtime === 0 ? t('in progress') : formatDateTime(endtime)),
  },
  {
    id: 'duration',
    header: t('Duration(s)'),
    width: '112px',
    choice: 'on',
    value: ({ endtime, duration }) => (endtime === 0 ? null : duration),
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

const numbered = (rows: readonly TalkLogRow[]): readonly Numbered[] =>
  rows.map((row, i) => ({ ...row, number: i + 1 }));
const rowId = ({ serialno }: Numbered): string => serialno;

/** The screen /talklog. */
export const TalkLogScreen = (): ReactElement => {
  const [filters, set] = useLogFilters(['member', 'deviceid']);
  const admin = useSession((s) => s.level === 0);
  const query = useLogQuery(postTalkLog, (span) => ({ ...filters, ...span }), numbered);
  return (
    <LogSearch
      title={t('Talk log')}
      query={query}
      name="TalkLog"
      remember="columns:talklog"
      columns={useMemo(() => columns(), [])}
      rowId={rowId}
      most={MAX_LOG_ROWS}
      filters={
        <>
          {admin && (
            <FilterField
              label={t('User')}
              placeholder={t('all or enter user')}
              value={filters.member}
              onChange={(member) => set({ member })}
            />
          )}
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
