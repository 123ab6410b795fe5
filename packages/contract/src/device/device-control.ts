// Switching a recorder off, ending its connections, and sending it to another server: the rest of what the standard's device control can do.
import { z } from 'zod';
import { command } from '../speak/speak.ts';
import { deviceId } from '../speak/wire.ts';
import { orderKinds, orderReply, orderResults } from './device-order.ts';

export const controlActions = ['power-off', 'close-data', 'close-radio', 'connect', 'connect-back'] as const;
export type ControlAction = (typeof controlActions)[number];

const port = z.number().int().min(1).max(65_535);
/** A ';' would move what follows it in the message. */
const host = z
  .string()
  .trim()
  .min(1)
  .max(253)
  .regex(/^[^\s;]+$/, 'An address has no spaces and no semicolon.');

export const d29Control = command({
  code: 'D29',
  right: orderKinds.control,
  audit: { action: 'Control device', secret: {}, device: 'I' },
  input: z.object({
    I: deviceId,
    A: z.enum(controlActions),
    H: host.optional(),
    T: port.optional(),
    B: z.number().int().min(0).max(65_535).optional(),
  }),
  reply: orderReply,
  successes: orderResults,
  batched: false,
  about:
    'Tells device I to switch itself off (power-off), to end its data connection (close-data) or all of its radio (close-radio) until it is started again, to dial the server H at port T for B minutes, 0 or left out: for good (connect), or the server of its settings again (connect-back). Sent once, never kept for later. A device that obeys is away afterwards. R 0: the device does not know this.',
  example: {
    input: { I: '13800000101', A: 'connect', H: '192.0.2.7', T: 6808, B: 30 },
    reply: { R: '1', I: '13800000101', O: 7, S: 'done' },
  },
});
