// The dashboard's columns, in reading order: their headers, widths and cells. Which of them are shown is column-choice.ts.
import type { Device } from '@outrider/contract';
import type { ReactNode } from 'react';
import { t } from '../../lib/i18n.ts';
import { formatZone } from '../../lib/time.ts';
import type { LengthUnit } from '../../lib/units.ts';
import { speedUnit } from '../../lib/units.ts';
import { DeviceGlyph } from '../../parts/device-glyph.tsx';
import { TalkButton } from '../../parts/talk/talk-button.tsx';
import { Button } from '../../ui/button.tsx';
import type { TableColumn } from '../../ui/data-table.tsx';
import { HealthCell, IdCell, RecordingCell, ReportCell, SdCell, SignalCell, SpeedCell, ValueCell } from './cells.tsx';
import type { ChoosableColumn } from './column-choice.ts';
import styles from './dashboard.module.css';
import type { DeviceRow } from './row-order.ts';

const onOff = (device: Device): string => {
  if (device.acc_on === null) return '';
  return device.acc_on ? t('On') : t('Off');
};
const voltage = ({ voltage: volts, voltage_percent: percent }: Device): string => {
  if (volts === null) return '';
  return percent === null ? `${volts.toFixed(1)} V` : `${volts.toFixed(1)} V · ${percent} %`;
};
const temperature = (device: Device): string =>
  device.temperature === null ? '' : `${device.temperature.toFixed(1)} °C`;

const zone = ({ timezone }: Device): string => (timezone === null ? '' : formatZone(timezone * 60));
/** Sensor by sensor: '4.2 / – / -18.1 °C'. */
const loopData = ({ loop }: Device): string =>
  loop.length === 0 ? '' : `${loop.map((celsius) => celsius?.toFixed(1) ?? '–').join(' / ')} °C`;

/** What the buttons inside rows do. */
export type RowActions = {
  open: (id: string) => void;
  ptz: (id: string) => void;
  /** Undefined where devices cannot be removed. */
  remove: ((id: string) => void) | undefined;
};

const value = (
  id: string,
  header: string,
  width: string,
  read: (device: Device) => string,
  align?: 'end',
): TableColumn<DeviceRow> => ({
  id,
  header,
  width,
  sortable: true,
  cell: (row) => <ValueCell id={row.id} read={read} />,
  ...(align === undefined ? {} : { align }),
});

const live = (
  id: string,
  header: string,
  width: string,
  cell: (row: DeviceRow) => ReactNode,
  align?: 'end',
): TableColumn<DeviceRow> => ({ id, header, width, sortable: true, cell, ...(align === undefined ? {} : { align }) });

const plain = (
  id: string,
  header: string,
  width: string,
  cell: (row: DeviceRow) => ReactNode,
): TableColumn<DeviceRow> => ({ id, header, width, cell });

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

type Made = Readonly<Record<ChoosableColumn, () => TableColumn<DeviceRow>>>;

const makers = (unit: LengthUnit, actions: RowActions): Made => ({
  driver: () => value('driver', t('Driver'), 'minmax(92px, 1.1fr)', (d) => d.drivername),
  memo: () => value('memo', t('Device Memo'), 'minmax(106px, 1.1fr)', (d) => d.vehicleid),
  plate: () => value('plate', t('Plate'), 'minmax(84px, 1fr)', (d) => d.plate),
  speed: () =>
    live('speed', `${t('Speed')} ${speedUnit(unit)}`, 'minmax(100px, 0.7fr)', (r) => <SpeedCell id={r.id} />, 'end'),
  channels: () => value('channels', t('Channels'), 'minmax(78px, 0.6fr)', (d) => String(d.chn_count || ''), 'end'),
  signal: () => live('signal', t('Signal'), 'minmax(60px, 0.5fr)', (row) => <SignalCell id={row.id} />),
  acc: () => value('acc', t('ACC'), 'minmax(48px, 0.4fr)', onOff),
  voltage: () => value('voltage', t('Voltage'), 'minmax(110px, 0.9fr)', voltage, 'end'),
  health: () => live('health', t('Health'), 'minmax(104px, 0.8fr)', (row) => <HealthCell id={row.id} />),
  temperature: () => value('temperature', t('Temperature'), 'minmax(104px, 0.7fr)', temperature, 'end'),
  satellites: () =>
    value('satellites', t('Satellites'), 'minmax(84px, 0.6fr)', (d) => String(d.satellites ?? ''), 'end'),
  loop: () => value('loop', t('Loop data'), 'minmax(124px, 0.9fr)', loopData, 'end'),
  timezone: () => value('timezone', t('Time zone'), 'minmax(84px, 0.6fr)', zone),
  sd: () => live('sd', t('SD'), 'minmax(56px, 0.4fr)', (row) => <SdCell id={row.id} />),
  recording: () =>
    live('recording', t('Recording status'), 'minmax(134px, 0.9fr)', (row) => <RecordingCell id={row.id} />),
  ptz: () => plain('ptz', t('PTZ'), '72px', (row) => <PtzButton id={row.id} onPress={actions.ptz} />),
  talk: () =>
    plain('talk', t('Talk'), '50px', (row) => (
      <TalkButton deviceId={row.id} look="bare" className={styles.inRow ?? ''} />
    )),
  extraMemo: () => value('extraMemo', t('Extra memo'), 'minmax(96px, 1fr)', (d) => d.extid),
  licence: () => value('licence', t('Driving licence'), 'minmax(120px, 1fr)', (d) => d.driverlicense),
  report: () => live('report', t('Last report'), 'minmax(96px, 0.8fr)', (row) => <ReportCell id={row.id} />, 'end'),
});

/** The header of a column, for its choice. */
export const columnName = (column: ChoosableColumn, unit: LengthUnit): string =>
  makers(unit, { open: () => {}, ptz: () => {}, remove: undefined })[column]().header;

const STATE_WIDTH = 36;

/** State and device first and always in sight, then the chosen ones, then the button that removes a device. */
export const dashboardColumns = (
  shown: readonly ChoosableColumn[],
  unit: LengthUnit,
  actions: RowActions,
): readonly TableColumn<DeviceRow>[] => {
  const made = makers(unit, actions);
  const { open, remove } = actions;
  const state = live('state', '', `${STATE_WIDTH}px`, (row) => <DeviceGlyph id={row.id} />);
  const device = live('id', t('Device'), 'minmax(156px, 1.2fr)', (row) => <IdCell id={row.id} onOpen={open} />);
  const columns = [
    { ...state, label: t('State'), pinnedAt: 0 },
    { ...device, pinnedAt: STATE_WIDTH },
    ...shown.map((column) => made[column]()),
  ];
  if (remove === undefined) return columns;
  const last = plain('actions', '', '44px', (row) => <RemoveButton id={row.id} onPress={remove} />);
  return [...columns, { ...last, label: t('Actions') }];
};
