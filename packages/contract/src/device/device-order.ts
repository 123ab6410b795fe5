// Orders to devices: what a device is told to do, by whom, and what came of it. Kept until the device has answered, where somebody wants
// that. Each kind of order has its right; its command says how it is asked for.
import { z } from 'zod';
import type { Requirement } from '../speak/rights.ts';
import { call, command } from '../speak/speak.ts';
import {
  bodyCredentials,
  channelNumber,
  deviceId,
  messageCredentials,
  outcome,
  userName,
  wireFlag,
  wireSeconds,
} from '../speak/wire.ts';

/** Each kind of order with the right that asks for it, sees it in the list and cancels it. */
export const orderKinds = {
  text: 'F_lmdvrs_textdevice',
  reboot: 'F_lmdvrs_reboot',
  restore: 'F_lmdvrs_restore',
  mcu: 'F_lmdvrs_mcu',
  photo: 'P_live',
  locate: 'F_gps',
  doors: 'admin',
  format: 'F_lmdvrs_format',
  wakeup: 'F_lmdvrs_wakeup',
  parameters: 'F_rmdvrs',
  firmware: 'level-1',
  areas: 'F_rmdvrs',
  control: 'admin',
  media: 'P_live',
  sound: 'F_talk',
  upload: 'level-1',
  redirect: 'admin',
} as const satisfies Record<string, Requirement>;
export type OrderKindName = keyof typeof orderKinds;
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its own keys
export const orderKindNames = Object.keys(orderKinds) as [OrderKindName, ...OrderKindName[]];

export const orderStates = ['waiting', 'sent', 'done', 'refused', 'expired', 'cancelled'] as const;
/**
 * waiting: the device is away, silent or busy. sent: its answer is waited for. done: it said yes. refused: it said no; `outcome` tells
 * how. expired: nobody waits for it any more: it was never delivered, or never answered. cancelled: by somebody, or because a newer order
 * says the same thing.
 */
export type OrderState = (typeof orderStates)[number];

/** Result R of an order: done; stored for a device that is away; no answer, S says whether it is stored. Other results are failures. */
export const orderResults = ['1', '2', '408'] as const;
export type OrderResult = (typeof orderResults)[number];

/** GBK has two bytes for what is not ASCII. */
const MAX_TEXT_BYTES = 1024;
const bytesOf = (text: string): number =>
  Array.from(text).reduce((sum, letter) => sum + (letter > '\u007f' ? 2 : 1), 0);
export const driverText = z
  .string()
  .min(1)
  .refine(
    (text) => bytesOf(text) <= MAX_TEXT_BYTES,
    'A text has at most 1024 bytes, two for each character that is not ASCII.',
  );
/** Hexadecimal bytes, or text that goes as it is. */
export const mcuCommand = z.string().min(1).max(1000);

/** I the device, O the number of the order in the list, S how it stands. */
export const orderReply = z.object({
  R: z.enum(orderResults),
  I: z.string(),
  O: z.number().int(),
  S: z.enum(orderStates),
});
export const toDevice = { I: deviceId, W: wireFlag.optional() };
const exampleReply = { R: '1', I: '13800000101', O: 7, S: 'done' } as const;
export const keptAbout =
  ' W 1: kept for a device that is away (R 2) or silent (R 408), and delivered when it is back. Without W a device that is away is R 404. R 0: the device does not know this.';

/** F of a text: how it is shown. */
export const textFlags = { urgent: 1, display: 2, speak: 4, advertise: 8, faultCode: 16 } as const;

export const d21Text = command({
  code: 'D21',
  right: orderKinds.text,
  audit: { action: 'Send text to device', secret: { P: true }, device: 'I' },
  input: z.object({ ...toDevice, ...messageCredentials, A: driverText, F: z.number().int().min(0).max(31).optional() }),
  reply: orderReply,
  successes: orderResults,
  ownCredentials: true,
  batched: false,
  about: `Sends text A to device I. F is a sum of 1 urgent, 2 shown, 4 read aloud, 8 on the advertising screen, 16 a fault code of the CAN bus; without F it is shown and read aloud.${keptAbout}`,
  example: { input: { I: '13800000101', A: 'Call the office' }, reply: exampleReply },
});

export const d22Reboot = command({
  code: 'D22',
  right: orderKinds.reboot,
  audit: { action: 'Restart device', secret: {}, device: 'I' },
  input: z.object(toDevice),
  reply: orderReply,
  successes: orderResults,
  batched: false,
  about: `Restarts device I. Sent once: one that hangs up without an answer has restarted.${keptAbout}`,
  example: { input: { I: '13800000101' }, reply: exampleReply },
});

export const d23Restore = command({
  code: 'D23',
  right: orderKinds.restore,
  audit: { action: 'Restore defaults of device', secret: {}, device: 'I' },
  input: z.object(toDevice),
  reply: orderReply,
  successes: orderResults,
  batched: false,
  about: `Sets device I back to what it was made with. Sent once.${keptAbout}`,
  example: { input: { I: '13800000101' }, reply: exampleReply },
});

