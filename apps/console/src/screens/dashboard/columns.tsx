// The dashboard's columns, in reading order.
import type { Device } from '@outrider/contract';
import type { ReactNode } from 'react';
import { t } from '../../lib/i18n.ts';
import type { LengthUnit } from '../../lib/units.ts';
import { speedUnit } from '../../lib/units.ts';
import { DeviceGlyph } from '../../parts/device-glyph.tsx';
import type { TableColumn } from '../../ui/data-table.tsx';
import { HealthCell, IdCell, ReportCell, SignalCell, SpeedCell, ValueCell } from './cells.tsx';
import type { DeviceRow } from './use-dashboard.ts';

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

const removeColumn = (cell: (row: DeviceRow) => ReactNode): TableColumn<DeviceRow> => ({
  id: 'actions',
  header: '',
  label: t('Actions'),
  width: '44px',
  cell,
});

/** `remove` adds a last column with its button; for level 0. */
export const dashboardColumns = (
  unit: LengthUnit,
  removeCell: ((row: DeviceRow) => ReactNode) | undefined,
): readonly TableColumn<DeviceRow>[] => [
  { ...live('state', '', '36px', (row) => <DeviceGlyph id={row.id} />), label: t('State') },
  live('id', t('Device'), 'minmax(124px, 1.2fr)', (row) => <IdCell id={row.id} />),
  value('driver', t('Driver'), 'minmax(96px, 1.1fr)', (d) => d.drivername),
  value('memo', t('Device Memo'), 'minmax(96px, 1.1fr)', (d) => d.vehicleid),
  value('plate', t('Plate'), 'minmax(88px, 1fr)', (d) => d.plate),
  live('speed', `${t('Speed')} ${speedUnit(unit)}`, 'minmax(108px, 0.7fr)', (row) => <SpeedCell id={row.id} />, 'end'),
  value('channels', t('Channels'), 'minmax(86px, 0.6fr)', (d) => String(d.chn_count || ''), 'end'),
  live('signal', t('Signal'), 'minmax(64px, 0.5fr)', (row) => <SignalCell id={row.id} />),
  value('acc', t('ACC'), 'minmax(52px, 0.4fr)', onOff),
  value('voltage', t('Voltage'), 'minmax(104px, 0.9fr)', voltage, 'end'),
  live('health', t('Health'), 'minmax(112px, 0.8fr)', (row) => <HealthCell id={row.id} />),
  value('temperature', t('Temperature'), 'minmax(112px, 0.7fr)', temperature, 'end'),
  value('satellites', t('Satellites'), 'minmax(86px, 0.6fr)', (d) => String(d.satellites ?? ''), 'end'),
  live('report', t('Last report'), 'minmax(96px, 0.8fr)', (row) => <ReportCell id={row.id} />, 'end'),
  ...(removeCell === undefined ? [] : [removeColumn(removeCell)]),
];
