// The parameters of a device as they are read from it and set in it. Which there are is parameter-table.ts.
import { z } from 'zod';
import { call, command } from '../speak/speak.ts';
import { bodyCredentials, deviceId, messageCredentials, outcome, ruleIssue, wireSeconds } from '../speak/wire.ts';
import { MOST_ITEMS, parameterFault, type ParameterRow } from './parameter.ts';
import { orderResults } from './device-order.ts';
import { parameterOf } from './parameter-table.ts';

const parameterItem = z.union([z.number(), z.string().max(255)]);
export const parameterValue = z.union([parameterItem, z.array(parameterItem).max(MOST_ITEMS).readonly()]);
export const parameterValues = z.record(z.string().max(40), parameterValue);
export type ParameterValues = z.output<typeof parameterValues>;

/** Each under its own name and within its limits. */
export const changedValues = parameterValues.superRefine((values, issues) => {
  for (const [key, value] of Object.entries(values)) {
    const row = parameterOf(key);
    const found = row === undefined ? { text: 'There is no such parameter.', values: {} } : parameterFault(row, value);
    if (found !== undefined) issues.addIssue({ ...ruleIssue(found.text, found.values), path: [key] });
  }
});

/**
 * For many devices, and kept: at least one, and no passwords, which would lie about on the server. Points of a picture belong to the camera
 * of one vehicle.
 */
export const isForMany = ({ secret, control }: Pick<ParameterRow, 'secret' | 'control'>): boolean =>
  secret !== 'hidden' && control.kind !== 'points';
export const valuesForMany = changedValues.superRefine((values, issues) => {
  const keys = Object.keys(values);
  if (keys.length === 0) issues.addIssue(ruleIssue('There is nothing to set.', {}));
  for (const key of keys) {
    const row = parameterOf(key);
    if (row !== undefined && !isForMany(row))
      issues.addIssue({ ...ruleIssue('This is set for one device at a time.', {}), path: [key] });
  }
});

/** What a device answered that is not as the standards have it. */
const parameterTrouble = z.object({
  /** '0x0075', or the name of a setting of the vendor block. */
  id: z.string(),
  trouble: z.enum(['length', 'twice', 'text', 'value']),
  /** Bytes that came. */
  bytes: z.number().int(),
});
export type ParameterTrouble = z.output<typeof parameterTrouble>;

/** Who changed a parameter last through this server. */
const lastChange = z.object({ by: z.string(), time: wireSeconds });

export const postDeviceSetup = call({
  method: 'POST',
  path: '/gkserver/gkdevicesetup/{deviceid}',
  right: 'F_rmdvrs',
  audit: 'reads',
  input: z.object({ ...bodyCredentials, deviceid: deviceId }),
  reply: z.object({
    success: z.literal(true),
    data: z.object({ current: parameterValues, offlineset: parameterValues }),
    wrong: z.array(parameterTrouble),
    cut: z.boolean(),
    changes: z.record(z.string(), lastChange),
    /** UTC ms. */
    readms: z.number().int(),
    away: z.boolean(),
    silent: z.boolean(),
  }),
  about:
    'Asks the device for all its parameters. `current`: what it answered, by name, as far as the caller has the rights for it. `offlineset`: what waits for it until it is online again. `away`: it is offline, and `current` is what it told at `readms`, when it was last asked for all; 404 where it never was and nothing waits for it. `silent`: it is online, something waits for it and it did not answer within the last minute, so that `current` is what it told at `readms`. `wrong`: what it answered in another form than the standards have; `cut`: the end of its answer could not be read. `changes`: who set a value last through this server. `readms`: when the device had answered, UTC ms. A hidden value is told as ********. 408 when it does not answer, 422 with `device_unsupported` when it knows no parameters.',
  example: {
    input: { deviceid: '13800000101' },
    reply: {
      success: true,
      data: { current: { net_hbsec: 30, sys_spdlimit: 85, preosd_plate: 'KAA1234' }, offlineset: {} },
      wrong: [{ id: '0x0075', trouble: 'length', bytes: 20 }],
      cut: false,
      changes: { sys_spdlimit: { by: 'admin', time: 1_790_000_000 } },
      readms: 1_790_000_060_250,
      away: false,
      silent: false,
    },
  },
});

