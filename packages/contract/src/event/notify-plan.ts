// Who is told of which event: push plans tell another program, realtime plans tell people, by a call at the console, mail and text message.
import { z } from 'zod';
import { mailAddress } from '../settings/mail.ts';
import { call } from '../speak/speak.ts';
import { seenUpdatetime, updatetime } from '../speak/version.ts';
import { bodyCredentials, outcome, wireFlag } from '../speak/wire.ts';
import { GLOBAL_PLAN, isTarget, PLAN_TARGET_RULE, planTarget, ROOT_GROUP } from './event-plan.ts';
import { MAX_PUSH_SCRIPT, readPushScript } from './push-script.ts';

export const MAX_NOTIFY_PLANS = 5000;
/** Seconds that a call rings at the consoles. */
export const DEFAULT_CALL_S = 30;
export const MAX_CALL_S = 3600;
const MAX_RECEIVERS = 20;

/** Mail addresses and telephone numbers of a plan, which stand in one text, divided by commas or spaces. `wrong`: what is neither. */
export const receiversOf = (text: string): { mails: string[]; numbers: string[]; wrong: string[] } => {
  const all = text.split(/[\s,;]+/).filter((each) => each !== '');
  const mails = all.filter((each) => mailAddress.safeParse(each).success);
  const numbers = all.filter((each) => /^\+?\d{6,15}$/.test(each));
  return { mails, numbers, wrong: all.filter((each) => !mails.includes(each) && !numbers.includes(each)) };
};

const pushFacts = {
  enable: wireFlag,
  name: z.string().trim().max(100),
  script: z
    .string()
    .max(MAX_PUSH_SCRIPT)
    .superRefine((script, context) => {
      const problem = readPushScript(script);
      if (typeof problem === 'string') context.addIssue({ code: 'custom', message: problem });
    }),
};
const realtimeFacts = {
  call_en: wireFlag,
  call_time: z.number().int().min(1).max(MAX_CALL_S).default(DEFAULT_CALL_S),
  email_en: wireFlag,
  /** Mail addresses for mails, telephone numbers for text messages. */
  receivers: z
    .string()
    .max(2000)
    .refine((text) => receiversOf(text).wrong.length === 0, 'Mail addresses and telephone numbers, divided by commas.')
    .refine(
      (text) => receiversOf(text).mails.length + receiversOf(text).numbers.length <= MAX_RECEIVERS,
      'At most 20 receivers.',
    ),
  sms_en: wireFlag,
};

export const pushPlan = z.object({ ...planTarget, ...pushFacts, updatetime });
export type PushPlan = z.output<typeof pushPlan>;
export const realtimePlan = z.object({ ...planTarget, ...realtimeFacts, updatetime });
export type RealtimePlan = z.output<typeof realtimePlan>;

/** What of a plan is kept as it was chosen. */
export const pushPlanValues = z.object(pushFacts);
export type PushPlanValues = z.output<typeof pushPlanValues>;
export const realtimePlanValues = z.object(realtimeFacts);
export type RealtimePlanValues = z.output<typeof realtimePlanValues>;

const target = { message: PLAN_TARGET_RULE, path: ['updateMode'] };
export const savedPushPlan = z.object({ ...planTarget, ...pushFacts, ...seenUpdatetime }).refine(isTarget, target);
export const savedRealtimePlan = z
  .object({ ...planTarget, ...realtimeFacts, ...seenUpdatetime })
  .refine(isTarget, target)
  .refine(({ email_en: mails, receivers }) => !mails || receiversOf(receivers).mails.length > 0, {
    message: 'Type the mail address of a receiver.',
    path: ['receivers'],
  })
  .refine(({ sms_en: texts, receivers }) => !texts || receiversOf(receivers).numbers.length > 0, {
    message: 'Type the telephone number of a receiver.',
    path: ['receivers'],
  });

const exampleTarget = { deviceid: GLOBAL_PLAN, groupid: ROOT_GROUP, appdevid: 1, updateMode: 'GLOBAL' as const };
const groupTarget = { ...exampleTarget, groupid: '2', updateMode: 'GROUP' as const };
const pushExample = {
  enable: 1 as const,
  name: 'Control room',
  script:
    'POST https://hooks.example.org/alarm\nContent-Type: application/json\n\n{"vehicle":"{deviceid}","at":"{eventtime}"}',
};
const realtimeExample = {
  call_en: 1 as const,
  call_time: DEFAULT_CALL_S,
  email_en: 1 as const,
  receivers: 'ann@example.org, +886912345678',
  sms_en: 1 as const,
};
const at = { updatetime: 1_790_000_000 };
const removed = { hasError: 0 as const, message: 'Delete Success', data: [] };
const OWN = 'Level 1 sees and changes those of its own groups and devices.';
const PRECEDENCE = `Of several plans of a code that of the device counts, then that of the nearest group upward, then that of all devices. ${OWN} Answers all plans.`;
const ONE_OF_BOTH = 'Name one plan or one device.';
const aTarget = z.object(planTarget).refine(isTarget, PLAN_TARGET_RULE).optional();

