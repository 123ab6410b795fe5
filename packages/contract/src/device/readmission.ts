// Recorders that registered a number which other hardware has, and the operator's 'allow again'. Level 0.
import { z } from 'zod';
import { call } from '../speak/speak.ts';

/**
 * `deviceid`: whose number it is. `terminal`: the number. `maker`, `model` and `hardware` are what the recorder says of itself,
 * `known` what the one says that has the number. Times UTC ms; `alloweduntil` null: nobody allowed it.
 */
export const waitingRecorder = z.object({
  id: z.number().int(),
  deviceid: z.string(),
  terminal: z.string(),
  address: z.string(),
  plate: z.string(),
  maker: z.string(),
  model: z.string(),
  hardware: z.string(),
  known: z.object({ maker: z.string(), model: z.string(), hardware: z.string() }),
  first: z.number(),
  last: z.number(),
  attempts: z.number().int(),
  alloweduntil: z.number().nullable(),
});
export type WaitingRecorder = z.output<typeof waitingRecorder>;

const example: z.input<typeof waitingRecorder> = {
  id: 3,
  deviceid: '13800000101',
  terminal: '13800000101',
  address: '192.0.2.9',
  plate: 'ABC-1234',
  maker: 'OUTRD',
  model: 'SIM-4CH',
  hardware: '0000102',
  known: { maker: 'OUTRD', model: 'SIM-4CH', hardware: '0000101' },
  first: 1_790_000_000_000,
  last: 1_790_000_060_000,
  attempts: 2,
  alloweduntil: null,
};

export const getWaitingRecorders = call({
  method: 'GET',
  path: '/gkserver/waitingrecorders',
  right: 'admin',
  input: z.object({}),
  reply: z.object({ waiting: z.array(waitingRecorder) }),
  about: 'Recorders that registered a number which other hardware has, newest first. At most 100.',
  example: { input: {}, reply: { waiting: [example] } },
});

export const postAllowAgain = call({
  method: 'POST',
  path: '/gkserver/allowagain',
  right: 'admin',
  audit: { action: 'Allow a recorder again', secret: {} },
  input: z.object({ id: z.number().int() }),
  reply: waitingRecorder,
  about:
    'Lets a waiting recorder register once within half an hour. The code of the one that has the number is void from then. not_found when it does not wait any more.',
  example: { input: { id: 3 }, reply: { ...example, alloweduntil: 1_790_001_860_000 } },
});
