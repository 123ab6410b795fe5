// Files of what the list shows: in its order, with its filters, in the units and the zone of this browser. Rows can be left out; addresses
// are looked up only when asked for.
import { useMemo, useState } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { useLengthUnit } from '../../lib/preferences.ts';
import { localZone, systemClock } from '../../lib/time.ts';
import { speedUnit } from '../../lib/units.ts';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/column.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { RadioField } from '../../ui/radio-field.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { SaveButtons } from '../table/save-buttons.tsx';
import { tickColumn, useTicks } from '../table/ticks.tsx';
import styles from './event-list.module.css';
import { exportColumns, type ExportMode, type ExportRow, exportRows } from './export-rows.ts';
import type { EventRow } from './rows.ts';
import { MOST_ADDRESSES, useAddresses } from './use-addresses.ts';

export type Exported = {
  /** The rows of the page in sight, and of all pages. */
  page: readonly EventRow[];
  all: readonly EventRow[];
  /** Parts of the files' names. */
  name: readonly string[];
  /** What was asked for, above a PDF. */
  note: string;
};

const rowId = ({ id }: ExportRow): string => id;
const modes = (): { value: ExportMode; name: string }[] => [
  { value: 'detail', name: t('Detail') },
  { value: 'summary', name: t('Summary') },
];

type Addresses = ReturnType<typeof useAddresses>;

const AddressTools = ({ addresses, rows }: { addresses: Addresses; rows: readonly ExportRow[] }): ReactElement => {
  const { offered, progress, load, cancel } = addresses;
  if (progress !== undefined)
    return (
      <span className={styles.loading}>
        <progress value={progress.done} max={Math.max(1, progress.of)} aria-label={t('Addresses')} />
        <span className="num soft">{t('{done} of {count}', { done: progress.done, count: progress.of })}</span>
        <Button onClick={cancel}>{t('Cancel')}</Button>
      </span>
    );
  const why = offered ? undefined : t('This server names no places.');
  return (
    <Button icon="position" disabled={!offered || rows.length === 0} title={why} onClick={() => load(rows)}>
      {t('Load Address')}
    </Button>
  );
};

const useExport = ({ page, all }: Exported) => {
  const unit = useLengthUnit();
  const addresses = useAddresses();
  const [mode, setMode] = useState<ExportMode>('detail');
  const [everything, setEverything] = useState(page.length === all.length);
  const rows = useMemo(() => exportRows(everything ? all : page, mode), [everything, all, page, mode]);
  const left = useTicks<string>(); // those that are left out
  const ticked = rows.filter(({ id }) => !left.ticked.has(id));
  const columns = exportColumns(mode, { unit, addressOf: addresses.addressOf });
  return { unit, addresses, mode, setMode, everything, setEverything, rows, left, ticked, columns };
};

export const ExportDialog = ({ onClose, ...exported }: Exported & { onClose: () => void }): ReactElement => {
  const { page, all, name, note } = exported;
  const { unit, addresses, mode, setMode, everything, setEverything, rows, left, ticked, columns } =
    useExport(exported);
  const kept = { ticked: new Set(ticked.map(({ id }) => id)), toggle: left.toggle };
  const shown: readonly Column<ExportRow>[] = [
    tickColumn(kept, { idOf: rowId, labelOf: (id) => t('Export event {number}', { number: id }), pinned: true }),
    ...columns,
  ];
  const about = t('Times in {zone}, speeds in {unit}', {
    zone: localZone(systemClock.now()),
    unit: speedUnit(unit),
  });
  return (
    <Dialog
      title={t('Export events')}
      onClose={onClose}
      room
      actions={
        <SaveButtons
          table={{ columns, rows: ticked, choice: { columns } }}
          name={[...name, mode === 'detail' ? 'Detail' : 'Summary']}
          pdf={{
            type: mode === 'detail' ? 'event detail' : 'event summary',
            title: mode === 'detail' ? t('Events') : t('Events, summary'),
            note: [note, about].filter((text) => text !== '').join(' · '),
          }}
        />
      }
    >
      <div className={styles.exportTools}>
        <RadioField label={t('What is exported')} value={mode} options={modes()} onChange={setMode} />
        {page.length !== all.length && (
          <RadioField
            label={t('Rows')}
            value={everything ? 'all' : 'page'}
            options={[
              { value: 'page', name: t('this page ({count})', { count: page.length }) },
              { value: 'all', name: t('all pages ({count})', { count: all.length }) },
            ]}
            onChange={(which) => setEverything(which === 'all')}
          />
        )}
        <AddressTools addresses={addresses} rows={ticked} />
        <span className="soft num">{t('{count} of {total} ticked', { count: ticked.length, total: rows.length })}</span>
      </div>
      <p className="soft">{about}</p>
      {ticked.length > MOST_ADDRESSES && (
        <p className="soft">{t('Addresses are loaded for the first {count} rows.', { count: MOST_ADDRESSES })}</p>
      )}
      <div className={styles.exportTable}>
        {rows.length === 0 ? (
          <EmptyState icon="search" title={t('no records')} />
        ) : (
          <DataTable label={t('Rows to export')} columns={shown} rows={rows} rowId={rowId} />
        )}
      </div>
    </Dialog>
  );
};
