// Lines from the calls of push and realtime plans to what keeps them.
import {
  deletePushPlan,
  deleteRealtimePlan,
  getPushPlans,
  getRealtimePlans,
  GLOBAL_PLAN,
  type PlanTarget,
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
import { type CallHandler, handle } from '../../kernel/web/http.ts';
import type { Plans } from './plans.ts';

export type PlanCallsKit = {
  push: Plans<typeof pushPlanValues>;
  realtime: Plans<typeof realtimePlanValues>;
  /** Why nothing can be pushed to this address. */
  refusal: (address: string) => string | undefined;
};

/** Throws AppError `invalid` for a plan that is saved by the method of the others. */
const assertMode = ({ updateMode }: PlanTarget, isPut: boolean): void => {
  if ((updateMode === 'GROUP') === isPut) return;
  throw new AppError(
    'invalid',
    isPut ? 'Only a plan for a group is saved by PUT.' : 'A plan for a group is saved by PUT.',
  );
};

const split = <T extends PlanTarget & { updatetime?: number | undefined }>(saved: T) => {
  const { deviceid, groupid, appdevid, updateMode, updatetime, ...values } = saved;
  return { target: { deviceid, groupid, appdevid, updateMode }, seenMs: updatetime, values };
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
      }: { pushEventPlan: Parameters<typeof split>[0] & { enable: boolean; name: string; script: string } },
    ) => {
      assertMode(pushEventPlan, isPut);
      assertAllowed(pushEventPlan.script);
      const { enable, name, script } = pushEventPlan;
      const { target, seenMs } = split(pushEventPlan);
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
        assertMode(realtimeEventPlan, one === putRealtimePlan);
        const { target, seenMs, values } = split(realtimeEventPlan);
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
