// Customer records of the variant that has them: who bought a device, from whom, and how they are reached. Personal data: values are in no
// log, no address and no row of the access log.
import { z } from 'zod';
import { accountFields } from '../account/account.ts';
import { call } from '../speak/speak.ts';
import { seenUpdatetime, updatetime } from '../speak/version.ts';
import { bodyCredentials, deviceId, wireFlag } from '../speak/wire.ts';

/** One line: what is typed or pasted between other lines is one space. */
const line = (most: number) =>
  z
    .string()
    .overwrite((text) => text.replaceAll(/\s+/g, ' ').trim())
    .max(most);

const lines = (most: number) =>
  z
    .string()
    .overwrite((text) => text.trim())
    .max(most);

export const customerFields = {
  dealer: line(100),
  customer: line(100),
  salesman: line(100),
  address: line(200),
  phone: accountFields.phone,
  mail: accountFields.mail1,
  /** Somebody is to call the customer again. */
  follow: wireFlag,
  memo: lines(1000),
};

export const customerRecord = z.object({
  deviceid: z.string(),
  dealer: z.string(),
  customer: z.string(),
  salesman: z.string(),
  address: z.string(),
  phone: z.string(),
  mail: z.string(),
  follow: wireFlag,
  memo: z.string(),
  updatetime,
});
export type CustomerRecord = z.output<typeof customerRecord>;

const exampleFields = {
  deviceid: '13800000101',
  dealer: 'North Trucks',
  customer: 'Example Transport',
  salesman: 'A. Seller',
  address: '1 Harbour Road',
  phone: '+886 2 1234',
  mail: 'office@example.org',
  follow: 1,
  memo: 'Renews in May',
} as const;

export const postCustomerRecords = call({
  method: 'POST',
  path: '/gkdevice/dkcustomer',
  right: 'level-1',
  audit: 'reads',
  input: z.object(bodyCredentials),
  reply: z.array(customerRecord),
  about:
    'The customer records of the registered devices that the caller may see; none for a device that never had one. 404 where the deployment has no customer records.',
  example: { input: {}, reply: [{ ...exampleFields, updatetime: 1_790_000_000 }] },
});

export const putCustomerRecord = call({
  method: 'PUT',
  path: '/gkdevice/dkcustomer',
  right: 'level-1',
  audit: { action: 'Change customer record', secret: { password: true, dkcustomer: true } },
  input: z.object({
    ...bodyCredentials,
    dkcustomer: z.object({ deviceid: deviceId, ...customerFields }),
    ...seenUpdatetime,
  }),
  reply: z.array(customerRecord),
  about:
    'Saves the customer record of one device and gives the list as it is then. The access log says whose record and that it was changed, no values.',
  example: { input: { dkcustomer: exampleFields }, reply: [{ ...exampleFields, updatetime: 1_790_000_000 }] },
});
