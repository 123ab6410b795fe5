// The columns of the registration table: what is set for each device, in words.
import { flaggedChannels, megabytesOf, type RegistrationRow } from '@outrider/contract';
import { t } from '../../lib/i18n.ts';
import { tickColumn, type Ticks } from '../../parts/table/ticks.tsx';
import type { Column } from '../../ui/column.ts';

const MB = 1024 * 1024;

/** By `recenable` of the record. */
const recordWords = (enable: RegistrationRow['recenable']): string => {
  const words = { '-1': t('No video'), 0: t('Liveview only'), 1: t('Full record'), 2: t('Selected record') };
  return enable === undefined ? '' : words[enable];
};

/** By `recaudio` of the record. */
const soundWords = (audio: RegistrationRow['recaudio']): string => {
  const words = {
    '-1': t('Forbidden'),
    0: t('Single no rec'),
    1: t('Single rec'),
    2: t('Multi no rec'),
    3: t('Multi rec'),
  };
  return audio === undefined ? '' : words[audio];
};

const megabytes = (value: number): string => String(Math.round(value * 10) / 10);

const limitWords = ({ netlimit, maxnetflow = 0 }: RegistrationRow): string => {
  if (netlimit === undefined) return '';
  return netlimit ? `${megabytes(megabytesOf(maxnetflow))} MB` : t('no limit');
};

const daysWords = ({ recdays }: RegistrationRow): string => {
  if (recdays === undefined) return '';
  return recdays === 0 ? t('Default') : String(recdays);
};

/** '0': the channel is installed. */
const installed = ({ chmask = '' }: RegistrationRow): string =>
  Array.from(chmask)
    .flatMap((flag, i) => (flag === '0' ? [i + 1] : []))
    .join(' ');

const mainStreams = ({ streamtype = '' }: RegistrationRow): string => flaggedChannels(streamtype).join(' ');

const tick = (ticks: Ticks<string>): Column<RegistrationRow> =>
  tickColumn(ticks, {
    idOf: ({ deviceid }) => deviceid,
    labelOf: (device) => t('Choose {device}', { device }),
    pinned: true,
  });

const dataUse = (): readonly Column<RegistrationRow>[] => [
  {
    id: 'limit',
    header: t('Data limit a month'),
    width: '152px',
    align: 'end',
    choice: 'on',
    value: ({ netlimit, maxnetflow = 0 }) => (netlimit === true ? maxnetflow : null),
    text: limitWords,
  },
  {
    id: 'used',
    header: t('Used this month'),
    width: '136px',
    align: 'end',
    choice: 'on',
    value: ({ netused }) => netused,
    text: ({ netused }) => `${megabytes(netused / MB)} MB`,
  },
];

/** Without `ticks` nothing can be ticked. */
export const registrationColumns = (ticks: Ticks<string> | undefined): readonly Column<RegistrationRow>[] => [
  ...(ticks === undefined ? [] : [tick(ticks)]),
  { id: 'deviceid', header: t('Device ID'), width: '120px', pinned: true, value: ({ deviceid }) => deviceid },
  {
    id: 'extid',
    header: t('External ID'),
    width: 'minmax(96px, 1fr)',
    choice: 'on',
    value: ({ extid = '' }) => extid,
  },
  { id: 'driver', header: t('Driver'), width: 'minmax(96px, 1fr)', choice: 'on', value: ({ driver = '' }) => driver },
  {
    id: 'vehicleid',
    header: t('Device Memo'),
    width: 'minmax(112px, 1fr)',
    choice: 'on',
    value: ({ vehicleid = '' }) => vehicleid,
  },
  { id: 'plate', header: t('Plate'), width: 'minmax(80px, 1fr)', choice: 'on', value: ({ plate = '' }) => plate },
  {
    id: 'maplocation',
    header: t('Map location'),
    width: 'minmax(128px, 1fr)',
    choice: 'off',
    value: ({ maplocation = '' }) => maplocation,
  },
  { id: 'channel', header: t('Channels'), width: '80px', align: 'end', choice: 'on', value: ({ channel }) => channel },
  { id: 'chmask', header: t('Installed'), width: 'minmax(80px, 1fr)', choice: 'on', value: installed },
  { id: 'streamtype', header: t('Main stream'), width: 'minmax(96px, 1fr)', choice: 'on', value: mainStreams },
  {
    id: 'recenable',
    header: t('Recording'),
    width: 'minmax(112px, 1fr)',
    choice: 'on',
    value: ({ recenable }) => recordWords(recenable),
  },
  {
    id: 'recdays',
    header: t('Record days'),
    width: '96px',
    align: 'end',
    choice: 'on',
    value: ({ recdays }) => recdays ?? null,
    text: daysWords,
  },
  {
    id: 'recaudio',
    header: t('Sound'),
    width: 'minmax(104px, 1fr)',
    choice: 'on',
    value: ({ recaudio }) => soundWords(recaudio),
  },
  ...dataUse(),
];
