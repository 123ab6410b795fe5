// Car memos: two short texts of a vehicle that people keep beside its name, numbered 0 and 1.
import { z } from 'zod';
import { call } from '../speak/speak.ts';
import { seenUpdatetime, updatetime } from '../speak/version.ts';
import { bodyCredentials, deviceId, outcome } from '../speak/wire.ts';

export const carMemoTypes = [0, 1] as const;
export type CarMemoType = (typeof carMemoTypes)[number];
export const MAX_CAR_MEMO = 200;

const carMemoType = z.union([z.literal(0), z.literal(1)]);

export const carMemo = z.object({ deviceid: z.string(), type: carMemoType, memo: z.string(), updatetime });
export type CarMemo = z.output<typeof carMemo>;

export const postCarMemos = call({
  method: 'POST',
  path: '/gkdevice/carmemo',
  right: 'signed-in',
  audit: 'reads',
  input: z.object(bodyCredentials),
  reply: z.array(carMemo),
  about:
    'The car memos of the registered devices that the caller may see, by device and type; none for a device without one.',
  example: {
    input: {},
    reply: [{ deviceid: '13800000101', type: 0, memo: 'Winter tyres', updatetime: 1_790_000_000 }],
  },
});

export const putCarMemo = call({
  method: 'PUT',
  path: '/gkdevice/carmemo',
  right: 'level-1',
  audit: { action: 'Set car memo', secret: { password: true }, device: 'deviceid' },
  input: z.object({
    ...bodyCredentials,
    deviceid: deviceId,
    type: carMemoType,
    /** One line. */
    memo: z
      .string()
      .max(MAX_CAR_MEMO)
      .overwrite((text) => text.replaceAll(/\s+/g, ' ').trim()),
    ...seenUpdatetime,
  }),
  reply: outcome.extend({ updatetime }),
  about:
    'Saves one car memo of a device, at most 200 characters on one line. An empty one is none. Where none was seen, updatetime is 0.',
  example: {
    input: { deviceid: '13800000101', type: 0, memo: 'Winter tyres', updatetime: 1_790_000_000 },
    reply: { hasError: 0, message: 'Save Success', updatetime: 1_790_000_060 },
  },
});
