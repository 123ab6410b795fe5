// The screen of one kind of plans: whose they are on the left, the table, the dialog that adds or changes one. What a plan is say the screens
// that use it; `screens/push-plan/` is the example.
import { getUserGroups } from '@outrider/contract';
import { useMemo, useState } from 'react';
import type { ReactElement } from 'react';
import { useCall } from '../../lib/calls.ts';
import { t } from '../../lib/i18n.ts';
import type { PreferenceKey } from '../../lib/preferences.ts';
import { SaveButtons } from '../table/save-buttons.tsx';
import { TableTools, TableView } from '../table/table-view.tsx';
import { useTable } from '../table/use-table.ts';
import type { Column } from '../../ui/column.ts';
import { Confirm } from '../../ui/question.tsx';
import { ScreenHead } from '../../ui/screen-head.tsx';
import { EmptyState, ErrorPanel, Skeleton } from '../../ui/states.tsx';
import { showFailure, showToast } from '../../ui/toast.ts';
import { useEventKinds } from './event-kinds.ts';
import styles from './event-plan.module.css';
import { type ColumnKit, type ListedPlan, planColumns, targetName } from './plan-columns.tsx';
import { isOfPlace, type Place, planKey } from './plan-target.ts';
import { Places } from './places.tsx';

export type PlanEditorProps<P> = {
  /** Undefined: a new one. */
  plan: P | undefined;
  /** Saves, says what came of it, and closes, whatever that was. */
  onSave: (plan: P) => Promise<void>;
  onClose: () => void;
};

export type PlanKind<P extends ListedPlan> = {
  title: string;
  /** What such plans are good for. */
  about: string;
  answer: { data: readonly P[] | undefined; error: Error | null; refetch: () => unknown };
  remember: PreferenceKey;
  name: string;
  /** Its own columns; `change` saves at once. */
  columns: (change: (plan: P) => Promise<void>) => readonly Column<P>[];
  /** Rejects with the reason. */
  save: (plan: P) => Promise<unknown>;
  /** The reason is left out of what is said of a save that failed. */
  wordless?: boolean;
  /** One plan, or all of a device. Rejects with the reason. */
  remove: (which: { plan: P } | { deviceid: string }) => Promise<unknown>;
  editor: (props: PlanEditorProps<P>) => ReactElement;
};

const useSaving = <P extends ListedPlan>({ save, wordless = false, answer }: PlanKind<P>) => {
  const { refetch } = answer;
  return async (plan: P): Promise<void> => {
    try {
      await save(plan);
      showToast('success', t('Save Success'));
    } catch (error) {
      if (wordless) showFailure(t('Save Error'), error, '');
      else showFailure(t('Save Error'), error);
    }
    await refetch();
  };
};

type TableProps<P extends ListedPlan> = {
  kind: PlanKind<P>;
  plans: readonly P[];
  columns: readonly Column<P>[];
  edit: (plan: P) => void;
};

const PlanTable = <P extends ListedPlan>({ kind, plans, columns, edit }: TableProps<P>): ReactElement => {
  const table = useTable({ columns, rows: plans, rowId: planKey, remember: kind.remember });
  return (
    <div className={styles.list}>
      <TableTools table={table}>
        <SaveButtons table={table} name={[kind.name]} />
      </TableTools>
      {plans.length === 0 ? (
        <EmptyState icon="info" title={t('no records')}>
          {kind.about}
        </EmptyState>
      ) : (
        <TableView label={kind.title} table={table} onOpen={edit} />
      )}
    </div>
  );
};

type LeavingProps = { name: string; onConfirm: () => Promise<void>; onClose: () => void };

const Leaving = ({ name, onConfirm, onClose }: LeavingProps): ReactElement => (
  <Confirm title={t('Delete plan')} confirmText={t('Delete')} danger onConfirm={onConfirm} onClose={onClose}>
    {name}
  </Confirm>
);

type Open<P> = { plan: P | undefined };

const LoadedPlans = <P extends ListedPlan>({
  kind,
  plans,
}: {
  kind: PlanKind<P>;
  plans: readonly P[];
}): ReactElement => {
  const [place, setPlace] = useState<Place>('ALL');
  const [open, setOpen] = useState<Open<P>>();
  const [leaving, setLeaving] = useState<P>();
  const kinds = useEventKinds();
  const groups = useCall(getUserGroups, {}).data;
  const groupName = (id: string): string => groups?.find(({ groupid }) => groupid === id)?.name ?? id;
  const save = useSaving(kind);
  const columnKit: ColumnKit<P> = { kinds, groupName, edit: (plan) => setOpen({ plan }), remove: setLeaving };
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- what saves is the same for all of them
  const columns = useMemo(() => planColumns(columnKit, kind.columns(save)), [kinds, groups]);
  const shown = useMemo(() => plans.filter((plan) => isOfPlace(plan, place)), [plans, place]);
  const remove = async (which: { plan: P } | { deviceid: string }): Promise<void> => {
    await kind.remove(which);
    showToast('success', t('Delete Success'));
    if ('deviceid' in which) setPlace('ALL');
    await kind.answer.refetch();
  };
  const Editor = kind.editor;
  return (
    <div className={styles.screen}>
      <ScreenHead title={kind.title}>{null}</ScreenHead>
      <div className={styles.body}>
        <Places
          plans={plans}
          place={place}
          onPlace={setPlace}
          onAdd={() => setOpen({ plan: undefined })}
          remove={(deviceid) => remove({ deviceid })}
        />
        <PlanTable kind={kind} plans={shown} columns={columns} edit={columnKit.edit} />
      </div>
      {open && (
        <Editor
          plan={open.plan}
          onClose={() => setOpen(undefined)}
          onSave={async (plan) => {
            await save(plan);
            setOpen(undefined);
          }}
        />
      )}
      {leaving && (
        <Leaving
          name={`${targetName(leaving, groupName)}, ${kinds.get(leaving.appdevid) ?? leaving.appdevid}`}
          onConfirm={() => remove({ plan: leaving })}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </div>
  );
};

export const PlanScreen = <P extends ListedPlan>({ kind }: { kind: PlanKind<P> }): ReactElement => {
  const { data, error, refetch } = kind.answer;
  if (data !== undefined) return <LoadedPlans kind={kind} plans={data} />;
  if (error !== null) return <ErrorPanel error={error} retry={() => void refetch()} />;
  return <Skeleton rows={12} />;
};
