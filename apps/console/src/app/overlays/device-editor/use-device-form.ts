// The form of the device editor: how it begins, a row for each field that the account has the right for, and the save of what changed.
import {
  ChangedError,
  channelCountChoices,
  type DeviceChanges,
  type DeviceDraft,
  type DeviceEditorRecord,
  type DeviceField,
  d04ChangeDevice,
  deviceDraft,
  deviceFieldNames,
  MAX_CHANNEL_NAME,
  megabytesOf,
  type Right,
  rightOfField,
  utcOffsetText,
  zoneChoicesMinutes,
} from '@outrider/contract';
import { createElement, useState } from 'react';
import { t } from '../../../lib/i18n.ts';
import { live } from '../../../live/index.ts';
import { DeviceIcon, deviceKinds } from '../../../parts/device-icon.tsx';
import { type Consequence, mayBeFewerDays, STOPPED } from '../../../parts/form/consequence.tsx';
import type { Rows } from '../../../parts/form/row.ts';
import { type Form, useForm } from '../../../parts/form/use-form.ts';
import { DaysField, FlagsField, NamesField, OrderField, TalkChannelField, VolumeField } from './channel-fields.tsx';

const MINUTE_S = 60;
const NARROW = 31;
const USUAL_RECORD_DAYS = 7;
const USUAL_EVENT_DAYS = 365;

const order = (count: number): string => Array.from({ length: count }, (_, i) => i + 1).join(',');
const resized = (flags: string, count: number): string => flags.slice(0, count).padEnd(count, '0');
const renamed = (names: string, count: number): string =>
  Array.from({ length: count }, (_, i) => (names.split(',')[i] ?? '').slice(0, MAX_CHANNEL_NAME)).join(',');

/** Fields without a right are not told, not drawn and not sent; something has to stand in their place. */
const startOf = (record: DeviceEditorRecord): DeviceDraft => {
  const { channel, updatetime } = record;
  const blank: DeviceDraft = {
    channel,
    updatetime,
    gpstzenable: false,
    icon: 0,
    extid: '',
    driver: '',
    vehicleid: '',
    plate: '',
    maplocation: '',
    clockzone: 0,
    streamtype: resized('', channel),
    chmask: resized('', channel),
    videolossinterval: 0,
    recenable: 0,
    recdays: 0,
    recplan: resized('', channel),
    recaudio: 0,
    chsort: order(channel),
    talkch: 1,
    netlimit: false,
    maxnetflow: 0,
    eventdays: 0,
    chnames: '',
  };
  // Names from a registration may be longer than the editor lets them be.
  return Object.assign(blank, record, { chnames: renamed(record.chnames ?? '', channel) });
};

/** Another number of channels: talk channel and sort begin again, the rest keeps what it says of channels that stay. */
const followCount = (after: DeviceDraft): Partial<DeviceDraft> => {
  const { channel: count, streamtype, chmask, recplan, chnames } = after;
  return {
    talkch: 1,
    chsort: order(count),
    streamtype: resized(streamtype, count),
    chmask: resized(chmask, count),
    recplan: resized(recplan, count),
    chnames: renamed(chnames, count),
  };
};

const vehicleRows = (): Rows<DeviceDraft> => [
  [
    { control: 'text', key: 'vehicleid', label: t('Device Memo'), most: NARROW },
    { control: 'text', key: 'driver', label: t('Driver'), most: NARROW },
  ],
  [
    { control: 'text', key: 'plate', label: t('Plate'), most: NARROW },
    { control: 'text', key: 'extid', label: t('External id'), most: NARROW },
  ],
  {
    control: 'select',
    key: 'icon',
    label: t('Icon'),
    options: deviceKinds().map((name, value) => ({ value, name })),
    beside: (icon) => createElement(DeviceIcon, { index: icon }),
  },
  {
    control: 'text',
    key: 'maplocation',
    label: t('Map location'),
    most: 63,
    help: t('Where the map shows it while it has no fix: 24.07,120.52'),
  },
];