const PUSH_PATH = '/gkevent/pusheventplan';
const allPushPlans = z.union([
  z.object({ hasError: z.literal(0), message: z.string(), data: z.array(pushPlan) }),
  outcome,
]);
const listedPush = { ...exampleTarget, ...pushExample, ...at };
const savedPush = { hasError: 0 as const, message: 'Save Success', data: [listedPush] };

export const getPushPlans = call({
  method: 'GET',
  path: PUSH_PATH,
  right: 'level-1',
  input: z.object({}),
  reply: z.array(pushPlan),
  about: `All push plans, those for all devices first. ${OWN}`,
  example: { input: {}, reply: [listedPush] },
});
export const postPushPlan = call({
  method: 'POST',
  path: PUSH_PATH,
  right: 'level-1',
  audit: { action: 'Save push plan', secret: { password: true, 'pushEventPlan.script': true } },
  input: z.object({ ...bodyCredentials, pushEventPlan: savedPushPlan }),
  reply: allPushPlans,
  about: `Saves the push plan of a device, or of all devices (level 0), for one event code. The script is a request: METHOD and address, header lines, an empty line, a body with {fields}; it is signed and sent for each such event. ${PRECEDENCE}`,
  example: { input: { pushEventPlan: { ...exampleTarget, ...pushExample } }, reply: savedPush },
});
export const putPushPlan = call({
  method: 'PUT',
  path: PUSH_PATH,
  right: 'level-1',
  audit: { action: 'Save push plan', secret: { password: true, 'pushEventPlan.script': true } },
  input: z.object({ ...bodyCredentials, pushEventPlan: savedPushPlan }),
  reply: allPushPlans,
  about: 'The same for a plan of a group, which covers the groups below it. Answers all plans.',
  example: { input: { pushEventPlan: { ...groupTarget, ...pushExample } }, reply: savedPush },
});
export const deletePushPlan = call({
  method: 'DELETE',
  path: PUSH_PATH,
  right: 'level-1',
  audit: { action: 'Remove push plan', secret: { password: true } },
  input: z
    .object({ ...bodyCredentials, pushEventPlan: aTarget, deviceid: planTarget.deviceid.optional() })
    .refine(({ pushEventPlan: plan, deviceid }) => (plan === undefined) !== (deviceid === undefined), ONE_OF_BOTH),
  reply: allPushPlans,
  about: 'Removes one plan, or with deviceid all plans of a device; GLOBAL: those for all devices. Answers all plans.',
  example: { input: { deviceid: GLOBAL_PLAN }, reply: removed },
});

const REALTIME_PATH = '/gkevent/realtimeeventplan';
const allRealtimePlans = z.union([
  z.object({ hasError: z.literal(0), message: z.string(), data: z.array(realtimePlan) }),
  outcome,
]);
const listedRealtime = { ...exampleTarget, ...realtimeExample, ...at };
const savedRealtime = { hasError: 0 as const, message: 'Save Success', data: [listedRealtime] };

export const getRealtimePlans = call({
  method: 'GET',
  path: REALTIME_PATH,
  right: 'level-1',
  input: z.object({}),
  reply: z.array(realtimePlan),
  about: `All realtime plans, those for all devices first. ${OWN}`,
  example: { input: {}, reply: [listedRealtime] },
});
export const postRealtimePlan = call({
  method: 'POST',
  path: REALTIME_PATH,
  right: 'level-1',
  audit: { action: 'Save realtime plan', secret: { password: true } },
  input: z.object({ ...bodyCredentials, realtimeEventPlan: savedRealtimePlan }),
  reply: allRealtimePlans,
  about: `Saves the realtime plan of a device, or of all devices (level 0), for one event code: a call at the consoles for call_time seconds, mails and text messages to the receivers. ${PRECEDENCE}`,
  example: { input: { realtimeEventPlan: { ...exampleTarget, ...realtimeExample } }, reply: savedRealtime },
});
export const putRealtimePlan = call({
  method: 'PUT',
  path: REALTIME_PATH,
  right: 'level-1',
  audit: { action: 'Save realtime plan', secret: { password: true } },
  input: z.object({ ...bodyCredentials, realtimeEventPlan: savedRealtimePlan }),
  reply: allRealtimePlans,
  about: 'The same for a plan of a group, which covers the groups below it. Answers all plans.',
  example: { input: { realtimeEventPlan: { ...groupTarget, ...realtimeExample } }, reply: savedRealtime },
});
export const deleteRealtimePlan = call({
  method: 'DELETE',
  path: REALTIME_PATH,
  right: 'level-1',
  audit: { action: 'Remove realtime plan', secret: { password: true } },
  input: z
    .object({ ...bodyCredentials, realtimeEventPlan: aTarget, deviceid: planTarget.deviceid.optional() })
    .refine(({ realtimeEventPlan: plan, deviceid }) => (plan === undefined) !== (deviceid === undefined), ONE_OF_BOTH),
  reply: allRealtimePlans,
  about: 'Removes one plan, or with deviceid all plans of a device; GLOBAL: those for all devices. Answers all plans.',
  example: { input: { deviceid: GLOBAL_PLAN }, reply: removed },
});
