// The access log: who changed what, when, from where, and what came of it.
import { getActions, postAccessLog, postExportAccessLog } from '@outrider/contract';
import type { AccessLogRow } from '@outrider/contract';
import { useCall } from '../../lib/calls.ts';
import { t } from '../../lib/i18n.ts';
import { outcomeText } from '../../lib/outcome-words.ts';
import { addressFilter, choiceFilter, userFilter } from '../../parts/log-search/log-filters.tsx';
import { asTheyCame, logScreen } from '../../parts/log-search/log-screen.tsx';
import { choiceColumn } from '../../parts/table/choice-column.ts';
import { deviceColumn } from '../../parts/table/device-column.tsx';
import { timeColumn } from '../../parts/table/time-column.ts';
import type { Column } from '../../ui/column.ts';

const ways = { HTTP: 'HTTP', Channel: 'Command', Credentials: 'Credentials', 'Command line': 'Command line' } as const;

const factsText = (facts: Readonly<Record<string, unknown>>): string =>
  Object.entries(facts)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');
const dataText = ({ data: { url, body, before } }: AccessLogRow): string =>
  [url, factsText(body), before === undefined ? '' : t('before: {facts}', { facts: factsText(before) })]
    .filter((part) => part !== '')
    .join(' · ');

const columns = (): readonly Column<AccessLogRow>[] => [
  timeColumn('time', t('Time'), ({ datetime }) => datetime),
  { id: 'user', header: t('User'), width: 'minmax(80px, 0.8fr)', value: ({ username }) => username },
  choiceColumn('ip', t('IP'), 'minmax(104px, 0.8fr)', ({ ip }) => ip),
  { id: 'action', header: t('Action'), width: 'minmax(176px, 1.2fr)', value: ({ action }) => t(action) },
  deviceColumn({ header: t('Device ID'), width: 'minmax(168px, 1fr)', choice: 'on' }, ({ deviceid }) => deviceid),
  choiceColumn('result', t('Result'), 'minmax(112px, 0.8fr)', ({ result }) => outcomeText(result)),
  choiceColumn('type', t('Type'), 'minmax(88px, 0.6fr)', ({ type }) => t(ways[type])),
  choiceColumn('method', t('Method'), '72px', ({ method }) => method),
  choiceColumn('data', t('Contents'), 'minmax(160px, 2fr)', dataText),
];

const useActions = (): readonly string[] => (useCall(getActions, {}).data ?? []).map(({ action }) => action);

/** The screen /accesslog. */
export const AccessLogScreen = logScreen({
  title: () => t('Access log'),
  call: postAccessLog,
  exportCall: postExportAccessLog,
  filters: [addressFilter, userFilter, choiceFilter('action', () => t('Action'), useActions)],
  columns,
  rowsOf: asTheyCame<AccessLogRow>,
  rowId: ({ id }) => String(id),
  file: 'AccessLog',
});
