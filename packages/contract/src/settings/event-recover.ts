// Whether what this server missed is fetched from the recorders later.
import { z } from 'zod';
import { setting } from '../speak/setting.ts';

/**
 * '1': the planned recordings of the last three days that this server lacks are fetched, and footage for events that came late. '': only
 * footage for events that came late. '0': neither.
 */
export const eventRecover = z.object({ enable: z.enum(['', '0', '1']) });
export type EventRecover = z.output<typeof eventRecover>;
export const eventRecoverSetting = setting('/gkserver/cover', eventRecover, {
  key: 'cover',
  audit: { action: 'Set event recover', secret: {} },
  shown: eventRecover,
  readers: 'admin',
  applies: 'now',
  configKeys: { enable: 'eventRecover' },
  about: {
    load: 'Whether what this server missed is fetched from the recorders later.',
    save: "Sets that. '1': the planned recordings of the last 72 hours that this server lacks, each told by an event of code 98, and footage that plans want for events that came late; '': only the latter; '0': neither.",
  },
  example: { saved: { enable: '1' }, shown: { enable: '1' } },
});
