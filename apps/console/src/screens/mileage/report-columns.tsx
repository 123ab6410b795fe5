// The columns of the mileage report, for the table on screen and for the files that are saved of it.
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { formatDateTime } from '../../lib/time.ts';
import { type LengthUnit, inUnit, lengthUnit, mileageText } from '../../lib/units.ts';
import type { TableColumn } from '../../ui/data-table.tsx';
import type { ReportRow } from './logic.ts';

const timeText = (ms: number | null): string => (ms === null ? '' : formatDateTime(ms));
/** Of a day on which it never drove, the day: the row would not say which one it is. */
const startText = ({ starttime, date = '' }: ReportRow): string => (starttime === null ? date : timeText(starttime));

const Text = ({ text }: { text: string }): ReactElement => (
  <bdi className="num" title={text}>
    {text}
  </bdi>
);

const column = (id: string, header: string, width: string, read: (row: ReportRow) => string) => ({
  id,
  header,
  width,
  sortable: true,
  cell: (row: ReportRow) => <Text text={read(row)} />,
});

/** On a phone what the report is for comes first; the rest is a swipe away. */
const phoneOrder = ['device', 'mileage', 'start', 'end', 'driver', 'memo'];

export const reportColumns = (unit: LengthUnit, phone: boolean): readonly TableColumn<ReportRow>[] => {
  const all = deskColumns(unit);
  return phone ? all.toSorted((a, b) => phoneOrder.indexOf(a.id) - phoneOrder.indexOf(b.id)) : all;
};

const deskColumns = (unit: LengthUnit): readonly TableColumn<ReportRow>[] => [
  { ...column('device', t('Device ID'), 'minmax(120px, 1.2fr)', ({ deviceid }) => deviceid), pinnedAt: 0 },
  column('driver', t('Driver'), 'minmax(96px, 1fr)', ({ driver }) => driver),
  column('memo', t('Device Memo'), 'minmax(112px, 1.2fr)', ({ memo }) => memo),
  {
    ...column('mileage', t('Mileage'), '112px', ({ distance }) => mileageText(distance, unit)),
    align: 'end',
  },
  column('start', t('Start Time'), '164px', startText),
  column('end', t('End Time'), '164px', ({ endtime }) => timeText(endtime)),
];

const headers = (): string[] => [
  t('Device ID'),
  t('Driver'),
  t('Device Memo'),
  t('Mileage'),
  t('Start Time'),
  t('End Time'),
];

/** Lines of a CSV file: numbers without their unit, which stands in the header, so that a spreadsheet can add them up. */
export const csvLines = (rows: readonly ReportRow[], unit: LengthUnit): string[][] => [
  headers().map((header, i) => (i === 3 ? `${header} (${lengthUnit(unit)})` : header)),
  ...rows.map((row) => [
    row.deviceid,
    row.driver,
    row.memo,
    inUnit(row.distance / 1e6, unit).toFixed(3),
    startText(row),
    timeText(row.endtime),
  ]),
];

/** What a JSON file holds: millimetres and unix seconds as the server tells them, and who it is. */
export const jsonText = (rows: readonly ReportRow[]): string =>
  JSON.stringify(
    rows.map(({ id: _id, starttime, endtime, ...row }) => ({
      ...row,
      starttime: starttime === null ? null : Math.floor(starttime / 1000),
      endtime: endtime === null ? null : Math.floor(endtime / 1000),
    })),
    null,
    1,
  );

/** The table of a PDF. */
export const pdfColumns = (): { title: string; align: 'start' | 'end'; weight: number }[] =>
  headers().map((title, i) => ({
    title,
    align: i === 3 ? 'end' : 'start',
    weight: [1.4, 1.1, 1.3, 0.9, 1.3, 1.3][i] ?? 1,
  }));

export const pdfLine = (row: ReportRow, unit: LengthUnit): string[] => [
  row.deviceid,
  row.driver,
  row.memo,
  mileageText(row.distance, unit),
  startText(row),
  timeText(row.endtime),
];
