// The section Add: faces that the server keeps, by group, with their photos, and setting them in the selected device.
import { useMemo, useState } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { noToast } from '../../lib/refusals.ts';
import { SaveButtons } from '../../parts/table/save-buttons.tsx';
import { TableTools, TableView } from '../../parts/table/table-view.tsx';
import { useTicks } from '../../parts/table/ticks.tsx';
import { useTable } from '../../parts/table/use-table.ts';
import { useStreamPlace } from '../../parts/tiles/use-addresses.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState, ErrorPanel, Skeleton } from '../../ui/states.tsx';
import { failureText, showToast } from '../../ui/toast.ts';
import { tellFailure } from './face-cells.tsx';
import { faceColumns } from './face-columns.tsx';
import { type FaceActions, type FaceRow, pushedText, unitsOf, useFaces } from './use-faces.ts';
import styles from './face.module.css';

const ROW_PX = 56;
const rowId = ({ faceid }: FaceRow): string => String(faceid);

type GroupsProps = { units: readonly string[]; unit: string | undefined; choose: (unit: string | undefined) => void };

const Groups = ({ units, unit, choose }: GroupsProps): ReactElement => (
  <nav className={styles.groups} aria-label={t('Groups')}>
    <Button look="bare" aria-pressed={unit === undefined} onClick={() => choose(undefined)}>
      {t('ALL')}
    </Button>
    {units.map((name) => (
      <Button key={name} look="bare" aria-pressed={unit === name} onClick={() => choose(name)}>
        <bdi>{name}</bdi>
      </Button>
    ))}
  </nav>
);

/** One after the other: a device takes one photo at a time. */
const setMany = async (faces: readonly FaceRow[], device: string, push: FaceActions['push']): Promise<void> => {
  const failures: string[] = [];
  for (const { faceid } of faces)
    try {
      await push(faceid, device);
    } catch (error) {
      noToast(error);
      failures.push(`[${faceid}] ${failureText(error)}`);
    }
  const text = pushedText(faces.length - failures.length, failures);
  if (failures.length === 0) showToast('success', t('set OK'), text);
  else showToast('error', t('Error'), text);
};

type TableProps = { faces: readonly FaceRow[]; actions: FaceActions; device: string | undefined };

const FaceTable = ({ faces, actions, device }: TableProps): ReactElement => {
  const place = useStreamPlace();
  const [unit, chooseUnit] = useState<string>();
  const units = useMemo(() => unitsOf(faces), [faces]);
  const group = unit !== undefined && units.includes(unit) ? unit : undefined;
  const rows = useMemo(() => faces.filter((face) => group === undefined || face.unit === group), [faces, group]);
  const all = useMemo(() => faces.map(({ faceid }) => faceid), [faces]);
  const ids = useMemo(() => rows.map(({ faceid }) => faceid), [rows]);
  const { ticked, toggle, tick } = useTicks(all, ids);
  const [busy, setBusy] = useState(false);
  const columns = useMemo(() => {
    const add = (): void => void actions.save(group === undefined ? {} : { unit: group }).catch(tellFailure);
    return faceColumns({ actions, device, place, ticks: { ticked, toggle }, add });
  }, [actions, device, place, ticked, toggle, group]);
  const table = useTable({ columns, rows, rowId, remember: 'columns:faces' });
  const setChosen = async (): Promise<void> => {
    if (device === undefined) return;
    setBusy(true);
    await setMany(
      rows.filter(({ faceid }) => ticked.has(faceid)),
      device,
      actions.push,
    );
    setBusy(false);
  };
  return (
    <div className={styles.add}>
      <Groups units={units} unit={group} choose={chooseUnit} />
      <div className={styles.list}>
        <div className={styles.tools}>
          <Button onClick={() => tick(ids)}>{t('Select ALL')}</Button>
          <Button onClick={() => tick([])}>{t('Clear')}</Button>
          <Button
            look="primary"
            busy={busy}
            disabled={device === undefined || ticked.size === 0}
            title={device === undefined ? t('Select a device first.') : undefined}
            onClick={() => void setChosen()}
          >
            {t('Set selected')}
          </Button>
          {ticked.size > 0 && <span className="soft num">{t('{count} chosen', { count: ticked.size })}</span>}
        </div>
        <TableTools table={table} times>
          <SaveButtons table={table} name={['Faces']} />
        </TableTools>
        <div className={faces.length === 0 ? undefined : styles.table}>
          <TableView label={t('Faces')} table={table} rowHeight={ROW_PX} />
        </div>
        {faces.length === 0 && (
          <EmptyState icon="group" title={t('No faces yet')}>
            {t('New adds one. With a photo it can be set in a device.')}
          </EmptyState>
        )}
      </div>
    </div>
  );
};

export const FaceList = ({ device }: { device: string | undefined }): ReactElement => {
  const { rows, error, refetch, actions } = useFaces();
  if (rows !== undefined) return <FaceTable faces={rows} actions={actions} device={device} />;
  if (error !== null) return <ErrorPanel error={error} retry={() => void refetch()} />;
  return <Skeleton rows={8} />;
};
