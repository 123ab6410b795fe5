// Drivers of vehicles, as far as they are known: the name that an operator gave, and the card that was put in last.
import { z } from 'zod';
import { call } from '../speak/speak.ts';
import { bodyCredentials, wireSeconds } from '../speak/wire.ts';

/** Characters of a driver's name, typed on the page of drivers or in the record of the device. */
export const MAX_DRIVER_NAME = 31;

/** Texts are empty where nobody has said them. */
export const driver = z.object({
  deviceid: z.string(),
  drivername: z.string(),
  /** Nothing tells it yet: neither the card of the standard nor the record of a device has it. */
  gender: z.string(),
  phone: z.string(),
  birthday: z.string(),
  /** The name, the licence, who issued it and until when it is good (YYYYMMDD), of the card that was put in last. */
  cardname: z.string(),
  licence: z.string(),
  issuer: z.string(),
  validuntil: z.string(),
  /** When something of this was told last; 0: never. */
  updatetime: wireSeconds,
});
export type Driver = z.output<typeof driver>;

export const postDrivers = call({
  method: 'POST',
  path: '/gkdevice/drivers',
  right: 'level-1',
  audit: 'reads',
  input: z.object(bodyCredentials),
  reply: z.array(driver),
  about:
    'The drivers of the registered devices that the caller may see, by device id: the name set for the device, else that of the card (0x0702) that was put in last, and what the card says.',
  example: {
    input: {},
    reply: [
      {
        deviceid: '13800000101',
        drivername: 'Wang',
        gender: '',
        phone: '',
        birthday: '',
        cardname: 'Wang',
        licence: 'A123456789',
        issuer: '',
        validuntil: '20301231',
        updatetime: 1_790_000_000,
      },
    ],
  },
});
