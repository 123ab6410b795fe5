// The firmware of devices: which one each has, telling one to fetch another (D09), how far it is (D10), and plans by which a device that
// comes with one version gets another. The store of files is firmware.ts, a roll-out to many devices firmware-rollout.ts.
import { z } from 'zod';
import { call, command } from '../speak/speak.ts';
import { bodyCredentials, deviceId, outcome, wireFlag, wireSeconds } from '../speak/wire.ts';
import { orderKinds, orderReply, orderResults } from './device-order.ts';

/** The address of a file in the store is the stream port's with this path and the id: `{host}:{streamPort}/fw.cgi?id={firmwareid}`. */
export const FIRMWARE_PATH = '/fw.cgi';
export const firmwareLink = (host: string, streamPort: number, id: string): string =>
  `${host}:${streamPort}${FIRMWARE_PATH}?id=${id}`;

/** Recorders keep an address in a text of theirs, between semicolons. Without a scheme it is http. */
export const firmwareUrl = z
  .string()
  .min(1, 'cannot be empty')
  .max(500)
  .regex(
    /^(?:(?:https?|ftp):\/\/)?[\w.[\]:-]+(?:\/[^\s;]*)?$/,
    'An address is like http://host:port/file, without spaces, semicolons, name or password.',
  );
export const firmwareVersion = z.string().min(1, 'cannot be empty').max(255);
const memo = z.string().max(500);

/**
 * How a device gets its firmware. link: it is told an address and fetches the file itself. packets: the file is sent on its link, which takes
 * long and works for devices that fetch nothing; files of the store alone. auto: a link, and packets where it says that it does not know that.
 */
export const firmwareWays = ['auto', 'link', 'packets'] as const;
export type FirmwareWay = (typeof firmwareWays)[number];
export const firmwareWay = z.enum(firmwareWays);

/**
 * waiting: the device has not been told yet. told: it said yes, and nothing since. checking: it was restarted, or should have been, and is
 * asked for its version. done: it said a version that is another one, or the one it should have. failed: `reason` tells how.
 */
export const updateStates = [
  'waiting',
  'told',
  'downloading',
  'downloaded',
  'installing',
  'checking',
  'done',
  'failed',
  'cancelled',
] as const;
export type UpdateState = (typeof updateStates)[number];

/**
 * Why an update failed. refused, unsupported, away: before it began. download, install, cancelled, target, hardware, same-version, version,
 * other: as the device said. interrupted: its link, or the server, ended while the file was sent in packets. old-version: it came back with the version it had. silent: nothing was heard of it for too long. busy: it has
 * another one under way.
 */
export const updateReasons = [
  '',
  'refused',
  'unsupported',
  'away',
  'download',
  'install',
  'cancelled',
  'target',
  'hardware',
  'same-version',
  'version',
  'other',
  'old-version',
  'silent',
  'busy',
  'interrupted',
  'replaced',
] as const;
export type UpdateReason = (typeof updateReasons)[number];

const DEVICE = '13800000101';
const FILE_URL = `http://fleet.example.com:24681${FIRMWARE_PATH}?id=9f86d081884c7d659a2feaa0c55ad015`;

/** A: address. U, P: name and password of that address. B: the version that the file is, where somebody knows it. W: kept. */
export const d09UpdateFirmware = command({
  code: 'D09',
  right: orderKinds.firmware,
  audit: { action: 'Update firmware of device', secret: { P: true }, device: 'I' },
  input: z.object({
    I: deviceId,
    A: firmwareUrl,
    U: z.string().min(1).max(100).optional(),
    P: z.string().max(100).optional(),
    B: firmwareVersion.optional(),
    C: firmwareWay.optional(),
    W: wireFlag.optional(),
  }),
  reply: orderReply,
  successes: orderResults,
  batched: false,
  about: `Tells device I to fetch firmware from A, with name U and password P of that address where they are there, and to install it. B is the version it then has, where somebody knows. C is the way: 'link', 'packets' for a file of the firmware store in packets (0x8108) on the link of the device, or, without C, 'auto': packets where the device says that it does not know links. A link of the firmware store (${FIRMWARE_PATH}) opens for the device while its update is under way, and for nobody else. R 1: it said yes; D10 tells what becomes of it. W 1: kept for a device that is away (R 2). Sent once. A device with an update under way is 409.`,
  example: {
    input: { I: DEVICE, A: 'http://files.example.com/box-2.1.bin' },
    reply: { R: '1', I: DEVICE, O: 7, S: 'done' },
  },
});

/** B: 0 to 100. S: '' where there was none yet. Z: why it failed. V: the version that it ended with. */
export const d10FirmwareStatus = command({
  code: 'D10',
  right: orderKinds.firmware,
  audit: 'reads',
  input: z.object({ I: deviceId }),
  reply: z.object({
    I: z.string(),
    B: z.number().int().min(0).max(100),
    S: z.enum(['', ...updateStates]),
    Z: z.enum(updateReasons),
    V: z.string(),
  }),
  batched: false,
  about:
    'How far the newest update of device I is: B in per cent, 0 where none is under way, 100 when the device has said its new version, and 99 at most before. S is its state, Z why it failed, V the version that it ended with.',
  example: { input: { I: DEVICE }, reply: { I: DEVICE, B: 42, S: 'downloading', Z: '', V: '' } },
});

