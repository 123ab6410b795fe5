// Custom events: footage of some channels and a span of time that somebody asks for by hand. Stored as one task a device; what
// fetches the footage is not here.
import { z } from 'zod';
import { call } from './speak.ts';
import { bodyCredentials, channelNumber, deviceId, outcome, userName, wireFlag, wireSeconds } from './wire.ts';

const MAX_CHANNEL = 8;
export const MAX_CUSTOM_DEVICES = 100;
export const MAX_CUSTOM_HOURS = 24;

/** A bit mask on the wire (channel 1 is the lowest bit), the sorted channel numbers inside. */
export const channelMask = z.codec(
  z
    .number()
    .int()
    .min(0)
    .max(2 ** MAX_CHANNEL - 1),
  z.array(channelNumber.max(MAX_CHANNEL)),
  {
    decode: (mask) => Array.from({ length: MAX_CHANNEL }, (_, i) => i + 1).filter((n) => (mask >> (n - 1)) % 2 === 1),
    encode: (channels) => [...new Set(channels)].reduce((mask, n) => mask + 2 ** (n - 1), 0),
  },
);

/** One id or several joined by commas on the wire, a list without repeats inside. */
export const deviceIds = z.codec(z.string().max(4000), z.array(deviceId).min(1).max(MAX_CUSTOM_DEVICES), {
  decode: (text) => [...new Set(text.split(',').map((id) => id.trim()))],
  encode: (ids) => ids.join(','),
});

/** Which footage. `streamtype` names the channels to take in the main stream, the others come in the sub-stream. */
const wanted = {
  start: wireSeconds,
  end: wireSeconds,
  downloadplan: channelMask,
  streamtype: channelMask,
  audioout: wireFlag,
};
export const customEvent = z.object({ ...bodyCredentials, deviceid: deviceIds, ...wanted });
export const postCustomEvent = call({
  method: 'POST',
  path: '/gkevent/customevent',
  right: 'F_addcd',
  input: customEvent,
  reply: outcome,
  about: `Asks for footage: one task for each device. At least one channel, at most ${MAX_CUSTOM_HOURS} hours and ${MAX_CUSTOM_DEVICES} devices, none of them out of reach; otherwise nothing is stored.`,
  example: {
    input: {
      deviceid: '13800000101,13800000102',
      start: 1_790_000_000,
      end: 1_790_000_060,
      downloadplan: 5,
      streamtype: 1,
      audioout: 1,
    },
    reply: { hasError: 0, message: 'Success' },
  },
});

/** waiting: nothing has been fetched yet. */
export const customEventTask = z.object({
  id: z.number().int(),
  deviceid: z.string(),
  ...wanted,
  username: userName,
  time: wireSeconds,
  state: z.enum(['waiting']),
  message: z.string(),
});
export type CustomEventTask = z.output<typeof customEventTask>;
export const getCustomEvents = call({
  method: 'GET',
  path: '/gkevent/customevent',
  right: 'F_addcd',
  input: z.object({ before: z.coerce.number().int().positive().optional() }),
  reply: z.array(customEventTask),
  about: 'The tasks of the devices the caller may see, newest first, at most 200; `before` gives those below that id.',
  example: {
    input: {},
    reply: [
      {
        id: 1,
        deviceid: '13800000101',
        start: 1_790_000_000,
        end: 1_790_000_060,
        downloadplan: 5,
        streamtype: 1,
        audioout: 1,
        username: 'admin',
        time: 1_790_000_100,
        state: 'waiting',
        message: 'waiting for footage download',
      },
    ],
  },
});
