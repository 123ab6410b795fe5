// Many devices at once from a list of lines: what each line would do, and doing it. All of them or none.
import { z } from 'zod';
import { call } from '../speak/speak.ts';
import { updatetime } from '../speak/version.ts';
import { bodyCredentials, wireFlag } from '../speak/wire.ts';

export const MAX_IMPORT_LINES = 5000;
const MAX_CELL = 200;

/** The fields of a line, as D03 and D01 name them; `simnumber` is the number of the terminal where it is another than the id. */
export const importFields = [
  'deviceid',
  'channel',
  'driver',
  'vehicleid',
  'plate',
  'extid',
  'simnumber',
  'maplocation',
] as const;
export type ImportField = (typeof importFields)[number];

/** What becomes of a line: a device is registered, a registered one is changed, nothing is different, or the line is wrong. */
export const importOutcomes = ['add', 'change', 'same', 'bad'] as const;

const cell = z.string().max(MAX_CELL);
/** As they stand in the file. A field that is left out stays as it is, an empty text is emptied, an empty number stays. */
export const importLine = z.object({
  deviceid: cell,
  channel: cell.optional(),
  driver: cell.optional(),
  vehicleid: cell.optional(),
  plate: cell.optional(),
  extid: cell.optional(),
  simnumber: cell.optional(),
  maplocation: cell.optional(),
  /** What a look said of the line: who saves it then changes nothing that somebody else changed since. */
  seen: z.object({ what: z.enum(importOutcomes), updatetime: updatetime.optional() }).optional(),
});
export type ImportLine = z.output<typeof importLine>;

export const lineOutcome = z.object({
  what: z.enum(importOutcomes),
  /** Of a registered device: its version. */
  updatetime: updatetime.optional(),
  field: z.enum(importFields).optional(),
  /** What is wrong, in English, with `values` in its braces. */
  problem: z.string().optional(),
  values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});
export type LineOutcome = z.output<typeof lineOutcome>;

export const postDeviceImport = call({
  method: 'POST',
  path: '/gkdevice/import',
  right: 'admin',
  audit: { action: 'Import devices', secret: { password: true, lines: true }, unless: ['save', 0] },
  body: { maxBytes: 8 * 1024 * 1024, tooLarge: 'This list is too large.' },
  input: z.object({
    ...bodyCredentials,
    /** 0: only says what would become of the lines. */
    save: wireFlag,
    lines: z.array(importLine).min(1).max(MAX_IMPORT_LINES),
  }),
  reply: z.object({ saved: wireFlag, lines: z.array(lineOutcome) }),
  about: `What becomes of each of at most ${MAX_IMPORT_LINES} lines, in their order. With save 1 it is done where no line is wrong: all lines as one change, or none. A line with \`seen\` is wrong where somebody else changed its device since.`,
  example: {
    input: { save: 0, lines: [{ deviceid: '13800000101', channel: '4', vehicleid: 'TRK-101' }, { deviceid: 'no id' }] },
    reply: { saved: 0, lines: [{ what: 'add' }, { what: 'bad', field: 'deviceid', problem: 'A device id …' }] },
  },
});
