// The user stream log: who asked for which stream of which device, when and for how long.
import { postExportStreamLog, postStreamLog, streamLogEntrances, streamLogTypes } from '@outrider/contract';
import type { StreamLogRow } from '@outrider/contract';
import { t } from '../../lib/i18n.ts';
import { deviceName } from '../../live/device-name.ts';
import { devices } from '../../live/stores.ts';
import { choiceFilter, deviceFilter, userFilter } from '../../parts/log-search/log-filters.tsx';
import { asTheyCame, logScreen } from '../../parts/log-search/log-screen.tsx';
import { choiceColumn } from '../../parts/table/choice-column.ts';
import { timeColumn } from '../../parts/table/time-column.ts';
import type { Column } from '../../ui/column.ts';

const columns = (): readonly Column<StreamLogRow>[] => [
  { id: 'user', header: t('User'), width: 'minmax(96px, 1fr)', value: ({ username }) => username },
  choiceColumn('vehicle', t('Vehicle'), 'minmax(96px, 1fr)', ({ deviceid }) =>
    deviceName(deviceid, devices.get(deviceid)),
  ),
  { id: 'device', header: t('Device ID'), width: 'minmax(128px, 1.2fr)', value: ({ deviceid }) => deviceid },
  choiceColumn('channel', t('Ch'), '56px', ({ channel }) => channel),
  choiceColumn('entrance', t('Entrance'), '96px', ({ entrance }) => entrance),
  choiceColumn('type', t('Type'), 'minmax(128px, 1fr)', ({ type }) => t(type)),
  timeColumn('asked', t('Ask Time'), ({ asktime }) => asktime),
  choiceColumn('during', t('Duration(s)'), '112px', ({ type, during }) => (type === 'Liveview ask' ? null : during)),
  timeColumn('updated', t('Update Time'), ({ updatetime }) => updatetime, { choice: 'on' }),
];

/** The screen /uslog. */
export const StreamLogScreen = logScreen({
  title: () => t('User stream log'),
  call: postStreamLog,
  exportCall: postExportStreamLog,
  filters: [
    choiceFilter(
      'type',
      () => t('Type'),
      () => streamLogTypes,
    ),
    choiceFilter(
      'entrance',
      () => t('Entrance'),
      () => streamLogEntrances,
      (entrance) => entrance,
    ),
    userFilter,
    deviceFilter,
  ],
  columns,
  rowsOf: asTheyCame<StreamLogRow>,
  rowId: ({ id }) => String(id),
  file: 'StreamLog',
});
