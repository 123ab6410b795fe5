// The lines of an import: what each asks for, by the schemas that the editor and D01 have, and what is wrong with it. Pure.
import {
  type DeviceChanges,
  deviceDetails,
  deviceFields,
  deviceId,
  type ImportField,
  type ImportLine,
  type LineOutcome,
} from '@outrider/contract';
import { z } from 'zod';

/** A line as values. */
export type WantedDevice = {
  id: string;
  channels: number | undefined;
  simnumber: string | undefined;
  fields: DeviceChanges;
};
export type ReadLine = { wanted: WantedDevice } | { bad: LineOutcome };

const CHANNELS = 'A number of channels from 1 to 64.';
const ROUNDED = 'A spreadsheet has rounded this number: make the column a text and enter it again.';
const texts = ['driver', 'vehicleid', 'plate', 'extid', 'maplocation'] as const;

const lineSchema = z.object({
  deviceid: z
    .string()
    .refine((text) => !/^\d([.,]\d+)?E\+?\d+$/i.test(text), { error: ROUNDED, abort: true })
    .pipe(deviceId),
  channel: z
    .string()
    .regex(/^$|^([1-9]|[1-5]\d|6[0-4])$/, CHANNELS)
    .optional(),
  driver: deviceFields.driver.optional(),
  vehicleid: deviceFields.vehicleid.optional(),
  plate: deviceFields.plate.optional(),
  extid: deviceFields.extid.optional(),
  simnumber: z.union([z.literal(''), deviceDetails.shape.simnumber.unwrap()]).optional(),
  maplocation: deviceFields.maplocation.optional(),
} satisfies Record<ImportField, z.ZodType>);

export const badLine = (field: ImportField, problem: string, values: LineOutcome['values'] = {}): LineOutcome => ({
  what: 'bad',
  field,
  problem,
  values,
});

const SIM_RULE = 'A terminal number has 1 to 20 digits.';

const outcomeOf = (issue: z.core.$ZodIssue | undefined): LineOutcome => {
  const field = lineSchema.keyof().safeParse(issue?.path[0]).data ?? 'deviceid';
  if (field === 'simnumber') return badLine(field, SIM_RULE);
  if (issue?.code === 'too_big') return badLine(field, 'At most {count} characters.', { count: Number(issue.maximum) });
  return badLine(field, issue?.message ?? '');
};

/** Space around a cell is nobody's intention. */
const trimmed = ({ seen: _seen, ...line }: ImportLine): ImportLine => {
  const entries = Object.entries(line).map(([name, text]) => [name, text?.trim()]);
  return { deviceid: '', ...Object.fromEntries(entries) };
};

export const readLine = (line: ImportLine): ReadLine => {
  const { data, error } = lineSchema.safeParse(trimmed(line));
  if (data === undefined) return { bad: outcomeOf(error?.issues[0]) };
  const { deviceid: id, channel = '', simnumber = '' } = data;
  const fields = Object.fromEntries(texts.flatMap((name) => (data[name] === undefined ? [] : [[name, data[name]]])));
  return {
    wanted: {
      id,
      channels: channel === '' ? undefined : Number(channel),
      simnumber: simnumber === '' ? undefined : simnumber,
      fields,
    },
  };
};
