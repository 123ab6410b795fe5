// When the server starts itself again without being told, or the machine it runs on.
import { z } from 'zod';
import { setting } from '../speak/setting.ts';
import { call } from '../speak/speak.ts';
import { wireSeconds } from '../speak/wire.ts';

/** By number. 0: nothing is done; 1 to 3 the machine, 4 to 6 the process: each day, each week, each month. */
export const restartPlans = [
  'nothing',
  'machine daily',
  'machine weekly',
  'machine monthly',
  'process daily',
  'process weekly',
  'process monthly',
] as const;
export const isMachinePlan = (plan: number): boolean => plan >= 1 && plan <= 3;

export const restartPlan = z.object({
  restartplan: z
    .number()
    .int()
    .min(0)
    .max(restartPlans.length - 1),
});
export type RestartPlan = z.output<typeof restartPlan>;
export const restartPlanSetting = setting('/gkserver/restartplan', restartPlan, {
  key: 'restartplan',
  audit: { action: 'Set restart plan', secret: {} },
  shown: restartPlan,
  readers: 'admin',
  applies: 'now',
  configKeys: { restartplan: 'restartPlan' },
  about: {
    load: 'When the server starts again by itself: 0 never, 1 to 3 the machine each day, Monday or first of the month, 4 to 6 the process alone.',
    save: 'Sets that. The hour is `restartHour` of the configuration. Plans of the machine need `machineRestartCommand` there.',
  },
  example: { saved: { restartplan: 4 }, shown: { restartplan: 4 } },
});

export const getRestartPlanState = call({
  method: 'GET',
  path: '/gkserver/restartplanstate',
  right: 'admin',
  input: z.object({}),
  reply: z.object({ next: wireSeconds, last: wireSeconds, machine: z.boolean(), failure: z.string() }),
  about:
    'When the plan is carried out next and was last (0: never), whether this server can restart its machine, and why the last restart did not happen (empty: it did).',
  example: { input: {}, reply: { next: 1_790_000_000, last: 0, machine: false, failure: '' } },
});
