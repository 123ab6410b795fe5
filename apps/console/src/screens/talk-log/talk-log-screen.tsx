// The talk log: who talked with which devices, when and for how long.
import { MAX_LOG_ROWS, postTalkLog } from '@outrider/contract';
import type { TalkLogRow } from '@outrider/contract';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { formatDateTime } from '../../lib/time.ts';
import { devices } from '../../live/index.ts';
import { useSession } from '../../live/session.ts';
import { FilterField } from '../../parts/log-search/filter-field.tsx';
import { LogSearch } from '../../parts/log-search/log-search.tsx';
import { textColumn } from '../../parts/log-search/text-column.tsx';
import { useLogQuery } from '../../parts/log-search/use-log-query.ts';
import type { TableColumn } from '../../ui/data-table.tsx';

type Numbered = TalkLogRow & { readonly number: number };

/** Of each device of the talk; a device that is gone has none. */
const memosOf = ({ deviceid }: TalkLogRow): string =>
  deviceid
    .split(',')
    .map((id) => devices.get(id)?.vehicleid ?? '')
    .filter((memo) => memo !== '')
    .join(', ');

const columns = (): readonly TableColumn<Numbered>[] => [
  textColumn('number', '#', '56px', (row) => String(row.number)),
  textColumn('ip', t('IP'), 'minmax(112px, 1fr)', (row) => row.sourceip),
  textColumn('user', t('User'), 'minmax(96px, 1fr)', (row) => row.username),
  textColumn('device', t('Device ID'), 'minmax(128px, 1.4fr)', (row) => row.deviceid),
  textColumn('memo', t('Device Memo'), 'minmax(112px, 1.2fr)', memosOf),
  textColumn('begin', t('Begin Time'), '172px', (row) => formatDateTime(row.begintime)),
  textColumn('end', t('End Time'), '172px', (row) =>
    row.endtime === 0 ? t('in progress') : formatDateTime(row.endtime),
  ),
  textColumn('duration', t('Duration(s)'), '112px', (row) => (row.endtime === 0 ? '' : String(row.duration))),
  textColumn('updated', t('Update Time'), '172px', (row) => formatDateTime(row.updatetime)),
];

/** The screen /talklog. */
export const TalkLogScreen = (): ReactElement => {
  const [member, setMember] = useState('');
  const [deviceid, setDeviceId] = useState('');
  const admin = useSession((s) => s.level === 0);
  const query = useLogQuery(
    postTalkLog,
    (span) => ({ member, deviceid, ...span }),
    (rows): readonly Numbered[] => rows.map((row, i) => ({ ...row, number: i + 1 })),
  );
  return (
    <LogSearch
      title={t('Talk log')}
      query={query}
      columns={columns()}
      rowId={(row) => row.serialno}
      most={MAX_LOG_ROWS}
      filters={
        <>
          {admin && (
            <FilterField label={t('User')} placeholder={t('all or enter user')} value={member} onChange={setMember} />
          )}
          <FilterField
            label={t('Device ID')}
            placeholder={t('all or enter deviceid')}
            value={deviceid}
            onChange={setDeviceId}
          />
        </>
      }
    />
  );
};
