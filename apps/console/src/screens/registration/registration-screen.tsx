// The screen /regdevices: all registered devices with what is set for them, the editor of each, and editors for many at once.
import { postRegistrations, type RegistrationRow } from '@outrider/contract';
import { useMemo, useState } from 'react';
import type { ReactElement } from 'react';
import { useCall } from '../../lib/calls.ts';
import { t } from '../../lib/i18n.ts';
import { useMay, useSession } from '../../live/session.ts';
import { openOverlay } from '../../parts/overlay-store.ts';
import { matching } from '../../parts/resource/matching.ts';
import { SaveButtons } from '../../parts/table/save-buttons.tsx';
import { TableTools, TableView } from '../../parts/table/table-view.tsx';
import { useTicks } from '../../parts/table/ticks.tsx';
import { useFind } from '../../parts/table/use-find.ts';
import { useTable } from '../../parts/table/use-table.ts';
import { Button } from '../../ui/button.tsx';
import { ScreenHead, SearchField } from '../../ui/screen-head.tsx';
import { EmptyState, ErrorPanel, Skeleton } from '../../ui/states.tsx';
import { DataLimitDialog, RecordDaysDialog, RemoveDialog } from './bulk-dialog.tsx';
import { registrationColumns } from './columns.tsx';
import { ImportDialog } from './import-dialog.tsx';
import styles from './registration.module.css';

const rowId = ({ deviceid }: RegistrationRow): string => deviceid;

type Editor = 'days' | 'limit' | 'remove' | 'import';
type ToolsProps = {
  chosen: ReadonlySet<string>;
  /** Those of them that the search does not show. */
  hidden: readonly string[];
  found: readonly RegistrationRow[];
  choose: (ids: readonly string[]) => void;
};

const chosenText = ({ chosen: { size }, hidden: { length: hidden } }: ToolsProps): string =>
  hidden === 0
    ? t('{count} chosen', { count: size })
    : t('{number} chosen, of which the search does not show {hidden}', { number: size, hidden });

/** Sets them in the devices themselves; what is in the table is kept here. */
const SetInDevices = ({ ids }: { ids: ReadonlySet<string> }): ReactElement | null =>
  useMay('F_rmdvrs') ? (
    <Button
      icon="gear"
      disabled={ids.size === 0}
      onClick={() => openOverlay({ kind: 'deviceBatch', deviceIds: [...ids] })}
    >
      {t('Set many vehicles')}
    </Button>
  ) : null;

const Tools = (props: ToolsProps & { open: (editor: Editor) => void }): ReactElement => (
  <>
    {props.chosen.size > 0 && <span className="soft num">{chosenText(props)}</span>}
    <Button onClick={() => props.choose(props.chosen.size > 0 ? [] : props.found.map(rowId))}>
      {props.chosen.size > 0 ? t('Choose none') : t('Choose all')}
    </Button>
    <Button onClick={() => props.open('days')}>{t('Record days')}</Button>
    <Button onClick={() => props.open('limit')}>{t('Data limit')}</Button>
    <SetInDevices ids={props.chosen} />
    <Button icon="remove" disabled={props.chosen.size === 0} onClick={() => props.open('remove')}>
      {t('Remove')}
    </Button>
    <Button icon="plus" onClick={() => props.open('import')}>
      {t('Import')}
    </Button>
  </>
);

/** The days that each keeps recordings for; 0: as the server has it. */
const daysOf = (rows: readonly RegistrationRow[]): ReadonlyMap<string, number> =>
  new Map(rows.map(({ deviceid, recdays = 0 }) => [deviceid, recdays]));

type TableProps = { rows: readonly RegistrationRow[]; refetch: () => unknown };

const RegistrationTable = ({ rows, refetch }: TableProps): ReactElement => {
  const { word, find } = useFind();
  const isAdmin = useSession((s) => s.level === 0);
  const mayEdit = useMay('F_lmdvrs');
  const ids = useMemo(() => rows.map(rowId), [rows]);
  const { ticked, toggle, tick } = useTicks(ids);
  const [editor, open] = useState<Editor | null>(null);
  const columns = useMemo(
    () => registrationColumns(isAdmin ? { ticked, toggle } : undefined),
    [isAdmin, ticked, toggle],
  );
  const found = useMemo(() => matching(rows, columns, word), [rows, columns, word]);
  const hidden = useMemo(() => {
    const seen = new Set(found.map(rowId));
    return [...ticked].filter((id) => !seen.has(id));
  }, [found, ticked]);
  const table = useTable({ columns, rows: found, rowId, remember: 'columns:registration' });
  const onSaved = (): void => void refetch();
  const bulk = { ids: [...ticked], hidden, onClose: () => open(null), onSaved };
  return (
    <div className={styles.screen}>
      <ScreenHead title={t('Local device settings')}>
        <SearchField label={t('Search')} word={word} onWord={find} />
      </ScreenHead>
      <TableTools table={table}>
        {isAdmin && <Tools chosen={ticked} hidden={hidden} found={found} choose={tick} open={open} />}
        <SaveButtons table={table} name={['Devices']} />
      </TableTools>
      {found.length === 0 ? (
        <EmptyState icon="search" title={t('no records')} />
      ) : (
        <TableView
          label={t('Local device settings')}
          table={table}
          {...(mayEdit && {
            onOpen: ({ deviceid: deviceId }: RegistrationRow) =>
              openOverlay({ kind: 'deviceEditor', deviceId, onSaved }),
          })}
        />
      )}
      {editor === 'days' && <RecordDaysDialog {...bulk} daysNow={daysOf(rows)} />}
      {editor === 'limit' && <DataLimitDialog {...bulk} />}
      {editor === 'remove' && <RemoveDialog {...bulk} />}
      {editor === 'import' && <ImportDialog onClose={() => open(null)} />}
    </div>
  );
};

export const RegistrationScreen = (): ReactElement => {
  const { data, error, refetch } = useCall(postRegistrations, {});
  if (data !== undefined) return <RegistrationTable rows={data} refetch={refetch} />;
  if (error !== null) return <ErrorPanel error={error} retry={() => void refetch()} />;
  return <Skeleton rows={12} />;
};
