// Lines from the calls of download plans to what keeps them.
import {
  deleteDownloadPlan,
  getDownloadPlans,
  GLOBAL_PLAN,
  postDownloadPlan,
  putDownloadPlan,
} from '@outrider/contract';
import type { Caller } from '../../kernel/access/access.ts';
import { assertMethod, partsOf, type Plans } from '../../kernel/plans.ts';
import { type CallHandler, handle } from '../../kernel/web/http.ts';
import type { planValues } from './store.ts';

export const downloadPlanCalls = (plans: Plans<typeof planValues>): CallHandler[] => {
  const answer = (caller: Caller, message: string) => ({ hasError: 0 as const, message, data: plans.seenBy(caller) });
  return [
    handle(getDownloadPlans, (caller) => plans.seenBy(caller)),
    ...[postDownloadPlan, putDownloadPlan].map((one) =>
      handle(one, async (caller, { eventDownloadPlan }) => {
        assertMethod(eventDownloadPlan, one === putDownloadPlan);
        const { target, seenMs, values } = partsOf(eventDownloadPlan);
        await plans.save(caller, target, values, seenMs);
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
