// Registers a device: how many channels, how it is called, who drives it. A failure stays in the dialog with what was typed.
import { d01Register } from '@outrider/contract';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { DeviceIcon, deviceKinds } from '../../parts/device-icon.tsx';
import { FormDialog } from '../../parts/form/form-dialog.tsx';
import { useForm } from '../../parts/form/use-form.ts';
import { FieldNote } from '../../ui/field.tsx';
import { registerDevice } from './api.ts';
import styles from './dashboard.module.css';

const CHANNEL_CHOICES = [1, 2, 3, 4, 5, 6, 8, 10, 12, 16];
const MOST_CHANNELS = Math.max(...CHANNEL_CHOICES);

type ChannelNamesProps = {
  count: number;
  names: string[];
  problem: string | undefined;
  onChange: (names: string[]) => void;
};

const ChannelNames = ({ count, names, problem, onChange }: ChannelNamesProps): ReactElement => (
  <fieldset className={styles.names}>
    <legend>{t('Channel names')}</legend>
    {names.slice(0, count).map((name, i) => (
      <input
        // oxlint-disable-next-line react/no-array-index-key -- a channel is known by its number
        key={i}
        className="form-control"
        aria-label={t('Name of channel {channel}', { channel: i + 1 })}
        placeholder={`ch${i + 1}`}
        value={name}
        onChange={(event) => onChange(names.with(i, event.target.value))}
      />
    ))}
    <FieldNote id="channel-names" error={problem} />
  </fieldset>
);

/** The input of the command with every part that the form is about. */
const blank = (id: string, channels: number) => ({
  I: id,
  C: CHANNEL_CHOICES.includes(channels) ? channels : 4,
  Z: { vehicleid: '', plate: '', drivername: '', icon: 0, chnames: Array.from({ length: MOST_CHANNELS }, () => '') },
});
type Draft = ReturnType<typeof blank>;

/** Names of channels that the device has not are kept while one chooses, and not sent. */
const asked = ({ Z, ...device }: Draft): Draft => ({ ...device, Z: { ...Z, chnames: Z.chnames.slice(0, device.C) } });

/** `id` '': it is asked for as well. */
export type DeviceToAdd = { id: string; channels: number };
type AddDeviceProps = DeviceToAdd & { onClose: () => void };

const useAddDevice = ({ id, channels, onClose }: AddDeviceProps) =>
  useForm<Draft>({
    of: d01Register,
    start: blank(id, channels),
    asked,
    rows: [
      ...(id === ''
        ? [
            {
              control: 'text' as const,
              key: 'I' as const,
              label: t('Device ID'),
              help: t('The number that the recorder is set to.'),
            },
          ]
        : []),
      {
        control: 'text',
        key: 'Z.vehicleid',
        label: t('Device Memo'),
        help: t('The name your people use for this vehicle.'),
      },
      [
        { control: 'text', key: 'Z.plate', label: t('Plate') },
        { control: 'text', key: 'Z.drivername', label: t('Driver') },
      ],
      [
        {
          control: 'select',
          key: 'C',
          label: t('Channels'),
          options: CHANNEL_CHOICES.map((count) => ({ value: count, name: String(count) })),
        },
        {
          control: 'select',
          key: 'Z.icon',
          label: t('Icon'),
          options: deviceKinds().map((name, value) => ({ value, name })),
          beside: (icon) => <DeviceIcon index={icon} />,
        },
      ],
      {
        control: 'own',
        key: 'Z.chnames',
        label: t('Channel names'),
        draw: ({ draft, value, onChange, problem }) => (
          <ChannelNames count={draft.C} names={value} onChange={onChange} problem={problem} />
        ),
      },
    ],
    save: async (draft) => {
      await registerDevice(draft);
      onClose();
    },
  });

export const AddDeviceDialog = (props: AddDeviceProps): ReactElement => (
  <FormDialog
    form={useAddDevice(props)}
    focused={props.id === ''}
    title={props.id === '' ? t('Add device') : t('Add device {device}', { device: props.id })}
    saveText={t('Add device')}
    onClose={props.onClose}
  />
);
