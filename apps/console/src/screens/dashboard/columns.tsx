// The dashboard's columns, in reading order: what each shows, what it sorts by, whether it is on at first.
import { carMemoTypes } from '@outrider/contract';
import type { Device } from '@outrider/contract';
import type { ReactNode } from 'react';
import { t } from '../../lib/i18n.ts';
import { formatDateTime, formatZone } from '../../lib/time.ts';
import type { LengthUnit } from '../../lib/units.ts';
import { speedIn, speedUnit } from '../../lib/units.ts';
import { speedOf, stateOf } from '../../live/device-state.ts';
import { devices } from '../../live/index.ts';
import { DeviceGlyph } from '../../parts/device-glyph.tsx';
import { TalkButton } from '../../parts/talk/talk-button.tsx';
import { Button } from '../../ui/button.tsx';
import type { CellValue, Column } from '../../ui/column.ts';
import { stateWord } from '../../ui/state-glyph.tsx';
import {
  HealthCell,
  NameCell,
  PlaceCell,
  RecordingCell,
  ReportCell,
  SdCell,
  SignalCell,
  SpeedCell,
  ValueCell,
} from './cells.tsx';
import { CustomerCell } from './customer/customer-facts.tsx';
import { MemoCell } from './memo-cell.tsx';
import styles from './dashboard.module.css';
import { sdOf } from './badge-tones.ts';
import { coldest, recordingOf, reportedMs, stateRank } from './device-values.ts';
import { recordingWord } from './words.ts';

/** A row of the table: a device by its id; cells read the live values themselves. */
export type DeviceRow = { readonly id: string };

const onOff = ({ acc_on: on }: Device): string => {
  if (on === null) return '';
  return on ? t('On') : t('Off');
};
const voltage = ({ voltage: volts, voltage_percent: percent }: Device): string => {
  if (volts === null) return '';
  return percent === null ? `${volts.toFixed(1)} V` : `${volts.toFixed(1)} V · ${percent} %`;
};
const celsius = (value: number | null): string => (value === null ? '' : `${value.toFixed(1)} °C`);
/** Sensor by sensor: '4.2 / – / -18.1 °C'. */
const loopData = ({ loop }: Device): string =>
  loop.length === 0 ? '' : `${loop.map((each) => each?.toFixed(1) ?? '–').join(' / ')} °C`;

/** What the buttons inside rows do. */
export type RowActions = {
  open: (id: string) => void;
  ptz: (id: string) => void;
  /** Undefined where devices cannot be removed. */
  remove: ((id: string) => void) | undefined;
};

/** What the session and the page allow. */
export type ColumnGrants = { readonly ptz: boolean; readonly talk: boolean; readonly customers: boolean };

type Fact = Pick<Column<DeviceRow>, 'align' | 'live' | 'choice' | 'pinned' | 'label'> & {
  header: string;
  width: string;
  value: (device: Device) => CellValue;
  text?: (device: Device) => string;
  cell?: (id: string) => ReactNode;
};

/** A column of what is known of a device, which the operator can switch off. */
const fact = (id: string, { value, text, cell, ...rest }: Fact): Column<DeviceRow> => {
  const say = text ?? ((device: Device): string => String(value(device) ?? ''));
  const of = <T,>(row: DeviceRow, read: (device: Device) => T, none: T): T => {
    const device = devices.get(row.id);
    return device === undefined ? none : read(device);
  };
  return {
    id,
    choice: 'on',
    ...rest,
    value: (row) => of(row, value, null),
    text: (row) => of(row, say, ''),
    cell: (row) => cell?.(row.id) ?? <ValueCell id={row.id} read={say} />,
  };
};

const PtzButton = ({ id, onPress }: { id: string; onPress: (id: string) => void }): ReactNode => (
  <Button
    look="bare"
    icon="move"
    className={styles.inRow ?? ''}
    aria-label={t('Move the cameras of {device}', { device: id })}
    onClick={(event) => {
      event.stopPropagation();
      onPress(id);
    }}
  />
);

const RemoveButton = ({ id, onPress }: { id: string; onPress: (id: string) => void }): ReactNode => (
  <Button
    look="bare"
    icon="remove"
    className={`${styles.inRow} ${styles.remove}`}
    aria-label={t('Remove device {device}', { device: id })}
    onClick={(event) => {
      event.stopPropagation();
      onPress(id);
    }}
  />
);

/** Who it is and how it drives. */
const vehicleFacts = (unit: LengthUnit): readonly Column<DeviceRow>[] => [
  fact('driver', { header: t('Driver'), width: 'minmax(92px, 1.1fr)', value: (d) => d.drivername }),
  fact('speed', {
    header: `${t('Speed')} ${speedUnit(unit)}`,
    width: 'minmax(100px, 0.7fr)',
    align: 'end',
    live: true,
    value: (d) => (d.gps_info.data === null ? null : speedOf(d)),
    text: (d) => (d.gps_info.data === null ? '' : String(speedIn(speedOf(d), unit))),
    cell: (id) => <SpeedCell id={id} />,
  }),
  {
    id: 'place',
    header: t('Place'),
    width: 'minmax(150px, 1.6fr)',
    choice: 'on',
    cell: ({ id }) => <PlaceCell id={id} />,
  },
  fact('report', {
    header: t('Last report'),
    width: 'minmax(96px, 0.8fr)',
    align: 'end',
    live: true,
    value: (d) => reportedMs(d) || null,
    text: (d) => (reportedMs(d) === 0 ? '' : formatDateTime(reportedMs(d))),
    cell: (id) => <ReportCell id={id} />,
  }),
  fact('channels', {
    header: t('Channels'),
    width: 'minmax(78px, 0.6fr)',
    align: 'end',
    value: (d) => d.chn_count || null,
  }),
  fact('memo', { header: t('Device Memo'), width: 'minmax(106px, 1.1fr)', value: (d) => d.vehicleid }),
  fact('plate', { header: t('Plate'), width: 'minmax(84px, 1fr)', value: (d) => d.plate }),
  fact('signal', {
    header: t('Signal'),
    width: 'minmax(68px, 0.5fr)',
    live: true,
    value: (d) => d.signal,
    cell: (id) => <SignalCell id={id} />,
  }),
  fact('acc', {
    header: t('ACC'),
    width: 'minmax(48px, 0.4fr)',
    live: true,
    value: (d) => (d.acc_on === null ? null : Number(d.acc_on)),
    text: onOff,
  }),
  fact('voltage', {
    header: t('Voltage'),
    width: 'minmax(110px, 0.9fr)',
    align: 'end',
    live: true,
    value: (d) => d.voltage,
    text: voltage,
  }),
];

