// What a recorder can beyond its standard: what it says of itself (D05), of its disks (D06), which commands of our vendor block it knows
// (D20), and one of them (D17). docs/reference/vendor-block.md has the block itself.
import { z } from 'zod';
import type { Requirement } from '../speak/rights.ts';
import { command } from '../speak/speak.ts';
import { deviceId, messageCredentials, wireFlag, wireSeconds } from '../speak/wire.ts';

/**
 * The commands of the vendor block with their numbers there. `right`: who may send one with D17; null where a call of its own does, since
 * people are in it.
 */
export const vendorCommands = {
  hello: { code: 0, right: 'F_rmdvrs' },
  'read-settings': { code: 1, right: 'F_rmdvrs' },
  'write-settings': { code: 2, right: 'F_rmdvrs_raw' },
  storage: { code: 3, right: 'F_rmdvrs' },
  format: { code: 4, right: 'F_lmdvrs_format' },
  syslog: { code: 5, right: 'F_lmdvrs_syslog' },
  'wake-up': { code: 6, right: 'F_lmdvrs_wakeup' },
  'list-faces': { code: 7, right: null },
  'write-face': { code: 8, right: null },
  'remove-face': { code: 9, right: null },
  'read-face': { code: 10, right: null },
  'read-own': { code: 20, right: 'F_rmdvrs_raw' },
  'write-own': { code: 21, right: 'F_rmdvrs_raw' },
} as const satisfies Record<string, { code: number; right: Requirement | null }>;
export type VendorCommandName = keyof typeof vendorCommands;
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its own keys
export const vendorCommandNames = Object.keys(vendorCommands) as [VendorCommandName, ...VendorCommandName[]];

/** How full a device's disk is. */
export const deviceDisk = z.object({ name: z.string(), totalMb: z.number().min(0), usedMb: z.number().min(0) });
export type DeviceDisk = z.output<typeof deviceDisk>;

const oneDevice = { I: deviceId, ...messageCredentials };

export const d05Attributes = command({
  code: 'D05',
  right: 'F_rmdvrs',
  audit: 'reads',
  input: z.object(oneDevice),
  reply: z.object({
    I: z.string(),
    Z: z.object({
      manufacturer: z.string(),
      model: z.string(),
      terminalId: z.string(),
      iccid: z.string(),
      hardware: z.string(),
      firmware: z.string(),
      /** It says that it knows our vendor block. */
      vendorBlock: wireFlag,
    }),
  }),
  ownCredentials: true,
  batched: false,
  about:
    'What device I says it is (0x0107): maker, model, number, SIM card, versions. Asked of the device now: 404 where it is away.',
  example: {
    input: { I: '13800000101' },
    reply: {
      I: '13800000101',
      Z: {
        manufacturer: 'OUTRD',
        model: 'SIM-4CH',
        terminalId: '0000101',
        iccid: '88888888013800000101',
        hardware: 'sim-1',
        firmware: 'outrider-0.1.0',
        vendorBlock: 1,
      },
    },
  },
});

export const d06Storage = command({
  code: 'D06',
  right: 'F_rmdvrs',
  audit: 'reads',
  input: z.object(oneDevice),
  reply: z.object({
    I: z.string(),
    Z: z.object({ disks: z.array(deviceDisk).max(64), oldest: wireSeconds.nullable() }),
  }),
  ownCredentials: true,
  batched: false,
  about:
    'The disks of device I, how full they are, and when its oldest recording begins, null where it has none. Asked of the device now, in the vendor block: R 0 where it does not know that, 404 where it is away.',
  example: {
    input: { I: '13800000101' },
    reply: {
      I: '13800000101',
      Z: { disks: [{ name: 'sd1', totalMb: 131_072, usedMb: 20_480 }], oldest: 1_790_000_000 },
    },
  },
});

export const d17VendorCommand = command({
  code: 'D17',
  right: 'signed-in',
  // The room notes what may be kept of B: passwords stand in the settings.
  audit: { action: 'Device command', secret: { B: true }, device: 'I' },
  input: z.object({
    I: deviceId,
    A: z.union([z.string().max(40), z.number().int().min(0).max(255)]),
    B: z.record(z.string().max(64), z.unknown()).optional(),
  }),
  reply: z.object({ I: z.string(), A: z.string(), Z: z.unknown() }),
  batched: false,
  about:
    'Sends one command of the vendor block to device I and answers what the device says, Z, null where it says nothing: A its name or number, B what it asks. Each needs the right of what it does; those of faces have calls of their own. Of settings only those are told and taken whose own right the caller has, a hidden one is told as ********, and the mask sent back changes nothing. R 0: the device does not say that it knows it. format and wake-up stand among the orders to the device.',
  example: {
    input: { I: '13800000101', A: 'read-settings', B: { names: ['sys_tz'] } },
    reply: { I: '13800000101', A: 'read-settings', Z: { settings: { sys_tz: 28_800 } } },
  },
});

export const d20VendorCommands = command({
  code: 'D20',
  right: 'signed-in',
  audit: 'reads',
  input: z.object({ I: deviceId }),
  reply: z.object({
    I: z.string(),
    Z: z.array(z.object({ code: z.number().int(), name: z.enum(vendorCommandNames) })).max(64),
    S: z.array(z.string()).max(200),
  }),
  batched: false,
  about:
    'Z: the commands of the vendor block that device I says it knows, S: the settings; both empty where it does not know the block. It is asked once each time it comes on line; of one that is away, what it said last. 404: it is away and was never asked.',
  example: {
    input: { I: '13800000101' },
    reply: { I: '13800000101', Z: [{ code: 6, name: 'wake-up' }], S: ['sys_tz'] },
  },
});
