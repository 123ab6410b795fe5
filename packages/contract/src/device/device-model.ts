// What devices say that they are: model, version and the number of their SIM card, which the server asks of each that comes.
import { z } from 'zod';
import { call } from '../speak/speak.ts';
import { deviceId, wireSeconds } from '../speak/wire.ts';

/** Texts are empty where the device has not said them. */
export const deviceModel = z.object({
  deviceid: z.string(),
  model: z.string(),
  /** Of the firmware. */
  version: z.string(),
  /** The number of its SIM card (ICCID). */
  mobileid: z.string(),
  manufacturer: z.string(),
  hardware: z.string(),
  /** When it said so; 0: it never did. */
  updatetime: wireSeconds,
});
export type DeviceModel = z.output<typeof deviceModel>;

export const EVERY_DEVICE = '*';

export const getDeviceInfo = call({
  method: 'GET',
  path: '/gkdevice/info/{deviceid}',
  right: 'admin',
  input: z.object({ deviceid: z.union([z.literal(EVERY_DEVICE), deviceId]) }),
  reply: z.array(deviceModel),
  about:
    'What registered devices say that they are, by id: of one, or with `*` of all. They are asked (0x8107) each time they come; of one that has not answered yet the model is that of its registration, and the other texts are empty.',
  example: {
    input: { deviceid: EVERY_DEVICE },
    reply: [
      {
        deviceid: '13800000101',
        model: 'SIM-4CH',
        version: '2.1.0',
        mobileid: '89860000000000000101',
        manufacturer: 'OUTRD',
        hardware: 'sim-1',
        updatetime: 1_790_000_000,
      },
    ],
  },
});
