// The screen of one kind of plans: whose they are on the left, the table, the dialog that adds or changes one. The screens that use it say
// what a plan is; `screens/push-plan/` is the example.
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
import { ErrorPanel, Skeleton } from '../../ui/states.tsx';
import { showFailure, showToast } from '../../ui/toast.ts';
import { useEventKinds } from './event-kinds.ts';
import styles from './event-plan.module.css';
import { type ColumnKit, type ListedPlan, planColumns, planName, targetName } from './plan-columns.tsx';
import { isOfPlace, type Place, planKey } from './plan-target.ts';
import { NoPlans, Places } from './places.tsx';
import { usePlace } from './use-place.ts';

export type PlanEditorProps<P> = {
  /** Undefined: a new one. */
  plan: P | undefined;
  /** Whose plans are shown. */
  place: Place;
  /** Saves, shows the outcome and closes, even when the save failed. */
  onSave: (plan: P) => Promise<void>;
  onClose: () => void;
};

/** What cells do that save at once. */
export type Changes<P> = {
  /** Shows the outcome. Rejects with the reason. */
  change: (plan: P) => Promise<void>;
  /** A change of it is on its way: another one now would be refused, since the version it saw is no longer the last. */
  isSaving: (plan: P) => boolean;
  /** Whose plan it is and of which event: which row a cell that saves is in. */
  nameOf: (plan: P) => string;
};

type Said = { readonly message: string };

export type PlanKind<P extends ListedPlan> = {
  title: string;
  /** What such plans are good for. */
  about: string;
  answer: { data: readonly P[] | undefined; error: Error | null; refetch: () => unknown };
  remember: PreferenceKey;
  name: string;
  /** Its own columns. */
  columns: (changes: Changes<P>) => readonly Column<P>[];
  /** Gives what the server said. Rejects with the reason. */
  save: (plan: P) => Promise<Said>;
  /** The reason is left out of what is said of a save that failed. */
  wordless?: boolean;
  /** One plan, or all of a device. Rejects with the reason. */
  remove: (which: { plan: P } | { deviceid: string }) => Promise<Said>;
  editor: (props: PlanEditorProps<P>) => ReactElement;
};

const useSaving = <P extends ListedPlan>({ save, wordless = false, answer }: PlanKind<P>) => {
  const { refetch } = answer;
  const [saving, setSaving] = useState<ReadonlySet<string>>(new Set());
  const change = async (plan: P): Promise<void> => {
    const key = planKey(plan);
    setSaving((old) => new Set([...old, key]));
    try {
      const { message } = await save(plan);
      showToast('success', t(message));
    } catch (error) {
      if (wordless) showFailure(t('Save Error'), error, '');
      else showFailure(t('Save Error'), error);
      throw error;
    } finally {
      await refetch();
      setSaving((old) => new Set([...old].filter((one) => one !== key)));
    }
  };
  return { change, saving };
};

type TableProps<P extends ListedPlan> = {
  kind: PlanKind<P>;
  plans: readonly P[];
  place: Place;
  columns: readonly Column<P>[];
  edit: (plan: P) => void;
};

const PlanTable = <P extends ListedPlan>({ kind, plans, place, columns, edit }: TableProps<P>): ReactElement => {
  const table = useTable({ columns, rows: plans, rowId: planKey, remember: kind.remember });
  return (
    <div className={styles.list}>
      <TableTools table={table} times>
        <SaveButtons table={table} name={[kind.name]} />
      </TableTools>
      {plans.length === 0 ? (
        <NoPlans place={place} about={kind.about} />
      ) : (
        <TableView label={kind.title} table={table} onOpen={edit} />
      )}
    </div>
  );
};

type DeletingProps = { name: string; onConfirm: () => Promise<void>; onClose: () => void };

const Deleting = ({ name, onConfirm, onClose }: DeletingProps): ReactElement => (
  <Confirm title={t('Delete plan')} confirmText={t('Delete')} danger onConfirm={onConfirm} onClose={onClose}>
    {name}
  </Confirm>
);

type Open<P> = { plan: P | undefined };

type LoadedProps<P extends ListedPlan> = { kind: PlanKind<P>; plans: readonly P[] };

const LoadedPlans = <P extends ListedPlan>({ kind, plans }: LoadedProps<P>): ReactElement => {
  const [place, setPlace] = usePlace();
  const [open, setOpen] = useState<Open<P>>();
  const [removing, setRemoving] = useState<P>();
  const kinds = useEventKinds();
  const groups = useCall(getUserGroups, {}).data;
  const groupName = (id: string): string => groups?.find(({ groupid }) => groupid === id)?.name ?? id;
  const { change, saving } = useSaving(kind);
  const columnKit: ColumnKit<P> = { kinds, groupName, edit: (plan) => setOpen({ plan }), remove: setRemoving };
  const own = kind.columns({
    change,
    isSaving: (plan) => saving.has(planKey(plan)),
    nameOf: (plan) => planName(plan, columnKit),
  });
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- what saves is the same for all of them
  const columns = useMemo(() => planColumns(columnKit, own), [kinds, groups, saving]);
  const { by, of } = place;
  const shown = useMemo(() => plans.filter((plan) => isOfPlace(plan, { by, of })), [plans, by, of]);
  const remove = async (which: { plan: P } | { deviceid: string }): Promise<void> => {
    const { message } = await kind.remove(which);
    showToast('success', t(message));
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
        <PlanTable kind={kind} plans={shown} place={place} columns={columns} edit={columnKit.edit} />
      </div>
      {open && (
        <Editor
          plan={open.plan}
          place={place}
          onClose={() => setOpen(undefined)}
          onSave={async (plan) => {
            // What failed is said in a toast.
            await change(plan).catch(() => undefined);
            setOpen((now) => (now === open ? undefined : now)); // another one may be open by then
          }}
        />
      )}
      {removing && (
        <Deleting
          name={`${targetName(removing, groupName)}, ${kinds.get(removing.appdevid) ?? removing.appdevid}`}
          onConfirm={() => remove({ plan: removing })}
          onClose={() => setRemoving(undefined)}
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