const clockRows = (record: DeviceEditorRecord): Rows<DeviceDraft> => [
  {
    control: 'select',
    key: 'clockzone',
    label: t('Zone of the clock'),
    help: t(
      'In which zone the clock of the recorder runs. One that is not GMT+8 shows wrong times until this says so.',
    ),
    options: zoneChoicesMinutes((record.clockzone ?? 0) / MINUTE_S).map((minutes) => ({
      value: minutes * MINUTE_S,
      name: utcOffsetText(minutes),
    })),
  },
  {
    control: 'checkbox',
    key: 'gpstzenable',
    label: t('Time zone by place'),
    help: t('Its days and the times of its events go by the zone of where it is. How its clock is read stays.'),
  },
];

/** The channels of a text with one sign for each, as '1, 4'; '–' for none. */
const channelsIn = (flags: string, ticked: string): string =>
  Array.from(flags)
    .flatMap((flag, i) => (flag === ticked ? [i + 1] : []))
    .join(', ') || '–';
const daysText = (days: number): string => (days === 0 ? t('Default') : String(days));

const channelRows = (record: DeviceEditorRecord): Rows<DeviceDraft> => {
  const counts = [...new Set([...channelCountChoices, record.channel])].toSorted((a, b) => a - b);
  return [
    {
      control: 'select',
      key: 'channel',
      label: t('Channels'),
      options: counts.map((value) => ({ value, name: String(value) })),
      follow: followCount,
    },
    {
      control: 'own',
      key: 'chnames',
      label: t('Channel names'),
      textOf: (names) =>
        names
          .split(',')
          .filter((name) => name !== '')
          .join(', '),
      draw: ({ draft: { channel: count }, ...field }) => createElement(NamesField, { ...field, count }),
    },
    {
      control: 'own',
      key: 'chsort',
      label: t('Order of channels'),
      textOf: (channels) => channels.replaceAll(',', ', '),
      draw: (field) => createElement(OrderField, field),
    },
    {
      control: 'own',
      key: 'chmask',
      label: t('Channels that are installed'),
      textOf: (flags) => channelsIn(flags, '0'),
      draw: ({ draft: { channel: count }, ...field }) =>
        createElement(FlagsField, { ...field, count, ticked: '0', help: t('Others appear nowhere.') }),
    },
    {
      control: 'own',
      key: 'streamtype',
      label: t('Main stream'),
      textOf: (flags) => channelsIn(flags, '1'),
      draw: ({ draft: { channel: count }, ...field }) =>
        createElement(FlagsField, { ...field, count, ticked: '1', help: t('Others come as sub-stream.') }),
    },
    {
      control: 'own',
      key: 'talkch',
      label: t('Talk channel'),
      textOf: String,
      draw: ({ label, value, draft: { channel: count }, onChange, problem }) =>
        createElement(TalkChannelField, { label, value, count, onChange, problem }),
    },
  ];
};

const keepsRecordings = ({ recenable }: DeviceDraft): boolean => recenable >= 1;
const recordsByPlan = ({ recenable }: DeviceDraft): boolean => recenable === 2;

const recordingRows = (): Rows<DeviceDraft> => [
  {
    control: 'select',
    key: 'recenable',
    label: t('Recording'),
    options: [
      { value: -1, name: t('Forbidden') },
      { value: 0, name: t('Liveview Only') },
      { value: 1, name: t('Record Full Channel') },
      { value: 2, name: t('Record Selected Channel') },
    ],
  },
  {
    control: 'own',
    key: 'recplan',
    label: t('Recording plan'),
    textOf: (flags) => channelsIn(flags, '1'),
    when: recordsByPlan,
    draw: ({ draft: { channel: count }, ...field }) => createElement(FlagsField, { ...field, count, ticked: '1' }),
  },
  {
    control: 'own',
    key: 'recdays',
    label: t('Record days'),
    textOf: daysText,
    when: keepsRecordings,
    draw: (field) => createElement(DaysField, { ...field, usual: USUAL_RECORD_DAYS }),
  },
  {
    control: 'select',
    key: 'recaudio',
    label: t('Recorded sound'),
    options: [
      { value: -1, name: t('Forbidden') },
      { value: 0, name: t('Single source without record') },
      { value: 1, name: t('Single source with record') },
      { value: 2, name: t('Multi source without record') },
      { value: 3, name: t('Multi source with record') },
    ],
  },
  {
    control: 'own',
    key: 'eventdays',
    label: t('Event days'),
    textOf: daysText,
    draw: (field) => createElement(DaysField, { ...field, usual: USUAL_EVENT_DAYS }),
  },
  { control: 'number', key: 'videolossinterval', label: t('Video loss interval'), unit: t('seconds') },
  { control: 'checkbox', key: 'netlimit', label: t('Data limit') },
  {
    control: 'own',
    key: 'maxnetflow',
    label: t('Data volume of a month'),
    textOf: (kilobytes) => `${megabytesOf(kilobytes)} MB`,
    when: ({ netlimit }) => netlimit,
    draw: (field) => createElement(VolumeField, field),
  },
];

