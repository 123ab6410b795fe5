// The talk log: who talked with which devices, when and for how long.
import { postTalkLog } from '@outrider/contract';
import type { TalkAudio, TalkLogRow } from '@outrider/contract';
import { t } from '../../lib/i18n.ts';
import { formatDateTime } from '../../lib/time.ts';
import { devices } from '../../live/index.ts';
import { useSession } from '../../live/session.ts';
import { deviceFilter, userFilter } from '../../parts/log-search/log-filters.tsx';
import { logScreen } from '../../parts/log-search/log-screen.tsx';
import { choiceColumn } from '../../parts/table/choice-column.ts';
import { timeColumn } from '../../parts/table/time-column.ts';
import type { Column } from '../../ui/column.ts';
import { TalkAudioCell, TalkPlayer } from './talk-audio.tsx';

type Numbered = TalkLogRow & { readonly number: number };

/** Of each device of the talk; a device that is gone has none. */
const memosOf = ({ deviceid }: TalkLogRow): string =>
  deviceid
    .split(',')
    .map((id) => devices.get(id)?.vehicleid ?? '')
    .filter((memo) => memo !== '')
    .join(', ');

/** The operator's own sound always has its controls, that of the device only where it was kept. */
const audioColumn = (audio: TalkAudio, header: string, isKept: (row: Numbered) => boolean): Column<Numbered> => ({
  id: audio,
  header,
  width: '188px',
  choice: 'on',
  value: (row) => (isKept(row) ? 1 : 0),
  text: (row) => (isKept(row) ? t('Yes') : ''),
  cell: (row) =>
    (audio === 'source' || isKept(row)) && <TalkAudioCell row={row} audio={audio} kept={isKept(row)} name={header} />,
});

const columns = (): readonly Column<Numbered>[] => [
  { id: 'number', header: '#', width: '56px', value: ({ number }) => number },
  choiceColumn('ip', t('IP'), 'minmax(112px, 1fr)', ({ sourceip }) => sourceip),
  { id: 'user', header: t('User'), width: 'minmax(96px, 1fr)', choice: 'on', value: ({ username }) => username },
  { id: 'device', header: t('Device ID'), width: 'minmax(128px, 1.4fr)', value: ({ deviceid }) => deviceid },
  choiceColumn('memo', t('Device Memo'), 'minmax(112px, 1.2fr)', memosOf),
  timeColumn('begin', t('Begin Time'), ({ begintime }) => begintime),
  // One that is not over ends after all others; in JSON it has no end.
  timeColumn('end', t('End Time'), ({ endtime }) => endtime || Infinity, {
    choice: 'on',
    text: ({ endtime }) => (endtime === 0 ? t('in progress') : formatDateTime(endtime)),
  }),
  choiceColumn('duration', t('Duration(s)'), '112px', ({ endtime, duration }) => (endtime === 0 ? null : duration)),
  timeColumn('updated', t('Update Time'), ({ updatetime }) => updatetime, { choice: 'on' }),
  audioColumn('source', t('Talk Source'), ({ sourceaudio }) => sourceaudio),
  audioColumn('mdvr', t('Device Audio'), ({ mdvraudio }) => mdvraudio),
  audioColumn('merge', t('Merged Audio'), ({ mergeaudio }) => mergeaudio),
];

const numbered = (rows: readonly TalkLogRow[]): readonly Numbered[] =>
  rows.map((row, i) => ({ ...row, number: i + 1 }));
/** Others find their own talks only. */
const adminsUserFilter: typeof userFilter = {
  name: userFilter.name,
  Filter: function AdminsUserFilter(props) {
    const admin = useSession((session) => session.level === 0);
    return admin ? <userFilter.Filter {...props} /> : null;
  },
};

/** The screen /talklog. */
export const TalkLogScreen = logScreen({
  title: () => t('Talk log'),
  call: postTalkLog,
  filters: [adminsUserFilter, deviceFilter],
  columns,
  rowsOf: numbered,
  rowId: ({ serialno }) => serialno,
  file: 'TalkLog',
  below: <TalkPlayer />,
});
