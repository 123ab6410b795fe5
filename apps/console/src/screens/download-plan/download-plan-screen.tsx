// The screen /eventdownloadplansetting: whose plans there are at the left, by device or by group, and the plans of the chosen one.
import { deleteDownloadPlan, type DownloadPlan, getDownloadPlans, getUserGroups } from '@outrider/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { ReactElement } from 'react';
import { useCall } from '../../lib/calls.ts';
import { t } from '../../lib/i18n.ts';
import { send } from '../../lib/send.ts';
import { useEventKinds } from '../../parts/event-plan/event-kinds.ts';
import { NoPlans, Places } from '../../parts/event-plan/places.tsx';
import { targetName } from '../../parts/event-plan/plan-columns.tsx';
import { isOfPlace, type Place, targetAt } from '../../parts/event-plan/plan-target.ts';
import { usePlace } from '../../parts/event-plan/use-place.ts';
import { SaveButtons } from '../../parts/table/save-buttons.tsx';
import { TableTools, TableView } from '../../parts/table/table-view.tsx';
import { useTable } from '../../parts/table/use-table.ts';
import { Confirm } from '../../ui/question.tsx';
import { ScreenHead } from '../../ui/screen-head.tsx';
import { ErrorPanel, Skeleton } from '../../ui/states.tsx';
import { showToast } from '../../ui/toast.ts';
import { planColumns } from './columns.tsx';
import styles from './download-plan.module.css';
import { PlanDialog } from './plan-dialog.tsx';
import { blankPlan, planId } from './plan-words.ts';

type PlansProps = {
  plans: readonly DownloadPlan[];
  place: Place;
  edit: (plan: DownloadPlan) => void;
  remove: (plan: DownloadPlan) => void;
};

/** What codes and groups are called. */
const useWords = () => {
  const kinds = useEventKinds();
  const groups = useCall(getUserGroups, {}).data;
  return useMemo(
    () => ({
      typeName: (code: number): string => kinds.get(code) ?? String(code),
      groupName: (id: string): string => groups?.find(({ groupid }) => groupid === id)?.name ?? id,
    }),
    [kinds, groups],
  );
};

const Plans = ({ plans, place, edit, remove }: PlansProps): ReactElement => {
  const words = useWords();
  const columns = useMemo(() => planColumns({ ...words, edit, remove }), [words, edit, remove]);
  const { by, of } = place;
  const shown = useMemo(() => plans.filter((plan) => isOfPlace(plan, { by, of })), [plans, by, of]);
  const table = useTable({ columns, rows: shown, rowId: planId, remember: 'columns:download-plans' });
  return (
    <div className={styles.plans}>
      <TableTools table={table} times>
        <SaveButtons table={table} name={['DownloadPlans']} />
      </TableTools>
      {shown.length === 0 ? (
        <NoPlans
          place={place}
          about={t('Footage of events is downloaded by such plans: of which events, which channels and how long.')}
        />
      ) : (
        <TableView label={t('Event download plan')} table={table} onOpen={edit} />
      )}
    </div>
  );
};

export const DownloadPlanScreen = (): ReactElement => {
  const client = useQueryClient();
  const [place, setPlace] = usePlace();
  const { data: plans, error, refetch } = useCall(getDownloadPlans, {});
  const [edited, edit] = useState<DownloadPlan | 'new'>();
  const [removing, setRemoving] = useState<DownloadPlan>();
  const { typeName, groupName } = useWords();
  const said = async (message: string): Promise<void> => {
    showToast('success', t(message));
    await client.invalidateQueries({ queryKey: [getDownloadPlans.method, getDownloadPlans.path] });
  };
  if (plans === undefined)
    return error === null ? <Skeleton rows={12} /> : <ErrorPanel error={error} retry={() => void refetch()} />;
  const removePlan = async ({ deviceid, groupid, appdevid, updateMode }: DownloadPlan): Promise<void> => {
    const { message } = await send(deleteDownloadPlan, {
      eventDownloadPlan: { deviceid, groupid, appdevid, updateMode },
    });
    await said(message);
  };
  return (
    <div className={styles.screen}>
      <ScreenHead title={t('Event download plan')}>{null}</ScreenHead>
      <div className={styles.body}>
        <Places
          plans={plans}
          place={place}
          onPlace={setPlace}
          onAdd={() => edit('new')}
          remove={async (deviceid) => said((await send(deleteDownloadPlan, { deviceid })).message)}
        />
        <Plans plans={plans} place={place} edit={edit} remove={setRemoving} />
      </div>
      {edited !== undefined && (
        <PlanDialog
          start={edited === 'new' ? targetAt(blankPlan(), place) : edited}
          isNew={edited === 'new'}
          onClose={() => edit(undefined)}
          onSaved={(message) => void said(message)}
        />
      )}
      {removing !== undefined && (
        <Confirm
          title={t('Delete {name}', {
            name: `${targetName(removing, groupName)}, ${typeName(removing.appdevid)} (${removing.appdevid})`,
          })}
          confirmText={t('Delete')}
          danger
          onConfirm={() => removePlan(removing)}
          onClose={() => setRemoving(undefined)}
        >
          {t('Are you really delete')}
        </Confirm>
      )}
    </div>
  );
};
