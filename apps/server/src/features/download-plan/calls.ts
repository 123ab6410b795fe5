// Lines from the calls of download plans to what keeps them.
import {
  deleteDownloadPlan,
  getDownloadPlans,
  GLOBAL_PLAN,
  maskedUpload,
  type PlanTarget,
  postDownloadPlan,
  putDownloadPlan,
  unmaskedUpload,
} from '@outrider/contract';
import type { Caller } from '../../kernel/access/access.ts';
import { AppError } from '../../kernel/errors.ts';
import { assertMethod, partsOf, type Plans } from '../../kernel/plans.ts';
import { type CallHandler, handle } from '../../kernel/web/http.ts';
import type { planValues } from './store.ts';

export const downloadPlanCalls = (plans: Plans<typeof planValues>): CallHandler[] => {
  const seenBy = (caller: Caller) =>
    plans.seenBy(caller).map((plan) => ({ ...plan, upload: maskedUpload(plan.upload) }));
  const answer = (caller: Caller, message: string) => ({ hasError: 0 as const, message, data: seenBy(caller) });
  /** Throws AppError `invalid` where a masked password is that of nobody. */
  const uploadOf = (caller: Caller, target: PlanTarget, upload: string): string => {
    const same = ['updateMode', 'deviceid', 'groupid', 'appdevid'] as const;
    const stored = plans.seenBy(caller).find((plan) => same.every((field) => plan[field] === target[field]));
    const meant = unmaskedUpload(upload, stored?.upload ?? '');
    if (meant === undefined) throw new AppError('invalid', 'Type the password of the FTP target.');
    return meant;
  };
  return [
    handle(getDownloadPlans, seenBy),
    ...[postDownloadPlan, putDownloadPlan].map((one) =>
      handle(one, async (caller, { eventDownloadPlan }) => {
        assertMethod(eventDownloadPlan, one === putDownloadPlan);
        const { target, seenMs, values } = partsOf(eventDownloadPlan);
        const upload = uploadOf(caller, target, values.upload);
        await plans.save(caller, target, { ...values, upload }, seenMs);
        return answer(caller, 'Save Success');
      }),
    ),
    handle(deleteDownloadPlan, async (caller, { eventDownloadPlan, deviceid }, { note }) => {
      const gone = await plans.remove(caller, eventDownloadPlan, deviceid ?? GLOBAL_PLAN);
      note?.({ before: { targets: gone.join(', ') } });
      return answer(caller, 'Delete Success');
    }),
  ];
};
