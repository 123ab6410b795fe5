// What the page /testdev asks over the main channel: the messages between the server and one device as they pass, bytes of one's own to it,
// and an event that did not happen. And what /testvcp tries a connection with. Each message may bring its account.
import { z } from 'zod';
import { command, push } from '../speak/speak.ts';
import { deviceId, messageCredentials } from '../speak/wire.ts';

export const db1Trace = command({
  code: 'DB1',
  right: 'admin',
  audit: 'reads',
  input: z.object({ ...messageCredentials, I: z.string().max(64) }),
  ownCredentials: true,
  reply: z.object({ R: z.enum(['1', '0']), I: z.string(), D: z.number().int().optional() }),
  successes: ['1', '0'],
  batched: false,
  about:
    'From now on this connection is shown each message between the server and device I, in place of those of another device, until it ends or its account may no longer see them: DB3 and DB5 to the device, DB4 and DB6 from it. Also of a device that is away: it is shown when it comes. R 0: there is no such device, or it may no longer be watched. With D it is no answer: so many messages were too many, and nothing came since. R 429: too many watch.',
  example: { input: { I: '13800000101' }, reply: { R: '1', I: '13800000101' } },
});

/** `hex`: the frame, with ** for what is secret. `fields`: what was read of it, as JSON or in words. */
export const tracedMessage = z.object({
  id: z.string(),
  name: z.string(),
  serial: z.number().int(),
  hex: z.string(),
  fields: z.string(),
});
/** I device, T unix ms, Z the message, D how many before it are not shown because they were too many. */
export const traceLine = z.object({
  I: z.string(),
  T: z.number().int(),
  Z: tracedMessage,
  D: z.number().int().optional(),
});
export type TraceLine = z.output<typeof traceLine>;

const line = (id: string, name: string, hex: string, fields: string) => ({
  I: '13800000101',
  T: 1_790_000_000_123,
  Z: { id, name, serial: 7, hex, fields },
});
const trace = (code: string, about: string, example: ReturnType<typeof line>) =>
  push({ code, payload: traceLine, about, example });

export const db3ToDevice = trace(
  'DB3',
  'A message from the server to a device that this connection watches (DB1): all but those of DB5. T unix time in milliseconds. Z: the message id, its name, the serial number, the bytes in hexadecimal with ** for codes and passwords, the fields. D: so many messages before it were too many and are not shown.',
  line('8105', 'control', '7e81050001013800000101000704bf7e', '{"command":4}'),
);
export const db4FromDevice = trace(
  'DB4',
  'A message from the device to the server, heartbeats (id 0002) too; all but those of DB6.',
  line('0002', 'heartbeat', '7e0002000001380000010100073c7e', '{}'),
);
export const db5PeerSent = trace(
  'DB5',
  'A message from the server to the device that is about pictures and sound: the ids 91.. and 92.. of JT/T 1078.',
  line('9102', 'live-control', '7e91020004013800000101000701000000a87e', '{"channel":1,"command":0}'),
);
export const db6PeerReceived = trace(
  'DB6',
  'A message from the device that is about pictures and sound: ids 12.., and general answers to those of DB5.',
  line('0001', 'general-reply', '7e0001000501380000010100070007910200ae7e', '{"replyId":37122}'),
);

/** Bytes that are sent to a device by hand, at most. */
export const MAX_RAW_BYTES = 1200;
const isHex = (text: string): boolean => {
  const digits = text.replaceAll(/\s/g, '');
  return digits.length % 2 === 0 && digits.length <= 2 * MAX_RAW_BYTES && /^[0-9a-f]+$/i.test(digits);
};
export const rawBytes = z
  .string()
  .max(3600)
  .refine(isHex, `An even number of hexadecimal digits, at most ${MAX_RAW_BYTES} bytes.`);

export const db2Raw = command({
  code: 'DB2',
  right: 'admin',
  audit: { action: 'Send bytes to device', secret: { P: true }, device: 'I' },
  input: z.object({ ...messageCredentials, I: deviceId, Z: rawBytes }),
  ownCredentials: true,
  reply: z.object({ I: z.string(), Z: z.string() }),
  batched: false,
  about: `Sends the bytes Z (hexadecimal, at most ${MAX_RAW_BYTES}) to device I as they are where they begin and end with 7E; else they are a message id and its body, and the server puts the frame around them. Z of the answer: the bytes that went. What the device answers is seen with DB1. R 404: it is away.`,
  example: { input: { I: '13800000101', Z: '8204' }, reply: { I: '13800000101', Z: '7e820400000138000001010001be7e' } },
});

/** Inputs of a device that DB7 can switch on. */
export const GPIO_BITS = 4;
const MAX_FAKE_TEXT = 200;

export const db7FakeEvent = command({
  code: 'DB7',
  right: 'admin',
  audit: { action: 'Make event by hand', secret: { P: true }, device: 'I' },
  input: z.object({
    ...messageCredentials,
    I: deviceId,
    R: z.string().regex(new RegExp(`^[01]{${GPIO_BITS}}$`), 'Four digits, 0 or 1: GPIO 0 to 3.'),
    E: z.number().int().min(0).max(65_535),
    Z: z.string().max(MAX_FAKE_TEXT),
  }),
  ownCredentials: true,
  reply: z.object({ I: z.string(), Z: z.array(z.number().int()) }),
  batched: false,
  about:
    'Makes event E with the words Z of the registered device I, as if it had just happened, and an event GPIO 0 to 3 (codes 4 to 7) for each 1 in R. They are stored, told and treated like any other; that no device reported them is seen by their source, GMS. Z of the answer: their serial numbers, without those that a plan discards. Event 100 belongs to footage that was asked for and cannot be made.',
  example: { input: { I: '13800000101', R: '1000', E: 13, Z: 'Test' }, reply: { I: '13800000101', Z: [7, 8] } },
});

const MAX_ECHO = 1000;

export const echo = command({
  code: 'echo',
  right: 'signed-in',
  audit: 'reads',
  input: z.object({ Z: z.union([z.string().max(MAX_ECHO), z.number(), z.boolean(), z.null()]).optional() }),
  reply: z.object({ Z: z.union([z.string(), z.number(), z.boolean(), z.null()]) }),
  batched: false,
  about: 'Answers Z as it came.',
  example: { input: { Z: 'hello' }, reply: { Z: 'hello' } },
});

export const ping = command({
  code: 'ping',
  right: 'signed-in',
  audit: 'reads',
  input: z.object({}),
  reply: z.object({ T: z.number().int() }),
  batched: false,
  about: 'Answers at once. T: the clock of the server, unix time in milliseconds.',
  example: { input: {}, reply: { T: 1_790_000_000_123 } },
});
