// For how many days events, the stream log and tracks are kept.
import { z } from 'zod';
import { setting } from '../speak/setting.ts';
import { call } from '../speak/speak.ts';
import { bodyCredentials } from '../speak/wire.ts';

/** 0: for good. */
const days = z.number().int().min(0).max(3650);
/** `events` by when they were received, `uslogs` the stream log, `gps` tracks in whole days. */
export const keptDays = z.object({ events: days, uslogs: days, gps: days });
export type KeptDays = z.output<typeof keptDays>;
export const keptDaysSetting = setting('/gkserver/dbmaintain', keptDays, {
  key: 'dbmaintain',
  audit: { action: 'Set days to keep', secret: {} },
  shown: keptDays,
  readers: 'admin',
  applies: 'now',
  configKeys: { events: 'eventDays', uslogs: 'streamLogDays', gps: 'positionDays' },
  about: {
    load: 'For how many days events, the stream log and tracks are kept; 0: for good.',
    save: 'Sets that. What is older is removed at once and for good, but events with protected files, those of devices with days of their own, and the last position of a device.',
  },
  example: {
    saved: { events: 360, uslogs: 90, gps: 720 },
    shown: { events: 360, uslogs: 90, gps: 720 },
  },
});

/** So far rows are counted; there may be more. */
export const MAX_COUNTED = 10_000;
const rows = z.number().int().min(0).max(MAX_COUNTED);
export const postKeptCount = call({
  method: 'POST',
  path: '/gkserver/dbmaintain',
  right: 'admin',
  audit: 'reads',
  input: keptDays.extend(bodyCredentials),
  reply: z.object({ events: rows, uslogs: rows, gps: rows }),
  about: `How much is older than these days, and would be removed: events, rows of the stream log, hours of tracks. Counted to ${MAX_COUNTED}; events with protected files are counted too.`,
  example: { input: { events: 30, uslogs: 30, gps: 180 }, reply: { events: 12, uslogs: 3, gps: 0 } },
});