export const putDeviceSetup = call({
  method: 'PUT',
  path: '/gkserver/gkdevicesetup/{deviceid}',
  right: 'F_rmdvrs',
  audit: {
    action: 'Set device parameters',
    secret: { password: true, deviceParams: true, seen: true },
    device: 'deviceid',
  },
  input: z.object({
    ...bodyCredentials,
    deviceid: deviceId,
    deviceParams: changedValues,
    seen: parameterValues.optional(),
    /** UTC ms. */
    seenms: z.number().int().optional(),
  }),
  reply: outcome.extend({
    result: z.enum(orderResults),
    checked: z.boolean(),
    kept: parameterValues,
    differs: z.array(z.string()),
  }),
  about:
    'Sets what `deviceParams` names, by the names of POST, and then asks the device what it has. `seen`: the values that were there for the caller; where the device has another one now the answer is 409, with `changed` saying who set it through this server and when (`the device`: nobody since `seenms`, the `readms` of POST), and what holds. `kept`: what the device answers afterwards; `differs`: what it does not hold as asked; `checked` false: it took them and could not be asked any more. `result` 1: done; 2: the device is offline, and is set when it is back, within 30 days: what is set meanwhile again is sent once; 408: the device did not answer within 15 seconds, and the same holds. 422 as POST has it; 422 names a parameter that the device does not have.',
  example: {
    input: {
      deviceid: '13800000101',
      deviceParams: { net_hbsec: 20 },
      seen: { net_hbsec: 30 },
      seenms: 1_790_000_060_250,
    },
    reply: { hasError: 0, message: 'Save Success', result: '1', checked: true, kept: { net_hbsec: 20 }, differs: [] },
  },
});

/** How one entry of the raw list is shown: `c` the control, the others as far as it has them. */
const rawHint = z.object({
  c: z.enum(['switch', 'number', 'time', 'bits', 'list', 'select', 'text']),
  name: z.string().optional(),
  unit: z.string().optional(),
  prefix: z.string().optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  options: z.array(z.tuple([z.number(), z.string()])).optional(),
  bits: z.array(z.string()).optional(),
  /** It cannot be set. */
  read: z.boolean().optional(),
  /** Only the device knows what it is: it says so itself, by the vendor block. */
  own: z.boolean().optional(),
});
export type RawHint = z.output<typeof rawHint>;
export const rawParameter = z.object({ k: z.string(), v: parameterValue, h: rawHint });
export type RawParameter = z.output<typeof rawParameter>;

export const d14RawParameters = command({
  code: 'D14',
  right: 'F_rmdvrs_raw',
  audit: 'reads',
  input: z.object({ I: deviceId, ...messageCredentials }),
  reply: z.object({ I: z.string(), Z: z.array(rawParameter) }),
  ownCredentials: true,
  batched: false,
  about:
    'Everything that device I answers to a question for its parameters, one entry an id: k its name or id, v its value (what has no single value is in hex), h how it is shown; own: the device itself says so, in the vendor block. A hidden value is told as ********.',
  example: {
    input: { I: '13800000101' },
    reply: {
      I: '13800000101',
      Z: [
        { k: 'net_hbsec', v: 30, h: { c: 'number', name: 'Heartbeat', prefix: '0x0001', unit: 's', min: 1, max: 30 } },
        { k: '0x0076', v: '040000', h: { c: 'text', prefix: '0x0076', read: true } },
      ],
    },
  },
});

export const d16SetRawParameter = command({
  code: 'D16',
  right: 'F_rmdvrs_raw',
  audit: { action: 'Set raw parameter', secret: { B: true }, device: 'I' },
  input: z.object({ I: deviceId, A: z.string().max(40), B: parameterValue }),
  reply: z.object({ I: z.string(), A: z.string(), B: parameterValue }),
  batched: false,
  about:
    'Sets the parameter of device I that is called A in the raw list to B, hex for one that has no single value, as many bytes as the device has. Answers with what the device has afterwards.',
  example: {
    input: { I: '13800000101', A: 'net_hbsec', B: 20 },
    reply: { I: '13800000101', A: 'net_hbsec', B: 20 },
  },
});
