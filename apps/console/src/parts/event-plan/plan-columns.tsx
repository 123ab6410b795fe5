// The columns that all plans have, around those of their kind; and cells that save at once.
import { GLOBAL_PLAN, type PlanTarget } from '@outrider/contract';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { devices } from '../../live/stores.ts';
import { GivenName } from '../device-names.tsx';
import { timeColumn } from '../table/time-column.ts';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/column.ts';
import { Toggle } from '../../ui/toggle.tsx';
import styles from './event-plan.module.css';

export type ListedPlan = PlanTarget & { updatetime: number };
export type ColumnKit<P extends ListedPlan> = {
  kinds: ReadonlyMap<number, string>;
  groupName: (groupid: string) => string;
  edit: (plan: P) => void;
  remove: (plan: P) => void;
};

/** 'GLOBAL', the id of a device, or the name of a group. */
export const targetName = ({ updateMode, deviceid, groupid }: PlanTarget, groupName: (id: string) => string): string =>
  updateMode === 'GROUP' ? t('Group {name}', { name: groupName(groupid) }) : deviceid;

const named = (plan: PlanTarget, kinds: ReadonlyMap<number, string>): string =>
  kinds.get(plan.appdevid) ?? String(plan.appdevid);

/** What a row is called where only its buttons are heard. */
export const planName = (
  plan: PlanTarget,
  { kinds, groupName }: Pick<ColumnKit<ListedPlan>, 'kinds' | 'groupName'>,
): string => `${targetName(plan, groupName)} ${named(plan, kinds)}`;

/** `row`: what is switched there. */
type SwitchCellProps = { label: string; row: string; on: boolean; busy: boolean; onSave: (on: boolean) => void };

/** While it is `busy` a press does nothing; it keeps the focus. */
export const SwitchCell = ({ label, row, on, busy, onSave }: SwitchCellProps): ReactElement => (
  <Toggle
    pressed={on}
    aria-label={`${label}: ${row}`}
    aria-disabled={busy}
    onClick={(event) => {
      event.stopPropagation(); // the row opens the dialog
      if (!busy) onSave(!on);
    }}
  >
    {on ? t('On') : t('Off')}
  </Toggle>
);

const Actions = <P extends ListedPlan>({
  plan,
  edit,
  remove,
  name,
}: { plan: P; name: string } & Pick<ColumnKit<P>, 'edit' | 'remove'>) => (
  <div className={styles.actions}>
    <Button
      look="bare"
      icon="edit"
      aria-label={t('Edit {name}', { name })}
      onClick={(event) => {
        event.stopPropagation();
        edit(plan);
      }}
    />
    <Button
      look="bare"
      icon="remove"
      aria-label={t('Delete {name}', { name })}
      onClick={(event) => {
        event.stopPropagation();
        remove(plan);
      }}
    />
  </div>
);

export const planColumns = <P extends ListedPlan>(
  { kinds, groupName, edit, remove }: ColumnKit<P>,
  own: readonly Column<P>[],
): readonly Column<P>[] => [
  { id: 'deviceid', header: t('Device ID'), width: 'minmax(136px, 1fr)', value: (plan) => targetName(plan, groupName) },
  {
    id: 'vehicleid',
    header: t('Vehicle ID'),
    width: 'minmax(104px, 1fr)',
    choice: 'on',
    value: ({ deviceid }) => (deviceid === GLOBAL_PLAN ? '' : (devices.get(deviceid)?.vehicleid ?? '')),
    cell: ({ deviceid }) => <GivenName id={deviceid} />,
  },
  { id: 'code', header: t('Event Code'), width: '112px', value: ({ appdevid }) => appdevid },
  { id: 'type', header: t('Event Type'), width: 'minmax(152px, 1fr)', value: (plan) => named(plan, kinds) },
  ...own,
  timeColumn('updatetime', t('Update Time'), ({ updatetime }) => updatetime, { choice: 'on' }),
  {
    id: 'action',
    header: t('Action'),
    width: '104px',
    cell: (plan) => <Actions plan={plan} name={planName(plan, { kinds, groupName })} edit={edit} remove={remove} />,
  },
];
