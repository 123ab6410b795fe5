// The dialog that adds or changes a plan: whose it is, then the rows of its kind.
import { getUserGroups, type PlanTarget } from '@outrider/contract';
import type { ReactElement } from 'react';
import { useCall } from '../../lib/calls.ts';
import { t } from '../../lib/i18n.ts';
import { useSession } from '../../live/session.ts';
import type { Spoken } from '../form/draft.ts';
import { FormDialog } from '../form/form-dialog.tsx';
import type { Rows } from '../form/row.ts';
import { useForm } from '../form/use-form.ts';
import { type Place, planKey, sentTarget, targetAt, withMode } from './plan-target.ts';
import { targetRows } from './target-fields.tsx';

type PlanDialogProps<P extends PlanTarget & { updatetime: number }> = {
  of: Spoken;
  plan: P | undefined;
  /** What a new one begins as, but for whose it is: that of the place that is shown. */
  blank: P;
  place: Place;
  rows: Rows<P>;
  onSave: (plan: P) => Promise<void>;
  onClose: () => void;
};

export const PlanDialog = <P extends PlanTarget & { updatetime: number }>(props: PlanDialogProps<P>): ReactElement => {
  const { of, plan, blank, place, rows, onSave, onClose } = props;
  const groups = useCall(getUserGroups, {}).data ?? [];
  const mayAll = useSession((s) => s.level) === 0;
  const begun = targetAt(blank, place);
  const start = plan ?? (mayAll || begun.updateMode !== 'GLOBAL' ? begun : withMode(blank, 'DEVICE'));
  const form = useForm<P>({
    of,
    start,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is about the target is about every plan that has one
    rows: [...(targetRows(groups, mayAll) as unknown as Rows<P>), ...rows],
    asked: sentTarget,
    edits: plan !== undefined,
    // Of another target it is another plan, which must not be there yet.
    save: (draft) =>
      onSave(plan !== undefined && planKey(plan) === planKey(draft) ? draft : { ...draft, updatetime: 0 }),
  });
  return (
    <FormDialog
      form={form}
      title={plan === undefined ? t('New plan') : t('Edit plan')}
      saveText={t('Save')}
      onClose={onClose}
      wide
    />
  );
};
