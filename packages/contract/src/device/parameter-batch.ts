// Parameters for many devices at once: one order for each, which waits where the device is away, and what came of it.
import { z } from 'zod';
import { call } from '../speak/speak.ts';
import { bodyCredentials, deviceId, outcome, wireSeconds } from '../speak/wire.ts';
import { orderKinds, orderStates } from './device-order.ts';
import { parameterValues, valuesForMany } from './device-setup.ts';

export const MAX_BATCH_DEVICES = 5000;
/** As many are listed. */
export const MAX_BATCHES = 100;

/** planned: its order is still to be written, or could not be; `outcome` says why. The others as those of an order. */
export const batchStates = ['planned', ...orderStates] as const;
export type BatchState = (typeof batchStates)[number];
const batchCounts = z.record(z.enum(batchStates), z.number().int());
export type BatchCounts = z.output<typeof batchCounts>;

const batchId = z.coerce.number().int().positive();
export const parameterBatch = z.object({
  batchid: z.number().int(),
  memo: z.string(),
  /** What is set, as far as the caller has the rights for it. */
  deviceParams: parameterValues,
  username: z.string(),
  time: wireSeconds,
  devices: z.number().int(),
  counts: batchCounts,
});
export type ParameterBatch = z.output<typeof parameterBatch>;

const example: z.input<typeof parameterBatch> = {
  batchid: 1,
  memo: 'Town limits',
  deviceParams: { sys_spdlimit: 80 },
  username: 'admin',
  time: 1_790_000_000,
  devices: 50,
  counts: { planned: 0, waiting: 10, sent: 0, done: 39, refused: 1, expired: 0, cancelled: 0 },
};

export const getParameterBatches = call({
  method: 'GET',
  path: '/gkserver/parambatch',
  right: orderKinds.parameters,
  input: z.object({}),
  reply: z.array(parameterBatch),
  about: `The batches of the caller, all of them for level 0, the newest ${MAX_BATCHES} first. \`counts\`: how many devices stand where.`,
  example: { input: {}, reply: [example] },
});

export const batchDevice = z.object({
  deviceid: deviceId,
  state: z.enum(batchStates),
  /** As that of an order: '' while it is open, 'done', or why not. */
  outcome: z.string(),
  message: z.string(),
  tries: z.number().int(),
  sent: wireSeconds.nullable(),
  ended: wireSeconds.nullable(),
});
export type BatchDevice = z.output<typeof batchDevice>;

export const getBatchDevices = call({
  method: 'GET',
  path: '/gkserver/parambatch/{batchid}',
  right: orderKinds.parameters,
  input: z.object({ batchid: batchId }),
  reply: z.array(batchDevice),
  about:
    'The devices of a batch that the caller may see, with what came of each: `done` is a device that was asked afterwards and holds the values; `message` names those that it does not have. It is `refused` where it has none of them.',
  example: {
    input: { batchid: '1' },
    reply: [
      {
        deviceid: '13800000101',
        state: 'done',
        outcome: 'done',
        message: '',
        tries: 1,
        sent: 1_790_000_000,
        ended: 1_790_000_001,
      },
    ],
  },
});

export const postParameterBatch = call({
  method: 'POST',
  path: '/gkserver/parambatch',
  right: orderKinds.parameters,
  audit: { action: 'Set parameters of many devices', secret: { password: true, deviceParams: true } },
  input: z.object({
    ...bodyCredentials,
    deviceids: z.array(deviceId).min(1, 'Choose at least one device').max(MAX_BATCH_DEVICES),
    deviceParams: valuesForMany,
    memo: z.string().max(200).default(''),
  }),
  reply: z.object({ hasError: z.literal(0), message: z.string(), batchid: z.number().int() }),
  about:
    'Sets the same parameters in many devices: for each an order, which waits up to 30 days for one that is away, and is done when the device, asked again, holds the values. Where it has only some of them, those are set and the others named. Each value needs its own right, each device must be seen. Hidden values and points of a picture are set for one device at a time (PUT gkdevicesetup).',
  example: {
    input: { deviceids: ['13800000101', '13800000102'], deviceParams: { sys_spdlimit: 80 }, memo: 'Town limits' },
    reply: { hasError: 0, message: 'Success', batchid: 1 },
  },
});

export const putParameterBatch = call({
  method: 'PUT',
  path: '/gkserver/parambatch',
  right: orderKinds.parameters,
  audit: { action: 'Change parameters of many devices', secret: { password: true } },
  input: z.object({ ...bodyCredentials, batchid: batchId, action: z.enum(['cancel', 'retry']) }),
  reply: outcome.extend({ count: z.number().int() }),
  about:
    'cancel: what waits is not sent. retry: devices of which nothing came (refused, given up, cancelled) are told again. Both for the devices that the caller may see; `count`: how many those were.',
  example: { input: { batchid: 1, action: 'cancel' }, reply: { hasError: 0, message: 'Success', count: 10 } },
});
