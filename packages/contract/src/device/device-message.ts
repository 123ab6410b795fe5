// Small messages and drivers' cards that devices reported by themselves and that the server keeps.
import { z } from 'zod';
import { call } from '../speak/speak.ts';
import { bodyCredentials, deviceId, outcome, wireSeconds } from '../speak/wire.ts';

const span = z.object({ ...bodyCredentials, deviceid: deviceId, start: wireSeconds, end: wireSeconds });

/** `content` is JSON of what was read of the message, bytes in hex. */
export const deviceMessage = z.object({
  id: z.number().int(),
  kind: z.string(),
  received: wireSeconds,
  content: z.string(),
});

export const postDeviceMessages = call({
  method: 'POST',
  path: '/gkdevice/devicemessages',
  right: 'F_gps or P_gppb',
  audit: 'reads',
  input: span,
  reply: z.union([outcome, z.array(deviceMessage)]),
  about:
    "What one device reported by itself and nothing else shows: passenger counts, transparent and packed data, results of upgrades and uploads, recorder data, the driver's events and answers, waybills, CAN frames, answers of trackers to texts, its key. By time of receipt, newest first, at most 1000.",
  example: {
    input: { deviceid: '13800000101', start: 1_790_000_000, end: 1_790_086_400 },
    reply: [
      {
        id: 3,
        kind: 'passengers',
        received: 1_790_000_100,
        content: '{"startBcd":"260921080000","endBcd":"260921081500","boarded":12,"alighted":4}',
      },
    ],
  },
});

/** `action`: in, out, or unread for a card that could not be read. `time` is the device's own; null where it says none. */
export const driverCard = z.object({
  id: z.number().int(),
  action: z.string(),
  time: wireSeconds.nullable(),
  received: wireSeconds,
  name: z.string(),
  licence: z.string(),
  issuer: z.string(),
  /** YYYYMMDD or empty. */
  validuntil: z.string(),
});

export const postDriverCards = call({
  method: 'POST',
  path: '/gkdevice/drivercards',
  right: 'F_gps or P_gppb',
  audit: 'reads',
  input: span,
  reply: z.union([outcome, z.array(driverCard)]),
  about: "Drivers' cards put in and taken out at one device. By time of receipt, newest first, at most 1000.",
  example: {
    input: { deviceid: '13800000101', start: 1_790_000_000, end: 1_790_086_400 },
    reply: [
      {
        id: 1,
        action: 'in',
        time: 1_790_000_000,
        received: 1_790_000_001,
        name: 'Wang',
        licence: 'A123456789',
        issuer: '',
        validuntil: '20301231',
      },
    ],
  },
});
