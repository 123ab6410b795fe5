// Custom events: footage of some channels and a span of time that somebody asks for by hand. One task a device, fetched when the device
// is there. What was fetched is downloaded over web.cgi (download.ts).
import { z } from 'zod';
import { call } from '../speak/speak.ts';
import { bodyCredentials, channelNumber, deviceId, outcome, userName, wireFlag, wireSeconds } from '../speak/wire.ts';

const MAX_CHANNEL = 8;
/** The channels whose footage can be asked for. */
export const CUSTOM_CHANNELS: readonly number[] = Array.from({ length: MAX_CHANNEL }, (_, i) => i + 1);
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
    decode: (mask) => CUSTOM_CHANNELS.filter((n) => (mask >> (n - 1)) % 2 === 1),
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
export const customEvent = z.object({
  ...bodyCredentials,
  deviceid: deviceIds,
  ...wanted,
  downloadplan: channelMask.refine((channels) => channels.length > 0, 'Choose a download channel.'),
});
export const postCustomEvent = call({
  method: 'POST',
  path: '/gkevent/customevent',
  right: 'F_addcd',
  audit: { action: 'Ask for footage', secret: { password: true }, device: 'deviceid' },
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

export const customEventStates = ['waiting', 'fetching', 'done', 'partial', 'failed', 'cancelled'] as const;
/**
 * waiting: it is not its turn, or the device is away; `message` says which. fetching: the device sends. done: all that the device
 * recorded of the span is kept. partial: of some channels there is nothing. failed, cancelled: nothing more is fetched.
 */
export type CustomEventState = (typeof customEventStates)[number];

export const WAITING_FOR_FOOTAGE = 'waiting for footage download';
/** What of a task that waits because an administrator has switched fetching off. */
export const FOOTAGE_SWITCHED_OFF = 'Fetching footage is switched off.';

/** What is kept of one channel, in the stream that the device had: the other one where it did not record what was asked for. */
export const keptFootage = z.object({
  channel: channelNumber.max(MAX_CHANNEL),
  start: wireSeconds,
  end: wireSeconds,
  stream: z.enum(['main', 'sub']),
});
export type KeptFootage = z.output<typeof keptFootage>;

export const customEventTask = z.object({
  id: z.number().int(),
  deviceid: z.string(),
  ...wanted,
  username: userName,
  time: wireSeconds,
  state: z.enum(customEventStates),
  /** Per cent. */
  progress: z.number().min(0).max(100),
  message: z.string(),
  footage: z.array(keptFootage),
});
export type CustomEventTask = z.output<typeof customEventTask>;
const exampleTask = {
  id: 1,
  deviceid: '13800000101',
  start: 1_790_000_000,
  end: 1_790_000_060,
  downloadplan: 5,
  streamtype: 1,
  audioout: 1,
  username: 'admin',
  time: 1_790_000_100,
  state: 'fetching',
  progress: 50,
  message: '',
  footage: [{ channel: 1, start: 1_790_000_000, end: 1_790_000_060, stream: 'main' }],
} as const;
export const getCustomEvents = call({
  method: 'GET',
  path: '/gkevent/customevent',
  right: 'F_addcd',
  input: z.object({ before: z.coerce.number().int().positive().optional() }),
  reply: z.array(customEventTask),
  about: 'The tasks of the devices the caller may see, newest first, at most 200; `before` gives those below that id.',
  example: { input: {}, reply: [{ ...exampleTask, footage: [...exampleTask.footage] }] },
});

const taskId = z.object({ ...bodyCredentials, id: z.number().int().positive() });
export const putCustomEvent = call({
  method: 'PUT',
  path: '/gkevent/customevent',
  right: 'F_addcd',
  audit: { action: 'Stop or repeat a custom event', secret: { password: true } },
  input: taskId.extend({ action: z.enum(['cancel', 'retry']) }),
  reply: outcome,
  about:
    'Stops fetching the footage of a task; what was fetched stays. Or begins again with one that failed or was stopped.',
  example: { input: { id: 1, action: 'cancel' }, reply: { hasError: 0, message: 'Success' } },
});
export const deleteCustomEvent = call({
  method: 'DELETE',
  path: '/gkevent/customevent',
  right: 'F_addcd',
  audit: { action: 'Remove a custom event', secret: { password: true } },
  input: taskId,
  reply: outcome,
  about: 'Removes a task from the list and stops it. What was fetched stays as long as footage of devices is kept.',
  example: { input: { id: 1 }, reply: { hasError: 0, message: 'Success' } },
});
