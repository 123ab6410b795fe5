// How much data devices sent and were sent, day by day: what the screen Device netflow shows of a month.
import { z } from 'zod';
import { call } from '../speak/speak.ts';
import { bodyCredentials, wireSeconds } from '../speak/wire.ts';

/** Of one question: four months. */
export const MAX_NETFLOW_DAYS = 124;

const bytes = z.number().int().min(0);

export const netflowRow = z.object({
  deviceid: z.string(),
  /** Midnight of the server's zone at which the day began. */
  starttime: wireSeconds,
  /** Bytes that came from the device on all its connections to the server, and that went to it. */
  flowin: bytes,
  flowout: bytes,
  /** The day in the server's zone, like 2026-09-21. */
  date: z.string(),
});
export type NetflowRow = z.output<typeof netflowRow>;

export const postNetflow = call({
  method: 'POST',
  path: '/gklog/netflow',
  right: 'F_event',
  audit: 'reads',
  input: z.object({ ...bodyCredentials, starttime: wireSeconds, endtime: wireSeconds }),
  reply: z.array(netflowRow),
  about: `How many bytes each device sent (flowin) and was sent (flowout) on each day of the server's zone whose noon lies between the two moments, in unix seconds, at most ${MAX_NETFLOW_DAYS} days apart. Days without data are missing. The newest minute may still be missing.`,
  example: {
    input: { starttime: 1_788_220_800, endtime: 1_790_812_799 },
    reply: [
      {
        deviceid: '13800000101',
        starttime: 1_789_948_800,
        flowin: 734_003_200,
        flowout: 1_048_576,
        date: '2026-09-21',
      },
    ],
  },
});