/** How the recorder does. */
const recorderFacts = (): readonly Column<DeviceRow>[] => [
  fact('health', {
    header: t('Disk used'),
    width: 'minmax(104px, 0.8fr)',
    live: true,
    value: (d) => d.health,
    cell: (id) => <HealthCell id={id} />,
  }),
  fact('temperature', {
    header: t('Temperature'),
    width: 'minmax(104px, 0.7fr)',
    align: 'end',
    live: true,
    value: (d) => d.temperature,
    text: (d) => celsius(d.temperature),
  }),
  fact('satellites', {
    header: t('Satellites'),
    width: 'minmax(84px, 0.6fr)',
    align: 'end',
    live: true,
    value: (d) => d.satellites,
  }),
  fact('loop', {
    header: t('Loop data'),
    width: 'minmax(124px, 0.9fr)',
    align: 'end',
    live: true,
    value: coldest,
    text: loopData,
  }),
  fact('timezone', {
    header: t('Time zone'),
    width: 'minmax(84px, 0.6fr)',
    value: (d) => d.timezone,
    text: (d) => (d.timezone === null ? '' : formatZone(d.timezone * 60)),
  }),
  fact('sd', {
    header: t('SD'),
    width: 'minmax(64px, 0.4fr)',
    live: true,
    value: (d) => sdOf(d)?.value ?? null,
    cell: (id) => <SdCell id={id} />,
  }),
  fact('recording', {
    header: t('Recording status'),
    width: 'minmax(134px, 0.9fr)',
    live: true,
    value: (d) => Number(d.recording) + (d.recording_error ? 2 : 0),
    text: (d) => recordingWord(recordingOf(d), d.recording_error_count),
    cell: (id) => <RecordingCell id={id} />,
  }),
];

const lateFacts = ({ customers }: ColumnGrants): readonly Column<DeviceRow>[] => [
  fact('extraMemo', { header: t('Extra memo'), width: 'minmax(96px, 1fr)', choice: 'off', value: (d) => d.extid }),
  fact('licence', {
    header: t('Driving licence'),
    width: 'minmax(120px, 1fr)',
    choice: 'off',
    value: (d) => d.driverlicense,
  }),
  ...carMemoTypes.map((type): Column<DeviceRow> => ({
    id: `carMemo${type}`,
    header: t('Car memo {number}', { number: type + 1 }),
    width: 'minmax(120px, 1.2fr)',
    choice: 'off',
    cell: ({ id }) => <MemoCell id={id} type={type} />,
  })),
  ...(['customer', 'dealer', 'salesman'] as const).map((field): Column<DeviceRow> => ({
    id: field,
    header: { customer: t('Customer'), dealer: t('Dealer'), salesman: t('Salesman') }[field],
    width: 'minmax(120px, 1.2fr)',
    choice: 'off',
    allowed: customers,
    cell: ({ id }) => <CustomerCell id={id} field={field} />,
  })),
];

/** State and device first and always in sight, then the facts and buttons, then the button that removes a device. */
export const dashboardColumns = (
  unit: LengthUnit,
  grants: ColumnGrants,
  { open, ptz, remove }: RowActions,
): readonly Column<DeviceRow>[] => [
  {
    id: 'state',
    header: '',
    label: t('State'),
    width: '36px',
    pinned: true,
    live: true,
    value: ({ id }) => {
      const device = devices.get(id);
      return device === undefined ? null : stateRank(device);
    },
    text: ({ id }) => {
      const device = devices.get(id);
      return device === undefined ? '' : stateWord(stateOf(device));
    },
    cell: ({ id }) => <DeviceGlyph id={id} />,
  },
  {
    id: 'id',
    header: t('Device'),
    width: 'minmax(208px, 1.4fr)',
    pinned: true,
    inOrder: true,
    value: ({ id }) => id,
    cell: ({ id }) => <NameCell id={id} onOpen={open} />,
  },
  ...vehicleFacts(unit),
  ...recorderFacts(),
  {
    id: 'ptz',
    header: t('PTZ'),
    width: '72px',
    choice: 'on',
    allowed: grants.ptz,
    cell: ({ id }) => <PtzButton id={id} onPress={ptz} />,
  },
  {
    id: 'talk',
    header: t('Talk'),
    width: '50px',
    choice: 'on',
    allowed: grants.talk,
    cell: ({ id }) => <TalkButton deviceId={id} look="bare" className={styles.inRow ?? ''} />,
  },
  ...lateFacts(grants),
  {
    id: 'actions',
    header: t('Del'),
    width: '44px',
    allowed: remove !== undefined,
    cell: ({ id }) => remove !== undefined && <RemoveButton id={id} onPress={remove} />,
  },
];
