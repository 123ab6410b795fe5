// Lines from the calls of push and realtime plans to what keeps them.
import {
  deletePushPlan,
  deleteRealtimePlan,
  getPushPlans,
  getRealtimePlans,
  GLOBAL_PLAN,
  postPushPlan,
  postRealtimePlan,
  pushOrigin,
  type pushPlanValues,
  putPushPlan,
  putRealtimePlan,
  readPushScript,
  type realtimePlanValues,
} from '@outrider/contract';
import type { Caller } from '../../kernel/access/access.ts';
import { AppError } from '../../kernel/errors.ts';
import { assertMethod, partsOf, type Plans } from '../../kernel/plans.ts';
import { type CallHandler, handle } from '../../kernel/web/http.ts';

export type PlanCallsKit = {
  push: Plans<typeof pushPlanValues>;
  realtime: Plans<typeof realtimePlanValues>;
  /** Why nothing can be pushed to this address. */
  refusal: (address: string) => string | undefined;
};

const pushCalls = ({ push, refusal }: PlanCallsKit): CallHandler[] => {
  const answer = (caller: Caller, message: string) => ({ hasError: 0 as const, message, data: push.seenBy(caller) });
  const assertAllowed = (script: string): void => {
    const request = readPushScript(script);
    const reason = typeof request === 'string' ? request : refusal(pushOrigin(request.url) ?? '');
    if (reason !== undefined) throw new AppError('invalid', `pushEventPlan.script: ${reason}`);
  };
  const save =
    (isPut: boolean) =>
    async (
      caller: Caller,
      {
        pushEventPlan,
      }: { pushEventPlan: Parameters<typeof partsOf>[0] & { enable: boolean; name: string; script: string } },
    ) => {
      assertMethod(pushEventPlan, isPut);
      assertAllowed(pushEventPlan.script);
      const { enable, name, script } = pushEventPlan;
      const { target, seenMs } = partsOf(pushEventPlan);
      await push.save(caller, target, { enable, name, script }, seenMs);
      return answer(caller, 'Save Success');
    };
  return [
    handle(getPushPlans, (caller) => push.seenBy(caller)),
    handle(postPushPlan, save(false)),
    handle(putPushPlan, save(true)),
    handle(deletePushPlan, async (caller, { pushEventPlan, deviceid }, { note }) => {
      const gone = await push.remove(caller, pushEventPlan, deviceid ?? GLOBAL_PLAN);
      note?.({ before: { targets: gone.join(', ') } });
      return answer(caller, 'Delete Success');
    }),
  ];
};

const realtimeCalls = ({ realtime }: PlanCallsKit): CallHandler[] => {
  const answer = (caller: Caller, message: string) => ({
    hasError: 0 as const,
    message,
    data: realtime.seenBy(caller),
  });
  return [
    handle(getRealtimePlans, (caller) => realtime.seenBy(caller)),
    ...[postRealtimePlan, putRealtimePlan].map((one) =>
      handle(one, async (caller, { realtimeEventPlan }) => {
        assertMethod(realtimeEventPlan, one === putRealtimePlan);
        const { target, seenMs, values } = partsOf(realtimeEventPlan);
        await realtime.save(caller, target, values, seenMs);
        return answer(caller, 'Save Success');
      }),
    ),
    handle(deleteRealtimePlan, async (caller, { realtimeEventPlan, deviceid }, { note }) => {
      const gone = await realtime.remove(caller, realtimeEventPlan, deviceid ?? GLOBAL_PLAN);
      note?.({ before: { targets: gone.join(', ') } });
      return answer(caller, 'Delete Success');
    }),
  ];
};

export const notifyPlanCalls = (kit: PlanCallsKit): CallHandler[] => [...pushCalls(kit), ...realtimeCalls(kit)];
