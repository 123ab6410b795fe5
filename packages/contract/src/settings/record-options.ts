// How long recordings are kept.
import { z } from 'zod';
import { setting } from '../speak/setting.ts';

/** 0: until their room is wanted. */
export const recordOptions = z.object({ recorddays: z.number().int().min(0).max(29_999) });
export type RecordOptions = z.output<typeof recordOptions>;
export const recordOptionsSetting = setting('/gkserver/recordoption', recordOptions, {
  key: 'recordoption',
  audit: { action: 'Set days of recordings', secret: {} },
  shown: recordOptions,
  readers: 'admin',
  applies: 'now',
  configKeys: { recorddays: 'recordDays' },
  about: {
    load: 'How many days recordings are kept where the device says nothing else; 0: until their room is wanted.',
    save: 'Sets that. What is older goes within a minute, but what is protected.',
  },
  example: { saved: { recorddays: 30 }, shown: { recorddays: 30 } },
});
