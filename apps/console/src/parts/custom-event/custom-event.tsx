// The custom event modal: asks for footage of some devices, channels and a span of time, and shows what was asked for.
import { CUSTOM_CHANNELS, MAX_CUSTOM_DEVICES, getCustomEvents, postCustomEvent } from '@outrider/contract';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { useSave } from '../../lib/calls.ts';
import { t } from '../../lib/i18n.ts';
import { localZone, systemClock } from '../../lib/time.ts';
import { useDevice, useExtra } from '../../live/hooks.ts';
import { DevicesField } from '../device-picker/devices-field.tsx';
import { idsOf, lineOf } from '../device-picker/picker-rules.ts';
import { FormDialog } from '../form/form-dialog.tsx';
import { useForm } from '../form/use-form.ts';
import { givenName } from '../tiles/tile-rules.ts';
import { DateTimeField } from '../../ui/date-time-field.tsx';
import { TickRow } from '../../ui/tick-row.tsx';
import { showFailure, showToast } from '../../ui/toast.ts';
import { useTyped } from '../../ui/use-typed.ts';
import { type CustomEventDraft, afterDownload, afterMainStream, startDraft } from './custom-event-draft.ts';
import { Requests } from './requests.tsx';

const typedIds = (line: string): string[] => [...idsOf(line)];

type DevicesProps = { ids: string[]; problem: string | undefined; onChange: (ids: string[]) => void };

const Devices = ({ ids, problem, onChange }: DevicesProps): ReactElement => {
  const [line, type] = useTyped(ids, lineOf, typedIds);
  const change = (typed: string): void => {
    type(typed);
    onChange(typedIds(typed));
  };
  return <DevicesField line={line} max={MAX_CUSTOM_DEVICES} error={problem} onChange={change} />;
};

/** The channels of one vehicle, by number and name; of several or of one that is not known, all that can be asked for. */
const useChannels = (ids: readonly string[], ticked: readonly number[]) => {
  const id = ids.length === 1 ? (ids[0] ?? '') : '';
  const present = useDevice(id)?.chmask ?? [];
  const names = useExtra(id)?.chnames ?? [];
  const own = CUSTOM_CHANNELS.filter((channel) => present.includes(channel) || ticked.includes(channel));
  return {
    numbers: present.length === 0 ? CUSTOM_CHANNELS : own,
    nameOf: (channel: number): string => givenName(channel, names, present),
  };
};

type ChannelsProps = {
  label: string;
  value: number[];
  draft: CustomEventDraft;
  problem: string | undefined;
  onChange: (ticked: number[]) => void;
};

const Channels = ({ label, help, value, draft, problem, onChange }: ChannelsProps & { help: string }): ReactElement => (
  <TickRow
    {...useChannels(draft.deviceid, value)}
    label={label}
    help={help}
    error={problem}
    ticked={value}
    onChange={(next) => onChange([...next])}
  />
);

const useCustomEvent = (deviceIds: readonly string[]) => {
  const save = useSave(postCustomEvent, [getCustomEvents]);
  const [start] = useState(() => startDraft(deviceIds, systemClock.now()));
  return useForm<CustomEventDraft>({
    of: postCustomEvent,
    start,
    rows: [
      {
        control: 'own',
        key: 'deviceid',
        label: t('Device ID'),
        draw: ({ value, onChange, problem }) => <Devices ids={value} onChange={onChange} problem={problem} />,
      },
      [
        {
          control: 'own',
          key: 'start',
          label: t('Start'),
          draw: ({ label, value, onChange }) => <DateTimeField label={label} ms={value} onChange={onChange} />,
        },
        {
          control: 'own',
          key: 'end',
          label: t('End'),
          draw: ({ label, value, onChange }) => <DateTimeField label={label} ms={value} onChange={onChange} />,
        },
      ],
      {
        control: 'own',
        key: 'downloadplan',
        label: t('Download channel'),
        follow: afterDownload,
        draw: (field) => <Channels {...field} help={t('at least one')} />,
      },
      {
        control: 'own',
        key: 'streamtype',
        label: t('Main stream'),
        follow: afterMainStream,
        draw: (field) => <Channels {...field} help={t('the others come in the sub-stream')} />,
      },
      { control: 'switch', key: 'audioout', label: t('With sound') },
    ],
    save: async (event) => {
      if (event.start > event.end) showToast('warning', t('Start Time > End Time'), '', { id: 'custom-event-order' });
      const { message } = await save.mutateAsync(event);
      showToast('success', t(message));
    },
    refused: (error) => {
      showFailure(t('fail'), error);
      return `${t('The footage was not asked for:')} ${t(error.message)}`;
    },
  });
};

type CustomEventProps = { deviceIds?: readonly string[]; onClose: () => void };

export const CustomEventModal = ({ deviceIds = [], onClose }: CustomEventProps): ReactElement => (
  <FormDialog
    form={useCustomEvent(deviceIds)}
    title={t('Custom event')}
    saveText={t('Ask for the footage')}
    closeText={t('Close')}
    onClose={onClose}
    wide
    foot={t('Times are those of this browser, {zone}.', { zone: localZone(systemClock.now()) })}
  >
    <Requests />
  </FormDialog>
);
