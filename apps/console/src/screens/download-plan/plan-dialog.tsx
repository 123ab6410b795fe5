// The dialog of one download plan, new or there already.
import {
  getUserGroups,
  GLOBAL_PLAN,
  localParts,
  planMediaTypes,
  postDownloadPlan,
  putDownloadPlan,
  readTimeParts,
  ROOT_GROUP,
  timePartsText,
  utcParts,
} from '@outrider/contract';
import type { ReactElement } from 'react';
import { useCall } from '../../lib/calls.ts';
import { t } from '../../lib/i18n.ts';
import { useHere } from '../../lib/use-here.ts';
import { send } from '../../lib/send.ts';
import { systemClock, zoneMinutes } from '../../lib/time.ts';
import { useDeviceIds } from '../../live/hooks.ts';
import { titleNow } from '../../parts/device-names.tsx';
import { useEventKinds } from '../../parts/event-plan/event-kinds.ts';
import { FormDialog } from '../../parts/form/form-dialog.tsx';
import type { Rows } from '../../parts/form/row.ts';
import { useForm } from '../../parts/form/use-form.ts';
import { NumberField } from '../../ui/number-field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { showFailure } from '../../ui/toast.ts';
import { CHANNELS, mediaName, modeName, pathName, type PlanDraft, type PlanFields } from './plan-words.ts';
import { TimeGrid } from './time-grid.tsx';

type Named = { value: string; name: string };
type Choices = { devices: readonly string[]; groups: readonly Named[]; kinds: ReadonlyMap<number, string> };
const of = (draft: PlanDraft): PlanFields => draft.eventDownloadPlan;

const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

const secondsRow = (key: 'preoffset' | 'postoffset', label: string) =>
  ({
    control: 'own',
    key: `eventDownloadPlan.${key}`,
    label,
    draw: ({
      value,
      onChange,
      problem,
    }: {
      value: number | null;
      onChange: (v: number | null) => void;
      problem: string | undefined;
    }) => (
      <NumberField
        label={label}
        unit="s"
        help={t('Empty: as the server has it.')}
        value={value ?? Number.NaN}
        error={problem}
        onChange={(seconds) => onChange(Number.isNaN(seconds) ? null : seconds)}
      />
    ),
  }) as const;

const typeNameOf = (kinds: Choices['kinds'], code: number): string =>
  Number.isNaN(code) ? t('Choose…') : (kinds.get(code) ?? String(code));

const knownTarget = ({ groups, kinds }: Choices): Rows<PlanDraft> => [
  {
    control: 'note',
    draw: (draft) => {
      const { updateMode, deviceid, groupid, appdevid } = of(draft);
      const whose =
        updateMode === 'GROUP' ? (groups.find(({ value }) => value === groupid)?.name ?? groupid) : titleNow(deviceid);
      return <p>{`${whose} · ${typeNameOf(kinds, appdevid)} (${appdevid})`}</p>;
    },
  },
];

const newTarget = ({ devices, groups, kinds }: Choices): Rows<PlanDraft> => {
  const codes = [...kinds.keys()];
  return [
    [
      {
        control: 'radio',
        key: 'eventDownloadPlan.updateMode',
        label: t('Mode Update'),
        options: [
          { value: 'GLOBAL', name: t('GLOBAL') },
          { value: 'DEVICE', name: t('Devices') },
          { value: 'GROUP', name: t('For a group') },
        ],
        follow: (after) => {
          const plan = of(after);
          const deviceid = plan.updateMode === 'DEVICE' ? '' : GLOBAL_PLAN;
          const groupid = plan.updateMode === 'GROUP' ? (groups[0]?.value ?? ROOT_GROUP) : ROOT_GROUP;
          return { eventDownloadPlan: { ...plan, deviceid, groupid } };
        },
      },
      {
        control: 'select',
        key: 'eventDownloadPlan.deviceid',
        label: t('Device ID'),
        options: ['', ...devices].map((value) => ({ value, name: value === '' ? t('Choose…') : titleNow(value) })),
        when: (draft) => of(draft).updateMode === 'DEVICE',
      },
      {
        control: 'select',
        key: 'eventDownloadPlan.groupid',
        label: t('Group'),
        options: groups,
        help: t('With the groups below it.'),
        when: (draft) => of(draft).updateMode === 'GROUP',
      },
      {
        control: 'own',
        key: 'eventDownloadPlan.appdevid',
        label: t('Event Type'),
        draw: ({ value, onChange, problem }) => (
          <>
            <SelectField
              label={t('Event Type')}
              value={value}
              options={kinds.has(value) ? codes : [value, ...codes]}
              textOf={(code) => typeNameOf(kinds, code)}
              onChange={onChange}
            />
            <NumberField label={t('Event Code')} value={value} error={problem} onChange={onChange} />
          </>
        ),
      },
    ],
  ];
};

const isFetched = (draft: PlanDraft): boolean => of(draft).downloadtype !== 4;

