// The access log: who changed what, when, from where, and what came of it.
import { MAX_LOG_ROWS, getActions, isErrorCode, postAccessLog } from '@outrider/contract';
import type { AccessLogRow, ErrorCode } from '@outrider/contract';
import { useMemo } from 'react';
import type { ReactElement } from 'react';
import { useCall } from '../../lib/calls.ts';
import { t } from '../../lib/i18n.ts';
import { formatDateTime } from '../../lib/time.ts';
import { FilterField } from '../../parts/log-search/filter-field.tsx';
import { LogSearch } from '../../parts/log-search/log-search.tsx';
import { useLogFilters } from '../../parts/log-search/use-log-filters.ts';
import { useLogQuery } from '../../parts/log-search/use-log-query.ts';
import type { Column } from '../../ui/column.ts';
import { SelectField } from '../../ui/select-field.tsx';

const ways = { HTTP: 'HTTP', Channel: 'Command', Credentials: 'Credentials', 'Command line': 'Command line' } as const;

const failures: Readonly<Record<ErrorCode, string>> = {
  invalid: 'Not valid',
  unauthenticated: 'Wrong password',
  forbidden: 'Not allowed',
  not_found: 'Not found',
  device_offline: 'Device offline',
  device_timeout: 'No answer',
  conflict: 'Conflict',
  device_refused: 'Refused by the device',
  limit_reached: 'Limit reached',
  internal: 'Internal error',
  unavailable: 'Not available',
  expired: 'Account expired',
  disk_full: 'Disk full',
};
const resultText = ({ result }: AccessLogRow): string => {
  if (result === 'done') return t('Done');
  return isErrorCode(result) ? t(failures[result]) : t('Failed');
};

const factsText = (facts: Readonly<Record<string, unknown>>): string =>
  Object.entries(facts)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');
const dataText = ({ data: { url, body, before } }: AccessLogRow): string =>
  [url, factsText(body), before === undefined ? '' : t('before: {facts}', { facts: factsText(before) })]
    .filter((part) => part !== '')
    .join(' · ');

const columns = (): readonly Column<AccessLogRow>[] => [
  {
    id: 'time',
    header: t('Time'),
    width: '172px',
    value: ({ datetime }) => datetime,
    text: ({ datetime }) => formatDateTime(datetime),
  },
  { id: 'user', header: t('User'), width: 'minmax(80px, 0.8fr)', value: ({ username }) => username },
  { id: 'ip', header: t('IP'), width: 'minmax(104px, 0.8fr)', choice: 'on', value: ({ ip }) => ip },
  { id: 'action', header: t('Action'), width: 'minmax(144px, 1.2fr)', value: ({ action }) => t(action) },
  {
    id: 'device',
    header: t('Device ID'),
    width: 'minmax(112px, 1fr)',
    choice: 'on',
    value: ({ deviceid }) => deviceid,
  },
  { id: 'result', header: t('Result'), width: 'minmax(112px, 0.8fr)', choice: 'on', value: resultText },
  { id: 'type', header: t('Type'), width: 'minmax(88px, 0.6fr)', choice: 'on', value: ({ type }) => t(ways[type]) },
  { id: 'method', header: t('Method'), width: '72px', choice: 'on', value: ({ method }) => method },
  { id: 'data', header: t('Contents'), width: 'minmax(160px, 2fr)', choice: 'on', value: dataText },
];

const asTheyCame = (rows: readonly AccessLogRow[]): readonly AccessLogRow[] => rows;
const rowId = ({ id }: AccessLogRow): string => String(id);

/** The screen /accesslog; ?ip, ?member and ?action fill its filters. */
export const AccessLogScreen = (): ReactElement => {
  const [filters, set] = useLogFilters(['ip', 'member', 'action']);
  const query = useLogQuery(postAccessLog, (span) => ({ ...filters, ...span }), asTheyCame);
  const actions = useCall(getActions, {}).data ?? [];
  const names = new Set(['', ...actions.map(({ action }) => action), filters.action]);
  return (
    <LogSearch
      title={t('Access log')}
      query={query}
      name="AccessLog"
      remember="columns:accesslog"
      columns={useMemo(() => columns(), [])}
      rowId={rowId}
      most={MAX_LOG_ROWS}
      filters={
        <>
          <FilterField
            label={t('IP')}
            placeholder={t('all or enter IP')}
            value={filters.ip}
            onChange={(ip) => set({ ip })}
          />
          <FilterField
            label={t('User')}
            placeholder={t('all or enter user')}
            value={filters.member}
            onChange={(member) => set({ member })}
          />
          <SelectField
            label={t('Action')}
            value={filters.action}
            options={[...names]}
            textOf={(action) => (action === '' ? t('All') : t(action))}
            onChange={(action) => set({ action })}
          />
        </>
      }
    />
  );
};
