// The screen /eventdownloadplansetting: whose plans there are at the left, by device or by group, and the plans of the chosen one.
import {
  deleteDownloadPlan,
  type DownloadPlan,
  getDownloadPlans,
  getUserGroups,
  GLOBAL_PLAN,
} from '@outrider/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { ReactElement } from 'react';
import { useAddressQuery } from '../../lib/address-query.ts';
import { useCall } from '../../lib/calls.ts';
import { t } from '../../lib/i18n.ts';
import { send } from '../../lib/send.ts';
import { useFilter } from '../../live/filter.ts';
import { useDeviceIds } from '../../live/hooks.ts';
import { ChoiceList } from '../../parts/choice-list/choice-list.tsx';
import { SaveButtons } from '../../parts/table/save-buttons.tsx';
import { TableTools, TableView } from '../../parts/table/table-view.tsx';
import { useTable } from '../../parts/table/use-table.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/question.tsx';
import { RadioField } from '../../ui/radio-field.tsx';
import { ScreenHead } from '../../ui/screen-head.tsx';
import { ErrorPanel, Skeleton } from '../../ui/states.tsx';
import { showToast } from '../../ui/toast.ts';
import { planColumns } from './columns.tsx';
import styles from './download-plan.module.css';
import { PlanDialog, useKinds } from './plan-dialog.tsx';
import { blankPlan, planId } from './plan-words.ts';

const ALL = 'ALL';
type By = 'device' | 'group';

const shownOf = (plans: readonly DownloadPlan[], by: By, chosen: string): readonly DownloadPlan[] => {
  if (by === 'group') return plans.filter((plan) => plan.updateMode === 'GROUP' && plan.groupid === chosen);
  if (chosen === ALL) return plans;
  return plans.filter((plan) => plan.updateMode !== 'GROUP' && plan.deviceid === chosen);
};

/** Who is chosen stands in the address. */
const useChoice = () => {
  const [query, setQuery] = useAddressQuery();
  const put = (changes: Readonly<Record<string, string>>): void => setQuery(() => new URLSearchParams(changes));
  const by: By = query.get('by') === 'group' ? 'group' : 'device';
  return {
    by,
    chosen: query.get('of') ?? (by === 'device' ? ALL : ''),
    choose: (of: string) => put({ by, of }),
    switchTo: (next: By) => put({ by: next }),
  };
};

type SideProps = ReturnType<typeof useChoice> & { onAdd: () => void; remove: (deviceid: string) => Promise<unknown> };

const Side = ({ by, chosen, choose, switchTo, onAdd, remove }: SideProps): ReactElement => {
  const { only } = useFilter();
  const ids = useDeviceIds({ mode: 'all', word: '', only });
  const groups = useCall(getUserGroups, {}).data;
  const devices = useMemo(() => [ALL, GLOBAL_PLAN, ...ids].map((id) => ({ id, name: id })), [ids]);
  const removal = {
    may: (id: string) => id !== ALL,
    question: () => t('Are you really delete'),
    remove,
  };
  return (
    <section className={styles.side} aria-label={t('Whose plans')}>
      <Button look="primary" icon="plus" onClick={onAdd}>
        {t('Add')}
      </Button>
      <RadioField
        label={t('Whose plans')}
        labelHidden
        value={by}
        options={[
          { value: 'device', name: t('By device') },
          { value: 'group', name: t('By group') },
        ]}
        onChange={switchTo}
      />
      {by === 'device' ? (
        <ChoiceList
          label={t('Devices')}
          header={t('Device ID')}
          choices={devices}
          chosen={chosen}
          onChoose={choose}
          removal={removal}
        />
      ) : (
        <ChoiceList
          label={t('Groups')}
          header={t('Group')}
          choices={(groups ?? []).map(({ groupid, name }) => ({ id: groupid, name }))}
          chosen={chosen}
          onChoose={choose}
        />
      )}
    </section>
  );
};

type PlansProps = {
  plans: readonly DownloadPlan[];
  edit: (plan: DownloadPlan) => void;
  remove: (plan: DownloadPlan) => void;
};

const Plans = ({ plans, edit, remove }: PlansProps): ReactElement => {
  const kinds = useKinds();
  const groups = useCall(getUserGroups, {}).data;
  const columns = useMemo(
    () =>
      planColumns({
        typeName: (code) => kinds.get(code) ?? String(code),
        groupName: (id) => groups?.find(({ groupid }) => groupid === id)?.name ?? id,
        edit,
        remove,
      }),
    [kinds, groups, edit, remove],
  );
  const table = useTable({ columns, rows: plans, rowId: planId, remember: 'columns:download-plans' });
  return (
    <div className={styles.plans}>
      <TableTools table={table}>
        <SaveButtons table={table} name={['DownloadPlans']} />
      </TableTools>
      <TableView label={t('Event download plan')} table={table} onOpen={edit} />
    </div>
  );
};

export const DownloadPlanScreen = (): ReactElement => {
  const client = useQueryClient();
  const choice = useChoice();
  const { data: plans, error, refetch } = useCall(getDownloadPlans, {});
  const [edited, edit] = useState<DownloadPlan | 'new'>();
  const [removing, setRemoving] = useState<DownloadPlan>();
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
        <Side
          {...choice}
          onAdd={() => edit('new')}
          remove={async (deviceid) => said((await send(deleteDownloadPlan, { deviceid })).message)}
        />
        <Plans plans={shownOf(plans, choice.by, choice.chosen)} edit={edit} remove={setRemoving} />
      </div>
      {edited !== undefined && (
        <PlanDialog
          start={edited === 'new' ? blankPlan() : edited}
          isNew={edited === 'new'}
          onClose={() => edit(undefined)}
          onSaved={(message) => {
            edit(undefined);
            void said(message);
          }}
        />
      )}
      {removing !== undefined && (
        <Confirm
          title={t('Delete {name}', { name: planId(removing) })}
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