const fetchRows = (): Rows<PlanDraft> => [
  [
    {
      control: 'select',
      key: 'eventDownloadPlan.downloadtype',
      label: t('Download Mode'),
      options: ([0, 1, 2, 4] as const).map((value) => ({ value, name: modeName(value) })),
      help: t('Hidden: not listed. Not Download: fetched only when somebody asks. Discard: not even stored.'),
    },
    {
      control: 'select',
      key: 'eventDownloadPlan.mediatype',
      label: t('Media Type'),
      options: planMediaTypes.map((value) => ({ value, name: mediaName(value) })),
      when: isFetched,
    },
    {
      control: 'select',
      key: 'eventDownloadPlan.snapshotmode',
      label: t('Snapshots'),
      options: [
        { value: 0, name: t('One, as soon as the server receives the event') },
        { value: 1, name: t('A second one at the end') },
      ],
      when: (draft) => isFetched(draft) && ['4', '5', '6'].includes(of(draft).mediatype),
    },
  ],
  [
    {
      control: 'ticks',
      key: 'eventDownloadPlan.downloadplan',
      label: t('Download channels'),
      numbers: CHANNELS,
      when: isFetched,
    },
    {
      control: 'ticks',
      key: 'eventDownloadPlan.streamtype',
      label: t('Main stream'),
      help: t('The other channels come in the sub-stream.'),
      numbers: CHANNELS,
      when: isFetched,
    },
  ],
];

const spanRows = (): Rows<PlanDraft> => [
  [
    secondsRow('preoffset', t('Pre Sec')),
    secondsRow('postoffset', t('Post Sec')),
    {
      control: 'number',
      key: 'eventDownloadPlan.maxbackupsecs',
      label: t('Longest footage'),
      unit: 's',
      help: t('0: any.'),
    },
    {
      control: 'number',
      key: 'eventDownloadPlan.intermission',
      label: t('Intermission'),
      unit: 's',
      help: t('Once in so many seconds; 0: each event.'),
    },
  ],
  [
    { control: 'checkbox', key: 'eventDownloadPlan.accoffonly', label: t('Only with the ignition off') },
    {
      control: 'checkbox',
      key: 'eventDownloadPlan.entimepart',
      label: t('Only in parts of the day'),
      follow: (after) => {
        const plan = of(after);
        const timeoffset = plan.timeoffset ?? zoneMinutes(systemClock.now());
        return { eventDownloadPlan: { ...plan, timeoffset, timezone: browserZone() } };
      },
    },
  ],
  {
    control: 'own',
    key: 'eventDownloadPlan.timepart',
    label: t('Parts of the day'),
    when: (draft) => of(draft).entimepart,
    draw: ({ value, draft, onChange }) => {
      const offset = of(draft).timeoffset ?? 0;
      return (
        <TimeGrid
          label={t('Parts of the day, by the clock of the device')}
          parts={localParts(readTimeParts(value) ?? [], offset)}
          onChange={(parts) => onChange(timePartsText(utcParts(parts, offset)))}
        />
      );
    },
  },
];

const uploadRows = (): Rows<PlanDraft> => [
  [
    {
      control: 'checkbox',
      key: 'eventDownloadPlan.enupload',
      label: t('Upload'),
      help: t('The files of these events go to an FTP server as well.'),
    },
    {
      control: 'text',
      key: 'eventDownloadPlan.upload',
      label: t('FTP target'),
      help: t('ftp://user:password@server:port/folder, or ftps://'),
      when: (draft) => of(draft).enupload,
    },
    {
      control: 'select',
      key: 'eventDownloadPlan.custompath',
      label: t('Custom path'),
      options: ([0, 1, 2] as const).map((value) => ({ value, name: `${value}: ${pathName(value)}` })),
    },
  ],
];

type DialogProps = { start: PlanFields; isNew: boolean; onClose: () => void; onSaved: (message: string) => void };

export const PlanDialog = ({ start, isNew, onClose, onSaved }: DialogProps): ReactElement => {
  const devices = useDeviceIds({ mode: 'all', word: '' });
  const groups = (useCall(getUserGroups, {}).data ?? []).map(({ groupid: value, name }) => ({ value, name }));
  const kinds = useEventKinds();
  const isHere = useHere();
  const form = useForm<PlanDraft>({
    of: postDownloadPlan,
    start: { eventDownloadPlan: start },
    rows: [
      ...(isNew ? newTarget : knownTarget)({ devices, groups, kinds }),
      ...fetchRows(),
      ...spanRows(),
      ...uploadRows(),
    ],
    async save(input) {
      const call = of(input).updateMode === 'GROUP' ? putDownloadPlan : postDownloadPlan;
      // The dialog closes either way, but no other one that is open by then.
      try {
        onSaved((await send(call, input)).message);
      } catch (error) {
        showFailure(t('Save Error'), error);
      }
      if (isHere()) onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={isNew ? t('New download plan') : t('Edit download plan')}
      saveText={t('Save')}
      onClose={onClose}
      full
    />
  );
};