/** B: the version. T: when the device said it. */
export const d11FirmwareVersion = command({
  code: 'D11',
  right: orderKinds.firmware,
  audit: 'reads',
  input: z.object({ I: deviceId }),
  reply: z.object({ I: z.string(), B: z.string(), T: wireSeconds }),
  batched: false,
  about:
    'Asks device I for the version of its firmware B. Of a device that is away it is the one that it said last, at T; R 404 where it never did.',
  example: { input: { I: DEVICE }, reply: { I: DEVICE, B: 'box-2.1', T: 1_790_000_000 } },
});

/** `version` '' and `time` null: it has not been asked yet. */
export const deviceFirmware = z.object({
  deviceid: deviceId,
  version: z.string(),
  time: wireSeconds.nullable(),
});
export type DeviceFirmware = z.output<typeof deviceFirmware>;

export const getDeviceFirmware = call({
  method: 'GET',
  path: '/gkdevice/firmware/*',
  right: orderKinds.firmware,
  input: z.object({}),
  reply: z.array(deviceFirmware),
  about: 'The version of the firmware of each device that the caller may see, as it said last.',
  example: { input: {}, reply: [{ deviceid: DEVICE, version: 'box-2.1', time: 1_790_000_000 }] },
});

/** Who planned it may not plan any more: nobody is told. */
export const lapsed = z.boolean().optional();

const autoFwId = z.coerce.number().int().positive();
const planFields = {
  targetfw: firmwareVersion,
  url: firmwareUrl,
  memo: memo.default(''),
  way: firmwareWay.default('auto'),
};
/** `targetfw`: the version that a device has to have. */
export const autoFirmwarePlan = z.object({
  autofwid: z.number().int(),
  targetfw: z.string(),
  url: z.string(),
  memo: z.string(),
  way: firmwareWay,
  updatetime: wireSeconds,
  updateby: z.string(),
  lapsed,
});
export type AutoFirmwarePlan = z.output<typeof autoFirmwarePlan>;
export const MAX_AUTO_PLANS = 100;

const plan: z.input<typeof autoFirmwarePlan> = {
  autofwid: 1,
  targetfw: 'box-2.0',
  url: FILE_URL,
  memo: 'the long buses',
  way: 'auto',
  updatetime: 1_790_000_000,
  updateby: 'admin',
};

export const getAutoFirmware = call({
  method: 'GET',
  path: '/gkserver/autofw',
  right: orderKinds.firmware,
  input: z.object({}),
  reply: z.array(autoFirmwarePlan),
  about:
    'The auto update plans, newest first. `lapsed`: the account that saved it last is gone, has expired or has not the level any more. No device is told then, until somebody saves it again.',
  example: { input: {}, reply: [plan] },
});

export const postAutoFirmware = call({
  method: 'POST',
  path: '/gkserver/autofw',
  right: orderKinds.firmware,
  audit: { action: 'Add auto update plan', secret: { password: true } },
  input: z.object({ ...bodyCredentials, ...planFields }),
  reply: z.object({ hasError: z.literal(0), message: z.string(), autofwid: z.number().int() }),
  about: `A device that comes with version \`targetfw\` is told to fetch \`url\`, at most three times in a day, as far as the one who made the plan may see it. In packets (\`way\`) only a file of the firmware store can be sent (400). One plan for a version, at most ${MAX_AUTO_PLANS}.`,
  example: {
    input: { targetfw: plan.targetfw, url: plan.url, memo: plan.memo },
    reply: { hasError: 0, message: 'Success', autofwid: 1 },
  },
});

export const putAutoFirmware = call({
  method: 'PUT',
  path: '/gkserver/autofw',
  right: orderKinds.firmware,
  audit: { action: 'Change auto update plan', secret: { password: true } },
  input: z.object({
    ...bodyCredentials,
    autofwid: autoFwId,
    ...planFields,
    way: firmwareWay.optional(),
    seenUpdatetime: wireSeconds.optional(),
  }),
  reply: outcome,
  about:
    'Changes an auto update plan; without `way` that stays as it is. With `seenUpdatetime` it is refused (409) where somebody changed it since.',
  example: {
    input: { autofwid: 1, targetfw: plan.targetfw, url: plan.url, memo: '' },
    reply: { hasError: 0, message: 'Success' },
  },
});

export const deleteAutoFirmware = call({
  method: 'DELETE',
  path: '/gkserver/autofw',
  right: orderKinds.firmware,
  audit: { action: 'Remove auto update plan', secret: { password: true } },
  input: z.object({ ...bodyCredentials, autofwid: autoFwId }),
  reply: outcome,
  about: 'Removes an auto update plan. What devices were told already goes on.',
  example: { input: { autofwid: 1 }, reply: { hasError: 0, message: 'Success' } },
});
