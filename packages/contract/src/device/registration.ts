// The table of registered devices: what is set for each, as D03 reads it, and how much data of the month it has used.
import { z } from 'zod';
import { call } from '../speak/speak.ts';
import { bodyCredentials } from '../speak/wire.ts';
import { deviceEditorRecord } from './device-record.ts';

export const registrationRow = deviceEditorRecord.extend({
  /** Bytes both ways in this month of the server's zone, as the network carried them. */
  netused: z.number().int(),
});
export type RegistrationRow = z.output<typeof registrationRow>;

export const postRegistrations = call({
  method: 'POST',
  path: '/gkdevice/registration',
  right: 'level-1',
  audit: 'reads',
  input: z.object(bodyCredentials),
  reply: z.array(registrationRow),
  about:
    'What is set for each registered device that the caller may see, with the fields that it has the rights for (D03), and the bytes of this month. D04 changes it, D02 removes a device.',
  example: {
    input: {},
    reply: [
      {
        deviceid: '13800000101',
        channel: 4,
        recdays: 0,
        netlimit: 1,
        maxnetflow: 10_240,
        netused: 4_194_304,
        updatetime: 1_790_000_000,
        updateby: 'admin',
      },
    ],
  },
});
