// Recordings on the server as the main channel tells them: minutes of a day Q06, days Q08, usage Q09.
import { z } from 'zod';
import { command } from './speak.ts';
import { channelNumber, deviceId, wireSeconds } from './wire.ts';

const MINUTES = 1440;
/** A day on which clocks are set back has 25 hours. */
const LONGEST_DAY = 1500;
const exampleDay = '0'.repeat(480) + '1'.repeat(90) + '0'.repeat(870);

export const q06RecordedMinutes = command({
  code: 'Q06',
  right: 'P_lopb',
  input: z.object({
    I: deviceId,
    B: wireSeconds,
    C: channelNumber.optional(),
    L: z.number().int().min(1).max(LONGEST_DAY).default(MINUTES),
  }),
  reply: z.object({ I: z.string(), Z: z.string() }),
  batched: false,
  about:
    'Which minutes of a day are recorded: L characters (1440 unless given) from B, the start of the day in unix seconds, 1 for a minute with recordings. Of channel C, or of any.',
  example: { input: { I: '13800000101', B: 1_790_000_000 }, reply: { I: '13800000101', Z: exampleDay } },
});

export const q08RecordedDays = command({
  code: 'Q08',
  right: 'P_lopb',
  input: z.object({
    I: deviceId,
    O: z
      .number()
      .int()
      .min(-14 * 3600)
      .max(14 * 3600),
    B: wireSeconds.optional(),
    E: wireSeconds.optional(),
  }),
  reply: z.object({ I: z.string(), Z: z.array(z.string()) }),
  batched: false,
  about:
    'The days with recordings, like 2026-09-21, oldest first, in a zone O seconds east of UTC; between B and E in unix seconds, or of the last 400 days.',
  example: { input: { I: '13800000101', O: 28_800 }, reply: { I: '13800000101', Z: ['2026-09-20', '2026-09-21'] } },
});

export const q09Usage = command({
  code: 'Q09',
  right: 'signed-in',
  input: z.object({}),
  reply: z.object({ Z: z.array(z.string()) }),
  batched: false,
  about: 'How many bytes the recordings of each device take, like 13800000101:73400320.',
  example: { input: {}, reply: { Z: ['13800000101:73400320', '13800000102:0'] } },
});
