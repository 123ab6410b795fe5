// The columns of the mileage report.
import { t } from '../../lib/i18n.ts';
import { dayDate } from '../../lib/local-moment.ts';
import { formatDateTime } from '../../lib/time.ts';
import { type LengthUnit, inUnit, lengthUnit, mileageText } from '../../lib/units.ts';
import type { Column } from '../../ui/column.ts';
import { type ReportRow, totalOf } from './rows.ts';

const timeText = (ms: number | null): string => (ms === null ? '' : formatDateTime(ms));

/** A day on which it never drove stands among the other days. */
const beginOf = ({ starttime, date }: ReportRow): number | null =>
  starttime ?? (date === undefined ? null : (dayDate(date)?.getTime() ?? null));

const deskColumns = (unit: LengthUnit): readonly Column<ReportRow>[] => [
  {
    id: 'device',
    header: t('Device ID'),
    width: 'minmax(120px, 1.2fr)',
    pinned: true,
    value: ({ deviceid }) => deviceid,
  },
  { id: 'driver', header: t('Driver'), width: 'minmax(96px, 1fr)', choice: 'on', value: ({ driver }) => driver },
  {
    id: 'memo',
    header: t('Device Memo'),
    width: 'minmax(112px, 1.2fr)',
    choice: 'on',
    value: ({ memo }) => memo,
    total: () => t('Total'),
  },
  {
    id: 'mileage',
    header: t('Mileage'),
    width: '112px',
    align: 'end',
    value: ({ distance }) => distance,
    text: ({ distance }) => mileageText(distance, unit),
    total: (rows) => mileageText(totalOf(rows), unit),
    saved: {
      header: `${t('Mileage')} (${lengthUnit(unit)})`,
      value: ({ distance }) => inUnit(distance / 1e6, unit).toFixed(3),
    },
  },
  {
    id: 'start',
    header: t('Start Time'),
    width: '164px',
    choice: 'on',
    value: beginOf,
    // Of a day on which it never drove, the day: the row would not say which one it is.
    text: ({ starttime, date = '' }) => (starttime === null ? date : timeText(starttime)),
  },
  {
    id: 'end',
    header: t('End Time'),
    width: '164px',
    choice: 'on',
    value: ({ endtime }) => endtime,
    text: ({ endtime }) => timeText(endtime),
  },
];

/** On a phone what the report is for comes first; the rest is a swipe away. */
const phoneOrder = ['device', 'mileage', 'start', 'end', 'driver', 'memo'];

export const reportColumns = (unit: LengthUnit, phone: boolean): readonly Column<ReportRow>[] => {
  const all = deskColumns(unit);
  return phone ? all.toSorted((a, b) => phoneOrder.indexOf(a.id) - phoneOrder.indexOf(b.id)) : all;
};

const unixSeconds = (ms: number | null): number | null => (ms === null ? null : Math.floor(ms / 1000));

/** What a JSON file says of a row: millimetres and unix seconds as the server answers them, and who it is. */
export const jsonRow = ({ id: _id, starttime, endtime, ...row }: ReportRow): object => ({
  ...row,
  starttime: unixSeconds(starttime),
  endtime: unixSeconds(endtime),
});