export const d24Photo = command({
  code: 'D24',
  right: orderKinds.photo,
  audit: { action: 'Take photo', secret: {}, device: 'I' },
  input: z.object({ ...toDevice, C: channelNumber }),
  reply: orderReply,
  successes: orderResults,
  batched: false,
  about: `Has channel C of device I take a picture now, which then comes as a file with the cause 'order'.${keptAbout}`,
  example: { input: { I: '13800000101', C: 1 }, reply: exampleReply },
});

export const d25Locate = command({
  code: 'D25',
  right: orderKinds.locate,
  audit: { action: 'Ask for position', secret: {}, device: 'I' },
  input: z.object(toDevice),
  reply: orderReply,
  successes: orderResults,
  batched: false,
  about: `Asks device I where it is now. Its position comes like any other.${keptAbout}`,
  example: { input: { I: '13800000101' }, reply: exampleReply },
});

export const d26Mcu = command({
  code: 'D26',
  right: orderKinds.mcu,
  audit: { action: 'Send MCU command', secret: {}, device: 'I' },
  input: z.object({ ...toDevice, A: mcuCommand }),
  reply: orderReply,
  successes: orderResults,
  batched: false,
  about: `Passes A through device I to what hangs on its first serial port: pairs of hexadecimal digits as bytes, anything else as text. Sent once.${keptAbout}`,
  example: { input: { I: '13800000101', A: '41 54 0D' }, reply: exampleReply },
});

export const d27Doors = command({
  code: 'D27',
  right: orderKinds.doors,
  audit: { action: 'Lock or unlock doors', secret: {}, device: 'I' },
  input: z.object({ I: deviceId, A: z.enum(['lock', 'unlock']) }),
  reply: orderReply,
  successes: orderResults,
  batched: false,
  about: 'Locks or unlocks the doors of the vehicle of device I. Never kept for later.',
  example: { input: { I: '13800000101', A: 'lock' }, reply: exampleReply },
});

export const d28Format = command({
  code: 'D28',
  right: orderKinds.format,
  audit: { action: 'Format disks of device', secret: {}, device: 'I' },
  input: z.object({ ...toDevice, A: z.string().max(64).optional() }),
  reply: orderReply,
  successes: orderResults,
  batched: false,
  about: `Empties the disk A of device I, or all of its disks: everything that it has recorded is gone. Sent once, in the vendor block.${keptAbout}`,
  example: { input: { I: '13800000101' }, reply: exampleReply },
});

export const deviceOrder = z.object({
  id: z.number().int(),
  deviceid: z.string(),
  kind: z.enum(orderKindNames),
  /** What it says, for people and without secrets: a text, a channel. */
  detail: z.string(),
  username: userName,
  /** When it was asked for, last sent and over; null: not yet. */
  time: wireSeconds,
  sent: wireSeconds.nullable(),
  ended: wireSeconds.nullable(),
  /** Until when it waits. */
  expires: wireSeconds,
  state: z.enum(orderStates),
  tries: z.number().int(),
  /** '' while it is open, 'done', the code of the failure, or 'too-old', 'replaced', 'cancelled', 'unknown'. */
  outcome: z.string(),
  message: z.string(),
  /** The pictures that a photo order had taken, as far as they came and are still kept: their files, with when they came. */
  pictures: z.array(z.object({ file: z.number().int(), time: wireSeconds })),
});
export type DeviceOrder = z.output<typeof deviceOrder>;

export const MAX_ORDER_ROWS = 200;
export const getDeviceOrders = call({
  method: 'GET',
  path: '/gkdevice/orders',
  right: 'signed-in',
  input: z.object({ deviceid: deviceId.optional(), before: z.coerce.number().int().positive().optional() }),
  reply: z.array(deviceOrder),
  about: `Orders to the devices that the caller may see, of the kinds it has the right for, newest first, at most ${MAX_ORDER_ROWS}; \`before\` gives those below that id.`,
  example: {
    input: { deviceid: '13800000101' },
    reply: [
      {
        id: 7,
        deviceid: '13800000101',
        kind: 'text',
        detail: 'Call the office',
        username: 'admin',
        time: 1_790_000_000,
        sent: null,
        ended: null,
        expires: 1_790_086_400,
        state: 'waiting',
        tries: 0,
        outcome: '',
        message: '',
        pictures: [],
      },
    ],
  },
});

export const putDeviceOrder = call({
  method: 'PUT',
  path: '/gkdevice/orders',
  right: 'signed-in',
  audit: { action: 'Cancel order to device', secret: { password: true } },
  input: z.object({ ...bodyCredentials, id: z.number().int().positive(), action: z.literal('cancel') }),
  reply: outcome,
  about:
    'Cancels an order that waits: it is not sent. Needs the right of its kind. One that was sent or is over is 409, and stays as it is.',
  example: { input: { id: 700, action: 'cancel' }, reply: { hasError: 0, message: 'Success' } },
});
