// The columns of the table of download plans.
import { type DownloadPlan, GLOBAL_PLAN } from '@outrider/contract';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { formatDateTime } from '../../lib/time.ts';
import { useDevice } from '../../live/hooks.ts';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/column.ts';
import { CHANNELS, mediaName, modeName, planName } from './plan-words.ts';

type Words = {
  typeName: (code: number) => string;
  groupName: (id: string) => string;
  edit: (plan: DownloadPlan) => void;
  remove: (plan: DownloadPlan) => void;
};

const Vehicle = ({ deviceid }: { deviceid: string }): ReactElement => <bdi>{useDevice(deviceid)?.vehicleid ?? ''}</bdi>;

const Tick = ({ label, on }: { label: string; on: boolean }): ReactElement => (
  <input type="checkbox" className="form-check-input" aria-label={label} checked={on} disabled readOnly />
);

const channelColumns = (): readonly Column<DownloadPlan>[] =>
  CHANNELS.map((channel) => ({
    id: `ch${channel}`,
    header: `CH${channel}`,
    width: '48px',
    choice: 'on',
    text: ({ downloadplan }) => (downloadplan.includes(channel) ? '1' : '0'),
    value: ({ downloadplan }) => (downloadplan.includes(channel) ? 1 : 0),
    cell: ({ downloadplan }) => <Tick label={`CH${channel}`} on={downloadplan.includes(channel)} />,
  }));

const actions = ({ groupName, edit, remove }: Omit<Words, 'typeName'>): Column<DownloadPlan> => ({
  id: 'actions',
  header: t('Action'),
  width: '88px',
  cell: (plan) => (
    <>
      <Button
        look="bare"
        icon="edit"
        aria-label={t('Edit {name}', { name: planName(plan, groupName) })}
        onClick={(event) => {
          event.stopPropagation(); // the row opens the dialog
          edit(plan);
        }}
      />
      <Button
        look="bare"
        icon="remove"
        aria-label={t('Delete {name}', { name: planName(plan, groupName) })}
        onClick={(event) => {
          event.stopPropagation(); // the row opens the dialog
          remove(plan);
        }}
      />
    </>
  ),
});

/** All of them are wider than most windows: those that not everybody looks at can be switched off. */
export const planColumns = ({ typeName, groupName, edit, remove }: Words): readonly Column<DownloadPlan>[] => [
  {
    id: 'device',
    header: t('Device ID'),
    width: 'minmax(120px, 1fr)',
    value: ({ updateMode, deviceid, groupid }) => (updateMode === 'GROUP' ? groupName(groupid) : deviceid),
  },
  {
    id: 'vehicle',
    header: t('Vehicle ID'),
    width: '96px',
    choice: 'on',
    cell: ({ deviceid }) => (deviceid === GLOBAL_PLAN ? '' : <Vehicle deviceid={deviceid} />),
  },
  { id: 'code', header: t('Event Code'), width: '96px', align: 'end', value: ({ appdevid }) => appdevid },
  { id: 'type', header: t('Event Type'), width: 'minmax(120px, 1fr)', value: ({ appdevid }) => typeName(appdevid) },
  // Wide enough to have a line of a card for itself: half of one breaks 'Download'.
  { id: 'mode', header: t('Download Mode'), width: '152px', value: ({ downloadtype }) => modeName(downloadtype) },
  {
    id: 'media',
    header: t('Media Type'),
    width: 'minmax(224px, 1.2fr)',
    choice: 'on',
    value: ({ mediatype }) => mediaName(mediatype),
  },
  ...channelColumns(),
  { id: 'pre', header: t('Pre Sec'), width: '72px', align: 'end', choice: 'on', value: ({ preoffset }) => preoffset },
  {
    id: 'post',
    header: t('Post Sec'),
    width: '84px',
    align: 'end',
    choice: 'on',
    value: ({ postoffset }) => postoffset,
  },
  {
    id: 'timepart',
    header: t('Time Part'),
    width: '92px',
    choice: 'on',
    value: ({ entimepart }) => (entimepart ? 1 : 0),
    cell: ({ entimepart }) => <Tick label={t('Time Part')} on={entimepart} />,
  },
  {
    id: 'upload',
    header: t('Upload'),
    width: '76px',
    choice: 'on',
    value: ({ enupload }) => (enupload ? 1 : 0),
    cell: ({ enupload }) => <Tick label={t('Upload')} on={enupload} />,
  },
  {
    id: 'time',
    header: t('Update Time'),
    width: '160px',
    choice: 'on',
    value: ({ updatetime }) => updatetime,
    text: ({ updatetime }) => formatDateTime(updatetime),
  },
  actions({ groupName, edit, remove }),
];