type RowOf = Exclude<Rows<DeviceDraft>[number], readonly unknown[]>;
const isField = (key: string): key is DeviceField => deviceFieldNames.some((name) => name === key);

/** What somebody else saved comes without the fields that the account has no right for. */
const rules = { input: deviceDraft.partial().required({ updatetime: true }) };

type Days = Pick<DeviceDraft, 'recdays' | 'eventdays'>;

/** Those that somebody else saved, as far as they are told. */
const daysIn = ({ recdays, eventdays }: Readonly<Record<string, unknown>>): Partial<Days> => ({
  ...(typeof recdays === 'number' && { recdays }),
  ...(typeof eventdays === 'number' && { eventdays }),
});

/** `kept`: the days as they are saved. */
const consequenceOf = (draft: Days, kept: Days, changed: readonly string[]): Consequence | undefined => {
  const isFewer = (key: keyof Days): boolean => changed.includes(key) && mayBeFewerDays(draft[key], kept[key]);
  const texts = [
    ...(isFewer('recdays')
      ? [t('Recordings of it that are older than the new days are deleted for good, but for protected ones.')]
      : []),
    ...(isFewer('eventdays')
      ? [t('Events of it that are older than the new days are deleted for good, but those with protected files.')]
      : []),
  ];
  if (texts.length === 0) return undefined;
  return { title: t('Delete what is older?'), confirmText: t('Save and delete'), text: texts.join(' ') };
};

type DeviceFormOptions = {
  id: string;
  record: DeviceEditorRecord;
  rights: ReadonlySet<Right>;
  /** Asks before a save that deletes. */
  mayGoOn: (consequence: Consequence | undefined) => Promise<boolean>;
  onSaved: () => void;
};

export const useDeviceForm = ({ id, record, rights, mayGoOn, onSaved }: DeviceFormOptions): Form => {
  const [kept, keep] = useState<Days>(() => startOf(record));
  const isGranted = (row: RowOf): boolean => 'key' in row && isField(row.key) && rights.has(rightOfField(row.key));
  const rows = [...vehicleRows(), ...clockRows(record), ...channelRows(record), ...recordingRows()];
  return useForm<DeviceDraft>({
    of: rules,
    start: startOf(record),
    edits: true,
    refused: (error) => (error === STOPPED ? '' : undefined),
    rows: rows.map((row) => ('control' in row ? [row] : row).filter(isGranted)),
    save: async (draft, changed) => {
      const fields: DeviceChanges = Object.fromEntries(
        Object.entries(draft).filter(([key]) => isField(key) && changed.includes(key)),
      );
      if (Object.keys(fields).length === 0) return undefined;
      if (!(await mayGoOn(consequenceOf(draft, kept, changed)))) throw STOPPED;
      const { T } = await live()
        .connection.ask(d04ChangeDevice, { I: id, Z: fields, T: draft.updatetime })
        .catch((error: unknown) => {
          // What somebody else saved meanwhile is what the next save would make less.
          if (error instanceof ChangedError) keep((before) => ({ ...before, ...daysIn(error.changed.present) }));
          throw error;
        });
      keep(draft);
      onSaved();
      return { updatetime: T };
    },
  });
};
