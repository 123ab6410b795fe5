// The tab 'Auto Update Plan': which version gets which file by itself.
import {
  type AutoFirmwarePlan,
  deleteAutoFirmware,
  getAutoFirmware,
  postAutoFirmware,
  putAutoFirmware,
} from '@outrider/contract';
import { useMemo, useState } from 'react';
import type { ReactElement } from 'react';
import { useCall, useSave } from '../../lib/calls.ts';
import { t } from '../../lib/i18n.ts';
import { formatDateTime } from '../../lib/time.ts';
import { SaveButtons } from '../../parts/table/save-buttons.tsx';
import { TableTools, TableView } from '../../parts/table/table-view.tsx';
import { useTable } from '../../parts/table/use-table.ts';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/column.ts';
import { Field } from '../../ui/field.tsx';
import { EmptyState, ErrorPanel, Skeleton } from '../../ui/states.tsx';
import { showFailure, showToast } from '../../ui/toast.ts';
import styles from './firmware.module.css';
import { RemoveButton } from './remove-button.tsx';
import { seenAt } from '../../parts/form/changed.ts';
import { SavedCell } from '../../parts/saved-cell.tsx';
import { wayText } from './update-words.ts';
import { WayCell, WayField } from './way-field.tsx';

const rowId = ({ autofwid }: AutoFirmwarePlan): string => String(autofwid);

type Fields = Pick<AutoFirmwarePlan, 'targetfw' | 'url' | 'memo' | 'way'>;
const EMPTY: Fields = { targetfw: '', url: '', memo: '', way: 'auto' };

type PlanFieldsProps = { draft: Fields; onChange: (draft: Fields) => void };

const PlanFields = ({ draft, onChange }: PlanFieldsProps): ReactElement => (
  <>
    <Field
      label={t('Source version')}
      help={t('A device that comes with it is updated.')}
      value={draft.targetfw}
      maxLength={255}
      autoComplete="off"
      onChange={(event) => onChange({ ...draft, targetfw: event.target.value })}
    />
    <Field
      label={t('Address (URL)')}
      help={t('A link of the firmware store, or an address elsewhere.')}
      value={draft.url}
      maxLength={500}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => onChange({ ...draft, url: event.target.value })}
    />
    <WayField way={draft.way} onChange={(way) => onChange({ ...draft, way })} />
    <Field
      label={t('Memo')}
      value={draft.memo}
      maxLength={500}
      onChange={(event) => onChange({ ...draft, memo: event.target.value })}
    />
  </>
);

const AddPlan = (): ReactElement => {
  const [draft, setDraft] = useState(EMPTY);
  const save = useSave(postAutoFirmware, [getAutoFirmware]);
  const isWhole = draft.targetfw.trim() !== '' && draft.url.trim() !== '';
  const add = (): void =>
    save.mutate(
      { ...draft, targetfw: draft.targetfw.trim(), url: draft.url.trim() },
      {
        onSuccess: ({ message }) => {
          setDraft(EMPTY);
          showToast('success', t(message));
        },
        onError: (error) => showFailure(t('Save Error'), error),
      },
    );
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <PlanFields draft={draft} onChange={setDraft} />
      <div className={styles.buttons}>
        <Button look="primary" type="submit" icon="plus" busy={save.isPending} disabled={!isWhole}>
          {t('Add Plan')}
        </Button>
      </div>
    </form>
  );
};

type Kit = {
  change: (plan: AutoFirmwarePlan, change: Partial<Fields>) => Promise<unknown>;
  remove: (autofwid: number) => Promise<unknown>;
};

const wayColumn = (change: Kit['change']): Column<AutoFirmwarePlan> => ({
  id: 'way',
  header: t('Way'),
  width: 'minmax(208px, 1fr)',
  value: ({ way }) => wayText(way),
  cell: (plan) => (
    <WayCell
      label={t('Way of {version}', { version: plan.targetfw })}
      way={plan.way}
      onSave={(way) => change(plan, { way })}
    />
  ),
});

type Word = { key: 'targetfw' | 'url' | 'memo'; id: string; header: string; width: string; optional?: boolean };

const wordColumn = (
  { key, id, header, width, optional = false }: Word,
  change: Kit['change'],
): Column<AutoFirmwarePlan> => ({
  id,
  header,
  width,
  value: (plan) => plan[key],
  cell: (plan) => (
    <SavedCell
      optional={optional}
      label={header}
      text={plan[key]}
      version={plan.updatetime}
      onSave={(next, version) => change(seenAt(plan, version), { [key]: next })}
    />
  ),
});

const planColumns = ({ change, remove }: Kit): readonly Column<AutoFirmwarePlan>[] => [
  wordColumn({ key: 'targetfw', id: 'version', header: t('Source version'), width: 'minmax(144px, 1fr)' }, change),
  wordColumn({ key: 'url', id: 'url', header: t('Address (URL)'), width: 'minmax(224px, 2fr)' }, change),
  wordColumn({ key: 'memo', id: 'memo', header: t('Memo'), width: 'minmax(128px, 1fr)', optional: true }, change),
  wayColumn(change),
  {
    id: 'time',
    header: t('Update time'),
    width: 'minmax(208px, 1fr)',
    choice: 'on',
    value: ({ updatetime }) => updatetime,
    text: ({ updatetime, updateby, lapsed }) =>
      `${lapsed === true ? `${t('Off: who saved it may not any more')} · ` : ''}${formatDateTime(updatetime)} ${updateby}`,
  },
  {
    id: 'remove',
    header: '',
    label: t('Delete'),
    width: '56px',
    cell: ({ autofwid, targetfw }) => (
      <RemoveButton
        name={targetfw}
        question={t('Devices that come with this version are not told any more.')}
        remove={() => remove(autofwid)}
      />
    ),
  },
];

const Plans = ({ rows }: { rows: readonly AutoFirmwarePlan[] }): ReactElement => {
  const { mutateAsync: put } = useSave(putAutoFirmware, [getAutoFirmware]);
  const { mutateAsync: take } = useSave(deleteAutoFirmware, [getAutoFirmware]);
  const columns = useMemo(
    () =>
      planColumns({
        change: ({ autofwid, targetfw, url, memo, way, updatetime }, change) =>
          put({ autofwid, targetfw, url, memo, way, ...change, seenUpdatetime: updatetime }),
        remove: (autofwid) => take({ autofwid }),
      }),
    [put, take],
  );
  const table = useTable({ columns, rows, rowId, remember: 'columns:autofw' });
  return (
    <div className={styles.list}>
      <TableTools table={table} times>
        <SaveButtons table={table} name={['Auto update plans']} />
      </TableTools>
      {rows.length > 0 ? (
        <TableView label={t('Auto Update Plan')} table={table} />
      ) : (
        <EmptyState icon="refresh" title={t('No plans yet')}>
          {t('A plan updates each device that comes with an old version, without anybody pressing a button.')}
        </EmptyState>
      )}
    </div>
  );
};

export const PlanTab = (): ReactElement => {
  const { data, error, refetch } = useCall(getAutoFirmware, {});
  if (data === undefined)
    return error === null ? <Skeleton rows={12} /> : <ErrorPanel error={error} retry={() => void refetch()} />;
  return (
    <div className={styles.tab}>
      <AddPlan />
      <Plans rows={data} />
    </div>
  );
};
