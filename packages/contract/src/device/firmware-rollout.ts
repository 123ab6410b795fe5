// A firmware for many devices in stages: one, then one in twenty, then all; it stops by itself when too many failed.
import { z } from 'zod';
import { call } from '../speak/speak.ts';
import { bodyCredentials, deviceId, outcome, wireSeconds } from '../speak/wire.ts';
import { orderKinds } from './device-order.ts';
import { firmwareUrl, firmwareVersion, firmwareWay, lapsed, updateReasons, updateStates } from './firmware-update.ts';

export const MAX_ROLLOUT_DEVICES = 20_000;
export const MAX_ROLLOUTS = 50;
export const MAX_ROLLOUT_GROUPS = 50;
export const NO_ROLLOUT_DEVICES = 'Choose at least one device or group';

/** scheduled: begins at its time. running. paused: by somebody, or as `lapsed`. stopped: by itself, too many failed. ended: by somebody. done: nothing is left to do. */
export const rolloutStates = ['scheduled', 'running', 'paused', 'stopped', 'ended', 'done'] as const;
export type RolloutState = (typeof rolloutStates)[number];
/** planned: its turn has not come, or it is away. */
export const rolloutDeviceStates = ['planned', 'running', 'done', 'failed'] as const;

const rolloutId = z.coerce.number().int().positive();
export const firmwareRollout = z.object({
  rolloutid: z.number().int(),
  url: z.string(),
  version: z.string(),
  memo: z.string(),
  way: firmwareWay,
  state: z.enum(rolloutStates),
  /** 1: one device. 2: one in twenty. 3: all. */
  stage: z.number().int().min(1).max(3),
  maxfailures: z.number().int(),
  planned: z.number().int(),
  running: z.number().int(),
  done: z.number().int(),
  failed: z.number().int(),
  username: z.string(),
  /** When it begins, or began. */
  begins: wireSeconds,
  /** Groups whose devices of that moment it is for, those of groups below included. */
  groupids: z.array(z.number().int()),
  time: wireSeconds,
  updatetime: wireSeconds,
  lapsed,
});
export type FirmwareRollout = z.output<typeof firmwareRollout>;

const example: z.input<typeof firmwareRollout> = {
  rolloutid: 1,
  url: 'http://fleet.example.com:24681/fw.cgi?id=9f86d081884c7d659a2feaa0c55ad015',
  version: 'box-2.1',
  memo: '',
  way: 'auto',
  state: 'running',
  stage: 2,
  maxfailures: 1,
  planned: 37,
  running: 2,
  done: 1,
  failed: 0,
  username: 'admin',
  begins: 1_790_000_000,
  groupids: [],
  time: 1_790_000_000,
  updatetime: 1_790_000_300,
};

export const getFirmwareRollouts = call({
  method: 'GET',
  path: '/gkserver/fwrollout',
  right: orderKinds.firmware,
  input: z.object({}),
  reply: z.array(firmwareRollout),
  about:
    'The roll-outs of firmware with how many devices stand where, newest first: those of the caller, all of them for level 0. `lapsed`: the account that planned it is gone, has expired or has not the level any more. It tells nobody then: it is paused, and cannot be resumed (409) until that account may plan again.',
  example: { input: {}, reply: [example] },
});

export const rolloutDevice = z.object({
  deviceid: deviceId,
  stage: z.number().int(),
  state: z.enum(rolloutDeviceStates),
  percent: z.number().int(),
  step: z.enum(['', ...updateStates]),
  reason: z.enum(updateReasons),
});
export type RolloutDevice = z.output<typeof rolloutDevice>;

export const getRolloutDevices = call({
  method: 'GET',
  path: '/gkserver/fwrollout/{rolloutid}',
  right: orderKinds.firmware,
  input: z.object({ rolloutid: rolloutId }),
  reply: z.array(rolloutDevice),
  about: 'The devices of a roll-out that the caller may see, with how far each is. `stage` 0: its turn has not come.',
  example: {
    input: { rolloutid: '1' },
    reply: [{ deviceid: '13800000101', stage: 1, state: 'done', percent: 100, step: 'done', reason: '' }],
  },
});

export const postFirmwareRollout = call({
  method: 'POST',
  path: '/gkserver/fwrollout',
  right: orderKinds.firmware,
  audit: { action: 'Roll out firmware', secret: { password: true } },
  input: z.object({
    ...bodyCredentials,
    url: firmwareUrl,
    version: z.union([firmwareVersion, z.literal('')]).default(''),
    memo: z.string().max(500).default(''),
    way: firmwareWay.default('auto'),
    deviceids: z.array(deviceId).max(MAX_ROLLOUT_DEVICES).default([]),
    groupids: z.array(z.number().int().positive()).max(MAX_ROLLOUT_GROUPS).default([]),
    begins: wireSeconds.optional(),
    maxfailures: z.number().int().min(0).max(MAX_ROLLOUT_DEVICES).default(0),
  }),
  reply: z.object({ hasError: z.literal(0), message: z.string(), rolloutid: z.number().int() }),
  about: `Tells these devices to fetch \`url\`: one of them first, when that one has its new version one in twenty, when those have it the others. A device that is away has its turn when it is back. \`groupids\`: the devices that are in these groups when it begins, as far as the caller may see them then. \`begins\`: when that is, at most a year ahead; without it now. It stops by itself when more than \`maxfailures\` have failed. \`version\` is what they then have, where somebody knows. At most ${MAX_ROLLOUTS} go on at a time.`,
  example: {
    input: { url: 'http://files.example.com/box-2.1.bin', deviceids: ['13800000101', '13800000102'], maxfailures: 1 },
    reply: { hasError: 0, message: 'Success', rolloutid: 1 },
  },
});

export const putFirmwareRollout = call({
  method: 'PUT',
  path: '/gkserver/fwrollout',
  right: orderKinds.firmware,
  audit: { action: 'Change firmware roll-out', secret: { password: true } },
  input: z.object({ ...bodyCredentials, rolloutid: rolloutId, action: z.enum(['pause', 'resume', 'end', 'retry']) }),
  reply: outcome,
  about:
    'pause: no further device is told; those that were told go on. resume: goes on, one that waits for its time begins now, one that stopped by itself too, which then may have one failure more than it has. retry: those that failed have another turn. end: for good.',
  example: { input: { rolloutid: 1, action: 'end' }, reply: { hasError: 0, message: 'Success' } },
});

export const deleteFirmwareRollout = call({
  method: 'DELETE',
  path: '/gkserver/fwrollout',
  right: orderKinds.firmware,
  audit: { action: 'Remove firmware roll-out', secret: { password: true } },
  input: z.object({ ...bodyCredentials, rolloutid: rolloutId }),
  reply: outcome,
  about: 'Removes a roll-out that does not go on any more.',
  example: { input: { rolloutid: 1 }, reply: { hasError: 0, message: 'Success' } },
});
