// What a file of events says, in the documented columns: one row an event, or one for all events of a kind of a device. Pure but for the
// language of the page.
import { mergeEvents } from '@outrider/contract';
import { t } from '../../lib/i18n.ts';
import { formatDateTime } from '../../lib/time.ts';
import { inUnit, type LengthUnit } from '../../lib/units.ts';
import type { CellValue, Column } from '../../ui/column.ts';
import type { EventRow } from './rows.ts';

export type ExportMode = 'detail' | 'summary';
export type ExportRow = EventRow & { readonly count: number };

/** In the order of the list. Of merged events the newest stands for all, where the first of them stood. */
export const exportRows = (rows: readonly EventRow[], mode: ExportMode): ExportRow[] => {
  if (mode === 'detail') return rows.map((row) => ({ ...row, count: 1 }));
  return mergeEvents(rows);
};

export type ExportWords = { unit: LengthUnit; addressOf: (row: EventRow) => string };

/** Files have the documented names of columns; the dialog and the PDF say them in the language of the page. */
const column = (
  id: string,
  header: string,
  width: string,
  value: (row: ExportRow) => CellValue,
  more: Partial<Column<ExportRow>> = {},
): Column<ExportRow> => ({
  id,
  header,
  width,
  value,
  saved: { header: id, value: (row) => value(row) ?? '' },
  ...more,
});

const degrees = (value: number | null): string => value?.toFixed(5) ?? '';

export const exportColumns = (mode: ExportMode, { unit, addressOf }: ExportWords): readonly Column<ExportRow>[] => [
  column('deviceid', t('Device ID'), '128px', ({ deviceid }) => deviceid),
  column('driver', t('Driver'), '96px', ({ driver }) => driver),
  column('deviceMemo', t('Device Memo'), '96px', ({ vehicleid }) => vehicleid),
  column('plate', t('Plate'), '88px', ({ plate }) => plate),
  column('event', t('Event Name'), '136px', ({ name }) => name),
  column('notify', t('Notify'), '104px', ({ notify }) => notify),
  column('memo', t('Memo'), '120px', ({ memo }) => memo),
  column('time', t('Event Time'), '164px', ({ eventtimeutc }) => formatDateTime(eventtimeutc)),
  column('lat', t('Latitude'), '88px', ({ vehiclex }) => vehiclex, { text: ({ vehiclex }) => degrees(vehiclex) }),
  column('lng', t('Longitude'), '88px', ({ vehicley }) => vehicley, { text: ({ vehicley }) => degrees(vehicley) }),
  column('speed', t('speed'), '72px', ({ speed }) => Math.round(inUnit(speed, unit) * 10) / 10, { align: 'end' }),
  column('address', t('Address'), 'minmax(160px, 1.5fr)', addressOf),
  ...(mode === 'summary' ? [column('count', t('Count'), '72px', ({ count }) => count, { align: 'end' as const })] : []),
];
